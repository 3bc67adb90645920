// The k-DOP of 6 directions: the axes: the box of aabb.
#include "bv/kdop_template.h"

#define BV         KDop3
#define BV_OP(op)  fdh6_##op
#define BV_NAME    "fdh6"
#define BV_ABOUT   "k-DOP of 6 directions: the axes: the box of aabb"
#define KDOP_K     6
#define KDOP_SLABS 3
#include "bv/kdop.inl"
