#include "machine/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "machine/counters.h"
#include "machine/system_file.h"

#define CACHE_READ_MISSES(cache)                                                                             \
	((uint64_t)(cache) | (uint64_t)PERF_COUNT_HW_CACHE_OP_READ << 8 |                                        \
	 (uint64_t)PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

static const struct {
	uint32_t type;
	uint64_t config;
} s_events[COUNTERS] = {
	[COUNTER_INDEX_cycles] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	[COUNTER_INDEX_instructions] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[COUNTER_INDEX_branches] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	[COUNTER_INDEX_branch_misses] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	[COUNTER_INDEX_cache_references] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	[COUNTER_INDEX_cache_misses] = { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	[COUNTER_INDEX_l1d_misses] = { PERF_TYPE_HW_CACHE, CACHE_READ_MISSES(PERF_COUNT_HW_CACHE_L1D) },
	[COUNTER_INDEX_dtlb_misses] = { PERF_TYPE_HW_CACHE, CACHE_READ_MISSES(PERF_COUNT_HW_CACHE_DTLB) },
	[COUNTER_INDEX_page_faults] = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	[COUNTER_INDEX_task_clock_ns] = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
};

static void explain(int error, char *why, size_t size) {
	char hint[100] = "", level[16];
	bool forbidden = error == EACCES || error == EPERM;
	if (forbidden && system_line("", "/proc/sys/kernel/perf_event_paranoid", level, sizeof level))
		snprintf(hint, sizeof hint, ", perf_event_paranoid=%s", level);
	if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV)
		snprintf(hint, sizeof hint, ": this processor or virtual machine has no such counter");
	snprintf(why, size, "perf_event_open: %s%s", strerror(error), hint);
}

int perf_open(int32_t counter, char *why, size_t size) {
	struct perf_event_attr attr = { .type = s_events[counter].type,
		                            .size = sizeof attr,
		                            .config = s_events[counter].config,
		                            .read_format =
		                                PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		                            .disabled = 1,
		                            .exclude_kernel = 1,
		                            .exclude_hv = 1 };
	long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0) explain(errno, why, size);
	return (int)fd;
}

void perf_start(int fd) {
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

// Both times accumulate over all starts. So a counter that once had to wait is not valid again.
double perf_stop(int fd, char *why, size_t size) {
	struct {
		uint64_t value, enabled, running;
	} got = { 0 };
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(fd, &got, sizeof got) != (ssize_t)sizeof got) {
		snprintf(why, size, "perf_event_open: its counter cannot be read: %s", strerror(errno));
		return (double)NAN;
	}
	if (got.running == got.enabled && got.running > 0) return (double)got.value;
	snprintf(why, size, "perf_event_open: others had the processor's counters for %.3g %% of the time",
	         got.enabled > 0 ? 100 * (1 - (double)got.running / (double)got.enabled) : 100);
	return (double)NAN;
}
