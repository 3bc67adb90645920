// Times that another program measured: a line for each pass over the motion, or for each step of each pass.
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "plugin/csv_table.h"
#include "plugin/external.h"

enum { COLUMN_MS, COLUMN_PASS, COLUMN_STEP, COLUMN_RUN };
static const CsvColumn s_columns[] = {
	[COLUMN_MS] = { "ms", false },
	[COLUMN_PASS] = { "pass", true },
	[COLUMN_STEP] = { "step", true },
	[COLUMN_RUN] = { "run", true },
};

enum { PASSES_MAX = 1000000, STEPS_MAX = 1 << 24, RUN_SIZE = 64 };

typedef struct Reading {
	CsvTable table;
	ARRAY(int64_t) pass;
	ARRAY(double) ms;
	int64_t step;  // of the last line
	int64_t steps; // of the first pass
	char run[RUN_SIZE];
} Reading;

// All lines are of one run: they are compared with others that name the same one.
static int32_t take_run(Reading *r, bool first) {
	if (!csv_table_has(&r->table, COLUMN_RUN)) return HN_OK;
	Token token = csv_table_field(&r->table, COLUMN_RUN);
	if (token.size == 0 || token.size >= RUN_SIZE)
		return csv_table_fail(&r->table, COLUMN_RUN, "needs a name of 1 to %d characters", RUN_SIZE - 1);
	if (first) memcpy(r->run, token.at, token.size);
	if (token_is(token, r->run)) return HN_OK;
	return csv_table_fail(&r->table, COLUMN_RUN, "'%s' after '%s'; a file is of one run",
	                      token_show(token).text, r->run);
}

static int32_t end_pass(Reading *r) {
	if (r->pass.count == 1) r->steps = r->step;
	if (r->step == r->steps) return HN_OK;
	return csv_table_fail(
	    &r->table, COLUMN_STEP, "pass %lld ended after %lld steps, the first one after %lld",
	    (long long)r->pass.data[r->pass.count - 1], (long long)r->step, (long long)r->steps);
}

static int32_t begin_pass(Reading *r, int64_t number) {
	int64_t last = r->pass.count > 0 ? r->pass.data[r->pass.count - 1] : 0;
	if (number <= last)
		return csv_table_fail(&r->table, COLUMN_PASS, "%lld after %lld; passes come in ascending order",
		                      (long long)number, (long long)last);
	if (r->pass.count == PASSES_MAX) return scan_fail(&r->table.scan, "more than %d passes", PASSES_MAX);
	return ARRAY_PUSH(&r->pass, number) && ARRAY_PUSH(&r->ms, 0.0) ? HN_OK : HN_ERR_NO_MEMORY;
}

// Which pass the line belongs to. Its number follows that of the last one where the file has no such column.
static int32_t take_pass(Reading *r, bool begins) {
	int64_t last = r->pass.count > 0 ? r->pass.data[r->pass.count - 1] : 0, number = last + begins;
	int32_t status = HN_OK;
	if (csv_table_has(&r->table, COLUMN_PASS))
		status = csv_table_integer(&r->table, COLUMN_PASS, 1, INT32_MAX, &number);
	if (status != HN_OK) return status;
	if (begins) return begin_pass(r, number);
	if (number == last) return HN_OK;
	return csv_table_fail(&r->table, COLUMN_PASS, "%lld begins within pass %lld: its first step is 1",
	                      (long long)number, (long long)last);
}

static int32_t take_step(Reading *r, bool *begins) {
	int64_t step = 0;
	*begins = true;
	if (!csv_table_has(&r->table, COLUMN_STEP)) return HN_OK;
	int32_t status = csv_table_integer(&r->table, COLUMN_STEP, 1, STEPS_MAX, &step);
	if (status != HN_OK) return status;
	*begins = step == 1;
	if (*begins && r->pass.count > 0) status = end_pass(r);
	if (status == HN_OK && !*begins && step != r->step + 1)
		status = csv_table_fail(&r->table, COLUMN_STEP, "%lld after %lld; each pass has all steps in order",
		                        (long long)step, (long long)r->step);
	r->step = step;
	return status;
}

static int32_t take_line(Reading *r) {
	bool begins;
	double ms;
	bool first = r->pass.count == 0;
	int32_t status = take_step(r, &begins);
	if (status == HN_OK) status = take_run(r, first);
	if (status == HN_OK) status = take_pass(r, begins);
	if (status == HN_OK) status = csv_table_number(&r->table, COLUMN_MS, &ms);
	if (status == HN_OK && !(ms >= 0)) status = csv_table_fail(&r->table, COLUMN_MS, "a time below 0");
	if (status != HN_OK) return status;
	r->ms.data[r->ms.count - 1] += ms;
	return isfinite(r->ms.data[r->ms.count - 1])
	           ? HN_OK
	           : csv_table_fail(&r->table, COLUMN_MS, "times whose sum is beyond every number");
}

static int32_t read_lines(Reading *r, const Input *input, const char *path) {
	int32_t got = csv_table_open(&r->table, path, input->data, (size_t)input->count, s_columns,
	                             sizeof s_columns / sizeof s_columns[0]);
	if (got != HN_OK) return got;
	while ((got = csv_table_next(&r->table)) == 1) {
		int32_t status = take_line(r);
		if (status != HN_OK) return status;
	}
	if (got != HN_OK) return got;
	if (r->pass.count == 0) return scan_fail(&r->table.scan, "there is no time below the header");
	return csv_table_has(&r->table, COLUMN_STEP) ? end_pass(r) : HN_OK;
}

// Moves what was read into arrays of exact size, which is how they are freed.
static int32_t keep(ExternalTimes *out, const Reading *r, const char *path, const char *sha256) {
	out->count = r->pass.count;
	out->steps = (int32_t)r->steps;
	out->pass = mem_alloc((size_t)out->count * sizeof *out->pass);
	out->ms = mem_alloc((size_t)out->count * sizeof *out->ms);
	out->file = string_copy(path);
	out->sha256 = string_copy(sha256);
	out->run = r->run[0] != '\0' ? string_copy(r->run) : NULL;
	bool whole = out->pass != NULL && out->ms != NULL && out->file != NULL && out->sha256 != NULL;
	if (!whole || (r->run[0] != '\0' && out->run == NULL)) return HN_ERR_NO_MEMORY;
	memcpy(out->pass, r->pass.data, (size_t)out->count * sizeof *out->pass);
	memcpy(out->ms, r->ms.data, (size_t)out->count * sizeof *out->ms);
	return HN_OK;
}

int32_t external_read_times(ExternalTimes *out, const char *path) {
	*out = (ExternalTimes){ 0 };
	Reading r = { .step = 0 };
	Input input;
	char sha256[SHA256_HEX_SIZE];
	int32_t status = input_read(&input, path, NULL, sha256);
	if (status == HN_OK) status = read_lines(&r, &input, path);
	if (status == HN_OK) status = keep(out, &r, path, sha256);
	ARRAY_FREE(&input);
	ARRAY_FREE(&r.pass);
	ARRAY_FREE(&r.ms);
	return status;
}

void external_times_free(ExternalTimes *times) {
	if (times->pass != NULL) mem_free(times->pass, (size_t)times->count * sizeof *times->pass);
	if (times->ms != NULL) mem_free(times->ms, (size_t)times->count * sizeof *times->ms);
	string_free(times->file);
	string_free(times->sha256);
	string_free(times->run);
	*times = (ExternalTimes){ 0 };
}
