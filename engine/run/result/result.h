// The results of one group: its members and samples. They change only by records, which are lines of JSON.
// While the group is measured, the records are in its journal; when it is finished, the same records are in
// its file. Reading them again gives the same result.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash.h"
#include "machine/counters.h"
#include "machine/machine.h"
#include "run/plan/plan.h"
#include "run/worker/protocol.h"
#include "run/worker/status.h"
#include "base/text.h"

typedef enum Role {
	ROLE_POINT, // a point of the plan
	ROLE_AA,    // the twin of the first algorithm; the difference between both is noise
	ROLE_CHECK, // counting only: brute force, or a second algorithm if the first is alone (check.h)
} Role;
const char *role_name(int32_t index); // "point", "aa", "check", NULL past the end

enum { DETAIL_SIZE = 500 };
// With fewer rounds, a ratio has no interval. Order statistics of fewer values cannot bound a median at 95 %.
enum { RATIO_ROUNDS_MIN = 6 };

// The comparison with an exact algorithm, in contacts. Under `first`, it counts steps with a contact; on a
// line, 1 or 0.
typedef struct Beside {
	int64_t extra;  // reported, but no contacts
	int64_t missed; // contacts that were not reported
	int64_t exact;  // all contacts
} Beside;

// An instance of a population: what was counted of it, and its times.
typedef struct Instance {
	HnHash hash;
	Counts counts;
	double ms;     // sum of its times, each over all of its steps
	int32_t timed; // how many these are
} Instance;

typedef struct Build {
	double ms;
	int32_t session;
	int32_t round; // of the rounds of builds, from 1
} Build;

typedef struct Member {
	Role role;
	int32_t algorithm; // index in the plan's group; the twin has 0, the check -1
	RowStatus status;
	char detail[DETAIL_SIZE];
	int32_t failed_in; // the session in which it failed
	bool censored;     // the time limit stopped it, so its time is longer
	bool unchecked;    // there was nothing to compare it with
	bool contained;    // a superset has all contacts, or the contacts that an unsound one missed are counted
	bool counted;      // counts and hash are set
	bool measured;     // bytes and builds are set
	bool left;         // no open question needs it, so it takes no more samples
	bool slow;         // its times have no interval, as nothing tells what a slow core took (slow_core.h)
	Counts counts;
	int64_t own[PLUGIN_COUNTERS_MAX]; // a plug-in's own counters, at their places
	HnHash hash;
	int64_t questions;    // steps of a pass; places on the line under HN_QUERY_APPROACH
	double first_contact; // under HN_QUERY_APPROACH: its distance in model units; NaN: none on the line
	Beside beside;        // set if contained
	int64_t tree_bytes, live_bytes, peak_bytes;
	double extent_fails; // if unsound: how far triangles stick out of boxes, in model units; else NaN
	ARRAY(Build) builds;
	StepTime *steps; // per step, like step_contacts; NULL: not measured
	int64_t *step_contacts;
	int32_t step_passes;
	Instance *instances;  // of a population: result_instances of them; NULL: not counted
	double step_clock_ns; // the cost of a reading, which was subtracted
	bool inspected;       // `inspection` has what the group's `inspect` asks for
	Inspection inspection;
	bool afresh;       // a plug-in was asked at new places
	int64_t grown;     // bytes by which its memory grew for each of them
	bool has_counters; // `counter_values` has the group's counters, or why they are missing
	CounterValues counter_values;
} Member;

typedef struct Sample {
	int32_t member, session, turn, repeats;
	int32_t round; // from 1; 0: the round broke off or was taken again, so it does not count
	// passes that were taken again, as the core was slow or taken away, and that count although it was so
	// (machine/slowed.h)
	double slowed, slow;
	double taken;   // by neighbours: the share of its time that is left out where it counts so (slow_core.h)
	bool preempted; // the scheduler gave the processor to others during the sample (worker/preempt.h)
	double ns[STEP_PARTS]; // of all repeats together; of a block, repeats times the medians of its instances
	int64_t contacts;
	double *
	    each_ns; // of a block that is recorded: the time of each of its instances, below 0 if slow; else NULL
} Sample;

// A drawn pose: its position, then its rotation as a quaternion.
enum { DRAWN_VALUES = 7 };
typedef struct DrawnPose {
	double at[DRAWN_VALUES]; // x, y, z, then w, x, y, z
} DrawnPose;

// A time of an instance of a population, in a round that counts.
typedef struct InstanceTime {
	int32_t member, instance, session;
	double ms;
	bool slow; // no pass of it was on a quiet core
} InstanceTime;

// What was seen after so many rounds of a group whose rounds go on until claims are decided.
typedef struct Look {
	int32_t rounds; // 0: nobody looked yet
	int32_t open;   // questions that are neither decided nor near their limit
	double worst;   // how far from its limit one of these reaches; 0: there are none
} Look;

typedef struct Result {
	const PlanGroup *group;
	char key[HN_HASH_HEX_SIZE];
	Member *members; // the points in order, the twin, and the check if there is one
	int32_t member_count;
	int32_t block;                      // instances that its rounds time; 0: no block was timed yet
	int32_t step_count;                 // a line (HN_QUERY_APPROACH) counts as one
	int64_t triangle_count, pair_count; // of all bodies; brute force's tests over the motion
	int32_t sessions, rounds;           // sessions begun; rounds that count
	int32_t retaken;                    // complete rounds that do not count, because a sample was preempted
	int32_t build_rounds;               // in the sessions before the last one
	DrawnPose *poses; // where a population's body is at the beginning of each instance; NULL: not known
	ARRAY(Sample) samples;
	ARRAY(InstanceTime) instance_times; // in the order of rounds; in a round, of one member after the other
	double seconds;                     // of all sessions
	bool layout_missed;                 // some session could not have the group's memory layout
	bool disturbed; // a round with a preempted sample counts (retake.h): medians have no interval
	bool slow;      // a member is
	Look look;      // the last one
	bool finished;
} Result;

