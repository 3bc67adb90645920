#include "host/scenario.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/error.h"
#include "base/mem.h"
#include "host/bindings.h"
#include "host/channel.h"
#include "host/interrupts.h"
#include "host/limits.h"
#include "host/sandbox.h"
#include "plugin/place.h"
#include "run/progress/progress.h"
#include "run/run.h"

// ---- in the scenario's process ----

static int s_out, s_in; // the pipes to and from the supervisor

// say(kind, text)
static int say(lua_State *L) {
	size_t size;
	const char *kind = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &size);
	if (size > RECORD_MAX || !record_write(s_out, kind[0], text, size)) _exit(EXIT_ENVIRONMENT);
	return 0;
}

// stage(name): asks the supervisor for the directory to write to.
static int stage(lua_State *L) {
	Record answer;
	size_t size;
	const char *name = luaL_checklstring(L, 1, &size);
	if (!record_write(s_out, RECORD_NAME, name, size) || record_read(s_in, &answer) != 1)
		_exit(EXIT_ENVIRONMENT); // the supervisor has printed the reason
	lua_pushlstring(L, answer.bytes, answer.size);
	record_free(&answer);
	return 1;
}

static void push_words(lua_State *L, const Words *words) {
	lua_newtable(L);
	for (int32_t i = 0; i < words->count; ++i) bind_append_string(L, words->at[i]);
}

// Pushes the value of an option; of --shard the index, the count is job.shards.
static void push_option(lua_State *L, const Option *option, const void *field) {
	switch (option->type) {
	case OPTION_FLAG:
		lua_pushboolean(L, *(const bool *)field);
		return;
	case OPTION_WHOLE:
		lua_pushinteger(L, *(const int64_t *)field);
		return;
	case OPTION_TIME:
	case OPTION_BUDGET:
	case OPTION_SHARE:
	case OPTION_PORTION:
		lua_pushnumber(L, *(const double *)field);
		return;
	case OPTION_SETTING:
		push_words(L, field);
		return;
	case OPTION_SHARD:
		bind_set_integer(L, "shards", ((const Shard *)field)->count);
		lua_pushinteger(L, ((const Shard *)field)->index);
		return;
	default:
		lua_pushstring(L, *(const char *const *)field);
	}
}

// The job as a table: what the mode works on, the verb, and the options that are given or have defaults.
static void push_job(lua_State *L, const ScenarioJob *job) {
	const Options *o = job->options;
	lua_newtable(L);
	bind_set_string(L, "file", job->file);
	bind_set_string(L, "modules", job->modules);
	bind_set_string(L, "run_dir", job->run_dir);
	bind_set_string(L, "other_dir", job->other_dir);
	bind_set_string(L, "rung", job->rung);
	bind_set_string(L, "measured", job->measured);
	bind_set_string(L, "shown", job->shown);
	bind_set_string(L, "verb", verb_at(o->verb)->name);
	lua_pushlstring(L, job->text, job->text_size);
	lua_setfield(L, -2, "text");
	if (job->screen > 0) bind_set_integer(L, "screen", job->screen);
	bind_set_boolean(L, "again", job->again);
	push_words(L, &o->files);
	lua_setfield(L, -2, "files");
	push_words(L, &o->words);
	lua_setfield(L, -2, "words");
	for (int32_t i = 0; i < OPTIONS; ++i) {
		const Option *option = option_at(i);
		if (!options_has(o, i) && option->fallback == NULL && option->type != OPTION_SETTING) continue;
		push_option(L, option, (const char *)o + option->offset);
		lua_setfield(L, -2, option->field);
	}
}

// run_job(entry, job): what modes.entry has for the job's mode.
static int run_job(lua_State *L) {
	const ScenarioJob *job = lua_touserdata(L, 2);
	plugin_place_run(job->run_dir != NULL ? job->run_dir : job->file);
	lua_getfield(L, 1, job->mode);
	push_job(L, job);
	lua_call(L, 1, 0);
	return 0;
}

static _Noreturn void end_with(const char *message, size_t size) {
	record_write(s_out, RECORD_ERROR, message, size);
	_exit(message[0]);
}

static _Noreturn void end_with_text(const char *text) {
	char message[1200] = { EXIT_ENVIRONMENT };
	int n = snprintf(message + 1, sizeof message - 1, "%s", text);
	end_with(message, (size_t)n + 1 < sizeof message ? (size_t)n + 1 : sizeof message - 1);
}

