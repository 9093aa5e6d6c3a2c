	movl	%eax
	movq	%eax, %rbx
	nonsense %rax
	.long	1 +
	.if 1
label:
label:
	.byte	300
	.unknown 1
	mov	$0x123456789abcdef, %eax
	jmp	label@NOWHERE
	.include "nowhere.s"
