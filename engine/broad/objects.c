#include "broad/objects.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "broad/boxes_move.h"
#include "broad/wide_box.h"

enum { CHUNK = 128, EIGHT = 8, IDS_MOST = CHUNK + EIGHT };

static size_t volume_bytes(const BroadObjects *objects) {
	return objects->volume->filter == NULL ? 0 : objects->volume->size;
}

// Numbers up to `wanted` that would take more memory than the machine has are refused before the kernel
// promises it.
static int32_t objects_fit(const BroadObjects *objects, int64_t wanted) {
	const double each = (double)(sizeof *objects->keys + sizeof *objects->states + volume_bytes(objects));
	const double pages = (double)sysconf(_SC_PHYS_PAGES), page = (double)sysconf(_SC_PAGESIZE);
	if (pages <= 0 || (double)wanted * each <= pages * page) return HN_OK;
	return error_set(HN_ERR_NO_MEMORY,
	                 "objects with numbers up to %lld take %.0f bytes of memory; the machine has %.0f",
	                 (long long)wanted - 1, (double)wanted * each, pages * page);
}

// Enlarges all three arrays, or none.
static int32_t objects_reserve(BroadObjects *objects, int64_t wanted) {
	int64_t capacity = objects->capacity + objects->capacity / 2;
	if (wanted <= objects->capacity) return HN_OK;
	int32_t fits = objects_fit(objects, wanted);
	if (fits != HN_OK) return fits;
	if (capacity < wanted) capacity = wanted;
	if (capacity > INT32_MAX - 1) capacity = INT32_MAX - 1; // ids end there
	BroadObjects grown = *objects;
	grown.capacity = capacity;
	grown.keys = mem_alloc(mem_array_size(capacity, sizeof *grown.keys));
	grown.volumes = mem_alloc(mem_array_size(capacity, volume_bytes(objects)));
	grown.states = mem_alloc_zero(mem_array_size(capacity, sizeof *grown.states));
	BroadObjects *old =
	    grown.keys != NULL && grown.volumes != NULL && grown.states != NULL ? objects : &grown;
	if (old == objects && objects->end > 0) {
		memcpy(grown.keys, objects->keys, (size_t)objects->end * sizeof *grown.keys);
		memcpy(grown.volumes, objects->volumes, (size_t)objects->end * volume_bytes(objects));
		memcpy(grown.states, objects->states, (size_t)objects->end * sizeof *grown.states);
	}
	mem_free(old->keys, mem_array_size(old->capacity, sizeof *old->keys));
	mem_free(old->volumes, mem_array_size(old->capacity, volume_bytes(old)));
	mem_free(old->states, mem_array_size(old->capacity, sizeof *old->states));
	if (old == &grown) return HN_ERR_NO_MEMORY;
	*objects = grown;
	return HN_OK;
}

#ifdef __SSE2__
static inline __m128i keys_equal(const Aabb *a, const Aabb *b) {
	const __m128i *low[2] = { (const void *)a->lo, (const void *)b->lo };
	const __m128i *high[2] = { (const void *)(a->hi + 1), (const void *)(b->hi + 1) };
	return _mm_and_si128(_mm_cmpeq_epi32(_mm_loadu_si128(low[0]), _mm_loadu_si128(low[1])),
	                     _mm_cmpeq_epi32(_mm_loadl_epi64(high[0]), _mm_loadl_epi64(high[1])));
}
static inline bool keys_differ(const Aabb *a, const Aabb *b) {
	return _mm_movemask_epi8(keys_equal(a, b)) != 0xffff;
}
#else
static inline bool keys_differ(const Aabb *a, const Aabb *b) { return memcmp(a, b, sizeof *a) != 0; }
#endif

// Whether all four keys differ.
static inline bool four_differ(const Aabb *a, const Aabb *b) {
#ifdef __SSE2__
	__m128i equal[4];
	for (int i = 0; i < 4; ++i) equal[i] = keys_equal(&a[i], &b[i]);
	__m128i bytes = _mm_packs_epi16(_mm_packs_epi32(equal[0], equal[1]), _mm_packs_epi32(equal[2], equal[3]));
	return _mm_movemask_epi8(_mm_cmpeq_epi32(bytes, _mm_set1_epi32(-1))) == 0;
#else
	bool all = true;
	for (int i = 0; i < 4; ++i) all &= keys_differ(&a[i], &b[i]);
	return all;
#endif
}

