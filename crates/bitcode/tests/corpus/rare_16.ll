; What LLVM 16 brought, and what earlier assemblers crash on.
; versions: 16-22

@equivalent = global ptr dso_local_equivalent @declared
@uncontrolled = global ptr no_cfi @declared
@checked = global i32 0, no_sanitize_address, no_sanitize_hwaddress
@instrumented = global i32 0, sanitize_memtag, sanitize_address_dyninit

declare void @declared()
declare void @effects() memory(argmem: readwrite, inaccessiblemem: read)
declare void @default(ptr) memory(read, argmem: none)
declare void @nothing() memory(none)
declare void @unwinds() uwtable(sync)
declare ptr @allocates(i64 allocalign, i64) allockind("alloc,zeroed,aligned") "alloc-family"="mine"
declare ptr @reallocates(ptr allocptr, i64) allockind("realloc,uninitialized")
declare void @scales() vscale_range(1,16)
declare target("spirv.Image", float, 1, 2, 0) @image()
declare void @consumes(target("aarch64.svcount"), target("parametric", i32, <4 x float>, 7))

define void @images(ptr %p) {
  %i = call target("spirv.Image", float, 1, 2, 0) @image()
  %s = alloca target("spirv.Sampler"), align 8
  store target("spirv.Sampler") zeroinitializer, ptr %s, align 8
  call void @consumes(target("aarch64.svcount") undef, target("parametric", i32, <4 x float>, 7) poison)
  ret void
}

define i32 @wraps(ptr %p) {
  %a = atomicrmw uinc_wrap ptr %p, i32 7 seq_cst, align 4
  %b = atomicrmw udec_wrap ptr %p, i32 7 monotonic, align 4
  %c = atomicrmw fmin ptr %p, float 0.5 monotonic, align 4
  ret i32 %a
}
