; What LLVM 20 to 22 brought.
; versions: 22-22
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@address = global i64 ptrtoaddr (ptr @address to i64)

declare void @captures(ptr captures(none), ptr captures(address, read_provenance), ptr captures(ret: address, provenance), ptr captures(address_is_null))
declare void @errno() memory(errnomem: write)
declare void @more() memory(read, errnomem: none, argmem: readwrite)
declare void @everything() memory(readwrite)
declare void @targets() memory(target_mem0: read)

define i1 @flags(i32 %a, i32 %b, ptr %p, float %f) {
  %s = icmp samesign ult i32 %a, %b
  %c = atomicrmw usub_cond ptr %p, i32 7 seq_cst, align 4
  %d = atomicrmw usub_sat ptr %p, i32 7 seq_cst, align 4
  %e = atomicrmw fmaximum ptr %p, float 1.0 seq_cst, align 4
  %g = atomicrmw fminimum ptr %p, float 1.0 seq_cst, align 4
  %n = ptrtoaddr ptr %p to i64
  %q = fptrunc nnan float %f to half
  %r = fpext fast half %q to double
  %v = add <vscale x 2 x i64> zeroinitializer, splat (i64 5)
  %w = add <2 x i64> zeroinitializer, splat (i64 5)
  ret i1 %s
}
