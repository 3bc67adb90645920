#include "machine/doctor.h"

#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/counters.h"
#include "base/file.h"
#include "machine/perf.h"
#include "machine/quota.h"
#include "machine/slowed.h"
#include "machine/system_file.h"

typedef struct Look {
	const Machine *machine;
	const char *root;
	Finding *out;
	int32_t count;
} Look;

__attribute__((format(printf, 4, 5))) static void add(Look *look, const char *what, Fitness fitness,
                                                      const char *format, ...) {
	Finding *finding = &look->out[look->count++];
	va_list arguments;
	*finding = (Finding){ .what = what, .fitness = fitness };
	va_start(arguments, format);
	vsnprintf(finding->found, sizeof finding->found, format, arguments);
	va_end(arguments);
}

// Adds advice to the last finding if it is unfit.
static void advise(Look *look, const char *advice) {
	Finding *finding = &look->out[look->count - 1];
	if (finding->fitness == UNFIT) finding->advice = advice;
}

static void look_cores(Look *look) {
	const Machine *m = look->machine;
	add(look, "processors", m->cores < 2 || m->shared ? UNFIT : FIT, "%d online%s", m->cores,
	    m->cores > 1 && m->shared ? ", one of them for this process" : "");
	advise(look, "let it have two or more: supervisor and workers share the one (W006)");
	if (m->core >= 0)
		add(look, "pinning", FIT, "workers run on processor %d%s", m->core,
		    m->shared ? ", as everything else does" : ", everything else on others");
	else
		add(look, "pinning", UNFIT, "workers cannot be kept on one processor");
	advise(look, "let this process set its affinity (sched_setaffinity)");
}

// With fewer than two processors, a busy supervisor may use time that the workers need.
static void look_quota(Look *look) {
	double processors = quota_processors(look->root);
	if (!isfinite(processors)) return;
	add(look, "quota", processors < 2 ? UNFIT : FIT, "a control group allows %.3g processors", processors);
	advise(look, "no limit of processor time (cpu.max; docker --cpus, a pod's limits.cpu): it stops workers");
}

// Is a number in a list such as 2-5,8?
static bool list_has(const char *list, int32_t number) {
	while (*list >= '0' && *list <= '9') {
		char *end;
		long first = strtol(list, &end, 10), last = first;
		if (*end == '-') last = strtol(end + 1, &end, 10);
		if (number >= first && number <= last) return true;
		list = *end == ',' ? end + 1 : end;
	}
	return false;
}

// Reports what else may run on the measuring processor, or on the hardware that it shares with a sibling.
static void look_neighbours(Look *look) {
	char line[80], name[100];
	int32_t core = look->machine->core;
	if (core < 0) return;
	if (!system_line(look->root, "/sys/devices/system/cpu/isolated", line, sizeof line))
		add(look, "isolation", FIT,
		    "none: other programs may come to processor %d (isolcpus= keeps them off)", core);
	else if (list_has(line, core))
		add(look, "isolation", FIT, "processor %d is kept from other programs", core);
	else
		add(look, "isolation", FIT, "of processors %s: measure there, with --cpu", line);
	snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", core);
	if (system_line(look->root, name, line, sizeof line) && strpbrk(line, ",-") != NULL)
		add(look, "siblings", FIT, "processors %s are one core: leave it to the measurement", line);
}

// Reports the word in a file. It is fit if it equals `fit`. `before` and `after` enclose the word in the
// finding.
static void look_word(Look *look, const char *what, const char *name, const char *fit, const char *before,
                      const char *after, const char *advice) {
	char line[80];
	if (system_line(look->root, name, line, sizeof line))
		add(look, what, strcmp(line, fit) == 0 ? FIT : UNFIT, "%s%s%s", before, line, after);
	else
		add(look, what, UNKNOWN, "the system does not say");
	advise(look, advice);
}

// Does the same for a file of the processor that workers run on.
static void look_processor(Look *look, const char *what, const char *file_name, const char *fit,
                           const char *after, const char *advice) {
	char name[120];
	snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu%d/%s",
	         look->machine->core >= 0 ? look->machine->core : 0, file_name);
	look_word(look, what, name, fit, "", after, advice);
}

// Either of two files has the setting. The second one has it inverted.
static void look_boost(Look *look) {
	char line[80];
	int on = -1;
	if (system_line(look->root, "/sys/devices/system/cpu/cpufreq/boost", line, sizeof line))
		on = line[0] == '1';
	if (system_line(look->root, "/sys/devices/system/cpu/intel_pstate/no_turbo", line, sizeof line))
		on = line[0] == '0';
	if (on < 0)
		add(look, "frequency boost", UNKNOWN, "the system does not say");
	else
		add(look, "frequency boost", on ? UNFIT : FIT, on ? "on: the frequency depends on heat" : "off");
	advise(look, "echo 0 > /sys/devices/system/cpu/cpufreq/boost, or 1 > .../intel_pstate/no_turbo");
}

static void look_clock(Look *look) {
	char line[80];
	const ClockInfo *clock = &look->machine->clock;
	add(look, "clock", clock->resolution_ns > 1000 ? UNFIT : FIT, "steps of %lld ns, %.0f ns a reading",
	    (long long)clock->resolution_ns, clock->cost_ns);
	advise(look, "use a clock source that steps faster than a microsecond");
	if (!system_line(look->root, "/sys/devices/system/clocksource/clocksource0/current_clocksource", line,
	                 sizeof line))
		return;
	bool slow = strcmp(line, "hpet") == 0 || strcmp(line, "acpi_pm") == 0 || strcmp(line, "jiffies") == 0;
	add(look, "clock source", slow ? UNFIT : FIT, "%s", line);
	advise(look, "choose tsc: /sys/devices/system/clocksource/clocksource0/current_clocksource");
}

