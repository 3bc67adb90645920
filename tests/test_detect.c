// Algorithms as the registry has them: their names and presets, what they refuse, what a detector allocates
// and holds, and hashes of contacts.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "contacts.h"
#include "detect/detect.h"
#include "registry.h"
#include "soup.h"
#include "suite.h"

// Algorithms and broad phases are both asked for by their names alone.
static const char *const s_lines[] = {
#define DETECT(name) "DETECT(" #name ")",
#define BROAD(name)  "BROAD(" #name ")",
#include "detect/detect.def"
#include "broad/broad.def"
#undef DETECT
#undef BROAD
};

static const char *detect_name_at(int32_t index) { return hn_detect_name(hn_detect_at(index)); }

START_TEST(names_can_be_told_apart) {
	ck_assert_int_eq(hn_detect_count(), sizeof s_lines / sizeof s_lines[0]);
	registry_check_names(s_lines, hn_detect_count(), detect_name_at);
}

// Is it a parameter of volumes and their fits alone, and not of this volume?
static bool is_of_other_volumes(const ParamSet *set, const char *name, const char *volume) {
	char whose[PARAM_ALLOWED_SIZE], own[PARAM_NAME_SIZE];
	param_set_whose(set, name, whose);
	snprintf(own, sizeof own, "volume %s", volume);
	bool of_volumes = strncmp(whose, "volume ", 7) == 0 || strncmp(whose, "fit ", 4) == 0;
	return of_volumes && strstr(whose, own) == NULL;
}

START_TEST(presets_have_their_base_less_what_they_fix) {
	const HnDetectClass *tree = hn_detect_find("tree"), *aabb = hn_detect_find("aabb");
	ck_assert_ptr_nonnull(tree);
	ck_assert_ptr_nonnull(aabb);
	ck_assert_str_eq(aabb->preset_of, "tree");
	static const char *const known[] = { "volume", "k", "fit", "prejudge", "roots", "root_obb" };
	for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
		cheap_assert_int_eq(param_find(&aabb->params, "aabb", known[i]), HN_ERR_NOT_FOUND);
	for (int32_t i = 0; i < tree->params.count; ++i) {
		const char *name = tree->params.params[i].name;
		char value[PARAM_TEXT_SIZE];
		bool left_out = detect_fixed(aabb, name, value) || strcmp(name, "root_obb") == 0 ||
		                is_of_other_volumes(tree->set, name, "aabb");
		cheap_assert_msg((param_find(&aabb->params, "aabb", name) < 0) == left_out, "aabb: %s", name);
	}
	ck_assert_int_ge(param_find(&aabb->params, "aabb", "leaf"), 0);
	cheap_assert(aabb->create == tree->create && aabb->timed.narrow == tree->timed.narrow);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		const char *name = class->name;
		cheap_assert_msg(hn_detect_find(name) == class, "%s: another has its name", name);
		cheap_assert_msg(class->create != NULL && class->destroy != NULL && class->bytes != NULL,
		                 "%s: create, destroy or bytes is missing", name);
		cheap_assert_msg((class->timed.narrow != NULL) == !class->objects, "%s: narrow", name);
		cheap_assert_msg((class->timed.rebuild != NULL) == class->objects, "%s: rebuild", name);
		cheap_assert_msg(class->about[0] != '\0', "%s: nothing says what it is", name);
		class->destroy(NULL);
	}
	ck_assert_ptr_null(hn_detect_find("no such"));
}

