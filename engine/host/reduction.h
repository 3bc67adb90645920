// Scenes in which a plug-in fails, reduced and written as a scenario: for check and shrink.
#pragma once

#include "base/file.h"
#include "plugin/trial.h"

enum { REDUCTION_TRIAL_S = 60 }; // of a trial that may take long

typedef struct Reduction {
	const char *folder, *name;
	const char *maker; // how a scenario makes the algorithm, up to its parameters
} Reduction;

// h.plugin("FILE:NAME", {: the path is a string of Lua, whatever characters it has.
int32_t reduction_maker(char out[PATH_SIZE], const char *file, const char *name);
// The first of <base>_1, <base>_2, ... from *number that is not there: what another check or run left is
// kept.
int32_t reduction_folder(char out[PATH_SIZE], const char *base, int32_t *number);
// Reduces a scene that fails, writes it, and says where it is.
int32_t reduction_do(const HnScene *scene, const PluginTrial *trial, const PluginVerdict *verdict,
                     const Reduction *to);