static void look_load(Look *look) {
	char line[80];
	if (!system_line(look->root, "/proc/loadavg", line, sizeof line)) {
		add(look, "load", UNKNOWN, "the system does not say");
		return;
	}
	double load = strtod(line, NULL);
	add(look, "load", load > 0.5 * look->machine->cores ? UNFIT : FIT, "%.2f over the last minute", load);
	advise(look, "end what else runs, or wait");
}

static void look_memory(Look *look) {
	double total = system_number(look->root, "/proc/meminfo", "MemTotal"),
	       available = system_number(look->root, "/proc/meminfo", "MemAvailable"),
	       swap = system_number(look->root, "/proc/meminfo", "SwapTotal"),
	       swap_free = system_number(look->root, "/proc/meminfo", "SwapFree");
	if (total > 0 && available >= 0)
		add(look, "memory", available < 0.1 * total ? UNFIT : FIT, "%.1f of %.1f GiB available",
		    available / 1048576, total / 1048576);
	else
		add(look, "memory", UNKNOWN, "the system does not say");
	advise(look, "end what else holds memory");
	if (isnan(swap) || isnan(swap_free)) return;
	add(look, "swap", swap > swap_free ? UNFIT : FIT, "%.1f of %.1f GiB in use", (swap - swap_free) / 1048576,
	    swap / 1048576);
	advise(look, "swapoff -a, where memory suffices");
}

// Is a word among those of a line of /proc/cpuinfo?
static bool has_flag(const Look *look, const char *flag) {
	char path[PATH_SIZE], line[8192];
	bool found = false;
	if (path_format(path, "%s/proc/cpuinfo", look->root) != 0) return false;
	FILE *file = fopen(path, "re");
	if (file == NULL) return false;
	while (!found && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, "flags", 5) == 0)
			for (char *word = strtok(line, " \t\n"); word != NULL && !found; word = strtok(NULL, " \t\n"))
				found = strcmp(word, flag) == 0;
	fclose(file);
	return found;
}

static void look_guest(Look *look) {
	bool guest = has_flag(look, "hypervisor");
	add(look, "virtual machine", guest ? UNFIT : FIT, guest ? "yes: others may share its core" : "none seen");
	advise(look, "measure on hardware of one's own, or where the core is quiet");
}

// A test folder has no core.
static void look_quiet(Look *look) {
	const int32_t core = look->machine->core;
	cpu_set_t before, one;
	if (look->root[0] != '\0' || core < 0) return;
	CPU_ZERO(&one);
	CPU_SET((size_t)core, &one);
	if (sched_getaffinity(0, sizeof before, &before) != 0 || sched_setaffinity(0, sizeof one, &one) != 0) {
		add(look, "quiet core", UNKNOWN, "this process cannot be kept on processor %d", core);
		return;
	}
	const double share = slowed_share();
	sched_setaffinity(0, sizeof before, &before);
	add(look, "quiet core", share > 0.1 ? UNFIT : FIT, "processor %d was slower in %.0f %% of half a second",
	    core, 100 * share);
	advise(look,
	       "end what runs on its other hyper-thread, or wait: passes are taken again, as far as that helps");
}

static void look_layout(Look *look) {
	char line[80];
	if (!system_line(look->root, "/proc/sys/kernel/randomize_va_space", line, sizeof line)) return;
	add(look, "address space", FIT,
	    strcmp(line, "0") == 0 ? "the same layout in every process"
	                           : "its layout varies from worker to worker");
}

// Times need no hardware counters, so a machine without them is still fit. A test folder has no kernel to
// ask.
static void look_counters(Look *look) {
	char why[COUNTER_WHY_SIZE] = "";
	if (look->root[0] != '\0') return;
	int fd = perf_open(COUNTER_INDEX_instructions, why, sizeof why);
	add(look, "hardware counters", fd >= 0 ? FIT : UNKNOWN, "%.150s", fd >= 0 ? "there (--counters)" : why);
	if (fd >= 0) close(fd);
}

int32_t doctor_look(Finding out[DOCTOR_FINDINGS_MAX], const Machine *machine, const char *root) {
	Look look = { .machine = machine, .root = root, .out = out };
	look_cores(&look);
	look_quota(&look);
	look_neighbours(&look);
	look_processor(&look, "frequency governor", "cpufreq/scaling_governor", "performance", "",
	               "cpupower frequency-set -g performance");
	look_boost(&look);
	look_word(&look, "hardware threads", "/sys/devices/system/cpu/smt/active", "0", "active: ", "",
	          "echo off > /sys/devices/system/cpu/smt/control, or keep the sibling of the pinned one idle");
	look_processor(&look, "throttling", "thermal_throttle/core_throttle_count", "0",
	               " times since it started", "cool it better, or measure at a lower frequency");
	look_clock(&look);
	look_load(&look);
	look_memory(&look);
	look_guest(&look);
	look_quiet(&look);
	look_layout(&look);
	look_counters(&look);
	return look.count;
}

int32_t doctor_print(FILE *file, const Finding *findings, int32_t count) {
	static const char *const s_words[] = { [FIT] = "ok", [UNFIT] = "unfit", [UNKNOWN] = "?" };
	int32_t unfit = 0;
	for (int32_t i = 0; i < count; ++i) {
		const Finding *f = &findings[i];
		fprintf(file, "%-6s %-20s %s\n", s_words[f->fitness], f->what, f->found);
		if (f->advice != NULL) fprintf(file, "       %-20s -> %s\n", "", f->advice);
		unfit += f->fitness == UNFIT;
	}
	return unfit;
}
