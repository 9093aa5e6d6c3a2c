//! Dense ids of the things in a module: each indexes one vector of [`crate::Module`] or
//! [`crate::Body`].

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the vector this id indexes.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                // Invariant: the reader refuses modules with more than 2^32 of anything.
                $name(index as u32)
            }
        }
    )*};
}

ids! {
    /// A type: indexes `Module::types`.
    TypeId,
    /// A global variable: indexes `Module::globals`.
    GlobalId,
    /// A function: indexes `Module::functions`.
    FunctionId,
    /// An alias: indexes `Module::aliases`.
    AliasId,
    /// An indirect function: indexes `Module::ifuncs`.
    IFuncId,
    /// A comdat: indexes `Module::comdats`.
    ComdatId,
    /// A constant, of the module or of one function: indexes `Module::constants`.
    ConstId,
    /// A basic block: indexes `Body::blocks`.
    BlockId,
    /// An instruction: indexes `Body::insts`.
    InstId,
    /// An attribute list: indexes `Module::attributes`.
    AttributesId,
    /// A metadata node or string: indexes `Metadata::nodes`.
    MetaId,
}
