// Parameters that say nothing beside the others: which of a tree are, and that none of them changes a count.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "contacts.h"
#include "detect/detect.h"
#include "suite.h"

// Those that the configuration leaves idle, with another value than the default; and what is not.
static const struct {
	const char *algorithm, *params, *idle, *used;
} s_cases[] = {
	{ "tree", "", "k=6 centre=vertices lambda=3 root_obb=false", "update point" },
	{ "tree", "volume=kdop", "centre=vertices lambda=3 root_obb=false", "k update" },
	{ "tree", "volume=kdop directions=1,0,0;0,1,0;0,0,1", "k=6 centre=vertices", "directions" },
	{ "tree", "volume=caabb", "k=6 lambda=3", "centre" },
	{ "tree", "volume=sphere fit=centroid", "k=6 root_obb=false", "centre fit" },
	{ "tree", "volume=sphere", "k=6 lambda=3", "fit" },
	{ "tree", "volume=obb", "centre=vertices k=26", "fit prejudge update" },
	{ "tree", "volume=obb fit=vertices", "k=26 slab_axis=x extremes=xyz weight=area", "fit" },
	{ "tree", "volume=obb fit=slabs k=5", "centre=vertices root_obb=false", "k slab_axis extremes weight" },
	{ "tree", "volume=obb by=sat", "update=lazy lambda=3", "fit prejudge" },
	{ "tree", "by=sat roots=aabb", "update=layered", "root_obb" },
	{ "tree", "roots=sphere+caabb", "lambda=3 k=6", "centre root_obb update" },
	{ "tree", "roots=sphere", "lambda=3 k=6", "root_obb" },
	{ "tree", "point=penalty axis=all", "root_obb=false k=6", "lambda" },
	{ "aabb", "", "lambda=3", "update" },
	{ "aabb", "by=sat", "update=lazy", "by" },
	{ "sphere", "", "lambda=3", "fit" },
	{ "sao", "", "lambda=3", "root_obb" },
	{ "assembly", "", "pairs=all", "angle method surface_test" },
	{ "assembly", "method=traditional surface_test=filtered", "angle=10", "pairs" },
	{ "assembly", "method=exact surface_test=exact", "angle=10 pairs=all", "method" },
};

static bool is_idle(const HnDetectClass *class, const char *params, const char *name) {
	bool idle[DETECT_PARAMS_MAX];
	int32_t index = param_find(&class->params, class->name, name);
	ck_assert_msg(index >= 0, "%s", hn_error_text());
	ck_assert_msg(detect_idle(idle, class, params) == HN_OK, "%s", hn_error_text());
	return idle[index];
}

// Calls `look` for each word; what follows '=' is its value, else NULL.
static void each_word(int index, const char *words,
                      void (*look)(int index, const char *name, const char *word)) {
	char name[PARAM_NAME_SIZE], word[PARAM_NAME_SIZE];
	for (int used = 0; sscanf(words, " %31s%n", word, &used) == 1; words += used) {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
		look(index, name, word);
	}
}

static void look_idle(int index, const char *name, const char *word) {
	(void)word;
	const HnDetectClass *class = hn_detect_find(s_cases[index].algorithm);
	ck_assert_msg(is_idle(class, s_cases[index].params, name), "%s: %s", s_cases[index].params, name);
}

static void look_used(int index, const char *name, const char *word) {
	(void)word;
	const HnDetectClass *class = hn_detect_find(s_cases[index].algorithm);
	ck_assert_msg(!is_idle(class, s_cases[index].params, name), "%s: %s", s_cases[index].params, name);
}

START_TEST(what_is_idle) {
	each_word(_i, s_cases[_i].idle, look_idle);
	each_word(_i, s_cases[_i].used, look_used);
}

static HnScene *s_scene;

static void look_counts(int index, const char *name, const char *word) {
	(void)name;
	char params[200];
	Counts plain = counts_of(s_scene, s_cases[index].algorithm, s_cases[index].params);
	snprintf(params, sizeof params, "%s %s", s_cases[index].params, word);
	Counts other = counts_of(s_scene, s_cases[index].algorithm, params);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		ck_assert_msg(count_get(&plain, i) == count_get(&other, i), "%s: %s", params, hn_count_name(i));
}

START_TEST(no_count_depends_on_what_is_idle) {
	Rng rng = rng_of(171, 0);
	SoupDef def = { SOUP_RANDOM, 60, 1, { 0, 0, 0 } };
	SoupScene soup = soup_scene_create(&rng, (SoupDef[3]){ def, def, def }, 3, 3);
	s_scene = soup.scene;
	each_word(_i, s_cases[_i].idle, look_counts);
	soup_scene_free(&soup);
}

TEST_SUITE(idle, suite, tc) {
	tcase_add_loop_test(tc, what_is_idle, 0, sizeof s_cases / sizeof s_cases[0]);
	tcase_add_loop_test(tc, no_count_depends_on_what_is_idle, 0, sizeof s_cases / sizeof s_cases[0]);
}
