#include "machine/callgrind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

bool callgrind_find(char path[PATH_SIZE]) {
	const char *folders = getenv("PATH");
	if (folders == NULL || folders[0] == '\0') folders = "/usr/local/bin:/usr/bin:/bin";
	while (folders != NULL) {
		int n = (int)strcspn(folders, ":");
		if (n > 0 && path_format(path, "%.*s/valgrind", n, folders) == HN_OK && access(path, X_OK) == 0)
			return true;
		folders = folders[n] == ':' ? folders + n + 1 : NULL;
	}
	error_set(HN_ERR_IO,
	          "--counters callgrind: valgrind is not found: install it (Debian: apt-get install valgrind)");
	return false;
}

// Doubles every % of the folder, because the tool reads % as the beginning of a placeholder.
static int32_t escaped(char *out, size_t size, const char *option, const char *folder) {
	int used = snprintf(out, size, "%s", option);
	size_t at = (size_t)used;
	for (; *folder != '\0' && at + 10 < size; ++folder) {
		out[at++] = *folder;
		if (*folder == '%') out[at++] = '%';
	}
	snprintf(out + at, size - at, "/out");
	return *folder == '\0' ? HN_OK : error_set(HN_ERR_IO, "the path of a folder is too long");
}

int32_t callgrind_begin(Callgrind *out, const char *program, const char *folder) {
	static char quiet[] = "-q", tool[] = "--tool=callgrind", own[] = "--command-line-only=yes",
	            toggle[] = "--toggle-collect=callgrind_collected",
	            dump[] = "--dump-after=callgrind_collected", worker[] = "--worker";
	*out = (Callgrind){ 0 };
	int32_t status = path_format(out->program, "%s", program);
	if (status == HN_OK) status = path_format(out->folder, "%s", folder);
	if (status == HN_OK) status = escaped(out->out, sizeof out->out, "--callgrind-out-file=", folder);
	if (status == HN_OK && file_exists(folder)) status = dir_remove(folder);
	if (status == HN_OK) status = dir_make(folder);
	// Under valgrind, /proc/self/exe would name valgrind.
	char number[24];
	int digits = snprintf(number, sizeof number, "%ld", (long)getpid());
	// The path is on the worker's stack, so it has the same length for every process.
	snprintf(out->self, sizeof out->self, "/proc/%.*s%s/exe", 12 - digits, "////////////", number);
	char *const args[CALLGRIND_ARGS] = { out->program, quiet,    tool,      own,    toggle,
		                                 dump,         out->out, out->self, worker, NULL };
	memcpy(out->args, args, sizeof args);
	return status;
}

static const char *line_after(const Text *text, const char *key) {
	char line[64];
	snprintf(line, sizeof line, "\n%s: ", key);
	const char *found = text->count > 0 ? strstr(text->data, line) : NULL;
	return found != NULL ? found + strlen(line) : NULL;
}

int32_t callgrind_read(const Callgrind *callgrind, int32_t call, double *instructions, char *tool,
                       size_t size) {
	char path[PATH_SIZE];
	Text text = { 0 };
	int32_t status = path_format(path, "%s/out.%d", callgrind->folder, call);
	if (status == HN_OK) status = file_read(&text, path);
	const char *totals = status == HN_OK ? line_after(&text, "totals") : NULL;
	const char *creator = status == HN_OK ? line_after(&text, "creator") : NULL;
	if (totals != NULL) {
		*instructions = strtod(totals, NULL);
		if (creator != NULL) snprintf(tool, size, "%.*s", (int)strcspn(creator, "\n"), creator);
	} else {
		status = error_set(HN_ERR_INVALID,
		                   "valgrind saw no call of callgrind_collected: this program was stripped");
	}
	text_free(&text);
	return status;
}

void callgrind_end(Callgrind *callgrind) {
	if (callgrind->folder[0] != '\0') dir_remove(callgrind->folder);
	*callgrind = (Callgrind){ 0 };
}

__attribute__((noinline)) int32_t callgrind_collected(int32_t (*work)(void *context), void *context) {
	int32_t status = work(context);
	__asm__ volatile("" ::: "memory"); // prevents a tail call, which would be a jump
	return status;
}
