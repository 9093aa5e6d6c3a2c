; Rarities of the language that C does not produce, with opaque pointers.
; versions: 15-22
source_filename = "rare.ll"

module asm "first line"
module asm "\09second \22line\22"

%0 = type { i32, %named }
%1 = type { ptr }
%named = type { i8, [3 x %1] }
%empty = type {}
%packed = type <{ i8, i32 }>
%never = type opaque
%"odd name" = type { half, bfloat, fp128, ppc_fp128, x86_fp80 }
%unused = type { i64 }

$group = comdat any
$largest = comdat largest
$exact = comdat exactmatch
$single = comdat nodeduplicate
$same = comdat samesize

@0 = private unnamed_addr constant [3 x i8] c"\00\01\FF"
@plain = global i32 0
@1 = internal global %0 zeroinitializer, align 8
@available = available_externally global i32 1
@once = linkonce global i32 2
@once_odr = linkonce_odr hidden global i32 3, comdat($group)
@weakly = weak global i32 4
@weakly_odr = weak_odr protected global i32 5, comdat($largest)
@common = common global i32 0, align 4
@external = external global %never
@extern_weak = extern_weak global i8
@appending = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@space = addrspace(3) global i32 undef
@initialised = externally_initialized global i32 7
@group = global i32 0, comdat
@exact = global i32 0, comdat
@single = global i32 0, comdat
@same = global i32 0, comdat
@general = thread_local global i32 0
@dynamic = thread_local(localdynamic) global i32 0
@initial = thread_local(initialexec) global i32 0
@executable = thread_local(localexec) global i32 0
@"quoted name\09\C3\A9" = local_unnamed_addr global i32 0
@attributed = global i32 0 #0
@floats = constant %"odd name" { half 0xH3C01, bfloat 0xR3F81, fp128 0xL0123456789ABCDEF3FFF000000000001, ppc_fp128 0xM3FF0000000000000BC90000000000001, x86_fp80 0xK3FFF8000000000000001 }
@nan = constant [6 x float] [float 0x7FF8000000000000, float 0x7FF0000020000000, float 0xFFF8000000000000, float 0x36A0000000000000, float -0.0, float 0xFFF0000000000000]
@dnan = constant [4 x double] [double 0x7FF8000000000001, double 0x7FF0000000000001, double 0x1, double 1.0e10]
@halves = constant [2 x half] [half 0xH7E00, half 1.0]
@undefined = global { i32, i8, <2 x i32>, ptr } { i32 undef, i8 poison, <2 x i32> <i32 1, i32 undef>, ptr null }
@ints = constant { i1, i1, i7, i65, i257, i24 } { i1 true, i1 false, i7 -64, i65 -18446744073709551617, i257 115792089237316195423570985008687907853269984665640564039457584007913129639936, i24 8388607 }
@nested = constant [2 x [2 x %packed]] [[2 x %packed] [%packed <{ i8 1, i32 2 }>, %packed zeroinitializer], [2 x %packed] zeroinitializer]
@vector = constant <4 x i16> <i16 1, i16 1, i16 1, i16 1>
@vector1 = constant <1 x i32> <i32 9>
@bools = constant <4 x i1> <i1 true, i1 false, i1 true, i1 true>
@pointers = constant <2 x ptr> <ptr @plain, ptr @plain>
@empties = constant { %empty, [0 x i32], {} } zeroinitializer

@expressions = global [9 x i64] [
  i64 ptrtoint (ptr @plain to i64),
  i64 add (i64 ptrtoint (ptr @plain to i64), i64 3),
  i64 sub (i64 ptrtoint (ptr @plain to i64), i64 ptrtoint (ptr @common to i64)),
  i64 sub nuw nsw (i64 0, i64 ptrtoint (ptr @plain to i64)),
  i64 xor (i64 ptrtoint (ptr @plain to i64), i64 -1),
  i64 ptrtoint (ptr getelementptr inbounds (%0, ptr @1, i64 0, i32 1, i32 1, i64 2) to i64),
  i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @space to ptr) to i64),
  i64 ptrtoint (ptr inttoptr (i64 305419896 to ptr) to i64),
  i64 ptrtoint (ptr getelementptr (i8, ptr @plain, i64 -4) to i64)
]
@narrow = global i32 trunc (i64 sub (i64 ptrtoint (ptr @plain to i64), i64 ptrtoint (ptr @common to i64)) to i32)
@block = global [2 x ptr] [ptr blockaddress(@jumps, %two), ptr blockaddress(@jumps, %3)]

@alias = alias i32, ptr @plain
@alias_inside = internal unnamed_addr alias i8, getelementptr inbounds (%0, ptr @1, i64 0, i32 1, i32 0)
@alias_tls = thread_local(initialexec) alias i32, ptr @initial
@alias_weak = weak hidden alias void (), ptr @fancy
@indirect = dso_local ifunc i32 (i32), ptr @resolver

