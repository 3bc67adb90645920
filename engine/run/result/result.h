// The results of one group: its members and samples. They change only by records, which are lines of JSON.
// While the group is measured, the records are in its journal; when it is finished, the same records are in
// its file. Reading them again gives the same result.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash.h"
#include "run/machine/counters.h"
#include "run/plan/plan.h"
#include "run/worker/protocol.h"
#include "run/worker/status.h"
#include "run/support/text.h"

typedef enum Role {
	ROLE_POINT, // one of the plan's
	ROLE_AA,    // the twin of the first algorithm: their difference is noise
	ROLE_CHECK, // counting only: brute force, or another algorithm where one stands alone (check.h)
} Role;
const char *role_name(int32_t index); // "point", "aa", "check", NULL past the end

enum { DETAIL_SIZE = 500 };
// With fewer rounds a ratio gets no interval. Order statistics of fewer values cannot bound a median at 95 %
// either.
enum { RATIO_ROUNDS_MIN = 6 };

// Comparison with an exact algorithm, in contacts. Under `first` in steps with a contact; on a line 1 or 0.
typedef struct Beside {
	int64_t extra;  // reported, but no contacts
	int64_t missed; // contacts that it does not report
	int64_t exact;  // all contacts
} Beside;

typedef struct Build {
	double ms;
	int32_t session;
	int32_t round; // of builds alone, from 1
} Build;

typedef struct Member {
	Role role;
	int32_t algorithm; // index in the plan's group; the twin has 0, the check -1
	RowStatus status;
	char detail[DETAIL_SIZE];
	bool censored;  // stopped by the time limit: its time is longer
	bool killed;    // by a SIGKILL from outside, which says nothing about the algorithm
	bool unchecked; // nothing to check it against
	bool
	    contained; // it reports a superset, and every contact was in it; or may miss some, which were counted
	bool counted;  // counts and hash are there
	bool measured; // bytes, builds are there
	Counts counts;
	HnHash hash;
	int64_t questions;    // steps of a pass; places on the line under HN_QUERY_APPROACH
	double first_contact; // under HN_QUERY_APPROACH: the way to it, in model units; NaN: none on the line
	Beside beside;        // where it is contained
	int64_t tree_bytes, live_bytes, peak_bytes;
	double
	    extent_fails; // of what may miss contacts: by how much triangles stick out, in model units; else NaN
	ARRAY(Build) builds;
	StepTime *steps; // per step, NULL if not asked for; step_contacts too
	int64_t *step_contacts;
	int32_t step_passes;
	double step_clock_ns; // cost of a reading, subtracted
	bool inspected;       // what the group's `inspect` asks for is there
	Inspection inspection;
	bool has_counters; // what the group's `counters` ask for is there, or why not
	CounterValues counter_values;
} Member;

typedef struct Sample {
	int32_t member, session, turn, repeats;
	int32_t round;         // from 1; 0: of a round that broke off
	double ns[STEP_PARTS]; // of all repeats together
	int64_t contacts;
} Sample;

typedef struct Result {
	const PlanGroup *group;
	char key[HN_HASH_HEX_SIZE];
	Member *members; // points in order, the twin, the check if there is one
	int32_t member_count;
	int32_t step_count;                 // a line to search (HN_QUERY_APPROACH) is one
	int64_t triangle_count, pair_count; // of all bodies; brute force's tests over the motion
	int32_t sessions, rounds;           // begun; whole
	int32_t build_rounds;               // of the sessions before the last one
	ARRAY(Sample) samples;
	double seconds;     // of all sessions
	bool layout_missed; // in one of them memory could not be laid out as the group wants it
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
// Which parts of a step it has: the columns of the others stay empty.
int32_t member_parts(bool present[STEP_PARTS], const Result *result, int32_t member);
bool member_conservative(const Result *result, int32_t member);
bool member_unsound(const Result *result, int32_t member);
// Is the member still to be inspected? The twin never is, because it equals its original.
bool member_wants_inspection(const Result *result, const Member *member);
bool member_wants_counters(const Result *result, const Member *member);
// Milliseconds per step of one sample: of a part, or all together (-1).
double sample_step_ms(const Result *result, const Sample *sample, int32_t part);
const char *step_part_name(int32_t part); // "update", ... "narrow", NULL past the end

// The records, each one line without its end.
void entry_group(Text *line, const Result *result);
void entry_session(Text *line, const Result *result, const char *utc, int32_t core); // its next one
typedef struct MemberCount {
	Counts counts;
	HnHash hash;
	int64_t questions;
	double first_contact;
} MemberCount;
void entry_counted(Text *line, int32_t member, const MemberCount *count);
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
// samples of one round; `whole`: all who could took part
void entry_round(Text *line, const Sample *samples, int32_t count, bool whole);
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
void entry_session_end(Text *line, double seconds); // the end of a session

// The status of a row as it is shown: what is not measured yet is skipped.
RowStatus member_row_status(const Result *result, const Member *member);
bool member_has_row(const Member *member); // a check that was not wanted has none
// Questions of one pass at most: steps, or places on the line under HN_QUERY_APPROACH.
int32_t result_questions_most(const Result *result);
