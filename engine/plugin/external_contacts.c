#include "plugin/external_contacts.h"

#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/sort.h"
#include "plugin/csv_table.h"

enum { COLUMN_STEP, COLUMN_BODY_A, COLUMN_BODY_B, COLUMN_TRIANGLE_A, COLUMN_TRIANGLE_B };
static const CsvColumn s_columns[] = {
	[COLUMN_STEP] = { "step", false },
	[COLUMN_BODY_A] = { "body_a", false },
	[COLUMN_BODY_B] = { "body_b", false },
	[COLUMN_TRIANGLE_A] = { "triangle_a", true },
	[COLUMN_TRIANGLE_B] = { "triangle_b", true },
};

typedef struct Line {
	int32_t step;
	HnContact contact;
} Line;

typedef struct Reading {
	CsvTable table;
	const HnScene *scene; // NULL: any
	ExternalGrain grain;
	ARRAY(Line) lines;
} Reading;

static int64_t body_count(const HnScene *scene, ExternalGrain grain) {
	if (scene == NULL) return INT32_MAX;
	return grain == EXTERNAL_BOXES ? scene->objects.count : scene->body_count;
}

static int64_t triangle_count(const HnScene *scene, int64_t body) {
	return scene != NULL ? scene_mesh(scene, (int32_t)body)->triangle_count : INT32_MAX;
}

static int32_t take_bodies(Reading *r, int64_t *a, int64_t *b) {
	int64_t last = body_count(r->scene, r->grain) - 1;
	int32_t status = csv_table_integer(&r->table, COLUMN_BODY_A, 0, last, a);
	if (status == HN_OK) status = csv_table_integer(&r->table, COLUMN_BODY_B, 0, last, b);
	if (status == HN_OK && *a == *b)
		status = csv_table_fail(&r->table, COLUMN_BODY_B, "%lld is body_a, too", (long long)*b);
	return status;
}

static int32_t take_triangles(Reading *r, int64_t a, int64_t b, int64_t *ta, int64_t *tb) {
	*ta = *tb = 0;
	if (r->grain != EXTERNAL_TRIANGLES) return HN_OK;
	int32_t status = csv_table_integer(&r->table, COLUMN_TRIANGLE_A, 0, triangle_count(r->scene, a) - 1, ta);
	if (status != HN_OK) return status;
	return csv_table_integer(&r->table, COLUMN_TRIANGLE_B, 0, triangle_count(r->scene, b) - 1, tb);
}

// The two sides of a line may stand in either order.
static int32_t take_line(Reading *r) {
	int64_t steps = r->scene != NULL ? r->scene->step_count : INT32_MAX, step, a, b, ta, tb;
	int32_t status = csv_table_integer(&r->table, COLUMN_STEP, 1, steps, &step);
	if (status == HN_OK) status = take_bodies(r, &a, &b);
	if (status == HN_OK) status = take_triangles(r, a, b, &ta, &tb);
	if (status != HN_OK || r->scene == NULL) return status;
	Line line = { (int32_t)step - 1, { (int32_t)a, (int32_t)ta, (int32_t)b, (int32_t)tb } };
	if (a > b) line.contact = (HnContact){ (int32_t)b, (int32_t)tb, (int32_t)a, (int32_t)ta };
	return ARRAY_PUSH(&r->lines, line) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t find_grain(Reading *r, bool boxes) {
	bool a = csv_table_has(&r->table, COLUMN_TRIANGLE_A), b = csv_table_has(&r->table, COLUMN_TRIANGLE_B);
	if (a != b)
		return csv_table_fail(&r->table, a ? COLUMN_TRIANGLE_B : COLUMN_TRIANGLE_A,
		                      "is missing; pairs of bodies have neither of both");
	if (a && boxes) return csv_table_fail(&r->table, COLUMN_TRIANGLE_A, "boxes have no triangles");
	r->grain = a ? EXTERNAL_TRIANGLES : boxes ? EXTERNAL_BOXES : EXTERNAL_BODIES;
	return HN_OK;
}

static int32_t read_lines(Reading *r, bool boxes, const Input *input, const char *path) {
	int32_t got = csv_table_open(&r->table, path, input->data, (size_t)input->count, s_columns,
	                             sizeof s_columns / sizeof s_columns[0]);
	if (got == HN_OK) got = find_grain(r, boxes);
	if (got != HN_OK) return got;
	while ((got = csv_table_next(&r->table)) == 1) {
		int32_t status = take_line(r);
		if (status != HN_OK) return status;
	}
	return got;
}

// Contacts of one step, which are sorted and each kept once. Programs report several points of one contact.
static int64_t sort_step(HnContact *contacts, int64_t count, HnContact *scratch) {
	sort_quads((int32_t *)(void *)contacts, count, (int32_t *)(void *)scratch);
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i)
		if (i == 0 || memcmp(&contacts[i], &contacts[kept - 1], sizeof *contacts) != 0)
			contacts[kept++] = contacts[i];
	return kept;
}

// Distributes the lines over the steps.
static void fill_steps(ExternalContacts *out, const Reading *r) {
	int64_t *begin = out->begin;
	for (int64_t i = 0; i < r->lines.count; ++i) begin[r->lines.data[i].step + 1] += 1;
	for (int32_t step = 0; step < out->step_count; ++step) begin[step + 1] += begin[step];
	for (int64_t i = 0; i < r->lines.count; ++i)
		out->data[begin[r->lines.data[i].step]++] = r->lines.data[i].contact;
	memmove(begin + 1, begin, (size_t)out->step_count * sizeof *begin);
	begin[0] = 0;
}

static size_t begin_size(const ExternalContacts *contacts) {
	return mem_array_size((int64_t)contacts->step_count + 1, sizeof *contacts->begin);
}

static int32_t keep(ExternalContacts *out, const Reading *r) {
	out->step_count = r->scene->step_count;
	out->capacity = r->lines.count;
	size_t size = mem_array_size(out->capacity, sizeof *out->data);
	out->begin = mem_alloc_zero(begin_size(out));
	out->data = mem_alloc(size);
	HnContact *scratch = mem_alloc(size);
	bool room = out->begin != NULL && out->data != NULL && scratch != NULL;
	if (room) fill_steps(out, r);
	for (int32_t step = 0; room && step < out->step_count; ++step) {
		int64_t first = out->begin[step],
		        kept = sort_step(out->data + first, out->begin[step + 1] - first, scratch);
		memmove(out->data + out->count, out->data + first, (size_t)kept * sizeof *out->data);
		out->begin[step] = out->count;
		out->count += kept;
	}
	if (room) out->begin[out->step_count] = out->count;
	mem_free(scratch, size);
	return room ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t external_contacts_read(ExternalContacts *out, ExternalGrain *grain, bool boxes, const char *path,
                               const char *sha256, char *found, const HnScene *scene) {
	*out = (ExternalContacts){ 0 };
	Reading r = { .scene = scene };
	Input input;
	int32_t status = input_read(&input, path, sha256, found);
	if (status == HN_OK) status = read_lines(&r, boxes, &input, path);
	if (status == HN_OK && scene != NULL) status = keep(out, &r);
	*grain = r.grain;
	ARRAY_FREE(&input);
	ARRAY_FREE(&r.lines);
	return status;
}

void external_contacts_free(ExternalContacts *contacts) {
	if (contacts->data != NULL)
		mem_free(contacts->data, mem_array_size(contacts->capacity, sizeof *contacts->data));
	if (contacts->begin != NULL) mem_free(contacts->begin, begin_size(contacts));
	*contacts = (ExternalContacts){ 0 };
}
