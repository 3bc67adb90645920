// Where a process has its memory makes it faster or slower: what is done about that in workers. This work is
// based on:
// T. Mytkowicz, A. Diwan, M. Hauswirth, P. F. Sweeney. Producing wrong data without doing anything obviously
// wrong! 2009
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum Layout {
	LAYOUT_SAMPLE, // addresses and the size of the environment vary from worker to worker
	LAYOUT_FIXED,  // both are the same for all
} Layout;
const char *layout_name(int32_t index); // "sample", "fixed", NULL past the end

// Can this system do that? A container may forbid to fix addresses, a kernel be set to vary none.
bool layout_possible(Layout layout);
// By how many bytes the environment of a member's worker is made longer, as a group's seed says.
int32_t layout_padding(const char *seed, int32_t session, int32_t member);

// The environment for a worker: that of this process, and a variable that makes it longer by so many bytes,
// or, where it is fixed, fills it up to a round number. NULL: no memory.
typedef struct LayoutEnvironment LayoutEnvironment;
LayoutEnvironment *layout_environment(Layout layout, int32_t padding);
char *const *layout_variables(const LayoutEnvironment *environment);
void layout_environment_free(LayoutEnvironment *environment);
// In the process that becomes a worker, before it is executed. Safe after fork.
void layout_take_on(Layout layout);
