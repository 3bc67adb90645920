// What the doctor says of machines that are made up of files.
#include <check.h>
#include <string.h>

#include "folder.h"
#include "machine/doctor.h"
#include "suite.h"

static const Machine s_machine = { .cores = 4, .core = 3, .clock = { .cost_ns = 20, .resolution_ns = 30 } };

static void make_fit_machine(void) {
	folder_make();
	folder_put("sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "performance\n");
	folder_put("sys/devices/system/cpu/cpufreq/boost", "0\n");
	folder_put("sys/devices/system/cpu/smt/active", "0\n");
	folder_put("sys/devices/system/cpu/cpu3/thermal_throttle/core_throttle_count", "0\n");
	folder_put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
	folder_put("proc/loadavg", "0.10 0.20 0.30 1/100 1000\n");
	folder_put("proc/meminfo",
	           "MemTotal: 1000 kB\nMemAvailable: 900 kB\nSwapTotal: 100 kB\nSwapFree: 100 kB\n");
	folder_put("proc/cpuinfo", "model name : x\nflags : fpu sse2\n");
	folder_put("proc/sys/kernel/randomize_va_space", "2\n");
	folder_put("proc/self/cgroup", "4:cpu,cpuacct:/docker/1234\n3:cpuset:/\n0::/a/b\n");
	folder_put("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
	folder_put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
	folder_put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
}

static const Finding *find(const Finding *findings, int32_t count, const char *what) {
	for (int32_t i = 0; i < count; ++i)
		if (strcmp(findings[i].what, what) == 0) return &findings[i];
	ck_abort_msg("nothing is said of %s", what);
}

START_TEST(a_fit_machine_is_fit) {
	Finding findings[DOCTOR_FINDINGS_MAX];
	int32_t count = doctor_look(findings, &s_machine, test_folder);
	for (int32_t i = 0; i < count; ++i) {
		ck_assert_msg(findings[i].fitness == FIT, "%s: %s", findings[i].what, findings[i].found);
		ck_assert_ptr_null(findings[i].advice);
	}
}

// Each of these alone makes it unfit in one respect, and only in that.
static const struct {
	const char *what, *file, *text;
} s_faults[] = {
	{ "frequency governor", "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "powersave\n" },
	{ "frequency boost", "sys/devices/system/cpu/cpufreq/boost", "1\n" },
	{ "frequency boost", "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n" },
	{ "hardware threads", "sys/devices/system/cpu/smt/active", "1\n" },
	{ "throttling", "sys/devices/system/cpu/cpu3/thermal_throttle/core_throttle_count", "12\n" },
	{ "clock source", "sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n" },
	{ "load", "proc/loadavg", "2.50 1 1 1/100 1000\n" },
	{ "memory", "proc/meminfo", "MemTotal: 1000 kB\nMemAvailable: 50 kB\n" },
	{ "swap", "proc/meminfo",
	  "MemTotal: 1000 kB\nMemAvailable: 900 kB\nSwapTotal: 100 kB\nSwapFree: 60 kB\n" },
	{ "quota", "sys/fs/cgroup/a/cpu.max", "150000 100000\n" },
	{ "quota", "sys/fs/cgroup/cpu.max", "50000 100000\n" },
	{ "quota", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "100000\n" },
	{ "virtual machine", "proc/cpuinfo", "flags\t: fpu hypervisor sse2\n" },
};

START_TEST(each_fault_is_found) {
	Finding findings[DOCTOR_FINDINGS_MAX];
	folder_put(s_faults[_i].file, s_faults[_i].text);
	int32_t count = doctor_look(findings, &s_machine, test_folder), unfit = 0;
	for (int32_t i = 0; i < count; ++i) unfit += findings[i].fitness == UNFIT;
	ck_assert_msg(unfit == 1, "%s: %d unfit", s_faults[_i].what, unfit);
	ck_assert_int_eq(find(findings, count, s_faults[_i].what)->fitness, UNFIT);
	ck_assert_ptr_nonnull(find(findings, count, s_faults[_i].what)->advice);
}

// A machine of many processors, of which this process may use one: a run says W006.
START_TEST(one_processor_of_many_is_unfit) {
	Finding findings[DOCTOR_FINDINGS_MAX];
	Machine machine = s_machine;
	machine.shared = true;
	int32_t count = doctor_look(findings, &machine, "/nowhere");
	ck_assert_int_eq(find(findings, count, "processors")->fitness, UNFIT);
	ck_assert_ptr_nonnull(find(findings, count, "processors")->advice);
}

START_TEST(neighbours_are_told) {
	Finding findings[DOCTOR_FINDINGS_MAX];
	folder_put("sys/devices/system/cpu/isolated", "\n");
	int32_t count = doctor_look(findings, &s_machine, test_folder);
	ck_assert_ptr_nonnull(strstr(find(findings, count, "isolation")->found, "may come to processor 3"));
	for (int32_t i = 0; i < count; ++i) ck_assert_str_ne(findings[i].what, "siblings");
	folder_put("sys/devices/system/cpu/isolated", "1-2\n");
	count = doctor_look(findings, &s_machine, test_folder);
	ck_assert_ptr_nonnull(
	    strstr(find(findings, count, "isolation")->found, "1-2: measure there, with --cpu"));
	folder_put("sys/devices/system/cpu/isolated", "1,3-4\n");
	folder_put("sys/devices/system/cpu/cpu3/topology/thread_siblings_list", "1,3\n");
	count = doctor_look(findings, &s_machine, test_folder);
	ck_assert_ptr_nonnull(strstr(find(findings, count, "isolation")->found, "3 is kept from other programs"));
	ck_assert_ptr_nonnull(strstr(find(findings, count, "siblings")->found, "processors 1,3 are one core"));
}

START_TEST(what_is_not_said_is_unknown) {
	Finding findings[DOCTOR_FINDINGS_MAX];
	const Machine machine = { .cores = 1, .core = -1, .clock = { .resolution_ns = 4000000 } };
	int32_t count = doctor_look(findings, &machine, "/nowhere");
	ck_assert_int_eq(find(findings, count, "frequency governor")->fitness, UNKNOWN);
	ck_assert_int_eq(find(findings, count, "load")->fitness, UNKNOWN);
	ck_assert_int_eq(find(findings, count, "memory")->fitness, UNKNOWN);
	ck_assert_int_eq(find(findings, count, "processors")->fitness, UNFIT);
	ck_assert_int_eq(find(findings, count, "pinning")->fitness, UNFIT);
	ck_assert_int_eq(find(findings, count, "clock")->fitness, UNFIT);
}

TEST_SUITE(doctor, suite, tc) {
	tcase_add_checked_fixture(tc, make_fit_machine, folder_remove);
	tcase_add_test(tc, a_fit_machine_is_fit);
	tcase_add_loop_test(tc, each_fault_is_found, 0, sizeof s_faults / sizeof s_faults[0]);
	tcase_add_test(tc, one_processor_of_many_is_unfit);
	tcase_add_test(tc, neighbours_are_told);
	tcase_add_test(tc, what_is_not_said_is_unknown);
}