// Places eight objects at once if all are live, none has changed yet, and all get different keys. Returns
// false, and does nothing, otherwise.
static inline bool eight_move(BroadObjects *objects, int32_t first, const Aabb *keys) {
	static const uint8_t live[EIGHT] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	static const uint8_t moved[EIGHT] = { 3, 3, 3, 3, 3, 3, 3, 3 };
	_Static_assert(OBJECT_LIVE == 1 && OBJECT_CHANGED == 2, "states by value");
	Aabb *to = objects->keys + first;
	int32_t *changed = objects->changed.data + objects->changed.count;
	if (memcmp(objects->states + first, live, EIGHT) != 0 || !four_differ(to, keys) ||
	    !four_differ(to + 4, keys + 4))
		return false;
	memcpy(to, keys, EIGHT * sizeof *keys);
	memcpy(objects->states + first, moved, EIGHT);
	for (int32_t i = 0; i < EIGHT; ++i) changed[i] = first + i;
	objects->changed.count += EIGHT;
	return true;
}

// Places objects without a branch for each. The id is always stored; it is counted only if the key differs or
// the object is new. ids NULL: the objects from first on.
static inline __attribute__((always_inline)) void keys_store(BroadObjects *objects, const int32_t *ids,
                                                             int64_t first, int64_t count, const Aabb *keys) {
	Aabb *all = objects->keys;
	uint8_t *states = objects->states;
	int32_t *changed = objects->changed.data + objects->changed.count;
	int64_t came = 0;
	for (int64_t i = 0; i < count; ++i) {
		int64_t id = ids != NULL ? ids[i] : first + i;
		uint32_t state = states[id], come = ~state & OBJECT_LIVE;
		uint32_t differs = (uint32_t)keys_differ(&all[id], &keys[i]) | come;
		memcpy(&all[id], &keys[i], sizeof *keys);
		*changed = (int32_t)id;
		changed += differs & ~(state >> 1);
		came += come;
		states[id] = (uint8_t)(state | OBJECT_LIVE | differs << 1);
	}
	objects->changed.count = changed - objects->changed.data;
	objects->count += (int32_t)came;
	objects->turnover += came;
}

static void some_keep(BroadObjects *objects, int32_t first, int64_t count, const Aabb *keys) {
	keys_store(objects, NULL, first, count, keys);
}

static void keys_keep(BroadObjects *objects, int32_t first, int64_t count, const Aabb *keys) {
	int64_t i = 0;
	for (; i + EIGHT <= count; i += EIGHT)
		if (!eight_move(objects, first + (int32_t)i, keys + i))
			some_keep(objects, first + (int32_t)i, EIGHT, keys + i);
	some_keep(objects, first + (int32_t)i, count - i, keys + i);
}

static void objects_keep(BroadObjects *objects, int32_t first, int64_t count, const Aabb *keys,
                         const unsigned char *volumes) {
	size_t size = volume_bytes(objects);
	if (size > 0) memcpy(objects->volumes + (size_t)first * size, volumes, (size_t)count * size);
	keys_keep(objects, first, count, keys);
	if (count > 0 && first + (int32_t)count > objects->end) objects->end = first + (int32_t)count;
}

static int32_t run_reserve(BroadObjects *objects, int32_t first, int64_t count) {
	if (first < 0 || count < 0 || first > INT32_MAX - 1 - count)
		return error_set(HN_ERR_BAD_INPUT, "objects %d and the %lld from it on: numbers are 0 .. %d", first,
		                 (long long)count, INT32_MAX - 2);
	if ((int64_t)first + count > objects->capacity) {
		int32_t status = objects_reserve(objects, (int64_t)first + count);
		if (status != HN_OK) return status;
	}
	if (objects->changed.count + count > objects->changed.capacity &&
	    !ARRAY_RESERVE(&objects->changed, objects->changed.count + count))
		return HN_ERR_NO_MEMORY;
	return HN_OK;
}

