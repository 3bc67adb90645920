#include "host/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "host/interrupts.h"
#include "base/file.h"

bool gnuplot_found(void) {
	const char *path = getenv("PATH");
	if (path == NULL || path[0] == '\0') path = "/usr/local/bin:/usr/bin:/bin";
	while (path != NULL) {
		char file[4096];
		size_t n = strcspn(path, ":");
		snprintf(file, sizeof file, "%.*s/gnuplot", (int)n, path);
		if (n > 0 && access(file, X_OK) == 0) return true;
		path = path[n] == ':' ? path + n + 1 : NULL;
	}
	return false;
}

static _Noreturn void become_gnuplot(const char *dir, const char *name, int output) {
	int nothing = open("/dev/null", O_RDONLY);
	signal(SIGPIPE, SIG_DFL);
	dup2(nothing, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	setenv("LC_ALL", "C.UTF-8", 1); // in plain C gnuplot warns that its degree sign has no conversion
	if (chdir(dir) == 0) execlp("gnuplot", "gnuplot", name, (char *)NULL);
	fprintf(stderr, "%s", strerror(errno));
	_exit(127);
}

// Keeps gnuplot's first line of output. Reads the rest too, so that gnuplot never blocks.
static size_t keep_first_words(int fd, char *text, size_t size) {
	size_t used = 0;
	char chunk[512];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR && interrupt_caught() == 0) continue;
		if (n <= 0) break;
		size_t kept = (size_t)n < size - 1 - used ? (size_t)n : size - 1 - used;
		memcpy(text + used, chunk, kept);
		used += kept;
	}
	text[used] = '\0';
	for (char *p = text; *p != '\0'; ++p)
		if (*p == '\n') *p = ' ';
	return used;
}

// The files that gnuplot draws, and how a complete file ends. If the disk is full, gnuplot writes half a file
// and still reports success. Without cairo it draws only the first. The last two are the form for LaTeX.
static const struct {
	const char *kind, *end;
} s_drawings[] = { { ".svg", "</svg>" },
	               { ".pdf", "%%EOF" },
	               { ".png", "IEND" },
	               { "-latex.tex", "\\endgroup" },
	               { "-latex.pdf", "%%EOF" } };

static int32_t drawing_path(char out[PATH_SIZE], const char *run_dir, const char *file, const char *kind) {
	const char *dot = strrchr(file, '.');
	return path_format(out, "%s/%.*s%s", run_dir, dot != NULL ? (int)(dot - file) : (int)strlen(file), file,
	                   kind);
}

static bool ends_with(const char *path, const char *end) {
	char tail[64];
	int fd = input_open(path);
	if (fd < 0) return false;
	off_t size = lseek(fd, 0, SEEK_END), room = (off_t)sizeof tail;
	ssize_t got = pread(fd, tail, sizeof tail, size > room ? size - room : 0);
	close(fd);
	return got > 0 && memmem(tail, (size_t)got, end, strlen(end)) != NULL;
}

static int32_t check_drawings(const char *run_dir, const char *file) {
	for (size_t i = 0; i < sizeof s_drawings / sizeof *s_drawings; ++i) {
		char path[PATH_SIZE];
		int32_t status = drawing_path(path, run_dir, file, s_drawings[i].kind);
		if (status != HN_OK) return status;
		if ((i == 0 || file_exists(path)) && !ends_with(path, s_drawings[i].end))
			return error_set(HN_ERR_IO, "gnuplot left %s incomplete: is the disk full?", path);
	}
	return HN_OK;
}

// Replaces the date in a PDF by spaces, so that the same figure has the same bytes. cairo always writes one.
// From version 1.18 on it is in a compressed part of the file, and stays.
static int32_t remove_date(const char *path) {
	static const char key[] = "/CreationDate (";
	Text text = { 0 };
	int32_t status = file_read(&text, path);
	char *date = status == HN_OK ? memmem(text.data, (size_t)text.count, key, sizeof key - 1) : NULL;
	size_t size = date != NULL ? strcspn(date, ")") + 1 : 0;
	if (size > 0 && size < 64) {
		memset(date, ' ', size);
		status = file_write_text(path, &text);
	}
	text_free(&text);
	return status;
}

static int32_t finish_drawings(const char *run_dir, const char *file) {
	char path[PATH_SIZE];
	for (size_t i = 0; i < sizeof s_drawings / sizeof *s_drawings; ++i) {
		int32_t status = drawing_path(path, run_dir, file, s_drawings[i].kind);
		bool is_pdf = strcmp(s_drawings[i].end, "%%EOF") == 0, drawn = status == HN_OK && file_exists(path);
		if (drawn && is_pdf) status = remove_date(path);
		if (drawn && status == HN_OK) status = file_sync(path);
		if (status != HN_OK) return status;
	}
	return file_sync_parent(path);
}

// Removes incomplete figures.
static void remove_drawings(const char *run_dir, const char *file) {
	for (size_t i = 0; i < sizeof s_drawings / sizeof *s_drawings; ++i) {
		char path[PATH_SIZE];
		if (drawing_path(path, run_dir, file, s_drawings[i].kind) == HN_OK) unlink(path);
	}
}

int32_t gnuplot_run(const char *run_dir, const char *file) {
	char dir[4096], said[400] = "";
	const char *slash = strrchr(file, '/');
	snprintf(dir, sizeof dir, "%s/%.*s", run_dir, slash != NULL ? (int)(slash - file) : 1,
	         slash != NULL ? file : ".");
	int ends[2], status = 0;
	if (pipe2(ends, O_CLOEXEC) != 0) return error_set(HN_ERR_IO, "gnuplot: %s", strerror(errno));
	pid_t pid = fork();
	if (pid == 0) become_gnuplot(dir, slash != NULL ? slash + 1 : file, ends[1]);
	close(ends[1]);
	if (pid > 0) keep_first_words(ends[0], said, sizeof said);
	close(ends[0]);
	if (pid < 0) return error_set(HN_ERR_IO, "gnuplot: %s", strerror(errno));
	if (interrupt_caught() != 0) kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
	int32_t drawn = WIFEXITED(status) && WEXITSTATUS(status) == 0
	                    ? check_drawings(run_dir, file)
	                    : error_set(HN_ERR_IO, "gnuplot failed on %s/%s: %s", run_dir, file, said);
	if (drawn == HN_OK) drawn = finish_drawings(run_dir, file);
	if (drawn != HN_OK) remove_drawings(run_dir, file);
	return drawn;
}
