// Sweep along one axis. It costs a sort, and one test for each pair that overlaps along the axis.
#include "broad/sap.h"

#include "base/error.h"
#include "base/names.h"
#include "base/sort_keys.h"

const char *sweep_axis_name(int32_t index) { NAME_AT(index, "variance", "x", "y", "z"); }

// The axis along which the centres have the largest variance; of equal ones, the first.
static int widest_axis(const BroadObjects *objects) {
	double sum[3] = { 0 }, squares[3] = { 0 }, n = (double)objects->count;
	for (int32_t id = 0; id < objects->end; ++id) {
		if (!object_is_live(objects, id)) continue;
		for (int k = 0; k < 3; ++k) {
			double at = (double)objects->keys[id].lo[k] + (double)objects->keys[id].hi[k];
			sum[k] += at;
			squares[k] += at * at;
		}
	}
	int widest = 0;
	for (int k = 0; k < 3; ++k) squares[k] -= sum[k] * (sum[k] / n);
	for (int k = 1; k < 3; ++k)
		if (squares[k] > squares[widest]) widest = k;
	return widest;
}

static void keys_fill(Sweep *sweep, const BroadObjects *objects) {
	int64_t at = 0;
	for (int32_t id = 0; id < objects->end; ++id)
		if (object_is_live(objects, id))
			sweep->keys.data[at++] =
			    (uint64_t)ordered_float(objects->keys[id].lo[sweep->axis]) << 32 | (uint32_t)id;
}

int32_t sweep_build(Sweep *sweep, const BroadObjects *objects, SweepAxis axis) {
	int64_t n = objects->count;
	sweep->axis = axis == SWEEP_VARIANCE ? widest_axis(objects) : (int)axis - 1;
	int32_t status = rows_resize(&sweep->rows, n);
	if (status != HN_OK) return status;
	if (!ARRAY_RESERVE(&sweep->keys, 2 * n)) return HN_ERR_NO_MEMORY;
	keys_fill(sweep, objects);
	sort_keys(sweep->keys.data, n, sweep->keys.data + n);
	for (int64_t i = 0; i < n; ++i) {
		int32_t id = (int32_t)(uint32_t)sweep->keys.data[i];
		rows_set(&sweep->rows, i, &objects->keys[id], id);
	}
	return HN_OK;
}

// The boxes after the last one have an infinite lower bound, so every inner loop ends at them.
int32_t sweep_query_timed(const Sweep *sweep, HnBroadPairs *out) {
	const BoxRows *rows = &sweep->rows;
	const float *lo = rows->lo[sweep->axis];
	for (int64_t i = 0; i < rows->count; ++i) {
		Aabb box = rows_get(rows, i);
		WideBox wide = wide_box(&box);
		float end = box.hi[sweep->axis];
		for (int64_t j = i + 1; lo[j] <= end; j += 4) {
			uint32_t mask = rows_mask(rows, j, &wide);
			if (mask == 0) continue;
			if (!broad_pairs_reserve(out, 4)) return HN_ERR_NO_MEMORY;
			out->count += rows_add(rows, j, mask, rows->ids[i], out->data + out->count);
		}
	}
	return HN_OK;
}

// The number of sorted values that are at most x.
static int64_t count_up_to(const float *values, int64_t n, float x) {
	int64_t from = 0;
	while (n > 0) {
		int64_t half = n / 2;
		bool below = values[from + half] <= x;
		from = below ? from + half + 1 : from;
		n = below ? n - half - 1 : half;
	}
	return from;
}

int64_t sweep_tests(const Sweep *sweep) {
	const BoxRows *rows = &sweep->rows;
	int64_t tests = 0;
	for (int64_t i = 0; i < rows->count; ++i)
		tests += count_up_to(rows->lo[sweep->axis], rows->count, rows->hi[sweep->axis][i]) - (i + 1);
	return tests;
}

void sweep_free(Sweep *sweep) {
	rows_free(&sweep->rows);
	ARRAY_FREE(&sweep->keys);
}

size_t sweep_bytes(const Sweep *sweep) {
	return rows_bytes(&sweep->rows) + (size_t)sweep->keys.capacity * sizeof(uint64_t);
}
