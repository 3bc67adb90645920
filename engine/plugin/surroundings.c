#include "plugin/surroundings.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"

extern char **environ;

#ifdef __GLIBC__ // it has enums where others have int
typedef __rlimit_resource_t Resource;
typedef __itimer_which_t Which;
#else
typedef int Resource;
typedef int Which;
#endif

enum { FILES_MOST = 1024, LOCALE_SIZE = 400, LIMITS = 16 };

typedef struct Limit {
	rlim_t soft, hard;
} Limit;

typedef struct Surroundings {
	struct {
		dev_t device;
		ino_t inode;
	} directory;
	mode_t umask;
	int priority, policy;
	cpu_set_t processors;
	Limit limits[LIMITS];
	HnHash environment;
	char locale[LOCALE_SIZE];
	uint8_t files[FILES_MOST]; // 1: open
} Surroundings;

static Surroundings s_before;
static bool s_begun;

// Looking
// ------------------------------------------------------------------------------------------------------

static void look_at_directory(Surroundings *out) {
	struct stat found = { 0 };
	if (stat(".", &found) == 0) out->directory.device = found.st_dev, out->directory.inode = found.st_ino;
}

static HnHash environment_hash(void) {
	HnHash hash = { 0 };
	for (char **variable = environ; variable != NULL && *variable != NULL; ++variable) {
		const HnHash both[2] = { hash, hn_hash_bytes(*variable, strlen(*variable)) };
		hash = hn_hash_bytes(both, sizeof both);
	}
	return hash;
}

static void look_at_files(Surroundings *out) {
	memset(out->files, 0, sizeof out->files);
	DIR *dir = opendir("/proc/self/fd");
	if (dir == NULL) return;
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
		char *end = NULL;
		long file = strtol(entry->d_name, &end, 10);
		if (end != entry->d_name && file >= 0 && file < FILES_MOST && file != dirfd(dir))
			out->files[file] = 1;
	}
	closedir(dir);
}

static void look_at_library(Surroundings *out) {
	const char *locale = setlocale(LC_ALL, NULL);
	out->environment = environment_hash();
	snprintf(out->locale, sizeof out->locale, "%s", locale != NULL ? locale : "");
	look_at_files(out);
}

static void look_at_all(Surroundings *out) {
	memset(out, 0, sizeof *out);
	look_at_directory(out);
	out->umask = umask(0);
	umask(out->umask);
	out->priority = getpriority(PRIO_PROCESS, 0);
	out->policy = sched_getscheduler(0);
	sched_getaffinity(0, sizeof out->processors, &out->processors);
	for (int i = 0; i < LIMITS; ++i) {
		struct rlimit limit = { 0, 0 };
		// that of addresses is the engine's own, and changes
		if (i != (int)RLIMIT_AS && getrlimit((Resource)i, &limit) == 0)
			out->limits[i] = (Limit){ limit.rlim_cur, limit.rlim_max };
	}
	look_at_library(out);
}

void surroundings_begin(void) {
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	look_at_all(&s_before);
	s_begun = true;
}

void surroundings_loaded(void) { look_at_library(&s_before); }

// Judging
// ------------------------------------------------------------------------------------------------------

static int32_t changed(const char *who, const char *what) {
	return error_set(HN_ERR_INVALID, "plug-in %s %s", who, what);
}

static int32_t judge_files(const char *who, const Surroundings *now) {
	for (int i = 0; i < FILES_MOST; ++i)
		if (now->files[i] != s_before.files[i])
			return error_set(HN_ERR_INVALID, "plug-in %s %s a file: descriptor %d", who,
			                 now->files[i] ? "left open" : "closed", i);
	return HN_OK;
}

// Those that ended are children too, until somebody waits for them. Where the process could not become the
// parent of what they leave, only its own are seen here; the supervisor ends the others.
static int32_t judge_children(const char *who) {
	siginfo_t info = { 0 };
	int found = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
	if (found != 0) return HN_OK;
	return changed(who, info.si_pid != 0 ? "left a child process that nobody waited for"
	                                     : "left a child process running");
}

static bool has_posix_timers(void) {
	FILE *file = fopen("/proc/self/timers", "re");
	if (file == NULL) return false;
	bool any = fgetc(file) != EOF;
	fclose(file);
	return any;
}

static int32_t judge_timers(const char *who) {
	static const int s_which[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
	bool runs = has_posix_timers();
	for (size_t i = 0; i < sizeof s_which / sizeof s_which[0]; ++i) {
		struct itimerval timer = { 0 };
		if (getitimer((Which)s_which[i], &timer) == 0)
			runs = runs || timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
	}
	return runs ? changed(who, "left a timer running") : HN_OK;
}

static int32_t judge(const char *who, const Surroundings *now) {
	const Surroundings *then = &s_before;
	if (now->directory.device != then->directory.device || now->directory.inode != then->directory.inode)
		return changed(who, "changed the working directory");
	if (now->umask != then->umask) return changed(who, "changed the umask");
	if (!hn_hash_equal(&now->environment, &then->environment)) return changed(who, "changed the environment");
	if (now->priority != then->priority || now->policy != then->policy)
		return changed(who, "changed the priority of the process");
	if (memcmp(&now->processors, &then->processors, sizeof now->processors) != 0)
		return changed(who, "changed the processors that the process may run on");
	if (memcmp(now->limits, then->limits, sizeof now->limits) != 0)
		return changed(who, "changed a limit of resources");
	if (strcmp(now->locale, then->locale) != 0) return changed(who, "changed the locale");
	return judge_files(who, now);
}

int32_t surroundings_look(const char *who) {
	Surroundings now;
	if (!s_begun) return HN_OK;
	look_at_all(&now);
	int32_t status = judge(who, &now);
	if (status == HN_OK) status = judge_children(who);
	return status == HN_OK ? judge_timers(who) : status;
}
