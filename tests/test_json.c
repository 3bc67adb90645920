// Arrays that are read one element at a time: the same values and the same refusals as of a whole text.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "suite.h"
#include "support/json.h"

static const char *const s_texts[] = {
	"{\"a\": 1, \"list\": [1, {\"list\": [2]}, null, \"x]\", [3, []]], \"b\": [4]}",
	"{\"list\": []}",
	" \n{ \"list\" : [ ] , \"c\" : { } }\n ",
	"{}",
	"{\"list\": {\"0\": 1}}",
	"{\"list\": [1], \"list\": [2, 3]}",
	"\xEF\xBB\xBF{\"list\": [true, false]}",
	"[1, 2]",
	"\"list\"",
	"7",
};

static int32_t collect(void *context, const cJSON *item, int64_t index) {
	cJSON *copy = cJSON_Duplicate(item, 1);
	ck_assert_int_eq(index, cJSON_GetArraySize(context));
	ck_assert(copy != NULL && cJSON_AddItemToArray(context, copy));
	return HN_OK;
}

static int32_t parse_each(cJSON **out, cJSON *elements, const char *text, int64_t size, int64_t *at) {
	return json_parse_each(out, text, size, "list", collect, elements, at);
}

// The elements are put back in their place, and the text must then be that of the whole value.
static void compare(cJSON *each, cJSON *elements, const cJSON *whole) {
	if (cJSON_GetArraySize(elements) > 0)
		cJSON_ReplaceItemInObjectCaseSensitive(each, "list", cJSON_Duplicate(elements, 1));
	char *a = cJSON_PrintUnformatted(each), *b = cJSON_PrintUnformatted(whole);
	ck_assert_str_eq(a, b);
	free(a);
	free(b);
}

// Every prefix of a good text, and the text with each of its bytes replaced.
static void check_alike(const char *text, int64_t size) {
	cJSON *whole = NULL, *each = NULL, *elements = cJSON_CreateArray();
	int64_t at = -1;
	int32_t status = json_parse(&whole, text, size, NULL);
	ck_assert_msg(parse_each(&each, elements, text, size, &at) == status, "%s", text);
	if (status == HN_OK)
		compare(each, elements, whole);
	else
		ck_assert(each == NULL && at >= 0 && at <= size);
	cJSON_Delete(whole);
	cJSON_Delete(each);
	cJSON_Delete(elements);
}

START_TEST(elements_are_those_of_the_whole) {
	char text[256];
	int64_t size = (int64_t)strlen(s_texts[_i]);
	check_alike(s_texts[_i], size);
	for (int64_t n = 0; n < size; ++n) {
		snprintf(text, sizeof text, "%.*s", (int)n, s_texts[_i]);
		check_alike(text, n);
	}
	for (int64_t n = 0; n < size; ++n)
		for (const char *c = "[]{}:,\"1 \\"; *c != '\0'; ++c) {
			snprintf(text, sizeof text, "%s", s_texts[_i]);
			text[n] = *c;
			check_alike(text, size);
		}
}

static int32_t stop_at_two(void *context, const cJSON *item, int64_t index) {
	(void)item;
	*(int64_t *)context = index;
	return index == 2 ? error_set(HN_ERR_INVALID, "enough") : HN_OK;
}

START_TEST(visit_ends_the_parsing) {
	const char text[] = "{\"list\": [0, 1, 2, 3]}";
	cJSON *out = NULL;
	int64_t last = -1;
	int32_t status = json_parse_each(&out, text, (int64_t)sizeof text - 1, "list", stop_at_two, &last, NULL);
	ck_assert_int_eq(status, HN_ERR_INVALID);
	ck_assert_str_eq(hn_error_text(), "enough");
	ck_assert_int_eq(last, 2);
	ck_assert_ptr_null(out);
	ck_assert_int_eq(json_parse_each(&out, text, (int64_t)sizeof text - 1, "list", NULL, NULL, NULL), HN_OK);
	ck_assert_int_eq(cJSON_GetArraySize(json_get(out, "list")), 0);
	cJSON_Delete(out);
}

// Each allocation of the parsing fails once.
START_TEST(failed_allocations_are_told) {
	int64_t size = (int64_t)strlen(s_texts[0]);
	int32_t status = HN_ERR_NO_MEMORY;
	int allocations = 0;
	for (; status != HN_OK && allocations < 1000; ++allocations) {
		cJSON *out = NULL;
		json_fail_after(allocations);
		status = json_parse_each(&out, s_texts[0], size, "list", NULL, NULL, NULL);
		json_fail_after(-1);
		ck_assert_msg(status == HN_OK || status == HN_ERR_NO_MEMORY, "allocation %d: %d", allocations,
		              status);
		cJSON_Delete(out);
	}
	ck_assert_int_gt(allocations, 10);
	ck_assert_int_lt(allocations, 1000);
}

TEST_SUITE(json, suite, tc) {
	tcase_add_loop_test(tc, elements_are_those_of_the_whole, 0, (int)(sizeof s_texts / sizeof s_texts[0]));
	tcase_add_test(tc, visit_ends_the_parsing);
	tcase_add_test(tc, failed_allocations_are_told);
}
