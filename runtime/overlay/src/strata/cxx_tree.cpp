// The red-black tree under libstdc++'s ordered containers. The header node's
// parent is the root, its left and right the first and the last node.

namespace std {

enum Color { RED = 0, BLACK = 1 };

struct _Rb_tree_node_base {
    Color color;
    _Rb_tree_node_base *parent;
    _Rb_tree_node_base *child[2]; // left, right
};

typedef _Rb_tree_node_base Node;

// The outermost node of a subtree on one side.
static Node *outermost(Node *node, int side)
{
    while (node->child[side])
        node = node->child[side];
    return node;
}

// The neighbour in order on one side; past the last one it is the header.
static Node *neighbour(Node *node, int side)
{
    if (node->child[side])
        return outermost(node->child[side], !side);
    Node *above = node->parent;
    while (node == above->child[side]) {
        node = above;
        above = above->parent;
    }
    // From a root without that side, above is the root again.
    return node->child[side] == above ? node : above;
}

_Rb_tree_node_base *_Rb_tree_increment(_Rb_tree_node_base *node) throw()
{
    return neighbour(node, 1);
}

const _Rb_tree_node_base *_Rb_tree_increment(const _Rb_tree_node_base *node) throw()
{
    return neighbour(const_cast<Node *>(node), 1);
}

// The header is red and its own grandparent: before it comes the last node.
_Rb_tree_node_base *_Rb_tree_decrement(_Rb_tree_node_base *node) throw()
{
    if (node->color == RED && node->parent->parent == node)
        return node->child[1];
    return neighbour(node, 0);
}

const _Rb_tree_node_base *_Rb_tree_decrement(const _Rb_tree_node_base *node) throw()
{
    return _Rb_tree_decrement(const_cast<Node *>(node));
}

// Puts `next` where `node` hangs below its parent.
static void replace(Node *node, Node *next, Node &header)
{
    if (header.parent == node)
        header.parent = next;
    else
        node->parent->child[node->parent->child[1] == node] = next;
    if (next)
        next->parent = node->parent;
}

// Lifts the child on the other side above the node, which sinks to `side`.
static void rotate(Node *node, int side, Node &header)
{
    Node *lifted = node->child[!side];
    node->child[!side] = lifted->child[side];
    if (lifted->child[side])
        lifted->child[side]->parent = node;
    replace(node, lifted, header);
    lifted->child[side] = node;
    node->parent = lifted;
}

static void link_below(int side, Node *node, Node *parent, Node &header)
{
    node->color = RED;
    node->parent = parent;
    node->child[0] = node->child[1] = nullptr;
    if (parent == &header) {
        header.parent = header.child[0] = header.child[1] = node;
        return;
    }
    parent->child[side] = node;
    if (header.child[side] == parent)
        header.child[side] = node;
}

void _Rb_tree_insert_and_rebalance(const bool left, _Rb_tree_node_base *node, _Rb_tree_node_base *parent,
                                   _Rb_tree_node_base &header) throw()
{
    link_below(left ? 0 : 1, node, parent, header);
    while (node != header.parent && node->parent->color == RED) {
        Node *grandparent = node->parent->parent;
        int side = grandparent->child[1] == node->parent;
        Node *uncle = grandparent->child[!side];
        if (uncle && uncle->color == RED) {
            node->parent->color = uncle->color = BLACK;
            grandparent->color = RED;
            node = grandparent;
            continue;
        }
        if (node == node->parent->child[!side]) {
            node = node->parent;
            rotate(node, side, header);
        }
        node->parent->color = BLACK;
        grandparent->color = RED;
        rotate(grandparent, !side, header);
    }
    header.parent->color = BLACK;
}

// Restores the balance where the paths through `node`, which may be absent and
// hangs on `side` of `parent`, are one black node short.
static void mend(Node *node, Node *parent, Node &header)
{
    while (node != header.parent && (!node || node->color == BLACK)) {
        int side = parent->child[1] == node;
        Node *sibling = parent->child[!side];
        if (sibling->color == RED) {
            sibling->color = BLACK;
            parent->color = RED;
            rotate(parent, side, header);
            sibling = parent->child[!side];
        }
        Node *near = sibling->child[side], *far = sibling->child[!side];
        if ((!near || near->color == BLACK) && (!far || far->color == BLACK)) {
            sibling->color = RED;
            node = parent;
            parent = parent->parent;
            continue;
        }
        if (!far || far->color == BLACK) {
            near->color = BLACK;
            sibling->color = RED;
            rotate(sibling, !side, header);
            sibling = parent->child[!side];
        }
        sibling->color = parent->color;
        parent->color = BLACK;
        sibling->child[!side]->color = BLACK;
        rotate(parent, side, header);
        node = header.parent;
        break;
    }
    if (node)
        node->color = BLACK;
}

// Takes the place of `node` in the tree, links and colour.
static void take_place(Node *successor, Node *node, Node &header)
{
    replace(node, successor, header);
    for (int side = 0; side < 2; side++) {
        successor->child[side] = node->child[side];
        if (node->child[side])
            node->child[side]->parent = successor;
    }
    Color color = successor->color;
    successor->color = node->color;
    node->color = color;
}

_Rb_tree_node_base *_Rb_tree_rebalance_for_erase(_Rb_tree_node_base *const node, _Rb_tree_node_base &header) throw()
{
    for (int side = 0; side < 2; side++)
        if (header.child[side] == node)
            header.child[side] = node->child[!side] ? outermost(node->child[!side], side) : node->parent;

    Node *child, *parent;
    if (node->child[0] && node->child[1]) {
        Node *successor = outermost(node->child[1], 0);
        child = successor->child[1];
        parent = successor->parent == node ? successor : successor->parent;
        replace(successor, child, header);
        take_place(successor, node, header);
    } else {
        child = node->child[0] ? node->child[0] : node->child[1];
        parent = node->parent;
        replace(node, child, header);
    }
    // After take_place the node has the colour that left the tree.
    if (node->color == BLACK)
        mend(child, parent, header);
    return node;
}

} // namespace std
