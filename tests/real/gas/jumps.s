# Jumps that are short, jumps that must be long, and alignment between them.
	.text
f:	jmp	near
	.skip	100, 0x90
near:	jne	far
	.p2align 4,,10
	.skip	300
far:	loop	far
	.rept	20
	je	f
	je	near
	.endr
back:	jecxz	back
	call	f
	call	outside@PLT
	mov	outside@GOTPCREL(%rip), %rax
	lea	local@TLSGD(%rip), %rdi
	.cfi_startproc
	push	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	ret
	.cfi_endproc
	.section .tdata, "awT", @progbits
local:	.long	7
