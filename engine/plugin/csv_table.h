// CSV files that other programs wrote (RFC 4180): a header with the names of the columns, then lines with as
// many fields. Columns may stand in any order. Fields hold no commas and no line ends; quotes around them are
// left out. Errors are HN_ERR_BAD_INPUT and name file, line and column.
#pragma once

#include "mesh/scan.h"

enum { CSV_FIELDS_MAX = 16 };

typedef struct CsvColumn {
	const char *name;
	bool optional;
} CsvColumn;

typedef struct CsvTable {
	Scanner scan; // its line is that of the fields
	const CsvColumn *columns;
	int32_t column_count, field_count;
	int32_t place[CSV_FIELDS_MAX]; // of each column among the fields; -1: the file does not have it
	Token field[CSV_FIELDS_MAX];
} CsvTable;

// Reads the header. bytes, name and columns (at most CSV_FIELDS_MAX) must outlive the table. Every name of
// the header must be one of the columns, and every column that is not optional must be there.
int32_t csv_table_open(CsvTable *out, const char *name, const char *bytes, size_t size,
                       const CsvColumn *columns, int32_t column_count);
// Reads the fields of the next line that is not empty: 1, or 0 at the end of the file, or an error.
int32_t csv_table_next(CsvTable *table);
static inline bool csv_table_has(const CsvTable *table, int32_t column) { return table->place[column] >= 0; }
// The line's field of a column that the file has.
Token csv_table_field(const CsvTable *table, int32_t column);
int32_t csv_table_integer(const CsvTable *table, int32_t column, int64_t lo, int64_t hi, int64_t *out);
int32_t csv_table_number(const CsvTable *table, int32_t column, double *out); // finite
// An error about the field of a column: "file:line: column 'name': what".
int32_t csv_table_fail(const CsvTable *table, int32_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
