// Who killed a process, and how much memory it may have, on machines that are made up of files.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "machine/oom.h"
#include "machine/quota.h"
#include "suite.h"

static void put_kills(const char *file, int group, int machine) {
	char text[80];
	snprintf(text, sizeof text, "low 0\noom 7\noom_kill %d\n", group);
	folder_put(file, text);
	snprintf(text, sizeof text, "nr_free_pages 1\noom_kill %d\n", machine);
	folder_put("proc/vmstat", text);
}

static void expect(const OomKills *before, double cpu_s, const char *wanted) {
	char text[OOM_TEXT_SIZE];
	oom_who_killed(text, test_folder, before, 4711, cpu_s, 60);
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
	folder_put("proc/self/cgroup", s_groups[_i].line);
	put_kills(s_groups[_i].file, 2, 5);
	oom_kills(&before, test_folder);
	ck_assert(before.group == 2 && before.machine == 5);
	expect(&before, 0, "by itself or another process");
	expect(&before, 60, "the limit of processor time");
	put_kills(s_groups[_i].file, 3, 6);
	expect(&before, 0, "by the kernel: the memory of its control group");
}

START_TEST(log_of_the_kernel_tells) {
	OomKills before;
	put_kills("unused", 0, 5);
	oom_kills(&before, test_folder);
	ck_assert(isnan(before.group));
	put_kills("unused", 0, 6);
	expect(&before, 0, "perhaps by the kernel");
	folder_put("dev/kmsg", "3,1,2,-;Out of memory: Killed process 47110 (other) total-vm:1kB\n");
	expect(&before, 0, "perhaps by the kernel");
	folder_put("dev/kmsg", "3,1,2,-;Out of memory: Killed process 4711 (harness) total-vm:1kB\n");
	expect(&before, 0, "by the kernel: the machine's memory was used up");
}

START_TEST(silent_system_is_said_to_be_one) {
	OomKills before;
	oom_kills(&before, test_folder);
	ck_assert(isnan(before.group) && isnan(before.machine));
	expect(&before, 0, "the system does not tell");
}

// Of all groups that it is in, and those above them.
START_TEST(the_least_limit_of_memory_holds) {
	static const struct {
		const char *file, *text;
		double least;
	} s_steps[] = {
		{ "sys/fs/cgroup/slurm/job/step/memory.max", "max\n", (double)INFINITY },
		{ "sys/fs/cgroup/slurm/job/memory.max", "4294967296\n", 4294967296 },
		{ "sys/fs/cgroup/memory.max", "8589934592\n", 4294967296 },
		{ "sys/fs/cgroup/cpuset,memory/x/y/memory.limit_in_bytes", "9223372036854771712\n", 4294967296 },
		{ "sys/fs/cgroup/cpuset,memory/x/memory.limit_in_bytes", "1073741824\n", 1073741824 },
		{ "sys/fs/cgroup/cpuset,memory/memory.limit_in_bytes", "536870912\n", 536870912 },
	};
	folder_put("proc/self/cgroup", "9:name=systemd:/s\n4:cpuset,memory:/x/y\n0::/slurm/job/step\n");
	for (size_t i = 0; i < sizeof s_steps / sizeof s_steps[0]; ++i) {
		folder_put(s_steps[i].file, s_steps[i].text);
		ck_assert_double_eq(quota_memory(test_folder), s_steps[i].least);
	}
	ck_assert(isinf(quota_processors(test_folder)));
}

TEST_SUITE(oom, suite, tc) {
	tcase_add_checked_fixture(tc, folder_make, folder_remove);
	tcase_add_loop_test(tc, control_group_tells, 0, sizeof s_groups / sizeof s_groups[0]);
	tcase_add_test(tc, log_of_the_kernel_tells);
	tcase_add_test(tc, silent_system_is_said_to_be_one);
	tcase_add_test(tc, the_least_limit_of_memory_holds);
}
