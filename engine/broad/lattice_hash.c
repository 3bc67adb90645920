// A lattice without bounds. Its cubes are found by a hash, so those without objects take no memory, and few
// objects that are far off do not make the cubes of all others large. A list belongs to all cubes of one hash
// value. Each entry has the name of its cube (cube_key.h), by which the pairs of one cube are told from
// others in its list. Objects span at most 2^20 cubes along an axis, and two that meet at most twice as many,
// so that none of these cubes have the same name.
#include <string.h>

#include "base/error.h"
#include "broad/lattice.h"

#define SPAN_MOST 0x1p20

// The name of each cube of a span, in turn.
#define FOR_KEYS(span, key)                                                                                  \
	for (uint32_t z_ = 0; z_ < lattice_along(span, 2); ++z_)                                                 \
		for (uint32_t y_ = 0; y_ < lattice_along(span, 1); ++y_)                                             \
			for (uint32_t x_ = 0; x_ < lattice_along(span, 0); ++x_)                                         \
				for (uint64_t key = cell_at((uint32_t)(span)->lo[0] + x_, (uint32_t)(span)->lo[1] + y_,      \
				                            (uint32_t)(span)->lo[2] + z_),                                   \
				              once_ = 1;                                                                     \
				     once_ != 0; once_ = 0)

static inline uint32_t lattice_along(const LatticeSpan *span, int k) {
	return ((uint32_t)(span->hi[k] - span->lo[k]) & COORDINATE_MASK) + 1;
}

// Computes the spans. Returns how many entries they need; infinite: an object spans too many cubes.
static double spans_fold(Lattice *lattice, double per_side) {
	const BoxRows *rows = &lattice->objects;
	double entries = 0;
	for (int64_t i = 0; i < rows->count; ++i) {
		LatticeSpan *span = &lattice->spans.data[i];
		double copies = 1;
		for (int k = 0; k < 3; ++k) {
			float lo = rows->lo[k][i], hi = rows->hi[k][i];
			if (((double)hi - (double)lo) * per_side > SPAN_MOST) return (double)INFINITY;
			span->lo[k] = (int32_t)coordinate(lo, per_side);
			span->hi[k] = (int32_t)coordinate(hi, per_side);
			copies *= lattice_along(span, k);
		}
		entries += copies;
	}
	return entries;
}

// A counting sort by hash values. As in a lattice with bounds, the lists ascend.
static void lists_fill(Lattice *lattice, uint64_t *keys) {
	int64_t *starts = lattice->starts.data, lists = lattice->starts.count - 1, sum = 0;
	uint64_t mask = (uint64_t)lists - 1;
	memset(starts, 0, (size_t)(lists + 1) * sizeof *starts);
	for (int64_t i = 0; i < lattice->objects.count; ++i)
		FOR_KEYS(&lattice->spans.data[i], key) starts[cube_hash(key, 0) & mask] += 1;
	for (int64_t l = 0; l <= lists; ++l) {
		sum += starts[l];
		starts[l] = sum;
	}
	for (int64_t i = lattice->objects.count - 1; i >= 0; --i) FOR_KEYS(&lattice->spans.data[i], key) {
			int64_t at = --starts[cube_hash(key, 0) & mask];
			lattice->entries.data[at] = (int32_t)i;
			keys[at] = key;
		}
}

static int32_t lists_make(Lattice *lattice, int64_t entries, LatticeKeys *keys) {
	int64_t lists = 16;
	while (lists < entries) lists *= 2;
	if (!ARRAY_RESERVE(&lattice->starts, lists + 1) || !ARRAY_RESERVE(keys, entries) ||
	    !ARRAY_RESERVE(&lattice->entries, entries))
		return HN_ERR_NO_MEMORY;
	lattice->starts.count = lists + 1;
	keys->count = lattice->entries.count = entries;
	lists_fill(lattice, keys->data);
	return HN_OK;
}

// Whether objects have so many pairs in common cubes that hashing these is cheaper.
static bool lists_crowd(const Lattice *lattice) {
	enum { CROWD = 64 };
	const int64_t *starts = lattice->starts.data;
	double pairs = 0;
	for (int64_t l = 0; l + 1 < lattice->starts.count; ++l) {
		double count = (double)(starts[l + 1] - starts[l]);
		pairs += count * (count - 1) / 2;
	}
	return pairs > CROWD * (double)lattice->objects.count;
}

int32_t lattice_hash(Lattice *lattice, const LatticeDef *def, double wanted, LatticeKeys *keys) {
	double most = def->copies * (double)lattice->objects.count, side = wanted, entries;
	most = most < INT32_MAX ? most : INT32_MAX; // grids name entries by 31 bits
	keys->count = 0;
	if (wanted <= 0 || wanted >= lattice->side || !lists_crowd(lattice)) return HN_OK;
	while ((entries = spans_fold(lattice, 1 / side)) > most && side < lattice->side) side *= 2;
	if (side < lattice->side) return lists_make(lattice, (int64_t)entries, keys);
	lattice_spans(lattice);
	return HN_OK;
}
