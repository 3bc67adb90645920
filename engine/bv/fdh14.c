// The k-DOP of 14 directions: the axes and the diagonals of the cube.
#include "bv/kdop_template.h"

#define BV         KDop7
#define BV_OP(op)  fdh14_##op
#define BV_NAME    "fdh14"
#define BV_ABOUT   "k-DOP of 14 directions: the axes and the diagonals of the cube"
#define KDOP_K     14
#define KDOP_SLABS 7
#include "bv/kdop.inl"
