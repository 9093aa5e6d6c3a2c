; What LLVM 17 to 19 brought.
; versions: 19-22
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = constant { [4 x ptr], [2 x ptr] } zeroinitializer
@promised = global ptr getelementptr inbounds inrange(-16, 16) ({ [4 x ptr], [2 x ptr] }, ptr @table, i32 0, i32 0, i32 2)
@unsigned = global ptr getelementptr nuw (i8, ptr @table, i64 8)
@signed = global ptr getelementptr nusw (i8, ptr @table, i64 8)
@both = global ptr getelementptr inbounds nuw (i8, ptr @table, i64 8)
@authenticated = global ptr ptrauth (ptr @table, i32 0)
@discriminated = global ptr ptrauth (ptr @table, i32 2, i64 1234, ptr @discriminated)
@partly = global ptr ptrauth (ptr @table, i32 2, i64 7)
@large = global i32 0, code_model "large"

declare range(i32 -5, 100) i32 @ranged(i64 range(i64 0, 10), i128 range(i128 -1, 170141183460469231731687303715884105727))
declare void @initialises(ptr initializes((0, 4), (8, 16)) writable dead_on_unwind)
declare nofpclass(nan inf) float @finite(float nofpclass(zero sub), float nofpclass(snan ninf nnorm))
declare void @remembered(ptr dead_on_unwind)
declare preserve_nonecc void @preserve_none()

define i64 @flags(i32 %a, i64 %b, ptr %p) {
  %z = zext nneg i32 %a to i64
  %d = or disjoint i64 %z, %b
  %t = trunc nuw nsw i64 %d to i32
  %f = uitofp nneg i32 %t to double
  %g = getelementptr nuw i8, ptr %p, i64 %d
  %h = getelementptr nusw nuw i32, ptr %g, i64 %d
  %i = getelementptr inbounds nuw i32, ptr %h, i64 %d
  %c = call range(i32 0, 5) i32 @ranged(i64 %b, i128 0)
  ret i64 %d
}

define void @typed_byref(ptr byref({ i8, i64 }) align 8 %p) optdebug {
  call void @remembered(ptr %p) convergent
  ret void
}

define i32 @debugged(i32 %x, ptr %p) !dbg !4 {
    #dbg_value(i32 %x, !7, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !9)
    #dbg_value(!DIArgList(i32 %x, i32 7), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32), !9)
    #dbg_declare(ptr %p, !8, !DIExpression(DW_OP_deref, DW_OP_constu, 7, DW_OP_minus, DW_OP_swap, DW_OP_xderef), !9)
    #dbg_value(ptr undef, !8, !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_breg3, 5, DW_OP_lit9, DW_OP_deref_size, 4, DW_OP_bregx, 4, 8), !9)
    #dbg_assign(i32 poison, !7, !DIExpression(), !12, ptr %p, !DIExpression(), !9)
    #dbg_label(!13, !9)
  %y = add i32 %x, 1, !dbg !10
    #dbg_value(i32 %y, !7, !DIExpression(), !9)
  ret i32 %y, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "by hand", emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "by hand.c", directory: "/somewhere \22else\22")
!3 = !DIFile(filename: "included.h", directory: "")
!4 = distinct !DISubprogram(name: "debugged", linkageName: "_Zdebugged", scope: !2, file: !2, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !2, line: 3)
!8 = !DILocalVariable(name: "p", scope: !14, file: !3, line: 70000)
!9 = !DILocation(line: 3, scope: !4)
!10 = !DILocation(line: 100000, column: 77, scope: !14, isImplicitCode: true)
!11 = !DILocation(line: 9, column: 1, scope: !15, inlinedAt: !16)
!12 = distinct !DIAssignID()
!13 = !DILabel(scope: !4, name: "out", file: !2, line: 8)
!14 = !DILexicalBlockFile(scope: !17, file: !3, discriminator: 2)
!15 = distinct !DISubprogram(name: "inlined", scope: !2, file: !3, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!16 = distinct !DILocation(line: 5, column: 6, scope: !18, inlinedAt: !19)
!17 = distinct !DILexicalBlock(scope: !4, file: !2, line: 4, column: 2)
!18 = distinct !DISubprogram(name: "between", scope: !2, file: !3, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!19 = distinct !DILocation(line: 6, column: 0, scope: !17)
