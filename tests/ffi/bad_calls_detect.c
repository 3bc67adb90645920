// Bad calls of broad.h, detect.h and pair.h.
#include "bad_calls.h"

// ---- broad.h

static HnBroadPairs *pairs_of(int64_t count, int64_t capacity) {
	given.pairs.data = NULL, given.pairs.count = count, given.pairs.capacity = capacity;
	return &given.pairs;
}

static int32_t place(int32_t first, int32_t count, const void *volumes) {
	return hn_broad_phase_place(given.phase, first, count, (const float *)volumes);
}

static int32_t place_oriented(int32_t count) {
	must(hn_broad_phase_create(&given.out_phase, "sap", "obb", ""));
	return hn_broad_phase_place(given.out_phase, 0, count, (const float *)(const void *)given.bytes);
}

static int32_t query_pairs(HnBroadPairs *pairs, int64_t *counts) {
	must(hn_broad_phase_update(given.phase));
	must(hn_broad_phase_build(given.phase));
	return hn_broad_phase_query(given.phase, pairs, counts);
}

static int32_t query_apart(HnBroadPairs *pairs, const HnBroadPair **kept, int64_t *count) {
	must(hn_broad_phase_update(given.phase));
	must(hn_broad_phase_build(given.phase));
	return hn_broad_phase_query_apart(given.phase, kept, count, pairs, NULL);
}

