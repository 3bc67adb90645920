// The columns of the result files: columns.def as data.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum CsvFile {
	CSV_SUMMARY,
	CSV_SAMPLES,
	CSV_STEPS,
	CSV_LEVELS,
	CSV_BUILDS,
	CSV_INSTANCES,
	CSV_DRAWN,
	CSV_COSTS,
	CSV_MAPS,
	CSV_FILES
} CsvFile;
typedef enum ColumnType { TYPE_TEXT, TYPE_HASH, TYPE_BOOL, TYPE_INT, TYPE_REAL } ColumnType;
typedef enum ColumnScope {
	SCOPE_POINT,
	SCOPE_STEP,
	SCOPE_SUM,
	SCOPE_BUILD,
	SCOPE_SAMPLE,
	SCOPE_LEVEL,
	SCOPE_INSTANCE
} ColumnScope;
typedef enum ColumnKind { KIND_NAMED, KIND_COUNTED, KIND_MEASURED } ColumnKind;

// Says when a file has the column. `bit` is a bit of the group's `inspect` or `counters`.
typedef enum ColumnNeed {
	NEEDS_NOTHING,
	NEEDS_UNSOUND,
	NEEDS_READINGS, // some point of the plan belongs to an alternative reading
	NEEDS_INSPECT,
	NEEDS_COUNTER,
	NEEDS_SWEPT,    // the entry stands for a column of each swept parameter
	NEEDS_PARAMS,   // and for a column of each parameter of each algorithm
	NEEDS_OWN,      // and for a column of each counter of each plug-in
	NEEDS_OUTSIDE,  // some algorithm of the plan is not the engine's
	NEEDS_EXTERNAL, // some are results of another program
} ColumnNeed;

typedef struct Column {
	CsvFile file;
	const char *name, *unit, *title, *about;
	ColumnType type;
	ColumnScope scope;
	ColumnKind kind;
	ColumnNeed need;
	int32_t bit;
} Column;

// In the order of the files; NULL past the end.
const Column *column_at(int32_t index);
// As columns.csv has them: "summary.csv", "real", "per step", "measured"; NULL past the end.
const char *csv_file_name(int32_t file);
const char *column_type_name(int32_t type);
const char *column_scope_name(int32_t scope);
const char *column_kind_name(int32_t kind);
