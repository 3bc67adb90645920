// The line swept sphere (Larsen, Gottschalk, Lin, Manocha 1999): 28 bytes.
#include "base/error.h"
#include "bv/bv.h"
#include "bv/swept.h"

typedef struct Capsule {
	float c[3], e[1][3], r;
} Capsule;

// The volume of a cylinder and a ball.
static inline double capsule_volume(const Capsule *v) {
	double e = vec3_length(swept_vec(v->e[0])), r = (double)v->r;
	return 0x1.921fb54442d18p2 * (r * r) * e + 0x1.0c152382d7365p2 * (r * r * r);
}

#define BV          Capsule
#define BV_OP(op)   capsule_##op
#define BV_NAME     "capsule"
#define BV_ABOUT    "line swept sphere: all within a radius of a segment along the principal axis"
#define SWEPT_EDGES 1
#include "bv/swept.inl"
