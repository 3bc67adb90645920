// The k-DOP of 18 directions: the axes and the diagonals of the cube's faces.
#include "bv/kdop_template.h"

#define BV         KDop9
#define BV_OP(op)  fdh18_##op
#define BV_NAME    "fdh18"
#define BV_ABOUT   "k-DOP of 18 directions: the axes and the diagonals of the cube's faces"
#define KDOP_K     18
#define KDOP_SLABS 9
#include "bv/kdop.inl"
