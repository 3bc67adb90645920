#include "plugin/csv_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The field without the blanks and the quotes around it.
static Token trimmed(const char *at, const char *end) {
	while (at < end && is_blank(*at)) ++at;
	while (end > at && is_blank(end[-1])) --end;
	if (end - at >= 2 && *at == '"' && end[-1] == '"') ++at, --end;
	return (Token){ at, (size_t)(end - at) };
}

static int32_t split(CsvTable *table, int32_t *count) {
	Scanner *s = &table->scan;
	for (*count = 0;; s->at += 1) {
		const char *end = s->at;
		while (end < s->end && *end != ',' && *end != '\n' && *end != '\r') ++end;
		if (*count == CSV_FIELDS_MAX) return scan_fail(s, "has more than %d fields", CSV_FIELDS_MAX);
		table->field[(*count)++] = trimmed(s->at, end);
		s->at = end;
		if (scan_at_line_end(s)) return HN_OK;
	}
}

static int32_t find_column(const CsvTable *table, Token name) {
	for (int32_t i = 0; i < table->column_count; ++i)
		if (token_is(name, table->columns[i].name)) return i;
	return -1;
}

static void list_columns(const CsvTable *table, char *out, size_t size) {
	size_t used = 0;
	out[0] = '\0';
	for (int32_t i = 0; i < table->column_count && used < size; ++i)
		used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", table->columns[i].name);
}

static int32_t take_header(CsvTable *table) {
	char known[200];
	list_columns(table, known, sizeof known);
	for (int32_t i = 0; i < table->column_count; ++i) table->place[i] = -1;
	for (int32_t f = 0; f < table->field_count; ++f) {
		int32_t column = find_column(table, table->field[f]);
		if (column < 0)
			return scan_fail(&table->scan, "field %d: '%s' is no column; there are %s", f + 1,
			                 token_show(table->field[f]).text, known);
		if (table->place[column] >= 0) return csv_table_fail(table, column, "stands twice");
		table->place[column] = f;
	}
	for (int32_t i = 0; i < table->column_count; ++i)
		if (table->place[i] < 0 && !table->columns[i].optional) return csv_table_fail(table, i, "is missing");
	return HN_OK;
}

int32_t csv_table_open(CsvTable *out, const char *name, const char *bytes, size_t size,
                       const CsvColumn *columns, int32_t column_count) {
	CHECK(column_count <= CSV_FIELDS_MAX);
	*out = (CsvTable){ .scan = { .at = bytes, .end = bytes + size, .name = name, .line = 1 },
		               .columns = columns,
		               .column_count = column_count };
	int32_t status = scan_check_text(&out->scan);
	if (status == HN_OK) status = split(out, &out->field_count);
	return status == HN_OK ? take_header(out) : status;
}

int32_t csv_table_next(CsvTable *table) {
	Scanner *s = &table->scan;
	int32_t count = 0;
	do {
		scan_line_end(s);
		if (s->at == s->end) return 0;
	} while (scan_at_line_end(s));
	int32_t status = split(table, &count);
	if (status != HN_OK) return status;
	if (count == table->field_count) return 1;
	return scan_fail(s, "%d fields; the header has %d", count, table->field_count);
}

Token csv_table_field(const CsvTable *table, int32_t column) { return table->field[table->place[column]]; }

int32_t csv_table_fail(const CsvTable *table, int32_t column, const char *format, ...) {
	char what[300];
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return scan_fail(&table->scan, "column '%s': %s", table->columns[column].name, what);
}

int32_t csv_table_integer(const CsvTable *table, int32_t column, int64_t lo, int64_t hi, int64_t *out) {
	Token token = csv_table_field(table, column);
	if (!token_integer(token, out))
		return csv_table_fail(table, column, "'%s' is no whole number", token_show(token).text);
	if (*out >= lo && *out <= hi) return HN_OK;
	return csv_table_fail(table, column, "%s is not from %lld to %lld", token_show(token).text, (long long)lo,
	                      (long long)hi);
}

int32_t csv_table_number(const CsvTable *table, int32_t column, double *out) {
	Token token = csv_table_field(table, column);
	if (number_parse_span(out, token.at, token.size)) return HN_OK;
	return csv_table_fail(table, column, "'%s' is no finite decimal number", token_show(token).text);
}
