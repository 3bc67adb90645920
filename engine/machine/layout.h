// Memory layout of workers. The addresses that a process gets make it faster or slower. This work is based
// on: T. Mytkowicz, A. Diwan, M. Hauswirth, P. F. Sweeney. Producing wrong data without doing anything
// obviously wrong! 2009
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum Layout {
	LAYOUT_SAMPLE, // addresses and the size of the environment vary from worker to worker
	LAYOUT_FIXED,  // both are the same for all
} Layout;
const char *layout_name(int32_t index); // "sample", "fixed", NULL past the end

// Does this system allow the layout? A container may forbid fixed addresses, and a kernel may be set to vary
// none.
bool layout_possible(Layout layout);
// The number of bytes that are added to the environment of a member's worker. It depends on the group's seed.
int32_t layout_padding(const char *seed, int32_t session, int32_t member);

// The environment for a worker: that of this process and one more variable. The variable adds `padding`
// bytes; with a fixed layout it pads the size to a round number. NULL: no memory.
typedef struct LayoutEnvironment LayoutEnvironment;
LayoutEnvironment *layout_environment(Layout layout, int32_t padding);
char *const *layout_variables(const LayoutEnvironment *environment);
void layout_environment_free(LayoutEnvironment *environment);
// Sets the layout in the process that becomes a worker, before exec. Safe after fork.
void layout_take_on(Layout layout);
