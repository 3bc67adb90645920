// `harness try A B`: the scenario of scenarios/your_meshes.lua on two meshes.
#include "host/commands.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "host/installed.h"
#include "host/interrupts.h"
#include "host/lua_modules.h"
#include "host/measuring.h"
#include "mesh/mesh_file.h"

enum { NAME_MAX_EACH = 40 }; // characters of a model's name in that of the scenario

// A path that holds from every folder, so that a kept scenario may lie anywhere.
static int32_t absolute(char out[PATH_SIZE], const char *path) {
	char here[PATH_SIZE];
	if (mesh_format_of(path) == NULL) return HN_ERR_BAD_INPUT;
	if (access(path, R_OK) != 0) return error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
	if (path[0] == '/') return path_format(out, "%s", path);
	if (getcwd(here, sizeof here) == NULL) return error_set(HN_ERR_IO, "the folder: %s", strerror(errno));
	return path_format(out, "%s/%s", here, path);
}

static void add_quoted(Text *out, const char *path) {
	text_add(out, "\"");
	for (const char *p = path; *p != '\0'; ++p) {
		if (iscntrl((unsigned char)*p))
			text_addf(out, "\\%03d", (unsigned char)*p);
		else
			text_addf(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
	}
	text_add(out, "\"");
}

// The model's name without folder and extension, in characters that a folder of results may have.
static void add_name(Text *out, const char *path) {
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	size_t n = strlen(name);
	const char *dot = strrchr(name, '.');
	if (dot != NULL && dot != name) n = (size_t)(dot - name);
	text_add(out, "_");
	for (size_t i = 0; i < n && i < NAME_MAX_EACH; ++i)
		text_addf(out, "%c", isalnum((unsigned char)name[i]) || name[i] == '-' ? name[i] : '_');
}

static void add_scenario_name(Text *out, char paths[2][PATH_SIZE]) {
	text_add(out, "\"try");
	for (int32_t i = 0; i < 2; ++i) add_name(out, paths[i]);
	text_add(out, "\"");
}

// Where `make -C peers` puts plug-ins, if the program lies in its tree: <tree>/build/<config>/harness.
static void add_peers(Text *out) {
	char build[PATH_SIZE], peers[PATH_SIZE] = "";
	bool is_there =
	    program_folder(build, 2) && path_format(peers, "%s/peers/", build) == HN_OK && file_exists(peers);
	add_quoted(out, is_there ? peers : "");
}

// Writes the template with these paths in place of its own names.
static int32_t fill(Text *out, char paths[2][PATH_SIZE]) {
	enum { STILL, MOVING, NAME, PEERS, OWN };
	static const char *const s_own[OWN] = { "\"still.obj\"", "\"moving.obj\"", "\"your_meshes\"",
		                                    "\"peers/\"" };
	for (const char *at = lua_module("your_meshes.lua")->text; *at != '\0';) {
		int32_t i = 0;
		while (i < OWN && strncmp(at, s_own[i], strlen(s_own[i])) != 0) ++i;
		if (i == OWN)
			text_add_bytes(out, at++, 1);
		else
			at += strlen(s_own[i]);
		if (i == STILL || i == MOVING) add_quoted(out, paths[i]);
		if (i == NAME) add_scenario_name(out, paths);
		if (i == PEERS) add_peers(out);
	}
	return text_check(out);
}

static int32_t keep(const Text *text, const Options *options) {
	if (options->keep == NULL) return HN_OK;
	int32_t status = file_write_new(options->keep, text->data, text->count, options->force);
	if (status == HN_OK && !options->quiet) fprintf(stderr, "harness: the scenario is %s\n", options->keep);
	return status;
}

// Writes the scenario, to --keep too. 0, or an exit code after a message.
static int scenario_of(Text *out, const Options *options) {
	char paths[2][PATH_SIZE];
	int32_t status = absolute(paths[0], options->files.at[0]);
	if (status == HN_OK) status = absolute(paths[1], options->files.at[1]);
	if (status == HN_OK) status = fill(out, paths);
	if (status != HN_OK) return complain(EXIT_USAGE);
	status = keep(out, options);
	return status == HN_OK ? 0 : complain(status == HN_ERR_EXISTS ? EXIT_USAGE : EXIT_ENVIRONMENT);
}

// ---- measuring ----

enum { SECONDS = 60 };                 // as the scenario's own budget
static const double PAGE_SHARE = 0.05; // of the time: for a page, until one was made

typedef struct Refining {
	const ScenarioJob *plan;
	int64_t begin_ns;
	double seconds; // for all: models, poses, measuring, pages
	bool is_told;   // where each page lies
} Refining;

// Makes the page of what there is. The last page takes about as long; twice that is left for it and the last
// round.
static int64_t refine(void *context, Run *run) {
	const Refining *refining = context;
	int64_t before = clock_ns();
	if (run_write_results(run) != HN_OK || report_of(run, refining->plan, true) == EXIT_ENVIRONMENT)
		(void)complain(EXIT_ENVIRONMENT);
	else if (refining->is_told)
		progress_say("harness: after %.0f s: %s/report.html",
		             1e-9 * (double)(clock_ns() - refining->begin_ns), run_dir(run));
	int64_t page = clock_ns() - before;
	return refining->begin_ns + (int64_t)(1e9 * refining->seconds) - 2 * page;
}

static int measure_text(const Options *options, const Text *text) {
	Staging staging = staging_of(options);
	ScenarioJob plan = { .mode = "plan",
		                 .file = "your_meshes.lua",
		                 .options = options,
		                 .text = text->data,
		                 .text_size = (size_t)text->count };
	Refining refining = { .plan = &plan,
		                  .begin_ns = clock_ns(),
		                  .seconds = options->budget > 0 ? options->budget : SECONDS,
		                  .is_told = staging.options.progress != PROGRESS_NONE };
	staging.options.deadline_ns = refining.begin_ns + (int64_t)(refining.seconds * (1 - PAGE_SHARE) * 1e9);
	staging.options.look = refine;
	staging.options.context = &refining;
	int code = job_do(&plan, begin_run, &staging);
	if (code == 0) code = measure(&staging, &plan);
	run_close(staging.run);
	return code;
}

int command_try(const Options *options) {
	Text text = { 0 };
	interrupts_catch();
	int code = scenario_of(&text, options);
	if (code == 0) code = measure_text(options, &text);
	text_free(&text);
	return code;
}