START_TEST(refuses_what_it_does_not_know) {
	Rng rng = rng_of(50, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 3, 1, { 0, 0, 0 } }, { SOUP_RANDOM, 3, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 1);
	static const char *const bad[][3] = {
		{ "abab", "", "did you mean 'aabb'" },   { "aabb", "leav=2", "did you mean 'leaf'" },
		{ "aabb", "volume=aabb", "unknown" },    { "tree", "leaf=0", "from 1" },
		{ "tree", "axis=longets", "'longest'" }, { "tree", "descend=", "name=value" },
		{ "brute", "leaf=1", "unknown" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
		HnDetector detector;
		int32_t status = hn_detector_create(&detector, bad[i][0], soup.scene, HN_QUERY_ALL, bad[i][1]);
		cheap_assert(status == HN_ERR_NOT_FOUND || status == HN_ERR_BAD_INPUT);
		cheap_assert_msg(strstr(hn_error_text(), bad[i][2]) != NULL, "%s", hn_error_text());
		ck_assert_ptr_null(detector.class_);
	}
	soup_scene_free(&soup);
}

START_TEST(hashes_do_not_depend_on_the_order) {
	Rng rng = rng_of(51, 0);
	HnContactBuffer a = { 0 }, b = { 0 };
	for (int i = 0; i < 500; ++i) {
		HnContact c = { (int32_t)rng_below(&rng, 2), (int32_t)rng_below(&rng, 3), 2,
			            (int32_t)rng_below(&rng, 70000) };
		cheap_assert(contact_buffer_add(&a, c));
	}
	for (int64_t i = a.count - 1; i >= 0; --i) cheap_assert(contact_buffer_add(&b, a.data[i]));
	HnHash x = contacts_hash(&a, HN_QUERY_ALL), y = contacts_hash(&b, HN_QUERY_ALL);
	cheap_assert(hn_hash_equal(&x, &y));
	for (int64_t i = 1; i < a.count; ++i) ck_assert_int_ge(a.data[i].body_a, a.data[i - 1].body_a);
	b.data[7].triangle_b += 1;
	y = contacts_hash(&b, HN_QUERY_ALL);
	cheap_assert(!hn_hash_equal(&x, &y));
	// of `first` one byte, whatever the pair
	const uint8_t hit = 1, miss = 0;
	x = contacts_hash(&b, HN_QUERY_FIRST), y = hn_hash_bytes(&hit, 1);
	cheap_assert(hn_hash_equal(&x, &y));
	b.count = 0;
	x = contacts_hash(&b, HN_QUERY_FIRST), y = hn_hash_bytes(&miss, 1);
	cheap_assert(hn_hash_equal(&x, &y));
	// the bytes are little-endian int32
	HnContactBuffer one = { 0 };
	cheap_assert(contact_buffer_add(&one, (HnContact){ 1, 0x01020304, 2, 0 }));
	static const uint8_t bytes[16] = { 1, 0, 0, 0, 4, 3, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0 };
	x = contacts_hash(&one, HN_QUERY_ALL), y = hn_hash_bytes(bytes, sizeof bytes);
	cheap_assert(hn_hash_equal(&x, &y));
	hn_contact_buffer_free(&a);
	hn_contact_buffer_free(&b);
	hn_contact_buffer_free(&one);
}

START_TEST(timed_steps_do_not_allocate_again) {
	Rng rng = rng_of(47, 0);
	SoupDef defs[2] = { { SOUP_GRID, 60, 1, { 0, 0, 0 } }, { SOUP_GRID, 60, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 4);
	static const char *const kinds[][2] = { { "brute", "" },
		                                    { "aabb", "" },
		                                    { "aabb", "by=rebuild leaf=3" } };
	for (int k = 0; k < 3; ++k) {
		HnDetector detector;
		HnContactBuffer out = { 0 };
		Counts counts = { 0 };
		int64_t allocations = 0;
		detector_make(&detector, kinds[k][0], soup.scene, HN_QUERY_ALL, kinds[k][1]);
		for (int pass = 0; pass < 3; ++pass) {
			for (int32_t s = 0; s < 4; ++s)
				if (pass == 0)
					cheap_assert_int_eq(detector_step_counted(&detector, s, &out, &counts), HN_OK);
				else
					detector_step_timed(&detector, s, &out);
			if (pass == 0) allocations = mem_allocation_count();
		}
		ck_assert_int_gt(counts.contacts, 0);
		cheap_assert_int_eq(mem_allocation_count(), allocations);
		hn_detector_destroy(&detector);
		hn_contact_buffer_free(&out);
	}
	soup_scene_free(&soup);
}

// A failure at each allocation in turn: an error, nothing left behind, and no wrong answer.
START_TEST(failed_allocations) {
	static const char *const kinds[][2] = { { "brute", "" },
		                                    { "aabb", "" },
		                                    { "tree", "by=rebuild leaf=2" },
		                                    { "planted", "" },
		                                    { "tree", "by=hull update=lazy" },
		                                    { "tree", "by=hull_drift update=layered" },
		                                    { "tree", "update=lazy" } };
	Rng rng = rng_of(48, 0);
	SoupDef defs[3] = { { SOUP_GRID, 30, 1, { 0, 0, 0 } },
		                { SOUP_GRID, 20, 1, { 0, 0, 0 } },
		                { SOUP_GRID, 10, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 3, 2);
	size_t before = hn_mem_live_bytes();
	for (int k = 0; k < 7; ++k) {
		if (hn_detect_find(kinds[k][0]) == NULL) continue; // planted, where there is none
		int32_t status = HN_ERR_NO_MEMORY;
		for (int64_t fail = 1; status != HN_OK; ++fail) {
			HnDetector detector;
			HnContactBuffer out = { 0 };
			Counts counts = { 0 };
			HnHash hash;
			mem_fail_at(mem_allocation_count() + fail);
			status = hn_detector_create(&detector, kinds[k][0], soup.scene, HN_QUERY_ALL, kinds[k][1]);
			for (int32_t s = 0; s < 2 && status == HN_OK; ++s)
				status = detector_step_counted(&detector, s, &out, &counts);
			if (status == HN_OK) status = hn_contacts_hash(&hash, &out, HN_QUERY_ALL);
			mem_fail_at(0);
			cheap_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
			cheap_assert(status != HN_OK || fail > 5);
			hn_detector_destroy(&detector);
			hn_contact_buffer_free(&out);
			ck_assert_uint_eq(hn_mem_live_bytes(), before);
		}
	}
	soup_scene_free(&soup);
}

// Two bodies: a tree each. Of more, what moves has its nodes for each pair, and its order of triangles once.
START_TEST(bytes_are_what_is_held) {
	Rng rng = rng_of(49, 0);
	SoupDef defs[3] = { { SOUP_RANDOM, 100, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 60, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 40, 1, { 0, 0, 0 } } };
	for (int bodies = 2; bodies <= 3; ++bodies) {
		SoupScene soup = soup_scene_create(&rng, defs, bodies, 1);
		HnDetector tree, brute;
		detector_make(&tree, "aabb", soup.scene, HN_QUERY_ALL, "");
		detector_make(&brute, "brute", soup.scene, HN_QUERY_ALL, "");
		size_t nodes = 199 + 119, order = 100 + 60;
		if (bodies == 3) nodes += 119 + 2 * 79, order += 40;
		ck_assert_uint_eq(tree.class_->bytes(tree.self), 32 * nodes + 4 * order);
		ck_assert_uint_eq(brute.class_->bytes(brute.self), 0);
		hn_detector_destroy(&tree);
		hn_detector_destroy(&brute);
		soup_scene_free(&soup);
	}
}

TEST_SUITE(detect, suite, tc) {
	tcase_add_test(tc, names_can_be_told_apart);
	tcase_add_test(tc, presets_have_their_base_less_what_they_fix);
	tcase_add_test(tc, refuses_what_it_does_not_know);
	tcase_add_test(tc, hashes_do_not_depend_on_the_order);
	tcase_add_test(tc, timed_steps_do_not_allocate_again);
	tcase_add_test(tc, failed_allocations);
	tcase_add_test(tc, bytes_are_what_is_held);
}
