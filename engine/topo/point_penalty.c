// The penalty of Wang et al. 2018, eq. 3: f(p) = |n_l - n_r| + lambda n_c. n_l and n_r count the triangles
// that lie wholly on one side of the plane p, where touching p is allowed; n_c counts those that cross it.
// With axis rule `all` this is their eq. 4. The paper gives no value for lambda.
// f is constant between two consecutive ends of triangles' intervals. So the candidates are the midpoints
// between consecutive distinct ends a < b, and n_l counts the triangles at or below a, n_r those at or above
// b. A triangle goes to the side of its centroid. For a crossing triangle the paper leaves the side open; a
// triangle that does not cross has its centroid on its own side anyway. A plane that leaves a child empty is
// no candidate. Among candidates of equal f the one nearest the middle of the node's interval is taken, then
// the lower one.
#include "topo/topo.h"

typedef struct PenaltyDef {
	double lambda; // >= 0
} PenaltyDef;

typedef struct Ends {
	double lo, hi;      // of the node's interval
	double first, last; // centroids
} Ends;

static Ends ends_of(const TopoRange *range, int axis) {
	const int32_t *by_lo = range->orders[2 * axis], *by_hi = range->orders[2 * axis + 1];
	Ends ends = { .lo = topo_lo(range, by_lo[0], axis), .hi = topo_hi(range, by_hi[range->count - 1], axis) };
	ends.first = ends.last = topo_key(range, 0, axis);
	for (int32_t i = 1; i < range->count; ++i) {
		double key = topo_key(range, i, axis);
		ends.first = key < ends.first ? key : ends.first;
		ends.last = key > ends.last ? key : ends.last;
	}
	return ends;
}

static inline double distance(double a, double b) { return a < b ? b - a : a - b; }

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	const int32_t *by_lo = range->orders[2 * axis], *by_hi = range->orders[2 * axis + 1];
	// how many intervals begin at or before a, and how many end there
	int32_t n = range->count, begun = 0, ended = 0;
	Ends ends = ends_of(range, axis);
	double lambda = ((const PenaltyDef *)range->point_params)->lambda;
	double middle = ends.lo + (ends.hi - ends.lo) / 2, a = ends.lo;
	bool found = false;
	while (a < ends.hi) {
		while (begun < n && topo_lo(range, by_lo[begun], axis) <= a) ++begun;
		while (topo_hi(range, by_hi[ended], axis) <= a) ++ended;
		double b = topo_hi(range, by_hi[ended], axis);
		if (begun < n && topo_lo(range, by_lo[begun], axis) < b) b = topo_lo(range, by_lo[begun], axis);
		double half = a + (b - a) / 2, plane = half < b ? half : a; // there is no double between neighbours
		int32_t right = n - begun, uneven = ended > right ? ended - right : right - ended;
		double cost = uneven + lambda * (begun - ended);
		bool better = !found || cost < out->cost ||
		              (cost == out->cost && distance(plane, middle) < distance(out->value, middle));
		if (better && ends.first <= plane && plane < ends.last) {
			*out = (TopoSplit){ .value = plane, .tie = INT32_MAX, .cost = cost };
			found = true;
		}
		a = b;
	}
	return found;
}

static const Param s_params[] = {
	{ .name = "lambda",
	  .type = PARAM_REAL,
	  .offset = offsetof(PenaltyDef, lambda),
	  .fallback = 1,
	  .hi = 1e6,
	  .about = "weight of triangles that cross the plane; Wang et al. give none" },
};

extern const TopoPointRule topo_point_median;
extern const TopoPointRule topo_point_penalty;
const TopoPointRule topo_point_penalty = {
	.name = "penalty",
	.about = "least |n_l - n_r| + lambda n_c, over planes between ends of triangles",
	.place = place,
	.sorted = TOPO_BY_ENDS,
	.has_cost = true,
	.axis_order = true,
	.fallback = &topo_point_median,
	.params = { s_params, 1, sizeof(PenaltyDef) },
};