// Creates the members that the group needs (see agree.h for the check). HN_ERR_NO_MEMORY.
int32_t result_create(Result **out, const PlanGroup *group, const char *key);
void result_destroy(Result *result);
// Applies a record to the result. HN_ERR_BAD_INPUT: the record does not fit.
int32_t result_apply(Result *result, const char *record);

const char *member_label(const Result *result, int32_t member);
const char *member_kind(const Result *result, int32_t member);
const char *member_params(const Result *result, int32_t member);
const HnDetectClass *member_class(const Result *result, int32_t member);
// The parts of a step that the member has. The columns of other parts stay empty.
int32_t member_parts(bool present[STEP_PARTS], const Result *result, int32_t member);
bool member_conservative(const Result *result, int32_t member);
bool member_unsound(const Result *result, int32_t member);
bool member_judged(const Result *result, int32_t member);  // Is it a plug-in? PlanAlgorithm.judged
bool member_foreign(const Result *result, int32_t member); // Is it a plug-in's code?
// Is it another program's results? These are judged, but nothing of them is built, timed or inspected.
bool member_external(const Result *result, int32_t member);
// Is the member still to be inspected? The twin never is, because it equals its original.
bool member_wants_inspection(const Result *result, int32_t member);
bool member_wants_counters(const Result *result, int32_t member);
// Is the member a plug-in that is still to be asked at new places? The twin has its original's code.
bool member_wants_afresh(const Result *result, int32_t member);
// Does the member take samples, as long as it does not fail?
bool member_is_timed(const Result *result, int32_t member);
// Instances of a population; 0: the steps are those of a motion.
static inline int32_t result_instances(const Result *result) {
	return result->group->block > 0 ? result->step_count / result->group->instance_steps : 0;
}
// The step at which a pass begins that has this one: the first of its instance, or of the motion.
static inline int32_t result_begin(const Result *result, int32_t step) {
	return result->group->block > 0 ? step - step % result->group->instance_steps : 0;
}
// How many steps a pass of a sample has: all, or those of a block.
int64_t result_sample_steps(const Result *result, int32_t member);
// Milliseconds per step of one sample, for one part or for all together (-1).
double sample_step_ms(const Result *result, const Sample *sample, int32_t part);
const char *step_part_name(int32_t part); // "update", ... "narrow", NULL past the end

// These functions write records. Each is one line without its end.
void entry_group(Text *line, const Result *result);
void entry_poses(Text *line, const DrawnPose *poses, int32_t count);                 // of a population
void entry_session(Text *line, const Result *result, const char *utc, int32_t core); // the next session
typedef struct MemberCount {
	const HnDetectClass *class_;
	Counts counts;
	const int64_t *own; // the counters of a plug-in's own, at their places
	HnHash hash;
	int64_t questions;
	double first_contact;
} MemberCount;
void entry_counted(Text *line, int32_t member, const MemberCount *count);
void entry_instances(Text *line, int32_t member, const HnHash *hashes, const Counts *counts, int32_t count);
typedef struct MemberBuild {
	int64_t tree_bytes, live_bytes, peak_bytes;
	double extent_fails;
	const double *ns;
	int32_t count;
} MemberBuild;
void entry_built(Text *line, int32_t member, const MemberBuild *build);
void entry_unchecked(Text *line, int32_t member);
void entry_contained(Text *line, int32_t member, const Beside *beside);
typedef struct MemberFailure {
	RowStatus status;
	const char *detail;
	bool censored, killed;
} MemberFailure;
void entry_failed(Text *line, int32_t member, const MemberFailure *failure);
typedef enum RoundEnd {
	ROUND_COUNTS,    // all members that still run took part
	ROUND_BROKE_OFF, // not all of them did
	ROUND_RETAKEN,   // all of them did, but a sample was preempted, so the round is taken again
} RoundEnd;
// The samples of one round. block: the instances that it timed; block_count 0: it timed all steps.
typedef struct RoundTaken {
	const Sample *samples;
	const int32_t *block;
	int32_t count, block_count;
	RoundEnd end;
} RoundTaken;
void entry_round(Text *line, const RoundTaken *round);
void entry_look(Text *line, const Look *look, const bool *needed, const Result *result);
bool samples_preempted(const Sample *samples, int32_t count); // Was one of them preempted?
typedef struct MemberSteps {
	const StepTime *times;
	const StepAnswer *answers;
	int32_t count, passes;
	double clock_ns;
} MemberSteps;
void entry_steps(Text *line, int32_t member, const MemberSteps *steps);
// value: INSPECT_FIELDS numbers
void entry_inspected(Text *line, int32_t member, const double *value, const InspectLevel *levels,
                     int64_t level_count);
void entry_afresh(Text *line, int32_t member, const AfreshReport *report);
// The end of a session: when it was, and on which machine. `harness merge` reads both.
void entry_session_end(Text *line, double seconds, const char *utc, const Machine *machine);

// The status of a row as it is shown. A member that is not measured yet counts as skipped.
RowStatus member_row_status(const Result *result, const Member *member);
bool member_has_row(const Member *member); // false for a check that was not needed
// Adds the number of rows of each status.
void result_count_rows(const Result *result, int32_t counts[ROW_STATUSES]);
bool result_all_ok(const Result *result); // Is the status of all rows ok?
// Whether a member failed. Rows that merely have no rounds yet have not failed.
bool result_has_failed(const Result *result);
// The most questions of one pass: steps, or places on the line under HN_QUERY_APPROACH.
int32_t result_questions_most(const Result *result);
