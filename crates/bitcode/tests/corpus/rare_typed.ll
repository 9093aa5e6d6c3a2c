; Rarities with typed pointers, and the constant expressions that later versions gave up.
; versions: 13-14
source_filename = "rare_typed.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%0 = type { i32, %named }
%list = type { %list*, i32 (%list*, ...)*, %never* }
%named = type { i8, [3 x i8*] }
%never = type opaque
$group = comdat any
$other = comdat largest

@plain = global i32 0
@0 = internal global %0 zeroinitializer, align 8
@wide = global i64 0
@number = global float 0.0
@space = addrspace(3) global i32 undef
@pointer = global i8 addrspace(3)* null
@once_odr = linkonce_odr hidden global i32 3, comdat($group)
@group = global i32 0, comdat
@other = weak_odr global i32 0, comdat
@list = global %list { %list* @list, i32 (%list*, ...)* null, %never* null }
@bytes = global i8* bitcast (i32* @plain to i8*)
@deep = global i8** getelementptr inbounds (%0, %0* @0, i64 0, i32 1, i32 1, i64 2)
@promised = global i8** getelementptr inbounds (%0, %0* @0, i64 0, inrange i32 1, i32 1, i64 2)
@floats = constant { half, bfloat, fp128, ppc_fp128, x86_fp80 } { half 0xH3C01, bfloat 0xR3F81, fp128 0xL0123456789ABCDEF3FFF000000000001, ppc_fp128 0xM3FF0000000000000BC90000000000001, x86_fp80 0xK3FFF8000000000000001 }
@ints = constant { i1, i7, i65, i257 } { i1 true, i7 -64, i65 -18446744073709551617, i257 115792089237316195423570985008687907853269984665640564039457584007913129639936 }
@expressions = global [16 x i64] [
  i64 ptrtoint (i32* @plain to i64),
  i64 add nuw (i64 ptrtoint (i32* @plain to i64), i64 3),
  i64 sub nsw (i64 ptrtoint (i32* @plain to i64), i64 ptrtoint (i64* @wide to i64)),
  i64 mul (i64 ptrtoint (i32* @plain to i64), i64 3),
  i64 udiv exact (i64 ptrtoint (i32* @plain to i64), i64 4),
  i64 sdiv (i64 ptrtoint (i32* @plain to i64), i64 4),
  i64 urem (i64 ptrtoint (i32* @plain to i64), i64 5),
  i64 srem (i64 ptrtoint (i32* @plain to i64), i64 5),
  i64 shl nuw nsw (i64 ptrtoint (i32* @plain to i64), i64 1),
  i64 lshr exact (i64 ptrtoint (i32* @plain to i64), i64 1),
  i64 ashr (i64 ptrtoint (i32* @plain to i64), i64 1),
  i64 and (i64 ptrtoint (i32* @plain to i64), i64 255),
  i64 or (i64 ptrtoint (i32* @plain to i64), i64 1),
  i64 xor (i64 ptrtoint (i32* @plain to i64), i64 -1),
  i64 select (i1 icmp ult (i64 ptrtoint (i32* @plain to i64), i64 ptrtoint (i64* @wide to i64)), i64 1, i64 ptrtoint (i32* @plain to i64)),
  i64 zext (i32 trunc (i64 ptrtoint (i32* @plain to i64) to i32) to i64)
]
@signed = global i64 sext (i8 ptrtoint (i32* @plain to i8) to i64)
@compared = global i1 icmp eq (i32* @plain, i32* bitcast (i64* @wide to i32*))
@float_compared = global i1 fcmp olt (double sitofp (i64 ptrtoint (i32* @plain to i64) to double), double 1.5)
@float_math = global double fadd (double uitofp (i64 ptrtoint (i32* @plain to i64) to double), double 1.5)
@float_trunc = global float fptrunc (double bitcast (i64 ptrtoint (i32* @plain to i64) to double) to float)
@float_int = global i32 fptosi (double bitcast (i64 ptrtoint (i32* @plain to i64) to double) to i32)
@negated = global double fneg (double bitcast (i64 ptrtoint (i32* @plain to i64) to double))
@extracted = global i32 extractelement (<2 x i32> bitcast (i64 ptrtoint (i32* @plain to i64) to <2 x i32>), i32 1)
@inserted = global <2 x i32> insertelement (<2 x i32> bitcast (i64 ptrtoint (i32* @plain to i64) to <2 x i32>), i32 7, i32 1)
@shuffled = global <2 x i32> shufflevector (<2 x i32> bitcast (i64 ptrtoint (i32* @plain to i64) to <2 x i32>), <2 x i32> undef, <2 x i32> <i32 1, i32 0>)
@cast_space = global i32* addrspacecast (i32 addrspace(3)* @space to i32*)
@block = global i8* blockaddress(@jumps, %3)

@alias = alias i32, i32* @plain
@alias_cast = weak alias i8, bitcast (i32* @plain to i8*)
@indirect = ifunc i32 (i32), i32 (i32)* ()* @resolver

declare i32 @personality(...)
declare void @takes(%0* byval(%0) align 16, %named* sret(%named), i8 signext, i16 zeroext, i8* nest, i32* noalias nonnull dereferenceable(8))
declare void ()* @returns_function()
declare x86_mmx @mmx(x86_mmx)

define i32 (i32)* @resolver() {
  ret i32 (i32)* @chosen
}

define i32 @chosen(i32 %x) #0 {
  ret i32 %x
}

define i32 @jumps(i32 %0, i8* %1) {
  br label %3

3:
  indirectbr i8* %1, [label %3, label %4]

4:
  %5 = call void ()* @returns_function()
  call void %5()
  %6 = call i32 bitcast (i32 (i32)* @chosen to i32 (i32, i8*)*)(i32 %0, i8* null)
  %7 = call i32 (i32, ...) bitcast (i32 (i32)* @chosen to i32 (i32, ...)*)(i32 %6, double 1.0)
  ret i32 %7
}

define void @memory(i32* %p, i8 addrspace(3)* %q, float* %f) {
  %a = alloca i32, i32 4, align 16
  %x = cmpxchg weak i32* %p, i32 0, i32 1 acq_rel monotonic, align 4
  %r = atomicrmw fsub float* %f, float 1.0 seq_cst, align 4
  %s = atomicrmw max i32* %p, i32 1 syncscope("one") seq_cst, align 4
  store i8 1, i8 addrspace(3)* %q, align 1
  %g = getelementptr inbounds i32, i32* %p, <2 x i64> <i64 3, i64 3>
  %l = load x86_mmx, x86_mmx* null, align 8
  %m = call x86_mmx @mmx(x86_mmx %l)
  fence acquire
  ret void
}

define void @exceptions() personality i32 (...)* @personality {
  invoke void @memory(i32* null, i8 addrspace(3)* null, float* null)
          to label %fine unwind label %pad

fine:
  %z = callbr i32 asm sideeffect "jmp ${1:l}", "=r,X"(i8* blockaddress(@exceptions, %left))
          to label %next [label %left]

next:
  ret void

left:
  ret void

pad:
  %e = landingpad { i8*, i32 }
          filter [2 x i8*] [i8* null, i8* bitcast (i32* @plain to i8*)]
          catch i8* null
  resume { i8*, i32 } %e
}

attributes #0 = { nounwind uwtable inaccessiblemem_or_argmemonly "a"="b" }
