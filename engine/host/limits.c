#include "host/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/error.h"
#include "host/channel.h"
#include "machine/machine.h"
#include "run/run.h"

enum {
	TICK_MS = 50,          // processor time between two ticks
	ENGINE_FACTOR = 30,    // one call of the engine may take so many times as long as the scenario's own code
	HOOK_COUNT = 10000,    // instructions between two calls of the hook
	GRACE_TICKS = 4,       // extra ticks for a C function of Lua to return, so that the hook reports first
	PART_TICKS = 20,       // extra ticks for a part to end by the error that tells it of its limit
	STACK_SIZE = 64 * 1024 // of the signal handler
};

// File-wide state: a process runs one scenario, and the signal handler must find all this.
static struct {
	Limits limits;
	lua_State *state;
	size_t used;
	int64_t instructions;
	bool in_part;
	volatile sig_atomic_t engine_depth, ticks;    // of a part: its own
	volatile sig_atomic_t call_depth, call_ticks; // of the engine's call that is running
	Place refused, work; // work: the place of the description that the engine works on
} s;

Place place_of(lua_State *L, int level) {
	Place place = { .line = 0 };
	lua_Debug frame;
	for (; lua_getstack(L, level, &frame) != 0; ++level) {
		lua_getinfo(L, "Sl", &frame);
		if (frame.source[0] != '@' || frame.currentline <= 0) continue;
		strncpy(place.file, frame.source + 1, sizeof place.file - 1);
		place.line = frame.currentline;
		break;
	}
	return place;
}

// Reports an exceeded limit and ends the process. A signal handler calls this, so it uses only functions that
// are safe there, with one exception: lua_getinfo. lua_getinfo may crash if the signal came while Lua moved
// its call frames. So a message without a line is sent first.
static _Noreturn void end_process(lua_State *L, const char *what) {
	char text[1024] = { EXIT_SCENARIO };
	int fd = s.limits.error_fd;
	int n = snprintf(text + 1, sizeof text - 1, "%s: %s", s.limits.file, what);
	record_write(fd, RECORD_ERROR, text, 1 + (size_t)n);
	Place place = place_of(L, 0);
	if (s.call_depth > 0 && s.work.line > 0) place = s.work;
	if (place.line > 0) {
		n = snprintf(text + 1, sizeof text - 1, "%s:%d: %s", place.file, place.line, what);
		record_write(fd, RECORD_ERROR, text, 1 + (size_t)n);
	}
	_exit(EXIT_SCENARIO);
}

static _Noreturn void end_for_time(lua_State *L) {
	char what[160];
	snprintf(what, sizeof what, "the scenario's own code ran longer than %.3g s (--script-limit)",
	         s.limits.cpu_ms / 1000.0);
	end_process(L, what);
}

static _Noreturn void end_for_call(lua_State *L) {
	char what[160];
	snprintf(what, sizeof what,
	         "the engine needs longer than %.3g s for this (%d times --script-limit); is a count too large?",
	         ENGINE_FACTOR * (s.limits.cpu_ms / 1000.0), ENGINE_FACTOR);
	end_process(L, what);
}

static bool time_is_over(void) { return (int64_t)s.ticks * TICK_MS >= s.limits.cpu_ms; }

static void on_count(lua_State *L, lua_Debug *frame);

// Raises an error in a part that exceeded a limit. From then on the hook is called at each instruction, so
// that a loop around a pcall ends too: its next instruction outside of the pcall raises the error again.
static void stop_part(lua_State *L) {
	bool is_late = (int64_t)(s.ticks - PART_TICKS) * TICK_MS >= s.limits.cpu_ms;
	if (is_late || !(time_is_over() || s.instructions > s.limits.instructions)) return;
	lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
	lua_pushfstring(L, "ran longer than %f s (--script-limit); is there an endless loop?",
	                s.limits.cpu_ms / 1000.0);
	lua_error(L); // sandbox_error_handler adds the place
}

static void on_count(lua_State *L, lua_Debug *frame) {
	(void)frame;
	if (s.engine_depth > 0) return;
	s.instructions += HOOK_COUNT;
	if (s.in_part) stop_part(L);
	if (time_is_over()) end_for_time(L);
	if (s.instructions > s.limits.instructions)
		end_process(L, "the scenario's own code ran too many instructions; is there an endless loop?");
}

