// A trial of an algorithm on one scene against the oracle, in a process of its own. `harness check` and
// `harness shrink` make many of them.
#pragma once

#include "detect/detect.h"

typedef enum TrialOutcome {
	TRIAL_RIGHT,
	TRIAL_WRONG,   // an answer that is not the oracle's, or another at the second asking
	TRIAL_BROKEN,  // an error, a rule of api/plugin.h, a crash, a hang
	TRIAL_SKIPPED, // what it cannot do, and says so
} TrialOutcome;

enum { TRIAL_TEXT_SIZE = 400 };
typedef struct PluginVerdict {
	TrialOutcome outcome;
	char text[TRIAL_TEXT_SIZE]; // what is wrong
	int32_t step;               // of answers: that of a wrong one; else -1
	// Of an algorithm that may miss contacts: how many it missed and reported too much in one pass, and how
	// many there are. Under `first` these are steps.
	int64_t missed, extra, contacts;
} PluginVerdict;

// What a trial does with a scene. Answers: two passes, compared with the oracle and with each other.
typedef enum TrialKind {
	TRIAL_ANSWERS,
	TRIAL_LEAKS,  // creates and destroys again and again; memory must not grow
	TRIAL_AFRESH, // asks at new places, then there again (afresh.h)
	TRIAL_MEMORY, // creates and answers under limits of the address space: it fails or is right
} TrialKind;

typedef struct PluginTrial {
	const char *order;  // the algorithm: a name, or what plugin_load takes
	const char *params; // as hn_detector_create takes them
	TrialKind kind;
	HnQuery query;
	int32_t instance_steps; // of a population: steps of an instance, which begins as a pass; 0: of a motion
	bool strict;            // what an algorithm that may miss contacts misses or reports too much is wrong
	double timeout_s;
	uint64_t memory_limit; // bytes of addresses; 0: none
} PluginTrial;

// Runs a trial. HN_ERR_IO: no process could be started.
int32_t plugin_trial(PluginVerdict *out, const PluginTrial *trial, const HnScene *scene);