static int32_t refused(const BroadObjects *objects, int32_t id) {
	return error_set(HN_ERR_BAD_INPUT,
	                 "object %d: its %s is not finite, has a negative size or goes beyond 2^120", id,
	                 objects->volume->name);
}

// Whether the memory suffices for a run, besides `more` changed objects.
static inline bool run_fits(const BroadObjects *objects, BroadRun run, int64_t more) {
	return run.first >= 0 && run.count >= 0 && (int64_t)run.first + run.count <= objects->capacity &&
	       objects->changed.count + more + run.count <= objects->changed.capacity;
}

// Callers who place few of the objects go through them by ascending ids, as a rule, and the processor does
// not foresee where they look next.
static inline void prefetch_ahead(const void *from) {
	enum { AHEAD = 1024, LINES = 4, LINE = 64 };
	for (int line = 0; line < LINES; ++line)
		__builtin_prefetch((const char *)((uintptr_t)from + AHEAD + (uintptr_t)(LINE * line)));
}

// A short row of objects, without the loops over chunks and eights. The memory must be reserved.
static int32_t few_place(BroadObjects *objects, int32_t first, int32_t count, const unsigned char *volumes) {
	Aabb keys[EIGHT];
	size_t size = volume_bytes(objects);
	prefetch_ahead(&objects->keys[first]);
	prefetch_ahead(volumes);
	int64_t good = objects->volume->keys(keys, volumes, NULL, count);
	if (size > 0) memcpy(objects->volumes + (size_t)first * size, volumes, (size_t)good * size);
	some_keep(objects, first, good, keys);
	int32_t end = first + (int32_t)good;
	if (good > 0 && end > objects->end) objects->end = end;
	return good < count ? refused(objects, end) : HN_OK;
}

static int32_t chunk_place(BroadObjects *objects, int32_t first, int32_t count,
                           const unsigned char *volumes) {
	Aabb keys[CHUNK];
	int64_t good = objects->volume->keys(keys, volumes, NULL, count);
	objects_keep(objects, first, good, keys, volumes);
	return good < count ? refused(objects, first + (int32_t)good) : HN_OK;
}

// Boxes that have all moved are placed by boxes_move; those where it stops, in chunks.
static int32_t many_place(BroadObjects *objects, int32_t first, int32_t count, const unsigned char *volumes) {
	bool boxes = objects->volume->filter == NULL;
	int32_t status = HN_OK, size = 0;
	for (int32_t from = 0; status == HN_OK && from < count; from += size) {
		const unsigned char *rest = volumes + (size_t)from * objects->volume->size;
		const void *keys = rest;
		size = boxes ? (int32_t)boxes_move(objects, first + from, keys, count - from) : 0;
		if (size > 0) continue;
		size = count - from < CHUNK ? count - from : CHUNK;
		status = chunk_place(objects, first + from, size, rest);
	}
	return status;
}

int32_t objects_place(BroadObjects *objects, int32_t first, int32_t count, const void *volumes) {
	if (!run_fits(objects, (BroadRun){ first, count }, 0)) {
		int32_t status = run_reserve(objects, first, count);
		if (status != HN_OK) return status;
	}
	return (count <= EIGHT ? few_place : many_place)(objects, first, count, volumes);
}

// Places the objects of a list of ids. The memory must be reserved.
static int32_t ids_place(BroadObjects *objects, const int32_t *ids, int64_t count, const void *volumes) {
	Aabb keys[IDS_MOST];
	size_t size = volume_bytes(objects);
	int64_t good = objects->volume->keys(keys, volumes, ids, count);
	int32_t end = objects->end;
	for (int64_t i = 0; size > 0 && i < good; ++i)
		memcpy(objects->volumes + (size_t)ids[i] * size,
		       (const unsigned char *)volumes + (size_t)ids[i] * size, size);
	keys_store(objects, ids, 0, good, keys);
	for (int64_t i = 0; i < good; ++i) end = ids[i] >= end ? ids[i] + 1 : end;
	objects->end = end;
	return good < count ? refused(objects, ids[good]) : HN_OK;
}