declare void @declared()
declare i32 @personality(...)
declare void @takes(ptr byval(%0) align 16, ptr sret(%named), i8 signext, i16 zeroext, ptr nest, ptr noalias nonnull dereferenceable(8) dereferenceable_or_null(16), i32 inreg, ptr swiftself) unnamed_addr
declare i32 @identity(i32 returned)
declare fastcc noalias noundef nonnull align 8 ptr @gives(i64) #1
declare cc 99 void @numbered()
declare coldcc void @cold()
declare ghccc void @haskell()
declare x86_stdcallcc void @stdcall()
declare swiftcc void @swift(ptr swifterror, ptr swiftasync, ptr byref(i32), ptr preallocated(i64))
declare void @llvm.assume(i1)
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare i64 @llvm.read_register.i64(metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.va_start(ptr)

define ptr @resolver() {
  ret ptr @chosen
}

define i32 @chosen(i32 %x) {
  ret i32 %x
}

define weak_odr dso_local void @fancy() unnamed_addr #0 section ".text.fancy" comdat($group) align 64 gc "statepoint-example" prefix i32 123 prologue i8 -112 personality ptr @personality {
  ret void
}

define i32 @jumps(i32 %0, ptr %1) {
  br label %two

two:
  indirectbr ptr %1, [label %three, label %two, label %3]

three:
  switch i32 %0, label %3 [
  ]

3:
  %4 = phi i32 [ 1, %three ], [ 2, %two ], [ %5, %3 ]
  %5 = add nuw nsw i32 %4, -1
  %named = icmp ult i32 %5, 10
  br i1 %named, label %3, label %"odd label"

"odd label":
  %"odd value" = sub i32 0, %5
  ret i32 %"odd value"
}

define <4 x i32> @vectors(<4 x i32> %a, <4 x i32> %b, i64 %i) {
  %x = extractelement <4 x i32> %a, i64 %i
  %y = insertelement <4 x i32> poison, i32 %x, i32 0
  %s = shufflevector <4 x i32> %y, <4 x i32> undef, <4 x i32> zeroinitializer
  %t = shufflevector <4 x i32> %s, <4 x i32> %b, <4 x i32> <i32 0, i32 poison, i32 4, i32 7>
  %u = shufflevector <4 x i32> %t, <4 x i32> %b, <2 x i32> <i32 3, i32 3>
  %w = shufflevector <2 x i32> %u, <2 x i32> poison, <4 x i32> poison
  %c = icmp sgt <4 x i32> %w, <i32 5, i32 5, i32 5, i32 5>
  %r = select <4 x i1> %c, <4 x i32> %a, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
  ret <4 x i32> %r
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, ptr %p) {
  %m = mul <vscale x 4 x i32> %a, shufflevector (<vscale x 4 x i32> insertelement (<vscale x 4 x i32> poison, i32 3, i64 0), <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer)
  %l = load <vscale x 4 x i32>, ptr %p, align 4
  %s = shufflevector <vscale x 4 x i32> %m, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %z = add <vscale x 4 x i32> %s, zeroinitializer
  %r = add <vscale x 4 x i32> %z, %l
  ret <vscale x 4 x i32> %r
}

define { i32, { i8, [2 x i16] } } @aggregates({ i32, { i8, [2 x i16] } } %v) {
  %e = extractvalue { i32, { i8, [2 x i16] } } %v, 1, 1, 0
  %i = insertvalue { i32, { i8, [2 x i16] } } %v, i16 %e, 1, 1, 1
  %j = insertvalue { i32, { i8, [2 x i16] } } %i, { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }, 1
  %f = freeze { i32, { i8, [2 x i16] } } %j
  ret { i32, { i8, [2 x i16] } } %f
}

define void @memory(ptr %p, ptr addrspace(3) %q, i32 %n) {
  %a = alloca i32, i32 %n, align 4
  %b = alloca %0, align 64
  %c = alloca inalloca i64, align 8
  %d = alloca i8, i64 5, align 1
  %swift = alloca swifterror ptr, align 8
  %l1 = load volatile i32, ptr %p, align 1
  %l2 = load atomic i32, ptr %p unordered, align 4
  %l3 = load atomic volatile i32, ptr addrspace(3) %q syncscope("singlethread") acquire, align 4
  store atomic volatile i32 %l3, ptr %p release, align 4
  store i32 %l1, ptr addrspace(3) %q, align 4
  %x1 = cmpxchg ptr %p, i32 %l1, i32 %l2 seq_cst seq_cst, align 4
  %x2 = cmpxchg weak volatile ptr %p, i32 %l1, i32 %l2 syncscope("agent") acq_rel monotonic, align 8
  %x3 = cmpxchg ptr %p, ptr null, ptr %a acquire acquire, align 8
  %r1 = atomicrmw xchg ptr %p, i32 1 seq_cst, align 4
  %r2 = atomicrmw volatile nand ptr %p, i32 1 syncscope("singlethread") acq_rel, align 4
  %r3 = atomicrmw umax ptr %p, i64 1 monotonic, align 8
  %r4 = atomicrmw fadd ptr %p, float 1.0 release, align 4
  %r5 = atomicrmw fmax ptr %p, double 1.0 acquire, align 8
  fence syncscope("agent") release
  fence seq_cst
  %v = va_arg ptr %p, double
  %g1 = getelementptr %0, ptr %p, i64 1
  %g2 = getelementptr inbounds [4 x i32], ptr %p, i64 0, <2 x i64> <i64 1, i64 2>
  %g3 = getelementptr i8, ptr addrspace(3) %q, i16 -1
  ret void
}