static void limit_process(void) {
	struct rlimit none = { 0, 0 };
	setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	signal(SIGINT, SIG_IGN); // the supervisor ends this process
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	hn_mem_set_limit(limits_engine_memory());
}

static _Noreturn void child(lua_State *L, const ScenarioJob *job) {
	char message[1200];
	limit_process();
	Limits limits = LIMITS_DEFAULT;
	limits.error_fd = s_out;
	limits.file = job->file != NULL ? job->file : "harness";
	limits.cpu_ms = (int32_t)(job->options->script_limit * 1000);
	if (limits_start(L, &limits) != HN_OK) end_with_text(hn_error_text());
	lua_pushcfunction(L, sandbox_error_handler);
	lua_pushcfunction(L, run_job);
	lua_pushvalue(L, 1);
	lua_pushlightuserdata(L, (void *)(uintptr_t)job);
	int status = lua_pcall(L, 2, 0, 2);
	if (status == LUA_ERRMEM) {
		sandbox_memory_message(message, sizeof message);
		end_with(message, strlen(message));
	}
	if (status != LUA_OK) {
		size_t size;
		const char *text = lua_tolstring(L, -1, &size);
		if (text == NULL) end_with_text("the scenario failed");
		if (size == 0 || text[0] <= 0 || text[0] >= ' ') end_with_text(text);
		end_with(text, size);
	}
	record_write(s_out, RECORD_DONE, "", 0);
	_exit(0); // no lua_close: the end of the process frees everything
}

// ---- in the supervisor ----

typedef struct Talk {
	pid_t pid;
	int in, out;
	bool figures, done, silent;
	ProgressKind progress;
	int exit_code; // of the last RECORD_ERROR
	char *message;
	size_t message_size;
	ScenarioAnswer *answer;
} Talk;

static void keep_message(Talk *talk, Record *record) {
	mem_free(talk->message, talk->message_size);
	talk->exit_code = record->size > 0 ? record->bytes[0] : EXIT_ENVIRONMENT;
	talk->message = record->bytes;
	talk->message_size = record->size + 1;
	record->bytes = NULL;
}

// Appends the record's text to a list, which then owns it.
static int32_t keep_text(char ***list, int32_t *count, Record *record) {
	size_t size = (size_t)*count * sizeof **list;
	char **files = mem_resize(*list, size, size + sizeof *files);
	if (files == NULL) return HN_ERR_NO_MEMORY;
	*list = files;
	files[(*count)++] = record->bytes;
	record->bytes = NULL;
	return HN_OK;
}

static int32_t answer_name(Talk *talk, const Record *record, StageFunction stage_function, void *context) {
	talk->exit_code = EXIT_ENVIRONMENT;
	const char *dir = stage_function != NULL
	                      ? stage_function(context, record->bytes, talk->figures, &talk->exit_code)
	                      : NULL;
	if (dir == NULL) return HN_ERR_IO;
	if (!record_write(talk->out, RECORD_NAME, dir, strlen(dir)))
		return HN_OK; // the process has ended; the next read finds out why
	talk->exit_code = 0;
	return HN_OK;
}

// The number of bytes of a control character at text[0]: 0 for none, 2 for one of U+0080 to U+009F in UTF-8.
// Line ends and tabs are none. A byte 0x80 to 0x9F that does not follow another byte of a character is one
// too: some terminals take it as the beginning of a command.
static size_t control_size(const unsigned char *text, size_t size, bool inside) {
	if ((text[0] < ' ' && text[0] != '\n' && text[0] != '\t') || text[0] == 0x7f) return 1;
	if (text[0] == 0xC2 && size > 1 && text[1] >= 0x80 && text[1] <= 0x9F) return 2;
	return !inside && text[0] >= 0x80 && text[0] <= 0x9F;
}

// Prints a text of a scenario. Control characters except line ends and tabs become spaces: they could command
// the terminal.
static void print_cleaned(FILE *file, const char *bytes, size_t size) {
	const unsigned char *text = (const unsigned char *)bytes;
	for (size_t i = 0; i < size;) {
		size_t control = control_size(text + i, size - i, i > 0 && text[i - 1] >= 0x80);
		fputc(control > 0 ? ' ' : bytes[i], file);
		i += control > 0 ? control : 1;
	}
}

