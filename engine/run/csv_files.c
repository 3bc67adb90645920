// samples.csv, builds.csv, summary.csv, steps.csv, levels.csv, instances.csv, drawn.csv, costs.csv and
// maps.csv, made from the group files alone.
#include "base/array.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/spool.h"
#include "run/csv_row.h"

// The lines of one member in each file.
typedef struct Piece {
	int32_t point, role;
	int64_t begin[CSV_FILES], end[CSV_FILES];
} Piece;

typedef struct Tables {
	const Run *run;
	Slots slots;
	Spool lines[CSV_FILES]; // in the order of the groups
	ARRAY(Piece) pieces;
	RunMaps maps;
} Tables;

enum { HELD = 1 << 20 }; // bytes of a file that are held in memory

static void add_row(Tables *t, CsvFile file, Row *row) {
	row_write(&t->slots, file, row, &t->lines[file].text);
}

static void sample_rows(Tables *t, Row *row) {
	for (int64_t i = 0; i < row->result->samples.count; ++i) {
		row->sample = &row->result->samples.data[i];
		if (row->sample->member == row->member) add_row(t, CSV_SAMPLES, row);
	}
}

static void rows_at(Tables *t, CsvFile file, Row *row, int64_t count) {
	for (row->at = 0; row->at < count; ++row->at) add_row(t, file, row);
}

static int32_t drawn_row(Tables *t, Row *row, double bound) {
	int32_t status = result_drawn(&row->drawn, row->result, row->member, (int32_t)row->at, bound);
	if (status == HN_OK && row->drawn.times > 0) add_row(t, CSV_DRAWN, row);
	return status;
}

// A member of a population beside each other point of its group, and again for each bound but 1.
static int32_t drawn_rows(Tables *t, Row *row) {
	const Result *result = row->result;
	int32_t status = HN_OK;
	for (row->at = 0; status == HN_OK && row->at < result->member_count; ++row->at) {
		const Member *other = &result->members[row->at];
		if (other == row->m || other->role != ROLE_POINT || other->status != ROW_OK) continue;
		status = drawn_row(t, row, 1);
		for (int32_t i = 0; status == HN_OK && i < result->group->bound_count; ++i)
			status = drawn_row(t, row, result->group->bounds[i]);
	}
	return status;
}

// A cell of each map that compares the member to another.
static void map_rows(Tables *t, Row *row) {
	for (int32_t i = 0; i < t->maps.count; ++i) {
		row->map = &t->maps.of[i];
		if (maps_member(row->result, row->map->plan->a) == row->member &&
		    maps_member(row->result, row->map->plan->b) >= 0)
			add_row(t, CSV_MAPS, row);
	}
}

static int32_t member_rows(Tables *t, const Result *result, int32_t member) {
	Row row;
	int32_t status = row_init(&row, t->run, result, member);
	if (status != HN_OK) return status;
	bool ok = row.m->status == ROW_OK;
	add_row(t, CSV_SUMMARY, &row);
	sample_rows(t, &row);
	rows_at(t, CSV_STEPS, &row, ok && row.m->steps != NULL ? result->step_count : 0);
	rows_at(t, CSV_LEVELS, &row, row.m->inspection.levels.count);
	rows_at(t, CSV_BUILDS, &row, ok ? row.m->builds.count : 0);
	rows_at(t, CSV_INSTANCES, &row, ok && row.m->instances != NULL ? result_instances(result) : 0);
	map_rows(t, &row);
	rows_at(t, CSV_COSTS, &row, ok && row.costs.times > 0 ? row.costs.terms + 1 : 0);
	return ok && row.m->instances != NULL ? drawn_rows(t, &row) : HN_OK;
}

