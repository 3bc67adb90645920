// The k-DOP of 26 directions: the axes and all diagonals of the cube and its faces.
#include "bv/kdop_template.h"

#define BV         KDop13
#define BV_OP(op)  fdh26_##op
#define BV_NAME    "fdh26"
#define BV_ABOUT   "k-DOP of 26 directions: the axes and all diagonals of the cube and its faces"
#define KDOP_K     26
#define KDOP_SLABS 13
#include "bv/kdop.inl"
