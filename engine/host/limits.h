// The limits of scenario code. When a limit is exceeded, the process reports the place and ends. No pcall can
// catch this.
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Limits {
	size_t memory;        // bytes that Lua may hold
	int64_t instructions; // of the Lua machine
	int32_t cpu_ms;       // processor time outside of the engine
	int error_fd;         // receives the final RECORD_ERROR
	const char *file;     // the scenario, for messages without a line
} Limits;

#define LIMITS_DEFAULT                                                                                       \
	((Limits){ .memory = (size_t)1 << 30, .instructions = 4000000000, .cpu_ms = 10000, .error_fd = -1 })

// Creates a Lua state that holds at most as much as LIMITS_DEFAULT says. At most one per process. NULL: out
// of memory.
lua_State *limits_new_state(void);
// From now on these limits hold: counts instructions and processor time.
int32_t limits_start(lua_State *L, const Limits *limits);
// Enclose work of the engine: its time does not count against the scenario's limit. Calls nest. One outermost
// call has a limit of its own, a multiple of the scenario's.
void limits_enter_engine(void);
void limits_leave_engine(void);
// The description that the engine works on from now on, for the message about that limit. line 0: none.
void limits_work_at(const char *file, int line);
// Tells the user what the engine does for that description.
void limits_tell_work(const char *what);
int limits_set_engine_depth(int depth); // returns the old one
// In a process forked from the scenario's: nothing more reaches the supervisor.
void limits_mute(void);

// What the scenario's code has used up.
typedef struct LimitsUsed {
	int64_t instructions;
	int ticks;
	bool in_part;
} LimitsUsed;
// Enclose a part of the scenario, such as a claim, that gets the limits of time and instructions for itself.
// A part that exceeds them ends by a Lua error, so that the other parts still run. If it does not end within
// another second, as in a C function or a coroutine, the process ends.
LimitsUsed limits_part_begin(void);
void limits_part_end(lua_State *L, LimitsUsed before);

typedef struct Place {
	char file[512];
	int line; // 0: not known
} Place;
// The innermost running line of scenario code at this stack level or outside it. Scenario code has source
// names that begin with '@'. Allocates nothing.
Place place_of(lua_State *L, int level);
// Bytes that the engine may use in this process: half of the machine's memory.
size_t limits_engine_memory(void);
// The place where memory was last refused.
Place limits_refused_at(void);
