// The plan: the result of scenario code, as plan.json in the staging directory. The scenario process (host/)
// writes it. This file reads and checks it; the supervisor does not trust it.
//
// { "scenario": "teapot_faces", "file": "scenarios/teapot_faces.lua", "title": "...", "paper": "yu2018",
//   "quick": false, "seed": "1",
//   "counts": true,                         nothing is timed; may be missing
//   "budget_s": 600,                         of the whole run; may be missing
//   "columns": ["moving", "faces"],          swept parameters but the algorithm, in order
//   "plugins": [ "{...}" ],                 descriptions (run/plan/plugins.h); may be missing
//   "maps": [ { "name": "where", "a": "dassd", "b": "aabb", "audit": 60, "share": 0.1 } ],   may be missing
//   "models": [ { "file": "a.obj", "sha256": "..." } ], "modules": ["helper.lua"],
//   "groups": [ {
//     "params": { "moving": "small", "faces": 2124 },      one string, number or boolean per column
//     "scene": "scenes/0000.scene", "seed": "123",
//     "query": "all", "per_step": false, "check": "agree", "runs": 11, "timeout_s": 60,
//     "precision": 0.01, "layout": "sample",               may be missing
//     "preempted": "retake",                               may be missing
//     "unbuilt": true,                                     builds are not timed; may be missing
//     "ranked": true,                                      no twin, and no slow step again; may be missing
//     "block": 12,                                         of a population; missing: a motion
//     "instance_steps": 8,                                 of a population of trajectories; missing: 1
//     "pieces": 991,                                       instances that there are; missing: no end of them
//     "block_grows": true,                                 it is the least; may be missing
//     "folds": 4,                                          of its blocks (stats/population.h); missing: 2
//     "bounds": [0.9],                                     of ratios, whose shares are told; missing: 1 alone
//     "questions": [ { "a": 1, "b": 3, "limit": 0.9, "below": 1 } ],   points; all but both may be missing
//     "inspect": ["quality"],                              names of inspect_name; may be missing
//     "counters": ["instructions"],                        names of counter_name; may be missing
//     "algorithms": [ { "point": 1, "label": "dassd", "kind": "dassd",
//                       "params": "cell=4 ...",           every parameter, as param_parse reads it
//                       "reading": "cell=8" } ] } ] }     an alternative reading; missing: the scenario's own
//
// A shard of a plan has, besides, "shard": { "content": "<hash>", "points": 40 }, and its points have gaps.
// A merged run has "merged": { "content": "<hash>", "points": 40 }, and each of its groups the "key" of its
// file.
//
// Points are numbered from 1 in the scenario's order. Groups are in the order of their first point.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "detect/detect.h"
#include "machine/layout.h"

enum { CHECK_AGREE, CHECK_EXACT, CHECK_NONE };
const char *check_name(int32_t index); // "agree", "exact", "none", NULL past the end

// What is done with a round one of whose samples was preempted.
typedef enum Preempted {
	PREEMPTED_RETAKE, // the round is taken again, within the limits of run/result/retake.h
	PREEMPTED_KEEP,   // the round counts like any other
} Preempted;
const char *preempted_name(int32_t index); // "retake", "keep", NULL past the end

typedef struct PlanParam {
	char *name;
	char *text;              // number, string, "true" or "false"
	bool is_number, is_bool; // CSV files have 1 and 0 of a boolean
} PlanParam;

typedef struct PlanAlgorithm {
	int32_t point;
	char *label, *kind, *params;
	char *reading; // the alternative reading of the paper; NULL: the scenario's own
	const HnDetectClass *class_;
	bool conservative; // reports a superset of the contacts
	bool unsound;      // may miss contacts
	bool judged;       // a plug-in: its contacts are compared with exact ones in any case
	bool external;     // results of another program: judged, too, but never run
} PlanAlgorithm;

// What a claim compares over a population: a to b, places in the group. limit: NaN if it has none.
typedef struct PlanQuestion {
	int32_t a, b;
	double below; // of a share of the instances: of those with a ratio below it; 0: the mean ratio
	double limit;
} PlanQuestion;

typedef struct PlanGroup {
	int32_t index;
	PlanParam *params; // plan->column_count, in column order
	char *scene;       // path relative to the plan's directory
	char *seed;
	char *key; // of a merged run: of the group's file; else NULL
	HnQuery query;
	bool per_step;
	bool unbuilt; // builds are not timed
	bool ranked;  // members are compared by ranks: there is no twin, and nothing is asked again
	int32_t check, runs;
	Layout layout;
	Preempted preempted;
	double timeout_s;
	double precision;       // rounds go on until all medians are known to this share; 0: `runs` rounds
	uint32_t counters;      // bits of counters.h
	uint32_t inspect;       // bits 1 << InspectGroup
	int32_t block;          // of a population: so many of its instances are timed in a round; 0: a motion
	int32_t instance_steps; // of a population: steps of an instance, one after the other; 0: a motion
	int32_t pieces;         // of a population: instances that there are; 0: no end of them
	bool block_grows;       // a round times more where they are fast
	int32_t folds;          // of the blocks of a population
	double *bounds;         // of a population: what ratios are below in a share of it, besides 1
	int32_t bound_count;
	PlanQuestion *questions; // rounds go on until these are decided, or within `precision` of their limits
	int32_t question_count;
	PlanAlgorithm *algorithms;
	int32_t algorithm_count;
} PlanGroup;

// A map of who wins where: its cells are the groups that have both algorithms.
typedef struct PlanMap {
	char *name, *a, *b; // labels
	int32_t audit;      // cells that are audited
	double share;       // of the cells that are timed at most
} PlanMap;

typedef struct Plan {
	char *scenario, *file, *seed;
	bool quick;
	bool counts;     // nothing is timed: the run only counts and checks answers
	double budget_s; // the limit of measuring time; first sessions run in any case; 0: no limit
	char *content;   // of a shard or a merged run: the hash of what it holds; NULL: a whole plan
	int32_t points;  // of a shard or a merged run: no point has a higher number; 0: points have no gaps
	char **columns;
	int32_t column_count;
	PlanMap *maps; // all groups are counted, and those that a map asks for are timed; NULL: all are timed
	PlanGroup *groups;
	int32_t map_count, group_count, point_count;
} Plan;

// HN_ERR_IO, or HN_ERR_BAD_INPUT that names the key.
int32_t plan_read(Plan **out, const char *path);
void plan_destroy(Plan *plan);