define double @floating(double %a, double %b, float %c) #2 {
  %n = fneg double %a
  %m = fneg nnan nsz double %n
  %s = fadd fast double %m, %b
  %d = fdiv reassoc arcp contract afn double %s, 3.0
  %r = frem ninf double %d, %b
  %k = fcmp ueq double %r, %a
  %l = fcmp nnan ord double %r, 0x7FF8000000000000
  %h = fptrunc double %r to half
  %x = fpext half %h to x86_fp80
  %y = uitofp i1 %k to bfloat
  %z = fptoui x86_fp80 %x to i65
  %sel = select nnan i1 %l, double %r, double %b
  %i = bitcast float %c to <2 x i16>
  %e = call double @llvm.experimental.constrained.fadd.f64(double %sel, double %a, metadata !"round.dynamic", metadata !"fpexcept.strict") #2
  ret double %e
}

define i64 @arithmetic(i64 %a, i64 %b) {
  %1 = udiv exact i64 %a, %b
  %2 = sdiv exact i64 %1, %b
  %3 = lshr exact i64 %2, %b
  %4 = ashr exact i64 %3, 3
  %5 = shl nuw nsw i64 %4, 1
  %6 = mul nsw i64 %5, %5
  %7 = or i64 %6, 1
  %8 = urem i64 %7, %b
  %9 = srem i64 %8, %b
  %10 = trunc i64 %9 to i3
  %11 = sext i3 %10 to i64
  ret i64 %11
}

define i32 @bundles(ptr %f, i1 %c) personality ptr @personality {
  call void @llvm.assume(i1 true) [ "align"(ptr %f, i64 16), "nonnull"(ptr %f) ]
  call void @declared() [ "deopt"() ]
  call void %f(i32 1) [ "odd \22tag\22"(i1 %c, i64 5) ]
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void %f(ptr preallocated(i32) %p) [ "preallocated"(token %t) ]
  %r = invoke fastcc i32 @chosen(i32 inreg 5) #3 [ "deopt"(i32 7, ptr null) ]
          to label %fine unwind label %pad

fine:
  %s = tail call signext i32 %f(i32 signext %r, ptr sret(%named) align 4 null) nounwind
  %k = musttail call i32 @bundles(ptr %f, i1 %c)
  ret i32 %k

pad:
  %e = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @plain]
  resume { ptr, i32 } %e
}

define void @variable(i32 %n, ...) {
  notail call void (i32, ...) @variable(i32 1, double 2.0, ptr null)
  musttail call void (i32, ...) @variable(i32 %n, ...)
  ret void
}

define void @windows() personality ptr @personality {
entry:
  invoke void @declared()
          to label %out unwind label %dispatch

dispatch:
  %cs1 = catchswitch within none [label %handler, label %other] unwind label %terminate

handler:
  %catch = catchpad within %cs1 [ptr null, i32 64, ptr null]
  call void @declared() [ "funclet"(token %catch) ]
  catchret from %catch to label %out

other:
  %catch2 = catchpad within %cs1 []
  invoke void @declared() [ "funclet"(token %catch2) ]
          to label %after unwind label %within

within:
  %cs2 = catchswitch within %catch2 [label %inner] unwind label %terminate

after:
  unreachable

inner:
  %catch3 = catchpad within %cs2 [i32 1]
  unreachable

terminate:
  %cleanup = cleanuppad within none []
  cleanupret from %cleanup unwind to caller

out:
  ret void
}

define i32 @assembly(i32 %a) {
  %x = call i32 asm sideeffect alignstack inteldialect "mov $0, $1\0A\22", "=r,r,~{memory}"(i32 %a)
  %y = call { i32, i32 } asm "", "=r,=r"()
  call void asm sideeffect unwind "call f", ""()
  %r = call i64 @llvm.read_register.i64(metadata !0)
  %z = callbr i32 asm "jmp ${2:l}", "=r,r,!i,!i"(i32 %x)
          to label %next [label %left, label %right]

next:
  ret i32 %z

left:
  unreachable

right:
  ret i32 poison
}

define void @tiles(ptr %p) {
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 8)
  call void @llvm.x86.tilestored64.internal(i16 8, i16 8, ptr %p, i64 64, x86_amx %t)
  ret void
}

define internal i32 @2(i32 %a) {
  %b = call i32 @2(i32 %a)
  %c = call i32 @indirect(i32 %b)
  %d = call i32 @alias_function(i32 %c)
  ret i32 %d
}
@alias_function = alias i32 (i32), ptr @2

attributes #0 = { noinline "key" "with"="value" }
attributes #1 = { alwaysinline nounwind readnone allocsize(0) alignstack=16 "quoted"="\09\22" }
attributes #2 = { strictfp }
attributes #3 = { noreturn cold }

!named.list = !{!0, !1}
!0 = !{!"rsp"}
!1 = !{i32 1, null, !0, ptr @plain, !"text \22x\22"}
