#include "machine/quota.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "machine/system_file.h"

static bool line_of(const char *root, const char *folder, const char *name, char *out, size_t size) {
	char path[PATH_SIZE];
	return path_format(path, "/sys/fs/cgroup%s/%s", folder, name) == 0 && system_line(root, path, out, size);
}

// What a group's folder says of one thing, and the controller that cgroup 1 has for it. Infinite: no limit.
typedef struct Limit {
	const char *controller;
	double (*of_folder)(const char *root, const char *folder);
} Limit;

// cgroup 2 has quota and period in one file ("max 100000": no limit), cgroup 1 in two (-1: no limit).
static double processors_of(const char *root, const char *folder) {
	char line[80], second[40];
	double quota = 0, period = 0;
	if (line_of(root, folder, "cpu.max", line, sizeof line)) {
		if (sscanf(line, "%lf %lf", &quota, &period) != 2) return (double)INFINITY;
	} else if (line_of(root, folder, "cpu.cfs_quota_us", line, sizeof line) &&
	           line_of(root, folder, "cpu.cfs_period_us", second, sizeof second)) {
		if (sscanf(line, "%lf", &quota) != 1 || sscanf(second, "%lf", &period) != 1) return (double)INFINITY;
	}
	return quota > 0 && period > 0 ? quota / period : (double)INFINITY;
}

// cgroup 2 says "max" where there is no limit, cgroup 1 a number that no machine has.
static double memory_of(const char *root, const char *folder) {
	char line[80];
	if (!line_of(root, folder, "memory.max", line, sizeof line) &&
	    !line_of(root, folder, "memory.limit_in_bytes", line, sizeof line))
		return (double)INFINITY;
	const double bytes = strtod(line, NULL);
	return bytes > 0 ? bytes : (double)INFINITY;
}

// The smallest limit of a group and all groups above it. In a container, perhaps only its own root group can
// be read.
static double of_group(const Limit *limit, const char *root, const char *mount, const char *group) {
	char folder[PATH_SIZE];
	if (path_format(folder, "%s%s", mount, group) != 0) return (double)INFINITY;
	double least = (double)INFINITY;
	for (size_t mount_size = strlen(mount);;) {
		least = fmin(least, limit->of_folder(root, folder));
		char *slash = strrchr(folder + mount_size, '/');
		if (slash == NULL) return least;
		*slash = '\0';
	}
}

// The limit of a line of /proc/self/cgroup: "0::/a/b", or "4:cpu,cpuacct:/a/b".
static double of_line(const Limit *limit, const char *root, char *line) {
	line[strcspn(line, "\n")] = '\0';
	char *controllers = strchr(line, ':'), *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
	if (group == NULL) return (double)INFINITY;
	*group++ = '\0';
	if (*++controllers == '\0') return of_group(limit, root, "", group);
	char listed[PATH_SIZE], wanted[40], mount[PATH_SIZE];
	snprintf(wanted, sizeof wanted, ",%s,", limit->controller);
	if (path_format(listed, ",%s,", controllers) != 0 || strstr(listed, wanted) == NULL)
		return (double)INFINITY;
	if (path_format(mount, "/%s", controllers) != 0) return (double)INFINITY;
	return of_group(limit, root, mount, group);
}

static double least_of(const Limit *limit, const char *root) {
	char path[PATH_SIZE], line[PATH_SIZE];
	double least = (double)INFINITY;
	if (path_format(path, "%s/proc/self/cgroup", root) != 0) return least;
	FILE *file = fopen(path, "re");
	if (file == NULL) return least;
	while (fgets(line, sizeof line, file) != NULL) least = fmin(least, of_line(limit, root, line));
	fclose(file);
	return least;
}

double quota_processors(const char *root) { return least_of(&(Limit){ "cpu", processors_of }, root); }

double quota_memory(const char *root) { return least_of(&(Limit){ "memory", memory_of }, root); }
