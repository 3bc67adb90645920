// `harness verify RUN`: counts again what a run counted.
#include "host/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "host/interrupts.h"
#include "host/measuring.h"
#include "host/pack.h"
#include "host/unzip.h"
#include "run/columns.h"
#include "run/seal.h"

static int count_again(Frozen *frozen, const char *folder) {
	Staging staging = staging_of(frozen->job.options);
	staging.no_figures = true;
	staging.options.results_dir = folder;
	staging.options.force = staging.options.count_only = true;
	int code = job_do(&frozen->job, begin_run, &staging);
	if (code == 0) code = measure_run(&staging);
	if (code == 0) {
		ScenarioJob verify = frozen->job;
		verify.mode = "verify";
		verify.other_dir = run_dir(staging.run);
		code = ask(&verify);
	}
	run_close(staging.run);
	return code;
}

// Damage to these leaves nothing to compare with: what was planned and measured, and by whom.
static bool is_vital(const char *line) {
	static const char *const s_names[] = { "plan.json", "manifest.json", "scenario.lua", "modules/",
		                                   "scenes/",   "groups/",       SEAL_FILE };
	for (size_t i = 0; i < sizeof s_names / sizeof *s_names; ++i)
		if (strncmp(line, s_names[i], strlen(s_names[i])) == 0) return true;
	return false;
}

// Compares the run with its seal, and with a head that was published. *vital: what is left is not worth more.
static int check_seal(const Frozen *frozen, const char *shown, bool *vital) {
	Seal seal;
	const char *head = frozen->job.options->head;
	int32_t status = seal_check(&seal, frozen->dir, true);
	if (status == HN_OK) status = seal_check_report(&seal, frozen->dir);
	int code = status != HN_OK ? complain(EXIT_ENVIRONMENT) : seal.wrong_count > 0 ? EXIT_DISAGREE : 0;
	*vital = status != HN_OK;
	for (const char *line = seal.wrong.data; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1) {
		printf("%s: differs: %.*s\n", shown, (int)strcspn(line, "\n"), line);
		*vital = *vital || is_vital(line);
	}
	if (code == 0 && head != NULL && strcmp(head, seal.head) != 0) {
		printf("%s: differs: the head of its chain is %s, not %s\n", shown,
		       seal.head[0] != '\0' ? seal.head : "none", head);
		code = EXIT_DISAGREE;
	}
	if (code == 0 && seal.head[0] == '\0')
		printf("%s: no chain of hashes: made before there was one, or not ended\n", shown);
	else if (code == 0)
		printf("%s: chain of hashes: intact, head %s\n", shown, seal.head);
	text_free(&seal.wrong);
	return code;
}

static int32_t unzip(const char *dir, const char *folder, const char *name) {
	char packed[PATH_SIZE], plain[PATH_SIZE], to[PATH_SIZE];
	int32_t status = path_format(packed, "%s/%s.gz", dir, name);
	if (status == HN_OK) status = path_format(plain, "%s/%s", dir, name);
	if (status == HN_OK) status = path_format(to, "%s/%s", folder, name);
	if (status != HN_OK || !file_exists(packed) || file_exists(plain)) return status;
	return unzip_file(packed, to);
}

// A copy without journals may have its rows compressed.
static int32_t unzip_all(const char *dir, const char *folder) {
	int32_t status = unzip(dir, folder, "columns.csv");
	for (int32_t i = 0; status == HN_OK && i < CSV_FILES; ++i) status = unzip(dir, folder, csv_file_name(i));
	return status;
}

// In a process of its own, as the plan's plug-ins are known from then on. *made: there were journals.
static int32_t remake(const char *dir, const char *made_dir, bool *made) {
	int wait_status = 0;
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		int32_t status = run_remake(dir, made_dir, made);
		if (status != HN_OK) complain(0);
		_exit(status == HN_ERR_BAD_INPUT ? 2 : status != HN_OK ? 3 : *made ? 0 : 1);
	}
	while (pid > 0 && waitpid(pid, &wait_status, 0) < 0 && errno == EINTR) continue;
	int code = pid > 0 && WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 3;
	*made = code == 0;
	return code < 2 ? HN_OK : code == 2 ? HN_ERR_BAD_INPUT : HN_ERR_IO;
}

// Makes the CSV files again of the journals, and the report of these.
static int make_again(const Frozen *frozen, const char *folder) {
	char made_dir[PATH_SIZE];
	bool made = false;
	int32_t status = path_format(made_dir, "%s/made", folder);
	if (status == HN_OK) status = dir_make(made_dir);
	if (status != HN_OK) return complain(EXIT_ENVIRONMENT);
	status = remake(frozen->dir, made_dir, &made);
	if (status != HN_OK) return status == HN_ERR_BAD_INPUT ? EXIT_DISAGREE : EXIT_ENVIRONMENT;
	if (!made) status = unzip_all(frozen->dir, made_dir);
	if (status != HN_OK) return complain(EXIT_ENVIRONMENT);
	ScenarioJob job = frozen->job;
	job.mode = "remade";
	job.other_dir = made_dir;
	return ask(&job);
}

// shown: what messages call the run.
static int verify_run(const Options *options, const char *run_dir_given, const char *shown) {
	Frozen frozen;
	Temporary folder;
	bool vital = false;
	int code = frozen_read(&frozen, options, run_dir_given, "plan");
	if (code != 0) return code;
	frozen.job.shown = shown;
	code = check_seal(&frozen, shown != NULL ? shown : frozen.dir, &vital);
	fflush(stdout);
	if (!vital && temporary_begin(&folder) == HN_OK) {
		code = command_worse(code, make_again(&frozen, folder.path));
		if (interrupt_caught() == 0) code = command_worse(code, count_again(&frozen, folder.path));
		code = temporary_end(&folder, code);
	} else if (!vital) {
		code = complain(EXIT_ENVIRONMENT);
	}
	source_free(&frozen.text);
	return code;
}

// Verifies a run, or a pack that is unpacked for this time.
static int verify(const Options *options, const char *run_dir_given) {
	char run[PATH_SIZE];
	Temporary folder;
	if (!pack_is(run_dir_given)) return verify_run(options, run_dir_given, NULL);
	if (temporary_begin(&folder) != HN_OK) return complain(EXIT_ENVIRONMENT);
	int32_t status = pack_open(run, run_dir_given, folder.path);
	int code = status == HN_OK ? verify_run(options, run, run_dir_given) : complain(pack_code(status));
	return temporary_end(&folder, code);
}

int command_verify(const Options *options) { return each_file(options, verify); }