static int32_t add_result(void *context, const Result *result) {
	Tables *t = context;
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && i < result->member_count; ++i) {
		const Member *m = &result->members[i];
		if (!member_has_row(m)) continue;
		Piece piece = { .point = row_algorithm(result, m)->point, .role = (int32_t)m->role };
		for (int k = 0; k < CSV_FILES; ++k) piece.begin[k] = spool_size(&t->lines[k]);
		status = member_rows(t, result, i);
		for (int k = 0; k < CSV_FILES; ++k) piece.end[k] = spool_size(&t->lines[k]);
		for (int k = 0; status == HN_OK && k < CSV_FILES; ++k) status = spool_settle(&t->lines[k]);
		if (status == HN_OK && !ARRAY_PUSH(&t->pieces, piece)) status = HN_ERR_NO_MEMORY;
	}
	return status;
}

// The order of rows: by point, then the twin and the check of the group that begins with the point.
static int32_t order_pieces(const Tables *t, int32_t **order) {
	int64_t n = t->pieces.count;
	size_t keys_size = mem_array_size(n, sizeof(double)), order_size = mem_array_size(n, sizeof(int32_t));
	double *keys = mem_alloc(keys_size), *key_scratch = mem_alloc(keys_size);
	int32_t *scratch = mem_alloc(order_size);
	*order = mem_alloc(order_size);
	bool ready = keys && key_scratch && scratch && *order;
	for (int64_t i = 0; ready && i < n; ++i) {
		keys[i] = 4.0 * t->pieces.data[i].point + t->pieces.data[i].role;
		(*order)[i] = (int32_t)i;
	}
	if (ready) sort_doubles_indexed(keys, *order, n, key_scratch, scratch);
	mem_free(keys, keys_size);
	mem_free(key_scratch, keys_size);
	mem_free(scratch, order_size);
	return ready ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t write_lines(Tables *t, CsvFile file, const int32_t *order, FileWriter *writer) {
	Text text = { 0 };
	int32_t status = HN_OK;
	slots_header(&t->slots, t->run, file, &text);
	for (int64_t i = 0; status == HN_OK && i < t->pieces.count; ++i) {
		const Piece *piece = &t->pieces.data[order[i]];
		status = spool_read(&t->lines[file], piece->begin[file], piece->end[file], &text);
		if (status != HN_OK || text.count < HELD) continue;
		status = file_add(writer, text.data, text.count);
		text_clear(&text);
	}
	if (status == HN_OK) status = text_check(&text);
	if (status == HN_OK) status = file_add(writer, text.data, text.count);
	text_free(&text);
	return status;
}

static int32_t write_table(Tables *t, CsvFile file, const int32_t *order) {
	char path[PATH_SIZE];
	FileWriter writer;
	int32_t status = path_format(path, "%s/%s", t->run->dir, csv_file_name((int32_t)file));
	if (status != HN_OK) return status;
	status = file_begin(&writer, path);
	if (status == HN_OK) status = write_lines(t, file, order, &writer);
	return file_end(&writer, status);
}

static int32_t write_tables(Tables *t) {
	int32_t *order = NULL;
	int32_t status = order_pieces(t, &order);
	for (int file = CSV_FILES - 1; status == HN_OK && file >= 0; --file) // summary.csv comes last
		if ((file != CSV_STEPS || t->slots.per_step) && (file != CSV_LEVELS || t->slots.inspect != 0) &&
		    (file < CSV_INSTANCES || file == CSV_MAPS || t->slots.instances) &&
		    (file != CSV_MAPS || t->maps.count > 0))
			status = write_table(t, (CsvFile)file, order);
	mem_free(order, mem_array_size(t->pieces.count, sizeof *order));
	return status;
}

int32_t results_write(const Run *run) {
	Tables t = { .run = run };
	int32_t status = slots_make(&t.slots, run);
	for (int k = 0; k < CSV_FILES; ++k) spool_init(&t.lines[k], run->dir, HELD);
	if (status == HN_OK && run->plan->map_count > 0) status = maps_read(&t.maps, run);
	if (status == HN_OK) status = run_each_result(run, add_result, &t);
	if (status == HN_OK) status = write_tables(&t);
	slots_free(&t.slots);
	for (int k = 0; k < CSV_FILES; ++k) spool_free(&t.lines[k]);
	ARRAY_FREE(&t.pieces);
	maps_free(&t.maps);
	return status;
}
