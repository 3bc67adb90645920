#include "machine/oom.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "machine/system_file.h"

// The count of a line of /proc/self/cgroup: "0::/a/b" (version 2), or "4:memory:/a/b". A container may see
// its own group as the root.
static double of_line(const char *root, char *line) {
	char path[PATH_SIZE];
	line[strcspn(line, "\n")] = '\0';
	char *controllers = strchr(line, ':'), *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
	if (group == NULL) return (double)NAN;
	*group++ = '\0';
	const bool second = *++controllers == '\0';
	if (!second && strcmp(controllers, "memory") != 0) return (double)NAN;
	const char *mount = second ? "" : "/memory", *name = second ? "memory.events" : "memory.oom_control";
	double count = (double)NAN;
	for (int i = 0; i < 2 && isnan(count); ++i)
		if (path_format(path, "/sys/fs/cgroup%s%s/%s", mount, i == 0 ? group : "", name) == 0)
			count = system_number(root, path, "oom_kill");
	return count;
}

static double of_group(const char *root) {
	char path[PATH_SIZE], line[PATH_SIZE];
	double count = (double)NAN;
	FILE *file = path_format(path, "%s/proc/self/cgroup", root) == 0 ? fopen(path, "re") : NULL;
	if (file == NULL) return count;
	while (isnan(count) && fgets(line, sizeof line, file) != NULL) count = of_line(root, line);
	fclose(file);
	return count;
}

void oom_kills(OomKills *out, const char *root) {
	*out = (OomKills){ of_group(root), system_number(root, "/proc/vmstat", "oom_kill") };
}

// Whether the kernel's log names the process. A read gives one message.
static bool log_names(const char *root, int32_t pid) {
	char path[PATH_SIZE], message[2048], wanted[40];
	snprintf(wanted, sizeof wanted, "Killed process %d (", pid);
	int file =
	    path_format(path, "%s/dev/kmsg", root) == 0 ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
	bool found = false;
	if (file < 0) return false;
	for (ssize_t n; !found && (n = read(file, message, sizeof message - 1)) > 0;) {
		message[n] = '\0';
		found = strstr(message, wanted) != NULL;
	}
	close(file);
	return found;
}

void oom_who_killed(char text[OOM_TEXT_SIZE], const char *root, const OomKills *before, int32_t pid,
                    double cpu_s, double limit_s) {
	OomKills now;
	oom_kills(&now, root);
	const char *who = "by itself or another process: the kernel ended none for want of memory";
	if (cpu_s >= limit_s)
		who = "by the kernel: over the limit of processor time (ulimit -t)";
	else if (now.group > before->group)
		who = "by the kernel: the memory of its control group, or of the machine, was used up";
	else if (now.machine > before->machine && log_names(root, pid))
		who = "by the kernel: the machine's memory was used up";
	else if (now.machine > before->machine)
		who = "perhaps by the kernel: it ended a process for want of memory then";
	else if (!(now.machine >= before->machine))
		who = "the system does not tell by whom; perhaps memory was used up";
	snprintf(text, OOM_TEXT_SIZE, "%s", who);
}
