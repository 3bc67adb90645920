// The protocol between supervisor and worker: fixed structs over pipes. Both ends are the same binary. An
// order is answered by any number of REPLY_PROGRESS (the time limit begins anew) and one REPLY_DONE.
#pragma once

#include <stdint.h>

#include "base/hash.h"
#include "detect/detect.h"
#include "plugin/afresh.h"
#include "plugin/plugin.h"

#define PROTOCOL_MAGIC 0x68617231u // "har1"

typedef enum OrderType {
	ORDER_OPEN = 1,  // text: kind, parameters, scene path, each with a NUL; also query, memory_limit
	ORDER_COUNT,     // counted kernels, one pass; payload: StepAnswer per step, then Counts of each instance
	ORDER_PROVE,     // a fresh detector, timed kernels, one pass; payload: StepAnswer per step
	ORDER_BUILD,     // one build beside the measured detector; payload: its time in ns, a double
	ORDER_CALIBRATE, // finds how many passes a sample needs to be long enough for the clock
	ORDER_SAMPLE, // one untimed pass, then `repeats` timed ones, each of which must find `contacts`; payload
	              // of a block: the median time of each of its instances in ns, doubles; below 0: no pass of
	              // it was on a quiet core
	ORDER_STEPS,  // `repeats` passes; payload: StepTime per step
	ORDER_CONTACTS, // counted kernels from first_step to step; payload: the contacts of `step`, sorted
	ORDER_FOLLOW,   // timed kernels, one step; 0 begins a pass, then all steps in order; payload: as above
	ORDER_INSPECT,  // measures `groups` on a new detector; payload: INSPECT_FIELDS doubles, then the levels
	ORDER_COUNTERS, // `groups`: bits of counters.h; `repeats` passes per sample; payload: CounterValues
	ORDER_TRACE,    // under callgrind: collects a build, then a pass
	ORDER_AFRESH,   // of a plug-in: asks at new places, then there again; payload: AfreshReport
} OrderType;

enum { PROCESSOR_WORDS = 16 }; // a bit for each processor

typedef struct Order {
	uint32_t magic, type;
	int32_t query, first_step, step, repeats;
	uint32_t groups;                      // bits 1 << InspectGroup; OPEN, COUNTERS: bits of counters.h
	int32_t simd;                         // OPEN: a SimdSet
	int32_t instance_steps;               // OPEN: steps of an instance of a population; 0: of a motion
	int32_t block;                        // CALIBRATE, SAMPLE: how many instances are asked; 0: all steps
	int32_t round;                        // CALIBRATE, SAMPLE: whose block they are (block.h)
	uint64_t seed;                        // of the blocks
	int32_t copies;                       // COUNT: of the worker, at a time (parts.h)
	uint64_t processors[PROCESSOR_WORDS]; // that these may use; none: those of the worker
	int64_t contacts, most_contacts;      // SAMPLE: of a pass; of a block's instance
	int64_t quiet_ns, lost_ns;            // SAMPLE: the limit of slowed.h, 0: none; what may be lost by it
	uint64_t memory_limit;
	uint64_t text_size;
} Order;

enum { REPLY_PROGRESS = 1, REPLY_DONE = 2, REPLY_TEXT_SIZE = 400 };

typedef struct Reply {
	uint32_t magic, type;
	int32_t status;       // HN_OK, or the error that text explains
	int32_t repeats;      // CALIBRATE
	int32_t foreign_step; // COUNT, PROVE under `first`: a step whose reported pair does not meet, or -1
	int32_t preempted;    // SAMPLE: 0 or 1, see preempt.h
	double slowed, slow;  // SAMPLE: passes that were taken again, and that count although the core was slow
	int64_t quiet_ns;     // OPEN, SAMPLE: the least time of slowed.h's loop
	int64_t lost_ns;      // SAMPLE: by what was taken again
	int64_t questions;    // COUNT, PROVE: steps of a pass, or places on the line that were asked about
	double first_contact; // COUNT, PROVE: its distance in model units; NaN: none, or another query
	int64_t contacts;     // of one pass; SAMPLE: of the first timed pass that differs, else as ordered
	int64_t tree_bytes, live_bytes, peak_bytes; // PROVE
	double extent_fails;                        // PROVE: for unsound algorithms, else NaN
	double ns[STEP_PARTS];                      // SAMPLE: over all repeats
	double cpu_ns;        // processor time of the order; OPEN: since the worker started; CALIBRATE: of a pass
	double clock_cost_ns; // OPEN
	Counts counts;        // COUNT
	int64_t own[PLUGIN_COUNTERS_MAX]; // COUNT: those of a plug-in's own, at their places
	uint64_t payload_size;
	char text[REPLY_TEXT_SIZE];
} Reply;

// Under HN_QUERY_APPROACH, the line is one step, and the hash is that of the first contact's place.
typedef struct StepAnswer {
	HnHash hash;
	int64_t contacts;
} StepAnswer;

typedef struct StepTime {
	double median_ms, lo_ms, hi_ms; // NaN where there are too few passes
} StepTime;
