#include "plugin/system.h"

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "plugin/surroundings.h"

enum { SIGNALS = 65, LOOKS = 50, LOOK_NS = 2000000, SHOWN = 60, NOTE_SIZE = 256 };

static struct {
	bool begun;
	int32_t threads;
	struct sigaction actions[SIGNALS];
	bool asked[SIGNALS]; // the system tells the handler of this signal
	sigset_t mask;
	char note[NOTE_SIZE];
} s;

// -1: not known
static int32_t count_threads(void) {
	int32_t count = 0;
	DIR *dir = opendir("/proc/self/task");
	if (dir == NULL) return -1;
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) count += entry->d_name[0] != '.';
	closedir(dir);
	return count;
}

void plugin_system_limit(uint64_t bytes, bool for_good) {
#ifndef SANITIZED // the sanitizers reserve terabytes of addresses
	struct rlimit limit;
	if (bytes == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
	if (bytes < limit.rlim_cur) limit.rlim_cur = (rlim_t)bytes;
	if (for_good) limit.rlim_max = limit.rlim_cur;
	setrlimit(RLIMIT_AS, &limit);
#else
	(void)bytes, (void)for_good;
#endif
}

int32_t plugin_system_begin(void) {
	int file = memfd_create("plugin-stdout", MFD_CLOEXEC);
	if (file < 0 || dup2(file, STDOUT_FILENO) < 0)
		return error_set(HN_ERR_IO, "cannot make the standard output of a plug-in");
	close(file);
	for (int i = 1; i < SIGNALS; ++i) s.asked[i] = sigaction(i, NULL, &s.actions[i]) == 0;
	sigprocmask(SIG_BLOCK, NULL, &s.mask);
	s.threads = count_threads();
	surroundings_begin();
	s.begun = true;
	return HN_OK;
}

static int32_t look_for_output(const char *who) {
	struct stat found;
	char text[SHOWN + 1] = "";
	fflush(stdout);
	if (fstat(STDOUT_FILENO, &found) != 0)
		return error_set(HN_ERR_INVALID, "plug-in %s closed standard output", who);
	if (found.st_size == 0) return HN_OK;
	ssize_t n = pread(STDOUT_FILENO, text, SHOWN, 0);
	if (n < 0) n = 0;
	text[n] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
	return error_set(HN_ERR_INVALID, "plug-in %s wrote %lld bytes on standard output: '%s'", who,
	                 (long long)found.st_size, text);
}

static int32_t look_at_signals(const char *who) {
	sigset_t mask;
	for (int i = 1; i < SIGNALS; ++i) {
		struct sigaction now;
		if (!s.asked[i] || sigaction(i, NULL, &now) != 0) continue;
		if (now.sa_handler == s.actions[i].sa_handler) continue;
		return error_set(HN_ERR_INVALID, "plug-in %s changed the handler of signal %d (%s)", who, i,
		                 strsignal(i));
	}
	sigprocmask(SIG_BLOCK, NULL, &mask);
	for (int i = 1; i < SIGNALS; ++i)
		if (sigismember(&mask, i) != sigismember(&s.mask, i))
			return error_set(HN_ERR_INVALID, "plug-in %s changed whether signal %d (%s) is blocked", who, i,
			                 strsignal(i));
	return HN_OK;
}

// A thread that was joined is listed for a moment more.
static int32_t look_for_threads(const char *who) {
	int32_t now = count_threads();
	for (int i = 0; i < LOOKS && now > s.threads; ++i) {
		nanosleep(&(struct timespec){ 0, LOOK_NS }, NULL);
		now = count_threads();
	}
	if (now == s.threads) return HN_OK;
	return error_set(HN_ERR_INVALID, "plug-in %s left threads running: %d instead of %d", who, now,
	                 s.threads);
}

void plugin_system_note(const char *format, ...) {
	va_list args;
	if (s.note[0] != '\0') return;
	va_start(args, format);
	vsnprintf(s.note, sizeof s.note, format, args);
	va_end(args);
}

static int32_t tell_note(void) {
	int32_t status = s.note[0] == '\0' ? HN_OK : error_set(HN_ERR_INVALID, "%s", s.note);
	s.note[0] = '\0';
	return status;
}

int32_t plugin_system_look(const char *who) {
	int32_t noted = tell_note();
	if (noted != HN_OK || !s.begun) return noted;
	int32_t status = look_for_output(who);
	if (status == HN_OK) status = look_at_signals(who);
	if (status == HN_OK) status = look_for_threads(who);
	return status == HN_OK ? surroundings_look(who) : status;
}
