//! The functions of libz3 that we call, by their addresses.
//!
//! The library is loaded when it is first needed, so that building needs neither a header nor linking, and a machine
//! without Z3 gets a message, not a failure to start. The signatures are those of Z3's `z3_api.h`, which are the same
//! in 4.8.12 and all later versions.

use libloading::{Library, Symbol};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;

/// An object of the library.
pub(super) type Handle = Option<NonNull<c_void>>;

/// What a context calls on failure; we set none and ask for the code instead.
type Handler = Option<unsafe extern "C" fn(Handle, c_int)>;

pub(super) type Leaf = unsafe extern "C" fn(Handle) -> Handle;
pub(super) type One = unsafe extern "C" fn(Handle, Handle) -> Handle;
pub(super) type Two = unsafe extern "C" fn(Handle, Handle, Handle) -> Handle;
pub(super) type Three = unsafe extern "C" fn(Handle, Handle, Handle, Handle) -> Handle;
pub(super) type Count = unsafe extern "C" fn(Handle, Handle);

macro_rules! functions {
    ($($name:ident: $type:ty;)*) => {
        /// The functions, named as in C without the prefix.
        pub(super) struct Api {
            $(pub(super) $name: $type,)*
        }

        impl Api {
            /// # Safety
            /// The library is Z3: its functions have the types given here.
            unsafe fn find(library: &'static Library) -> Result<Api, libloading::Error> {
                $(
                    // SAFETY: the name has this type in Z3's header.
                    let $name: Symbol<'_, $type> =
                        unsafe { library.get(concat!("Z3_", stringify!($name)).as_bytes()) }?;
                )*
                Ok(Api { $($name: *$name,)* })
            }
        }
    };
}

functions! {
    mk_config: unsafe extern "C" fn() -> Handle;
    del_config: unsafe extern "C" fn(Handle);
    mk_context_rc: Leaf;
    del_context: unsafe extern "C" fn(Handle);
    set_error_handler: unsafe extern "C" fn(Handle, Handler);
    get_error_code: unsafe extern "C" fn(Handle) -> c_int;
    get_error_msg: unsafe extern "C" fn(Handle, c_int) -> *const c_char;
    interrupt: unsafe extern "C" fn(Handle);
    inc_ref: Count;
    dec_ref: Count;
    mk_int_symbol: unsafe extern "C" fn(Handle, c_int) -> Handle;
    mk_string_symbol: unsafe extern "C" fn(Handle, *const c_char) -> Handle;
    mk_bv_sort: unsafe extern "C" fn(Handle, c_uint) -> Handle;
    mk_array_sort: Two;
    sort_to_ast: One;
    mk_const: Two;
    mk_bv_numeral: unsafe extern "C" fn(Handle, c_uint, *const bool) -> Handle;
    mk_select: Two;
    mk_store: Three;
    mk_not: One;
    mk_and: unsafe extern "C" fn(Handle, c_uint, *const Handle) -> Handle;
    mk_or: unsafe extern "C" fn(Handle, c_uint, *const Handle) -> Handle;
    mk_xor: Two;
    mk_eq: Two;
    mk_ite: Three;
    mk_bvnot: One;
    mk_bvand: Two;
    mk_bvor: Two;
    mk_bvxor: Two;
    mk_bvadd: Two;
    mk_bvmul: Two;
    mk_bvudiv: Two;
    mk_bvurem: Two;
    mk_bvsdiv: Two;
    mk_bvsrem: Two;
    mk_bvshl: Two;
    mk_bvlshr: Two;
    mk_bvashr: Two;
    mk_bvult: Two;
    mk_bvslt: Two;
    mk_concat: Two;
    mk_extract: unsafe extern "C" fn(Handle, c_uint, c_uint, Handle) -> Handle;
    mk_sign_ext: unsafe extern "C" fn(Handle, c_uint, Handle) -> Handle;
    mk_params: Leaf;
    params_inc_ref: Count;
    params_dec_ref: Count;
    params_set_uint: unsafe extern "C" fn(Handle, Handle, Handle, c_uint);
    mk_simple_solver: Leaf;
    mk_solver_for_logic: One;
    solver_inc_ref: Count;
    solver_dec_ref: Count;
    solver_set_params: unsafe extern "C" fn(Handle, Handle, Handle);
    solver_assert: unsafe extern "C" fn(Handle, Handle, Handle);
    solver_push: Count;
    solver_pop: unsafe extern "C" fn(Handle, Handle, c_uint);
    solver_check: unsafe extern "C" fn(Handle, Handle) -> c_int;
    solver_get_model: One;
    solver_get_reason_unknown: unsafe extern "C" fn(Handle, Handle) -> *const c_char;
    model_inc_ref: Count;
    model_dec_ref: Count;
    model_eval: unsafe extern "C" fn(Handle, Handle, Handle, bool, *mut Handle) -> bool;
    get_numeral_uint64: unsafe extern "C" fn(Handle, Handle, *mut u64) -> bool;
    get_numeral_binary_string: unsafe extern "C" fn(Handle, Handle) -> *const c_char;
}

/// The names of the library, as distributions install it.
const NAMES: &[&str] = &["libz3.so.4", "libz3.so", "libz3.dylib"];

impl Api {
    /// The functions, or why there are none.
    pub(super) fn load() -> Result<&'static Api, &'static str> {
        static API: OnceLock<Result<Api, String>> = OnceLock::new();
        API.get_or_init(open).as_ref().map_err(String::as_str)
    }
}

fn open() -> Result<Api, String> {
    let mut why = String::new();
    for name in NAMES {
        // SAFETY: what initialisation Z3 has is that of any C++ library.
        match unsafe { Library::new(*name) } {
            Ok(library) => {
                // Never unloaded, so that the addresses of functions stay valid.
                let library: &'static Library = Box::leak(Box::new(library));
                // SAFETY: a library of this name is Z3.
                return unsafe { Api::find(library) }.map_err(|error| error.to_string());
            }
            Err(error) => why = error.to_string(),
        }
    }
    Err(format!("the library of Z3 cannot be loaded: {why}"))
}