static void try_broad_phases(void) {
	const HnBroadPair *kept;
	int64_t kept_count;
	const float bad[6] = { 0, 0, 0, 1, (float)NAN, 1 };
	NEUTRAL(hn_broad_name, "past the ends", hn_broad_name(-1) == NULL && hn_broad_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_volume_name, "past the ends",
	        hn_broad_volume_name(-1) == NULL && hn_broad_volume_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_count_name, "past the ends",
	        hn_broad_count_name(-1) == NULL && hn_broad_count_name(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_count_about, "past the ends",
	        hn_broad_count_about(-1) == NULL && hn_broad_count_about(INT32_MAX) == NULL);
	NEUTRAL(hn_broad_volume_floats, "volume NULL", hn_broad_volume_floats(NULL) == 0);
	NEUTRAL(hn_broad_volume_floats, "volume unknown", hn_broad_volume_floats("") == 0);
	BAD(hn_broad_phase_create, "out NULL", INPUT, "NULL", hn_broad_phase_create(NULL, "pairs", "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "name NULL", INPUT, "NULL", given.out_phase,
	        hn_broad_phase_create(&given.out_phase, NULL, "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "volume NULL", INPUT, "NULL", given.out_phase,
	        hn_broad_phase_create(&given.out_phase, "pairs", NULL, ""));
	BAD_NEW(hn_broad_phase_create, "params NULL", INPUT, "NULL", given.out_phase,
	        hn_broad_phase_create(&given.out_phase, "pairs", "aabb", NULL));
	BAD_NEW(hn_broad_phase_create, "a long name", HN_ERR_NOT_FOUND, "broad phase", given.out_phase,
	        hn_broad_phase_create(&given.out_phase, given.long_text, "aabb", ""));
	BAD_NEW(hn_broad_phase_create, "volume empty", HN_ERR_NOT_FOUND, "volume", given.out_phase,
	        hn_broad_phase_create(&given.out_phase, "pairs", "", ""));
	NEUTRAL(hn_broad_phase_destroy, "phase NULL", (hn_broad_phase_destroy(NULL), true));
	BAD(hn_broad_phase_place, "phase NULL", INPUT, "NULL", hn_broad_phase_place(NULL, 0, 1, bad));
	BAD(hn_broad_phase_place, "volumes NULL", INPUT, "NULL", place(0, 1, NULL));
	BAD(hn_broad_phase_place, "first -1", INPUT, "-1", place(-1, 1, given.bytes));
	BAD(hn_broad_phase_place, "-1 objects", INPUT, "-1", place(0, -1, given.bytes));
	BAD(hn_broad_phase_place, "-1 oriented boxes", INPUT, "-1", place_oriented(-1));
	BAD(hn_broad_phase_place, "most objects", INPUT, "2147483647", place(INT32_MAX, INT32_MAX, given.bytes));
	BAD(hn_broad_phase_place, "a far number", HN_ERR_NO_MEMORY, "memory",
	    place(INT32_MAX - 2, 1, given.bytes));
	BAD(hn_broad_phase_place, "NaN", INPUT, "object 3", place(3, 1, bad));
	BAD(hn_broad_phase_query_apart, "phase NULL", INPUT, "NULL",
	    hn_broad_phase_query_apart(NULL, &kept, &kept_count, &given.pairs, NULL));
	BAD(hn_broad_phase_query_apart, "kept NULL", INPUT, "NULL", query_apart(&given.pairs, NULL, &kept_count));
	BAD(hn_broad_phase_query_apart, "kept_count NULL", INPUT, "NULL", query_apart(&given.pairs, &kept, NULL));
	NEUTRAL(hn_broad_phase_query_apart, "counts NULL",
	        query_apart(&given.pairs, &kept, &kept_count) == HN_OK);
	BAD(hn_broad_phase_query_apart, "out NULL", INPUT, "NULL", query_apart(NULL, &kept, &kept_count));
	BAD(hn_broad_phase_remove, "phase NULL", INPUT, "NULL", hn_broad_phase_remove(NULL, 0));
	BAD(hn_broad_phase_remove, "number -1", HN_ERR_NOT_FOUND, "-1", hn_broad_phase_remove(given.phase, -1));
	BAD(hn_broad_phase_threads, "phase NULL", INPUT, "NULL", hn_broad_phase_threads(NULL, 2));
	BAD(hn_broad_phase_threads, "-1 threads", INPUT, "negative", hn_broad_phase_threads(given.phase, -1));
	NEUTRAL(hn_broad_phase_threads, "most threads", hn_broad_phase_threads(given.phase, INT32_MAX) == HN_OK);
	NEUTRAL(hn_broad_phase_forget, "phase NULL", (hn_broad_phase_forget(NULL), true));
	BAD(hn_broad_phase_update, "phase NULL", INPUT, "NULL", hn_broad_phase_update(NULL));
	BAD(hn_broad_phase_build, "phase NULL", INPUT, "NULL", hn_broad_phase_build(NULL));
	BAD(hn_broad_phase_build, "out of order", HN_ERR_INVALID, "order", hn_broad_phase_build(given.phase));
	BAD(hn_broad_phase_query, "phase NULL", INPUT, "NULL", hn_broad_phase_query(NULL, &given.pairs, NULL));
	BAD(hn_broad_phase_query, "out of order", HN_ERR_INVALID, "order",
	    hn_broad_phase_query(given.phase, &given.pairs, NULL));
	BAD(hn_broad_phase_query, "out NULL", INPUT, "NULL", query_pairs(NULL, NULL));
	NEUTRAL(hn_broad_phase_query, "counts NULL", query_pairs(&given.pairs, NULL) == HN_OK);
	BAD(hn_broad_phase_query, "HnBroadPairs.data NULL", INPUT, "9", query_pairs(pairs_of(0, 9), NULL));
	BAD(hn_broad_phase_query, "capacity -9", INPUT, "-9", query_pairs(pairs_of(0, -9), NULL));
	NEUTRAL(hn_broad_phase_bytes, "phase NULL", hn_broad_phase_bytes(NULL) == 0);
	NEUTRAL(hn_broad_phase_object_bytes, "phase NULL", hn_broad_phase_object_bytes(NULL) == 0);
	BAD(hn_broad_pairs_sort, "pairs NULL", INPUT, "NULL", hn_broad_pairs_sort(NULL));
	BAD(hn_broad_pairs_sort, "HnBroadPairs.data NULL", INPUT, "9", hn_broad_pairs_sort(pairs_of(9, 9)));
	BAD(hn_broad_pairs_sort, "-9 pairs", INPUT, "-9", hn_broad_pairs_sort(pairs_of(-9, 0)));
	NEUTRAL(hn_broad_pairs_free, "pairs NULL", (hn_broad_pairs_free(NULL), true));
}

// ---- detect.h

static const HnDetectClass *aabb(void) { return hn_detect_find("aabb"); }
static int32_t default_of(int32_t param, size_t size) {
	return hn_detect_param_default(aabb(), param, given.text, size);
}
static int32_t allowed_of(int32_t param, size_t size) {
	return hn_detect_param_allowed(aabb(), param, given.text, size);
}

static void try_algorithms(void) {
	const HnDetectClass *brute = hn_detect_find("brute");
	NEUTRAL(hn_detect_at, "past the ends", hn_detect_at(-1) == NULL && hn_detect_at(INT32_MAX) == NULL);
	NEUTRAL(hn_detect_find, "name NULL", hn_detect_find(NULL) == NULL && hn_detect_find("") == NULL);
	NEUTRAL(hn_detect_name, "algorithm NULL", hn_detect_name(NULL) == NULL);
	NEUTRAL(hn_detect_about, "algorithm NULL", hn_detect_about(NULL) == NULL);
	NEUTRAL(hn_detect_source, "algorithm NULL", hn_detect_source(NULL) == NULL);
	NEUTRAL(hn_detect_param_name, "algorithm NULL", hn_detect_param_name(NULL, 0) == NULL);
	NEUTRAL(hn_detect_param_name, "past the ends",
	        hn_detect_param_name(aabb(), -1) == NULL && hn_detect_param_name(aabb(), INT32_MAX) == NULL);
	NEUTRAL(hn_detect_param_about, "algorithm NULL", hn_detect_param_about(NULL, 0) == NULL);
	NEUTRAL(hn_detect_param_about, "past the ends",
	        hn_detect_param_about(aabb(), -1) == NULL && hn_detect_param_about(aabb(), INT32_MAX) == NULL);
	BAD(hn_detect_param_allowed, "algorithm NULL", INPUT, "NULL",
	    hn_detect_param_allowed(NULL, 0, given.text, 9));
	BAD(hn_detect_param_allowed, "text NULL", INPUT, "NULL", hn_detect_param_allowed(aabb(), 0, NULL, 1000));
	BAD(hn_detect_param_allowed, "no room", INPUT, "room", allowed_of(0, 0));
	BAD(hn_detect_param_allowed, "parameter -1", HN_ERR_NOT_FOUND, "-1", allowed_of(-1, sizeof given.text));
	BAD(hn_detect_param_default, "algorithm NULL", INPUT, "NULL",
	    hn_detect_param_default(NULL, 0, given.text, 9));
	BAD(hn_detect_param_default, "text NULL", INPUT, "NULL", hn_detect_param_default(aabb(), 0, NULL, 1000));
	BAD(hn_detect_param_default, "no room", INPUT, "room", default_of(0, 0));
	BAD(hn_detect_param_default, "parameter 999", HN_ERR_NOT_FOUND, "999",
	    default_of(999, sizeof given.text));
	BAD(hn_detect_conservative, "out NULL", INPUT, "NULL", hn_detect_conservative(NULL, aabb(), ""));
	BAD(hn_detect_conservative, "algorithm NULL", INPUT, "NULL",
	    hn_detect_conservative(&given.yes, NULL, ""));
	BAD(hn_detect_conservative, "params NULL", INPUT, "NULL",
	    hn_detect_conservative(&given.yes, aabb(), NULL));
	BAD(hn_detect_conservative, "params NULL of brute", INPUT, "NULL",
	    hn_detect_conservative(&given.yes, brute, NULL));
	BAD(hn_detect_conservative, "params of another", HN_ERR_NOT_FOUND, "brute",
	    hn_detect_conservative(&given.yes, brute, "x=1"));
	BAD(hn_detect_unsound, "out NULL", INPUT, "NULL", hn_detect_unsound(NULL, aabb(), ""));
	BAD(hn_detect_unsound, "algorithm NULL", INPUT, "NULL", hn_detect_unsound(&given.yes, NULL, ""));
	BAD(hn_detect_unsound, "params NULL", INPUT, "NULL", hn_detect_unsound(&given.yes, aabb(), NULL));
	BAD(hn_detect_unsound, "params of brute", INPUT, "brute", hn_detect_unsound(&given.yes, brute, "=4"));
	BAD(hn_detect_unsound, "long params", INPUT, "aabb",
	    hn_detect_unsound(&given.yes, aabb(), given.long_text));
	NEUTRAL(hn_detect_is_broad, "algorithm NULL", !hn_detect_is_broad(NULL));
	NEUTRAL(hn_query_name, "past the ends", hn_query_name(-1) == NULL && hn_query_name(INT32_MAX) == NULL);
	NEUTRAL(hn_count_name, "past the ends", hn_count_name(-1) == NULL && hn_count_name(INT32_MAX) == NULL);
	NEUTRAL(hn_count_about, "past the ends", hn_count_about(-1) == NULL && hn_count_about(INT32_MAX) == NULL);
}

static HnContactBuffer *contacts_of(int64_t count, int64_t capacity) {
	given.contacts.data = NULL, given.contacts.count = count, given.contacts.capacity = capacity;
	return &given.contacts;
}

static bool reserve_fails(HnContactBuffer *buffer, int64_t capacity) {
	return !hn_contact_buffer_reserve(buffer, capacity) && error_is_own();
}

static void try_contacts(void) {
	NEUTRAL(hn_contact_buffer_reserve, "buffer NULL", reserve_fails(NULL, 1));
	NEUTRAL(hn_contact_buffer_reserve, "capacity -1", reserve_fails(&given.contacts, -1));
	NEUTRAL(hn_contact_buffer_reserve, "capacity 2^62", reserve_fails(&given.contacts, (int64_t)1 << 62));
	NEUTRAL(hn_contact_buffer_reserve, "HnContactBuffer.data NULL", reserve_fails(contacts_of(0, 9), 20));
	NEUTRAL(hn_contact_buffer_free, "buffer NULL", (hn_contact_buffer_free(NULL), true));
	BAD(hn_contacts_hash, "out NULL", INPUT, "NULL", hn_contacts_hash(NULL, &given.contacts, HN_QUERY_ALL));
	BAD(hn_contacts_hash, "contacts NULL", INPUT, "NULL", hn_contacts_hash(&given.hash, NULL, HN_QUERY_ALL));
	BAD(hn_contacts_hash, "no query", INPUT, "77",
	    hn_contacts_hash(&given.hash, &given.contacts, (HnQuery)77));
	BAD(hn_contacts_hash, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_contacts_hash(&given.hash, contacts_of(9, 9), HN_QUERY_ALL));
	BAD(hn_contacts_hash, "-9 contacts", INPUT, "-9",
	    hn_contacts_hash(&given.hash, contacts_of(-9, 0), HN_QUERY_ALL));
}

static int32_t create(const char *name, const HnScene *scene, HnQuery query, const char *params) {
	memset(&given.detector, 0xff, sizeof given.detector);
	int32_t status = hn_detector_create(&given.detector, name, scene, query, params);
	return memcmp(&given.detector, &given.zero_detector, sizeof given.detector) == 0 ? status : 999;
}

static const HnScene *zero_scene(void) {
	memset(given.scene, 0, sizeof *given.scene);
	return given.scene;
}

static void try_detectors(void) {
	int64_t counts[200] = { 0 };
	BAD(hn_detector_create, "out NULL", INPUT, "NULL",
	    hn_detector_create(NULL, "aabb", given.scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "name NULL", INPUT, "NULL", create(NULL, given.scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "name empty", HN_ERR_NOT_FOUND, "algorithm",
	    create("", given.scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "a long name", HN_ERR_NOT_FOUND, "algorithm",
	    create(given.long_text, given.scene, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "scene NULL", INPUT, "NULL", create("aabb", NULL, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "a scene of zeros", INPUT, "scene",
	    create("aabb", zero_scene(), HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "boxes of a scene of zeros", INPUT, "scene",
	    create("pairs", zero_scene(), HN_QUERY_BOXES, ""));
	BAD(hn_detector_create, "params NULL", INPUT, "NULL", create("aabb", given.scene, HN_QUERY_ALL, NULL));
	BAD(hn_detector_create, "query -1", INPUT, "quer", create("aabb", given.scene, (HnQuery)-1, ""));
	BAD(hn_detector_create, "query 77", INPUT, "quer", create("aabb", given.scene, (HnQuery)77, ""));
	BAD(hn_detector_create, "contacts of objects", INPUT, "objects",
	    create("aabb", given.objects, HN_QUERY_ALL, ""));
	BAD(hn_detector_create, "objects of bodies", INPUT, "bodies",
	    create("pairs", given.scene, HN_QUERY_BOXES, ""));
	BAD(hn_detector_create, "volumes of another size", INPUT, "8 bytes",
	    (given.objects->objects.size = 8, create("pairs", given.objects, HN_QUERY_BOXES, "")));
	BAD(hn_detector_create, "an unknown volume", HN_ERR_NOT_FOUND, "volume",
	    (given.objects->objects.volume[0] = 'x', create("pairs", given.objects, HN_QUERY_BOXES, "")));
	NEUTRAL(hn_detector_destroy, "detector NULL", (hn_detector_destroy(NULL), true));
	NEUTRAL(hn_detector_destroy, "all zero", (hn_detector_destroy(&given.zero_detector), true));
	NEUTRAL(hn_detector_begin, "detector NULL", (hn_detector_begin(NULL), true));
	NEUTRAL(hn_detector_begin, "all zero", (hn_detector_begin(&given.zero_detector), true));
	BAD(hn_detector_step, "detector NULL", INPUT, "NULL", hn_detector_step(NULL, 0, &given.contacts, NULL));
	BAD(hn_detector_step, "all zero", INPUT, "detector",
	    hn_detector_step(&given.zero_detector, 0, &given.contacts, NULL));
	BAD(hn_detector_step, "HnDetector.scene NULL", INPUT, "detector",
	    (given.detector.scene = NULL, hn_detector_step(&given.detector, 0, &given.contacts, NULL)));
	BAD(hn_detector_step, "HnDetector.self NULL", INPUT, "detector",
	    (given.detector.self = NULL, hn_detector_step(&given.detector, 0, &given.contacts, NULL)));
	BAD(hn_detector_step, "HnDetector.class_ NULL", INPUT, "detector",
	    (given.detector.class_ = NULL, hn_detector_step(&given.detector, 0, &given.contacts, NULL)));
	BAD(hn_detector_step, "step -1", INPUT, "-1",
	    hn_detector_step(&given.detector, -1, &given.contacts, NULL));
	BAD(hn_detector_step, "step 2", INPUT, "2",
	    hn_detector_step(&given.detector, STEPS, &given.contacts, counts));
	BAD(hn_detector_step, "out NULL", INPUT, "NULL", hn_detector_step(&given.detector, 0, NULL, NULL));
	NEUTRAL(hn_detector_step, "counts NULL",
	        hn_detector_step(&given.detector, 0, &given.contacts, NULL) == HN_OK);
	BAD(hn_detector_step, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_detector_step(&given.detector, 0, contacts_of(0, 9), counts));
	BAD(hn_detector_step, "capacity -9", INPUT, "-9",
	    hn_detector_step(&given.detector, 0, contacts_of(0, -9), NULL));
	NEUTRAL(hn_detector_bytes, "detector NULL", hn_detector_bytes(NULL) == 0);
	NEUTRAL(hn_detector_bytes, "all zero", hn_detector_bytes(&given.zero_detector) == 0);
}

// ---- pair.h

static void try_pairs(void) {
	static uint8_t hits[STEPS];
	static HnContact contacts[STEPS];
	BAD(hn_pair_create, "out NULL", INPUT, "NULL", hn_pair_create(NULL, given.box, given.box, ""));
	BAD_NEW(hn_pair_create, "still NULL", INPUT, "the still mesh", given.out_pair,
	        hn_pair_create(&given.out_pair, NULL, given.box, ""));
	BAD_NEW(hn_pair_create, "moving NULL", INPUT, "the moving mesh", given.out_pair,
	        hn_pair_create(&given.out_pair, given.box, NULL, ""));
	BAD_NEW(hn_pair_create, "params NULL", INPUT, "NULL", given.out_pair,
	        hn_pair_create(&given.out_pair, given.box, given.box, NULL));
	BAD_NEW(hn_pair_create, "a wrong index", INPUT, "index", given.out_pair,
	        hn_pair_create(&given.out_pair, given.box, with_index(1000), ""));
	BAD_NEW(hn_pair_create, "an unknown parameter", HN_ERR_NOT_FOUND, "leaf", given.out_pair,
	        hn_pair_create(&given.out_pair, given.box, given.box, "leaf=4"));
	NEUTRAL(hn_pair_destroy, "pair NULL", (hn_pair_destroy(NULL), true));
	NEUTRAL(hn_pair_bytes, "pair NULL", hn_pair_bytes(NULL) == 0);
	BAD(hn_pair_context_create, "out NULL", INPUT, "NULL", hn_pair_context_create(NULL, given.pair));
	BAD_NEW(hn_pair_context_create, "pair NULL", INPUT, "NULL", given.out_context,
	        hn_pair_context_create(&given.out_context, NULL));
	NEUTRAL(hn_pair_context_destroy, "context NULL", (hn_pair_context_destroy(NULL), true));
	NEUTRAL(hn_pair_context_begin, "context NULL", (hn_pair_context_begin(NULL), true));
	BAD(hn_pair_first, "context NULL", INPUT, "NULL", hn_pair_first(NULL, &given.pose, contacts));
	BAD(hn_pair_first, "pose NULL", INPUT, "NULL", hn_pair_first(given.context, NULL, contacts));
	BAD(hn_pair_first, "NaN", INPUT, "finite",
	    (given.pose.t = given.nan, hn_pair_first(given.context, &given.pose, contacts)));
	NEUTRAL(hn_pair_first, "contact NULL", hn_pair_first(given.context, &given.pose, NULL) == 1);
	BAD(hn_pair_all, "context NULL", INPUT, "NULL", hn_pair_all(NULL, &given.pose, &given.contacts));
	BAD(hn_pair_all, "pose NULL", INPUT, "NULL", hn_pair_all(given.context, NULL, &given.contacts));
	BAD(hn_pair_all, "out NULL", INPUT, "NULL", hn_pair_all(given.context, &given.pose, NULL));
	BAD(hn_pair_all, "HnContactBuffer.data NULL", INPUT, "9",
	    hn_pair_all(given.context, &given.pose, contacts_of(0, 9)));
	BAD(hn_pair_first_many, "pair NULL", INPUT, "NULL",
	    hn_pair_first_many(NULL, given.poses, STEPS, 1, hits, contacts));
	BAD(hn_pair_first_many, "poses NULL", INPUT, "NULL",
	    hn_pair_first_many(given.pair, NULL, STEPS, 1, hits, contacts));
	BAD(hn_pair_first_many, "hits NULL", INPUT, "NULL",
	    hn_pair_first_many(given.pair, given.poses, STEPS, 1, NULL, contacts));
	BAD(hn_pair_first_many, "count -1", INPUT, "negative",
	    hn_pair_first_many(given.pair, given.poses, -1, 1, hits, contacts));
	BAD(hn_pair_first_many, "threads -1", INPUT, "negative",
	    hn_pair_first_many(given.pair, given.poses, STEPS, -1, hits, contacts));
	BAD(hn_pair_first_many, "NaN", INPUT, "pose 1 of 2",
	    (given.poses[1].t = given.nan,
	     hn_pair_first_many(given.pair, given.poses, STEPS, 1, hits, contacts)));
	NEUTRAL(hn_pair_first_many, "contacts NULL",
	        hn_pair_first_many(given.pair, given.poses, STEPS, 3, hits, NULL) == HN_OK);
	BAD(hn_simd_choose, "an unknown name", INPUT, "mmx", hn_simd_choose("mmx"));
	NEUTRAL(hn_simd_choose, "name NULL", hn_simd_choose(NULL) == HN_OK);
	NEUTRAL(hn_simd_chosen, "after a bad name", hn_simd_chosen() != NULL);
}

void try_detect_calls(void) {
	try_broad_phases();
	try_algorithms();
	try_contacts();
	try_detectors();
	try_pairs();
}