// Lists the ids of short runs until the list is full or a run is long or needs memory. Returns the number of
// these runs. Eight ids are always written, and the list advances by the length of the run.
static int64_t runs_list(const BroadObjects *objects, const BroadRun *runs, int64_t count,
                         const unsigned char *volumes, int32_t ids[IDS_MOST + EIGHT], int32_t *id_count) {
	const Aabb *keys = objects->keys;
	size_t size = objects->volume->size;
	int64_t taken = 0;
	int32_t few = 0;
	for (; taken < count && few < CHUNK; ++taken) {
		BroadRun run = runs[taken];
		if (run.count > EIGHT || !run_fits(objects, run, few)) break;
		__builtin_prefetch(volumes + (size_t)run.first * size);
		__builtin_prefetch(&keys[run.first], 1);
		for (int32_t k = 0; k < EIGHT; ++k) ids[few + k] = (int32_t)((uint32_t)run.first + (uint32_t)k);
		few += run.count;
	}
	*id_count = few;
	return taken;
}

int32_t objects_place_runs(BroadObjects *objects, const BroadRun *runs, int64_t count, const void *volumes) {
	int32_t ids[IDS_MOST + EIGHT], few, status = HN_OK;
	for (int64_t i = 0; status == HN_OK && i < count;) {
		i += runs_list(objects, runs + i, count - i, volumes, ids, &few);
		if (few > 0) {
			status = ids_place(objects, ids, few, volumes);
		} else if (i < count) {
			BroadRun run = runs[i++];
			status =
			    objects_place(objects, run.first, run.count,
			                  (const unsigned char *)volumes + (size_t)run.first * objects->volume->size);
		}
	}
	return status;
}

int32_t objects_remove(BroadObjects *objects, int32_t id) {
	if (id < 0 || id >= objects->end || !object_is_live(objects, id))
		return error_set(HN_ERR_NOT_FOUND, "there is no object %d to be removed", id);
	if (!ARRAY_RESERVE(&objects->changed, objects->changed.count + 1)) return HN_ERR_NO_MEMORY;
	if ((objects->states[id] & OBJECT_CHANGED) == 0) objects->changed.data[objects->changed.count++] = id;
	objects->states[id] = OBJECT_CHANGED;
	objects->count -= 1;
	objects->turnover += 1;
	while (objects->end > 0 && !object_is_live(objects, objects->end - 1)) objects->end -= 1;
	return HN_OK;
}

void objects_settle(BroadObjects *objects) {
	int64_t count = objects->changed.count, capacity = objects->capacity;
	uint8_t *states = objects->states;
	if (4 * count > capacity)
		for (int64_t id = 0; id < capacity; ++id) states[id] &= OBJECT_LIVE;
	else
		for (int64_t i = 0; i < count; ++i) states[objects->changed.data[i]] &= OBJECT_LIVE;
	objects->changed.count = objects->turnover = 0;
}

void objects_forget(BroadObjects *objects) {
	if (objects->capacity > 0)
		memset(objects->states, 0, (size_t)objects->capacity * sizeof *objects->states);
	objects->end = objects->count = 0;
	objects->changed.count = objects->turnover = 0;
}

void objects_free(BroadObjects *objects) {
	mem_free(objects->keys, mem_array_size(objects->capacity, sizeof *objects->keys));
	if (objects->volume != NULL)
		mem_free(objects->volumes, mem_array_size(objects->capacity, volume_bytes(objects)));
	mem_free(objects->states, mem_array_size(objects->capacity, sizeof *objects->states));
	ARRAY_FREE(&objects->changed);
	*objects = (BroadObjects){ 0 };
}

size_t objects_bytes(const BroadObjects *objects) {
	return (size_t)objects->capacity * (sizeof *objects->keys + volume_bytes(objects) + 1) +
	       (size_t)objects->changed.capacity * sizeof(int32_t);
}
