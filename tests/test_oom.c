// Who killed a process, on machines that are made up of files.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "machine/oom.h"
#include "suite.h"

static char s_root[] = "/tmp/harness_oom_XXXXXX";

static void make_root(void) { ck_assert_ptr_nonnull(mkdtemp(s_root)); }
static void remove_root(void) {
	dir_remove(s_root);
	strcpy(s_root + strlen(s_root) - 6, "XXXXXX");
}

static void put(const char *name, const char *text) {
	char path[PATH_SIZE], folder[PATH_SIZE];
	ck_assert_int_eq(path_format(path, "%s/%s", s_root, name), 0);
	snprintf(folder, sizeof folder, "%s", path);
	*strrchr(folder, '/') = '\0';
	ck_assert_int_eq(dir_make(folder), 0);
	ck_assert_int_eq(file_write(path, text, (int64_t)strlen(text)), 0);
}

static void put_kills(const char *file, int group, int machine) {
	char text[80];
	snprintf(text, sizeof text, "low 0\noom 7\noom_kill %d\n", group);
	put(file, text);
	snprintf(text, sizeof text, "nr_free_pages 1\noom_kill %d\n", machine);
	put("proc/vmstat", text);
}

static void expect(const OomKills *before, double cpu_s, const char *wanted) {
	char text[OOM_TEXT_SIZE];
	oom_who_killed(text, s_root, before, 4711, cpu_s, 60);
	ck_assert_msg(strstr(text, wanted) != NULL, "%s", text);
}

static const struct {
	const char *line, *file;
} s_groups[] = {
	{ "0::/a/b\n", "sys/fs/cgroup/a/b/memory.events" },
	{ "0::/../seen/from/inside\n", "sys/fs/cgroup/memory.events" }, // a container's own group is the root
	{ "9:name=systemd:/\n4:memory:/x/y\n0::/\n", "sys/fs/cgroup/memory/x/y/memory.oom_control" },
};

START_TEST(control_group_tells) {
	OomKills before;
	put("proc/self/cgroup", s_groups[_i].line);
	put_kills(s_groups[_i].file, 2, 5);
	oom_kills(&before, s_root);
	ck_assert(before.group == 2 && before.machine == 5);
	expect(&before, 0, "by itself or another process");
	expect(&before, 60, "the limit of processor time");
	put_kills(s_groups[_i].file, 3, 6);
	expect(&before, 0, "by the kernel: the memory of its control group");
}

START_TEST(log_of_the_kernel_tells) {
	OomKills before;
	put_kills("unused", 0, 5);
	oom_kills(&before, s_root);
	ck_assert(isnan(before.group));
	put_kills("unused", 0, 6);
	expect(&before, 0, "perhaps by the kernel");
	put("dev/kmsg", "3,1,2,-;Out of memory: Killed process 47110 (other) total-vm:1kB\n");
	expect(&before, 0, "perhaps by the kernel");
	put("dev/kmsg", "3,1,2,-;Out of memory: Killed process 4711 (harness) total-vm:1kB\n");
	expect(&before, 0, "by the kernel: the machine's memory was used up");
}

START_TEST(silent_system_is_said_to_be_one) {
	OomKills before;
	oom_kills(&before, s_root);
	ck_assert(isnan(before.group) && isnan(before.machine));
	expect(&before, 0, "the system does not tell");
}

TEST_SUITE(oom, suite, tc) {
	tcase_add_checked_fixture(tc, make_root, remove_root);
	tcase_add_loop_test(tc, control_group_tells, 0, sizeof s_groups / sizeof s_groups[0]);
	tcase_add_test(tc, log_of_the_kernel_tells);
	tcase_add_test(tc, silent_system_is_said_to_be_one);
}
