// One of the threads takes parts from the front of the plan and writes straight to the caller's pairs; the
// others take parts from the back and write to lists of their own, which are copied behind those pairs when
// all parts are found. So half of the pairs of two threads are never copied.
#include "broad/kd_crew.h"

#include <stdatomic.h>
#include <string.h>

#include "base/error.h"
#include "base/threads.h"

enum { MOST = 1024, NOBODY = -1 };

typedef struct Member {
	KdQuery query;
	HnBroadPairs found;
	KdTests tests;
} Member;

// Where the pairs of a part are, and where they go.
typedef struct Found {
	const HnBroadPairs *in;
	int64_t at, count, to;
} Found;

struct KdCrew {
	int32_t threads, wanted; // wanted: by this query
	KdHands hands;
	Member *members;
	KdPlan plan;
	ARRAY(Found) found;     // by part
	HnBroadPairs *out;      // of the caller
	_Atomic int32_t joined; // threads that have begun
	_Atomic uint64_t left;  // parts that nobody has taken: the first one (the high half), and their end
	_Atomic int64_t next;   // the next part to copy
	_Atomic int32_t status; // of the last thread that failed
};

static uint64_t left_of(uint64_t first, uint64_t end) { return first << 32 | end; }

KdCrew *crew_create(int32_t threads) {
	KdCrew *crew = mem_alloc_zero(sizeof *crew);
	if (crew == NULL) return NULL;
	crew->threads = threads < MOST ? threads : MOST;
	crew->hands.count = threads < KD_HANDS ? threads : KD_HANDS;
	crew->members = mem_alloc_zero((size_t)crew->threads * sizeof *crew->members);
	if (crew->members != NULL) return crew;
	crew_destroy(crew);
	return NULL;
}

void crew_destroy(KdCrew *crew) {
	if (crew == NULL) return;
	for (int32_t i = 0; crew->members != NULL && i < crew->threads; ++i) {
		kd_query_free(&crew->members[i].query);
		hn_broad_pairs_free(&crew->members[i].found);
	}
	mem_free(crew->members, (size_t)crew->threads * sizeof *crew->members);
	for (int32_t i = 0; i < KD_HANDS; ++i) ARRAY_FREE(&crew->hands.strays[i]);
	ARRAY_FREE(&crew->plan.parts);
	hn_broad_pairs_free(&crew->plan.pairs);
	ARRAY_FREE(&crew->found);
	mem_free(crew, sizeof *crew);
}

size_t crew_bytes(const KdCrew *crew) {
	if (crew == NULL) return 0;
	size_t bytes = sizeof *crew + (size_t)crew->plan.parts.capacity * sizeof(KdPart) +
	               (size_t)crew->plan.pairs.capacity * sizeof(HnBroadPair) +
	               (size_t)crew->found.capacity * sizeof(Found);
	for (int32_t i = 0; i < crew->threads; ++i)
		bytes += sizeof(Member) + kd_query_bytes(&crew->members[i].query) +
		         (size_t)crew->members[i].found.capacity * sizeof(HnBroadPair);
	for (int32_t i = 0; i < KD_HANDS; ++i) bytes += (size_t)crew->hands.strays[i].capacity * sizeof(int32_t);
	return bytes;
}

KdHands *crew_hands(KdCrew *crew) { return crew != NULL ? &crew->hands : NULL; }

KdPlan *crew_begin(KdCrew *crew, int64_t objects) {
	enum { EACH = 8192 }; // fewer are found while a thread is begun
	if (crew == NULL || objects < 2 * EACH) return NULL;
	crew->wanted = objects / EACH < crew->threads ? (int32_t)(objects / EACH) : crew->threads;
	crew->plan.parts.count = crew->plan.pairs.count = 0;
	return &crew->plan;
}

// The next part for a thread; NOBODY: there is none left.
static int64_t part_take(KdCrew *crew, bool from_front) {
	uint64_t left = atomic_load(&crew->left), after;
	do {
		uint64_t first = left >> 32, end = left & UINT32_MAX;
		if (first >= end || atomic_load(&crew->status) != HN_OK) return NOBODY;
		after = from_front ? left_of(first + 1, end) : left_of(first, end - 1);
	} while (!atomic_compare_exchange_weak(&crew->left, &left, after));
	return (int64_t)(from_front ? left >> 32 : (left & UINT32_MAX) - 1);
}

static void parts_search(void *of) {
	KdCrew *crew = of;
	int32_t number = atomic_fetch_add(&crew->joined, 1);
	Member *member = &crew->members[number];
	HnBroadPairs *to = number == 0 ? crew->out : &member->found;
	for (int64_t i; (i = part_take(crew, number == 0)) != NOBODY;) {
		int64_t at = to->count;
		int32_t status =
		    kd_query_part(&member->query, &crew->plan, &crew->plan.parts.data[i], to, &member->tests);
		if (status != HN_OK) atomic_store(&crew->status, status);
		crew->found.data[i] = (Found){ to, at, to->count - at, at };
		threads_take_turns();
	}
}

static void parts_copy(void *of) {
	KdCrew *crew = of;
	for (int64_t i; (i = atomic_fetch_add(&crew->next, 1)) < crew->found.count;) {
		Found part = crew->found.data[i];
		if (part.count > 0)
			memcpy(crew->out->data + part.to, part.in->data + part.at,
			       (size_t)part.count * sizeof *crew->out->data);
	}
}

// Puts the pairs of the other threads behind those of the one that wrote to out, in the order of the plan.
static int32_t parts_gather(KdCrew *crew) {
	enum { MANY = 1 << 17 };
	HnBroadPairs *out = crew->out;
	int64_t more = 0, first = (int64_t)(atomic_load(&crew->left) >> 32);
	for (int64_t i = first; i < crew->found.count; ++i) {
		crew->found.data[i].to = out->count + more;
		more += crew->found.data[i].count;
	}
	if (!broad_pairs_reserve(out, more)) return HN_ERR_NO_MEMORY;
	atomic_store(&crew->next, first);
	threads_run(more > MANY ? crew->wanted : 1, parts_copy, crew);
	out->count += more;
	return HN_OK;
}

int32_t crew_search(KdCrew *crew, const KdKernel *kernel, HnBroadPairs *out, KdTests *tests) {
	int64_t parts = crew->plan.parts.count;
	if (!ARRAY_RESERVE(&crew->found, parts)) return HN_ERR_NO_MEMORY;
	crew->found.count = parts;
	for (int32_t i = 0; i < crew->threads; ++i) {
		Member *member = &crew->members[i];
		member->query.kernel = kernel;
		member->found.count = 0;
		member->tests = (KdTests){ 0 };
	}
	crew->out = out;
	atomic_store(&crew->joined, 0);
	atomic_store(&crew->left, left_of(0, (uint64_t)parts));
	atomic_store(&crew->status, HN_OK);
	threads_run(crew->wanted, parts_search, crew);
	for (int32_t i = 0; i < crew->threads; ++i) {
		tests->objects += crew->members[i].tests.objects;
		tests->nodes += crew->members[i].tests.nodes;
	}
	if (atomic_load(&crew->status) == HN_OK) return parts_gather(crew);
	return error_set(crew->status,
	                 "out of memory in a query by several threads"); // the text may be of another
}