static void show_work(const Talk *talk, const Record *record) {
	if (talk->progress == PROGRESS_NONE) return;
	if (talk->progress == PROGRESS_JSON) return progress_json_line(record->bytes);
	print_cleaned(stderr, record->bytes, record->size);
	fputc('\n', stderr);
}

// An object a line: the line's end is not part of its text.
static void show_printed(const Record *record) {
	size_t size = record->size;
	if (size > 0 && record->bytes[size - 1] == '\n') record->bytes[size - 1] = '\0';
	progress_json_line(record->bytes);
}

static int32_t take_record(Talk *talk, Record *record, StageFunction stage_function, void *context) {
	switch (record->kind) {
	case RECORD_ERROR:
		keep_message(talk, record);
		return HN_OK;
	case RECORD_NAME:
		return answer_name(talk, record, stage_function, context);
	case RECORD_FIGURES:
		talk->figures = true;
		return HN_OK;
	case RECORD_TEXT:
		if (!talk->silent) fwrite(record->bytes, 1, record->size, stdout);
		return HN_OK;
	case RECORD_PRINT:
		if (talk->progress == PROGRESS_JSON)
			show_printed(record);
		else
			print_cleaned(stderr, record->bytes, record->size);
		return HN_OK;
	case RECORD_WORK:
		show_work(talk, record);
		return HN_OK;
	case RECORD_GNUPLOT:
		return keep_text(&talk->answer->gnuplot, &talk->answer->gnuplot_count, record);
	case RECORD_SCENARIO:
		return keep_text(&talk->answer->scenarios, &talk->answer->scenario_count, record);
	case RECORD_REFUTED:
		talk->answer->refuted = (int32_t)strtol(record->bytes, NULL, 10);
		return HN_OK;
	case RECORD_MISSING:
		talk->answer->missing = (int32_t)strtol(record->bytes, NULL, 10);
		return HN_OK;
	case RECORD_EXIT:
		talk->answer->exit_code = (int)strtol(record->bytes, NULL, 10);
		return HN_OK;
	case RECORD_DONE:
		talk->done = true;
		return HN_OK;
	default:
		return error_set(HN_ERR_IO, "the scenario's process says something unknown");
	}
}

// Reads records until the process closes its pipe. A negative result is an error of the supervisor itself,
// with the error text set.
static int32_t listen_to(Talk *talk, StageFunction stage_function, void *context) {
	for (;;) {
		Record record;
		int got = record_read(talk->in, &record);
		if (got == -EINTR && interrupt_caught() == 0) continue;
		if (got == -EINTR || interrupt_caught() != 0) {
			record_free(&record);
			return HN_OK;
		}
		if (got <= 0) return got;
		int32_t status = take_record(talk, &record, stage_function, context);
		record_free(&record);
		if (status != HN_OK) return status;
	}
}

// Prints an error that a scenario raised. A long message is cut. Coroutines may repeat the place at the
// front; it is printed once.
static void print_message(const char *message) {
	enum { MESSAGE_MAX = 2000 };
	const char *colon = strstr(message, ": ");
	size_t place = colon != NULL ? (size_t)(colon - message) + 2 : 0, size;
	while (place > 0 && strncmp(message + place, message, place) == 0) message += place;
	for (size = strlen(message); size > 0 && (unsigned char)message[size - 1] <= ' ';) size -= 1;
	print_cleaned(stderr, message, size < MESSAGE_MAX ? size : MESSAGE_MAX);
	fputs(size > MESSAGE_MAX ? "...\n" : "\n", stderr);
}

