#include <string.h>

#include "base/sort.h"
#include "kernel/placement.h"

// The vertex numbers are sorted as doubles, in the memory that the points take afterwards. The points are
// filled in from the last to the first, so that no number is overwritten before it is read.
static int32_t distinct_points(HnVec3 *scratch, const TreeView *tree, TreeRange range) {
	double *numbers = (double *)(void *)scratch;
	int32_t corners = 3 * range.count, count = 0;
	for (int32_t j = 0; j < corners; ++j) {
		int64_t triangle = tree->order[range.first + j / 3];
		numbers[j] = (double)tree->triangles[3 * triangle + j % 3];
	}
	sort_doubles(numbers, corners);
	for (int32_t j = 0; j < corners; ++j)
		if (j == 0 || numbers[j] > numbers[count - 1]) numbers[count++] = numbers[j];
	for (int32_t j = count - 1; j >= 0; --j)
		memcpy(numbers + 3 * (int64_t)j, tree->xyz + 3 * (int64_t)numbers[j], 3 * sizeof(double));
	return count;
}

int32_t tree_points(HnVec3 *scratch, const TreeView *tree, TreeRange range, bool distinct) {
	if (distinct) return distinct_points(scratch, tree, range);
	for (int32_t j = 0; j < range.count; ++j) {
		const int32_t *v = tree->triangles + 3 * (int64_t)tree->order[range.first + j];
		for (int k = 0; k < 3; ++k) *scratch++ = vec3_load(tree->xyz + 3 * (int64_t)v[k]);
	}
	return 3 * range.count;
}
