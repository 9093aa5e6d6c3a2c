# Instructions of every encoding: prefixes, operands of all sizes, SSE, AVX, x87.
	.intel_syntax noprefix
	.text
	.globl	start
	.type	start, @function
start:
	push rbp
	mov rbp, rsp
	mov rax, 0x1122334455667788
	mov eax, dword ptr [rbx + rcx*4 + 16]
	mov byte ptr [r12], 5
	lea rdi, [rip + table]
	movzx eax, word ptr [rsp]
	movsx r10, byte ptr [r13 + 127]
	add rax, 127
	add rax, 128
	add rax, -129
	imul rcx, rdx, 1000
	shl rax, 1
	shl rax, 7
	sar edx, cl
	test al, 0x80
	xchg rax, r8
	lock cmpxchg [rsi], rdx
	rep movsb
	repne scasb
	cmovne rax, rbx
	setg dl
	bswap r11
	popcnt eax, ecx
	movaps xmm0, [rsp]
	movdqu xmm9, xmm1
	addsd xmm2, qword ptr [rax + 8]
	pshufd xmm3, xmm4, 0x1b
	cvttsd2si rax, xmm0
	vaddps ymm1, ymm2, ymm3
	vpxor xmm8, xmm9, [r8 + r9*2]
	vfmadd231sd xmm0, xmm1, xmm2
	vpaddd zmm1{k1}{z}, zmm2, zmm3
	fld qword ptr [rsp]
	fmulp st(1), st
	fstp tbyte ptr [rsp - 16]
	aesenc xmm1, xmm2
	andn eax, ebx, ecx
	syscall
	ud2
	nop
	leave
	ret
	.size	start, .-start
	.att_syntax prefix
	movq	%fs:0, %rax
	movl	$table, %edi
	call	*table(,%rcx,8)
	jmp	*%rax
	.section .rodata
	.align 8
table:
	.quad	start, start+1, table-., 0
