// The limits of scenario code. When a limit is exceeded, the process reports the place and ends. No pcall can
// catch this.
#pragma once

#include <lua.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Limits {
	size_t memory;        // bytes that Lua may hold
	int64_t instructions; // of the Lua machine
	int32_t cpu_ms;       // processor time outside of the engine
	int error_fd;         // where the last words go (a RECORD_ERROR)
	const char *file;     // the scenario, for messages that know no line
} Limits;

#define LIMITS_DEFAULT                                                                                       \
	((Limits){ .memory = (size_t)1 << 30, .instructions = 4000000000, .cpu_ms = 10000, .error_fd = -1 })

// A state whose memory is limited; NULL: no memory. One for a process.
lua_State *limits_new_state(const Limits *limits);
// From here on instructions and processor time count.
int32_t limits_start(lua_State *L);
// Calls around engine work, whose time does not count as the scenario's. They nest.
void limits_enter_engine(void);
void limits_leave_engine(void);
int limits_set_engine_depth(int depth); // returns the old one

typedef struct Place {
	char file[512];
	int line; // 0: not known
} Place;
// The innermost line of scenario code (sources whose name begins with '@') that is running from this level
// outwards. Allocates nothing.
Place place_of(lua_State *L, int level);
// Where memory was refused the last time.
Place limits_refused_at(void);
