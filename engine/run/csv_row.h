// One row of a result file: the data of its cells, and the columns that a run's files have.
#pragma once

#include <stddef.h>

#include "base/array.h"
#include "run/columns.h"
#include "run/maps.h"
#include "run/outside.h"
#include "run/result/drawn.h"
#include "run/result/ratio.h"
#include "run/run_state.h"

// A column of a file of this run.
typedef struct Slot {
	int32_t entry; // of columns.def
	int32_t index; // of the swept parameter or algorithm parameter, if it is one; else 0
} Slot;

// Header and cells both follow this list, so they cannot differ in order.
typedef struct Slots {
	ARRAY(Slot) list[CSV_FILES];
	bool per_step, instances;   // some group has single steps; some group's steps are instances
	uint32_t inspect, counters; // all that the plan's groups ask for, as bits
	bool unsound;               // some algorithm may miss contacts, or is a plug-in
	bool readings;              // some point belongs to an alternative reading
	bool outside, external;     // some algorithm is a plug-in or another program's; another program's
} Slots;

// The columns of all files of a run. HN_ERR_NO_MEMORY.
int32_t slots_make(Slots *out, const Run *run);
void slots_free(Slots *slots);
void slots_header(const Slots *slots, const Run *run, CsvFile file, Text *csv);

// Summary of the samples of one member. Everything is NaN if there are none.
typedef struct Times {
	int64_t n;
	Interval step;
	Interval build, ratio; // to the group's first
	double least, part[STEP_PARTS];
} Times;

enum { ROW_DEF_SIZE = 16384 };

// One member, and the position in a file that has several rows for it.
typedef struct Row {
	const Run *run;
	const Result *result;
	const Member *m;
	int32_t member, point;
	Times times;
	Stated stated;
	bool present[STEP_PARTS];
	const HnDetectClass *own;
	bool idle[DETECT_PARAMS_MAX];
	_Alignas(max_align_t) char def[ROW_DEF_SIZE]; // of the own class
	char text[PARAM_TEXT_SIZE];                   // in which a cell's text is made
	const Sample *sample;
	int64_t at;  // of a step, level, build, instance or cost, from 0; of the member that it is compared to
	Drawn drawn; // to that member
	MemberCosts costs;
	const RunMap *map; // whose first algorithm the member is
} Row;

// The checking member represents its group, and so the group's first algorithm.
static inline const PlanAlgorithm *row_algorithm(const Result *result, const Member *m) {
	return &result->group->algorithms[m->algorithm < 0 ? 0 : m->algorithm];
}

// HN_ERR_NO_MEMORY, or an error of the member's parameters.
int32_t row_init(Row *out, const Run *run, const Result *result, int32_t member);
void row_write(const Slots *slots, CsvFile file, Row *row, Text *csv);