static int judge(const Talk *talk, int32_t status, int wait_status, const ScenarioJob *job) {
	if (interrupt_caught() != 0) return interrupt_caught() == SIGINT ? EXIT_SIGINT : EXIT_SIGTERM;
	if (status != HN_OK) {
		fprintf(stderr, "harness: %s\n", hn_error_text());
		return talk->exit_code != 0 ? talk->exit_code : EXIT_ENVIRONMENT;
	}
	if (talk->message != NULL) {
		// the message is about an option, and several scenarios share the command line
		if (talk->message_size > 1 && talk->message[1] == '-' && job->options->files.count > 1)
			fprintf(stderr, "%s: ", job->file);
		print_message(talk->message_size > 1 ? talk->message + 1 : "the scenario failed");
		return talk->exit_code != 0 ? talk->exit_code : EXIT_SCENARIO;
	}
	if (talk->done && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0) return 0;
	const char *what = job->file != NULL ? job->file : "harness";
	if (WIFSIGNALED(wait_status))
		fprintf(stderr, "harness: %s: the scenario's process was ended by signal %d (%s)\n", what,
		        WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
	else
		fprintf(stderr, "harness: %s: the scenario's process ended without an answer\n", what);
	return EXIT_ENVIRONMENT;
}

// Pushes modes.entry, which loads most of the embedded modules.
static int load_modules(lua_State *L) {
	sandbox_open(L);
	lua_getglobal(L, "engine");
	lua_pushcfunction(L, say);
	lua_setfield(L, -2, "say");
	lua_pushcfunction(L, stage);
	lua_setfield(L, -2, "stage");
	lua_getglobal(L, "require");
	lua_pushstring(L, "modes.entry");
	lua_call(L, 1, 1);
	return 1;
}

// What every job begins with: a state with the embedded modules, and modes.entry on its stack. A run has some
// jobs, and loading takes longer than many of them: so it is done once, before the fork, and each job goes on
// with a copy. No code of a scenario ever runs in the supervisor. NULL: prints why.
static lua_State *loaded_state(void) {
	static lua_State *s_loaded;
	if (s_loaded != NULL) return s_loaded;
	lua_State *L = limits_new_state();
	if (L == NULL) {
		print_message("no memory for Lua");
		return NULL;
	}
	lua_pushcfunction(L, sandbox_error_handler);
	lua_pushcfunction(L, load_modules);
	if (lua_pcall(L, 0, 1, 1) == LUA_OK) {
		lua_remove(L, 1);
		return s_loaded = L;
	}
	const char *message =
	    lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "cannot load its own modules";
	print_message(message + (message[0] > 0 && message[0] < ' ')); // the exit code
	lua_close(L);
	return NULL;
}

static int start_child(lua_State *L, const ScenarioJob *job, Talk *talk) {
	int down[2], up[2];
	if (pipe2(down, O_CLOEXEC) != 0) return -1;
	if (pipe2(up, O_CLOEXEC) != 0) {
		close(down[0]);
		close(down[1]);
		return -1;
	}
	fflush(NULL);
	talk->pid = fork();
	if (talk->pid == 0) {
		close(down[1]);
		close(up[0]);
		s_in = down[0];
		s_out = up[1];
		child(L, job);
	}
	close(down[0]);
	close(up[1]);
	talk->out = down[1];
	talk->in = up[0];
	return talk->pid < 0 ? -1 : 0;
}

int scenario_process(const ScenarioJob *job, StageFunction stage_function, void *context,
                     ScenarioAnswer *out) {
	const Options *options = job->options;
	Talk talk = { .answer = out,
		          .silent = job->silent,
		          .progress = options->quiet ? PROGRESS_NONE : progress_kind(options->progress) };
	*out = (ScenarioAnswer){ 0 };
	lua_State *L = loaded_state();
	if (L == NULL) return EXIT_ENVIRONMENT;
	if (start_child(L, job, &talk) != 0) {
		fprintf(stderr, "harness: no process for the scenario: %s\n", strerror(errno));
		return EXIT_ENVIRONMENT;
	}
	signal(SIGPIPE, SIG_IGN); // a scenario process that ends early must not end the supervisor
	int32_t status = listen_to(&talk, stage_function, context);
	int wait_status = 0;
	if (status != HN_OK || interrupt_caught() != 0) kill(talk.pid, SIGKILL);
	close(talk.in);
	close(talk.out);
	while (waitpid(talk.pid, &wait_status, 0) < 0 && errno == EINTR) continue;
	int code = judge(&talk, status, wait_status, job);
	mem_free(talk.message, talk.message_size);
	return code;
}

static void texts_free(char **list, int32_t count) {
	for (int32_t i = 0; i < count; ++i) mem_free(list[i], strlen(list[i]) + 1);
	mem_free(list, (size_t)count * sizeof *list);
}

void scenario_answer_free(ScenarioAnswer *answer) {
	texts_free(answer->gnuplot, answer->gnuplot_count);
	texts_free(answer->scenarios, answer->scenario_count);
	*answer = (ScenarioAnswer){ 0 };
}
