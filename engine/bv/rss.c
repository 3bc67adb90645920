// The rectangle swept sphere (Larsen, Gottschalk, Lin, Manocha 1999), PQP's volume for distances: 40 bytes.
#include "base/error.h"
#include "bv/bv.h"
#include "bv/swept.h"

typedef struct Rss {
	float c[3], e[2][3], r;
} Rss;

// The sum of the rectangle times its thickness, a half cylinder along each side, and an eighth of a ball at
// each corner on either side.
static inline double rss_volume(const Rss *v) {
	double a = vec3_length(swept_vec(v->e[0])), b = vec3_length(swept_vec(v->e[1])), r = (double)v->r;
	return 8 * (a * b) * r + 0x1.921fb54442d18p2 * (r * r) * (a + b) + 0x1.0c152382d7365p2 * (r * r * r);
}

#define BV          Rss
#define BV_OP(op)   rss_##op
#define BV_NAME     "rss"
#define BV_ABOUT    "rectangle swept sphere: all within a radius of a rectangle along principal axes"
#define SWEPT_EDGES 2
#include "bv/swept.inl"