// Usually the hook reports first, with the exact line. This timer catches a C function that does not return,
// such as a pattern match that backtracks.
static void on_tick(int signal_number) {
	(void)signal_number;
	if (s.call_depth > 0) {
		s.call_ticks += 1;
		if ((int64_t)s.call_ticks * TICK_MS >= (int64_t)ENGINE_FACTOR * s.limits.cpu_ms)
			end_for_call(s.state);
	}
	if (s.engine_depth > 0) return;
	s.ticks += 1;
	int grace = GRACE_TICKS + (s.in_part ? PART_TICKS : 0);
	if ((int64_t)(s.ticks - grace) * TICK_MS >= s.limits.cpu_ms) end_for_time(s.state);
}

// Lua's own message for lack of memory has no line. So the line is stored here when memory is refused.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
	(void)context;
	if (block == NULL) old_size = 0; // Lua then passes the kind of the object
	if (new_size == 0) {
		free(block);
		s.used -= old_size;
		return NULL;
	}
	bool fits = new_size <= old_size || s.used + (new_size - old_size) <= s.limits.memory;
	void *p = fits ? realloc(block, new_size) : NULL;
	if (p == NULL) {
		if (s.state != NULL) s.refused = place_of(s.state, 0);
		return NULL;
	}
	s.used += new_size - old_size;
	return p;
}

size_t limits_engine_memory(void) {
	static size_t s_bytes; // does not change, and is asked for often
	if (s_bytes == 0) s_bytes = (size_t)(machine_memory() / 2);
	return s_bytes;
}

Place limits_refused_at(void) { return s.refused; }

lua_State *limits_new_state(void) {
	memset(&s, 0, sizeof s);
	s.limits = LIMITS_DEFAULT;
	s.state = lua_newstate(allocate, NULL);
	return s.state;
}

int32_t limits_start(lua_State *L, const Limits *limits) {
	static char stack[STACK_SIZE];
	stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
	s.limits = *limits;
	if (sigaltstack(&alternative, NULL) != 0)
		return error_set(HN_ERR_IO, "no stack for the handler of the time limit");
	struct sigaction action = { .sa_handler = on_tick, .sa_flags = SA_RESTART | SA_ONSTACK };
	sigemptyset(&action.sa_mask);
	sigaction(SIGPROF, &action, NULL);
	struct itimerval timer = { { 0, TICK_MS * 1000 }, { 0, TICK_MS * 1000 } };
	if (setitimer(ITIMER_PROF, &timer, NULL) != 0) return error_set(HN_ERR_IO, "no timer for the time limit");
	lua_sethook(L, on_count, LUA_MASKCOUNT, HOOK_COUNT);
	return HN_OK;
}

void limits_enter_engine(void) {
	if (s.call_depth == 0) s.call_ticks = 0;
	s.call_depth += 1;
	s.engine_depth += 1;
}

void limits_leave_engine(void) {
	s.call_depth -= 1;
	s.engine_depth -= 1;
}

void limits_work_at(const char *file, int line) {
	snprintf(s.work.file, sizeof s.work.file, "%s", file);
	s.work.line = line;
}

void limits_tell_work(const char *what) {
	char text[1024];
	if (s.work.line > 0)
		snprintf(text, sizeof text, "%s:%d: %s", s.work.file, s.work.line, what);
	else
		snprintf(text, sizeof text, "%s: %s", s.limits.file, what);
	sigset_t tick, old; // a tick may write a record too
	sigemptyset(&tick);
	sigaddset(&tick, SIGPROF);
	sigprocmask(SIG_BLOCK, &tick, &old);
	record_write(s.limits.error_fd, RECORD_WORK, text, strlen(text));
	sigprocmask(SIG_SETMASK, &old, NULL);
}

LimitsUsed limits_part_begin(void) {
	LimitsUsed used = { .instructions = s.instructions, .ticks = s.ticks, .in_part = s.in_part };
	s.in_part = true;
	s.instructions = 0;
	s.ticks = 0;
	return used;
}

void limits_part_end(lua_State *L, LimitsUsed before) {
	lua_sethook(L, on_count, LUA_MASKCOUNT, HOOK_COUNT);
	s.in_part = before.in_part;
	s.instructions = before.instructions;
	s.ticks = before.ticks;
}

void limits_mute(void) {
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere < 0 || dup2(nowhere, s.limits.error_fd) < 0) _exit(EXIT_ENVIRONMENT);
}

int limits_set_engine_depth(int depth) {
	int old = s.engine_depth;
	s.engine_depth = depth;
	return old;
}
