// Run-time type information: the classes whose vtables every type_info object
// points to, and dynamic_cast. The data layout is the Itanium C++ ABI's; the
// virtual functions are our own and called from here only.
#include <stddef.h>
#include <string.h>

namespace std {
class type_info {
public:
    virtual ~type_info();
    bool operator==(const type_info &other) const noexcept;
    bool before(const type_info &other) const noexcept;
    const char *type_name;
};

type_info::~type_info() {}

// Types of equal name are the same type, unless the name is marked as local to
// its translation unit by an asterisk.
bool type_info::operator==(const type_info &other) const noexcept
{
    return type_name == other.type_name
        || (type_name[0] != '*' && strcmp(type_name, other.type_name) == 0);
}

bool type_info::before(const type_info &other) const noexcept
{
    if (type_name[0] == '*' && other.type_name[0] == '*')
        return type_name < other.type_name;
    return strcmp(type_name, other.type_name) < 0;
}
} // namespace std

namespace __cxxabiv1 {
class __class_type_info;

// One class subobject of a complete object.
struct Subobject {
    const __class_type_info *type;
    const char *address;
    // Reached from where the walk began through public bases only.
    bool is_public;
};

struct Visitor {
    virtual void visit(const Subobject &) = 0;
};

class __class_type_info : public std::type_info {
public:
    ~__class_type_info() override;
    virtual void walk_bases(const Subobject &self, Visitor &visitor) const;
    void walk(const Subobject &self, Visitor &visitor) const
    {
        visitor.visit(self);
        walk_bases(self, visitor);
    }
};

__class_type_info::~__class_type_info() {}

void __class_type_info::walk_bases(const Subobject &, Visitor &) const {}

class __si_class_type_info : public __class_type_info {
public:
    ~__si_class_type_info() override;
    void walk_bases(const Subobject &self, Visitor &visitor) const override;
    const __class_type_info *base;
};

__si_class_type_info::~__si_class_type_info() {}

void __si_class_type_info::walk_bases(const Subobject &self, Visitor &visitor) const
{
    base->walk({base, self.address, self.is_public}, visitor);
}

struct __base_class_type_info {
    const __class_type_info *type;
    // Bit 0: virtual. Bit 1: public. From bit 8: the offset of the base, or of
    // the place in the vtable that has it.
    long offset_flags;
};

class __vmi_class_type_info : public __class_type_info {
public:
    ~__vmi_class_type_info() override;
    void walk_bases(const Subobject &self, Visitor &visitor) const override;
    unsigned flags;
    unsigned base_count;
    __base_class_type_info bases[1];
};

__vmi_class_type_info::~__vmi_class_type_info() {}

void __vmi_class_type_info::walk_bases(const Subobject &self, Visitor &visitor) const
{
    // The array extends past its declared length.
    const __base_class_type_info *base = bases;
    for (unsigned i = 0; i < base_count; i++, base++) {
        long offset = base->offset_flags >> 8;
        if (base->offset_flags & 1) {
            const char *vtable = *reinterpret_cast<const char *const *>(self.address);
            offset = *reinterpret_cast<const long *>(vtable + offset);
        }
        bool is_public = self.is_public && (base->offset_flags & 2);
        base->type->walk({base->type, self.address + offset, is_public}, visitor);
    }
}

// The remaining kinds of type only have names.
#define NAMED_TYPE(kind) \
    class kind : public std::type_info { \
    public: \
        ~kind() override; \
    }; \
    kind::~kind() {}

NAMED_TYPE(__fundamental_type_info)
NAMED_TYPE(__array_type_info)
NAMED_TYPE(__function_type_info)
NAMED_TYPE(__enum_type_info)
NAMED_TYPE(__pointer_type_info)
NAMED_TYPE(__pointer_to_member_type_info)

namespace {
// Distinct addresses seen: none, one, or several.
struct Unique {
    const char *address = nullptr;
    bool ambiguous = false;
    void add(const char *found)
    {
        if (address && address != found)
            ambiguous = true;
        address = found;
    }
    const void *get() const { return ambiguous ? nullptr : address; }
};

// Is the wanted subobject among those walked, and publicly?
struct Contains : Visitor {
    Contains(const Subobject &w) : wanted(w) {}
    void visit(const Subobject &s) override
    {
        if (s.address == wanted.address && *s.type == *wanted.type) {
            found = true;
            found_public |= s.is_public;
        }
    }
    const Subobject &wanted;
    bool found = false;
    bool found_public = false;
};

// Collects the subobjects of the target type, and apart from them those that
// have the source as a base.
struct Targets : Visitor {
    Targets(const Subobject &s, const __class_type_info *t) : source(s), target(t) {}
    void visit(const Subobject &s) override
    {
        if (!(*s.type == *target))
            return;
        if (s.is_public)
            public_ones.add(s.address);
        else
            private_ones.add(s.address);
        Contains search(source);
        s.type->walk({s.type, s.address, true}, search);
        if (search.found) {
            derived.add(s.address);
            derived_public |= search.found_public;
        }
    }
    const Subobject &source;
    const __class_type_info *target;
    Unique public_ones, private_ones, derived;
    bool derived_public = false;
};
} // namespace

extern "C" const void *__dynamic_cast(const void *object, const __class_type_info *source_type,
                                      const __class_type_info *target_type, ptrdiff_t)
{
    const char *address = static_cast<const char *>(object);
    const void *const *vtable = *static_cast<const void *const *const *>(object);
    const char *whole = address + reinterpret_cast<const long *>(vtable)[-2];
    const __class_type_info *whole_type = static_cast<const __class_type_info *>(vtable[-1]);
    Subobject source{source_type, address, true};

    Targets targets(source, target_type);
    whole_type->walk({whole_type, whole, true}, targets);
    if (targets.derived_public && !targets.derived.ambiguous)
        return targets.derived.get();
    Contains from_whole(source);
    whole_type->walk({whole_type, whole, true}, from_whole);
    if (!from_whole.found_public)
        return nullptr;
    // A private base of the target type makes the choice ambiguous as well.
    if (targets.private_ones.address && targets.private_ones.address != targets.public_ones.address)
        return nullptr;
    return targets.public_ones.get();
}
} // namespace __cxxabiv1
