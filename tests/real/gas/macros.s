# Macros, repetition, conditions, symbols, expressions and data of all kinds.
	.macro	entry name, value=5, rest:vararg
\name:	.long	\value
	.ifnb	\rest
	.long	\rest
	.endif
	.if	\value > 1
	entry	\name\()_, (\value - 1)
	.endif
	.endm
	.data
	entry	first, 4, 10, 11
	entry	second
	.irp	r, ax, bx, cx
	.ascii	"\r\0"
	.endr
	.irpc	c, xyz
	.byte	'\c
	.endr
	.set	count, (end - begin) / 4
	.equ	mask, ~0xff & 0xffff
begin:	.fill	6, 4, 0xabcd
end:	.byte	count, mask >> 8, 1 << 3 | 2, -1
	.short	0x1234, 65535
	.octa	0x0123456789abcdef0011223344556677
	.float	1.5, -0.0, 1e30
	.double	3.141592653589793, 1e-300
	.tfloat	2.5
	.sleb128 -12345
	.uleb128 1234567
	.string	"text\twith \"escapes\" \101\x42\n"
	.balign	16, 0xcc
	.org	512
	.hidden	end
	.weak	second
	.comm	common, 40, 8
	.lcomm	mine, 24
	.symver	first, first@VERSION_1
	.section .note.GNU-stack, "", @progbits
	.section .group, "aG", @progbits, signature, comdat
	.quad	first - second, common
	.pushsection .text
	.ifdef	count
	nop
	.else
	.error	"not reached"
	.endif
	.popsection
	.ident	"made by hand"
	.file	1 "other.c"
	.loc	1 3
