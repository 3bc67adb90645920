// Splits into halves by rank: floor(n / 2) triangles go left. Equal centroids are ordered by triangle.
#include "base/sort.h"
#include "topo/topo.h"

static inline double median_of_three(double a, double b, double c) {
	double lo = a < b ? a : b, hi = a < b ? b : a;
	return c < lo ? lo : c > hi ? hi : c;
}

// The value of rank `rank`, by quickselect. If the range has not narrowed to one value after 2 log2 n + 8
// rounds, the rest is sorted, so no input costs more than O(n log n).
static double value_of_rank(double *v, int32_t n, int32_t rank) {
	int32_t lo = 0, hi = n - 1, rounds = 8;
	for (int32_t left = n; left > 1; left /= 2) rounds += 2;
	while (lo < hi && rounds-- > 0) {
		double pivot = median_of_three(v[lo], v[lo + (hi - lo) / 2], v[hi]);
		int32_t i = lo, j = hi;
		while (i <= j) {
			while (v[i] < pivot) ++i;
			while (v[j] > pivot) --j;
			if (i > j) break;
			double swap = v[i];
			v[i++] = v[j], v[j--] = swap;
		}
		if (rank <= j)
			hi = j;
		else if (rank >= i)
			lo = i;
		else
			return v[rank];
	}
	if (lo < hi) sort_doubles(v + lo, hi - lo + 1);
	return v[rank];
}

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	double *scratch = range->scratch;
	double lo = topo_key(range, 0, axis), hi = lo;
	for (int32_t i = 0; i < range->count; ++i) {
		double key = topo_key(range, i, axis);
		scratch[i] = key;
		lo = key < lo ? key : lo;
		hi = key > hi ? key : hi;
	}
	if (!(lo < hi)) return false;
	int32_t wanted = range->count / 2; // these go left; the last of them gives the split
	double value = value_of_rank(scratch, range->count, wanted - 1);
	int32_t below = 0;
	for (int32_t i = 0; i < range->count; ++i) below += topo_key(range, i, axis) < value;
	int32_t ties = wanted - below, i = -1;
	while (ties > 0) ties -= topo_key(range, ++i, axis) == value;
	*out = (TopoSplit){ .value = value, .tie = range->order[i] };
	return true;
}

extern const TopoPointRule topo_point_median;
const TopoPointRule topo_point_median = {
	.name = "median",
	.about = "equal halves by rank",
	.place = place,
	.scratch = true,
};
