// The maps of a run: all groups are counted, then those are timed in which counts leave open who wins.
#pragma once

#include "run/run_state.h"
#include "stats/map.h"

typedef struct RunMap {
	const PlanMap *plan;
	Map map;                     // its cells are the groups of the run, in their order
	double *counts[MAP_MEMBERS]; // room for all counts of all cells
} RunMap;

typedef struct RunMaps {
	RunMap *of; // of the plan's maps
	int32_t count, groups;
	int64_t *wanted; // of the map that was judged last
	bool done;       // no map asks for more times
} RunMaps;

// Reads what the groups' files say, and judges all maps. maps_free in any case. HN_ERR_NO_MEMORY, or an error
// of a file.
int32_t maps_read(RunMaps *out, const Run *run);
void maps_free(RunMaps *maps);
// The member of a group with this label, of the scenario's own points; -1: there is none.
int32_t maps_member(const Result *result, const char *label);
// As maps.csv has a cell. chosen, failed: NULL: it was not. winner: a label, or "open". measured: the value,
// of a cell that was chosen and timed; else NaN. What came of a cell that only another map asked for is none
// of its own.
const char *maps_chosen_name(const MapCell *cell);
const char *maps_failed_name(const MapCell *cell);
const char *maps_winner(const RunMap *map, const MapCell *cell);
double maps_measured(const MapCell *cell, double value);
// Counts all groups on all processors, then times the cells that the maps ask for. Stops at a signal.
int32_t measure_maps(Run *run, Progress *progress);
