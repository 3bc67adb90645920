#include "machine/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "machine/build_info.h"
#include "machine/cores.h"
#include "machine/quota.h"
#include "machine/system_file.h"

// x86 names its model, and virtual machines give several the same name ("AMD EPYC"), so its numbers stand
// behind it; ARM gives numbers, which are kept as they are. A lack of memory is an error and not an unknown
// processor, because existing results are found by this name.
static int32_t look_cpu(Machine *out) {
	static const char path[] = "/proc/cpuinfo";
	snprintf(out->cpu, sizeof out->cpu, "unknown");
	FILE *file = fopen(path, "re");
	if (file == NULL && (errno == ENOENT || errno == EACCES)) return HN_OK;
	if (file == NULL) return error_set(HN_ERR_IO, "cannot open %s: %s", path, strerror(errno));
	char line[256], part[64] = "", implementer[64] = "", family[64] = "", model[64] = "";
	while (fgets(line, sizeof line, file) != NULL) {
		char *colon = strchr(line, ':');
		if (colon == NULL) continue;
		char *value = colon + 1 + strspn(colon + 1, " \t");
		value[strcspn(value, "\n")] = '\0';
		if (strncmp(line, "model name", 10) == 0) {
			snprintf(out->cpu, sizeof out->cpu, "%.80s", value);
			if (family[0] != '\0' && model[0] != '\0')
				snprintf(out->cpu, sizeof out->cpu, "%.80s (family %.8s model %.8s)", value, family, model);
			break;
		}
		if (strncmp(line, "cpu family", 10) == 0) snprintf(family, sizeof family, "%.60s", value);
		if (strncmp(line, "model", 5) == 0) snprintf(model, sizeof model, "%.60s", value);
		if (strncmp(line, "CPU implementer", 15) == 0)
			snprintf(implementer, sizeof implementer, "%.60s", value);
		if (strncmp(line, "CPU part", 8) == 0) snprintf(part, sizeof part, "%.60s", value);
		if (part[0] != '\0')
			snprintf(out->cpu, sizeof out->cpu, "implementer %.40s part %.40s", implementer, part);
	}
	fclose(file);
	return HN_OK;
}

uint64_t machine_memory(void) {
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
	uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 32;
	const double limit = quota_memory("");
	return limit < (double)bytes ? (uint64_t)limit : bytes;
}

static void look_cores(Machine *out) {
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	out->cores = online > 0 ? (int32_t)online : 1;
	out->core = cores_measuring();
	out->shared = cores_shared();
}

static void look_governor(Machine *out) {
	char path[128];
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor",
	         out->core >= 0 ? out->core : 0);
	if (!system_line("", path, out->governor, sizeof out->governor))
		snprintf(out->governor, sizeof out->governor, "unknown");
}

// The file names all settings and puts the one that holds in brackets.
static void look_huge_pages(Machine *out) {
	char line[MACHINE_TEXT_SIZE], *begin = NULL;
	if (system_line("", "/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line))
		begin = strchr(line, '[');
	if (begin == NULL)
		snprintf(out->huge_pages, sizeof out->huge_pages, "unknown");
	else
		snprintf(out->huge_pages, sizeof out->huge_pages, "%.*s", (int)strcspn(begin + 1, "]"), begin + 1);
}

// A commit that changes no code must not change the hash of the engine, so the block of the commit is zeroed.
static int32_t look_engine(Machine *out) {
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat info;
	if (fd < 0 || fstat(fd, &info) != 0 || info.st_size <= 0) {
		if (fd >= 0) close(fd);
		return error_set(HN_ERR_IO, "cannot read this program itself: %s", strerror(errno));
	}
	size_t size = (size_t)info.st_size;
	char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	if (bytes == MAP_FAILED)
		return error_set(HN_ERR_IO, "cannot map this program itself: %s", strerror(errno));
	sha256_hex(bytes, size, out->binary);
	for (char *p = bytes;
	     (p = memmem(p, size - (size_t)(p - bytes), build_commit, BUILD_COMMIT_SIZE)) != NULL;)
		memset(p, 0, BUILD_COMMIT_SIZE);
	out->engine = hn_hash_bytes(bytes, size);
	munmap(bytes, size);
	return HN_OK;
}

int32_t machine_look(Machine *out) {
	*out = (Machine){ 0 };
	struct utsname name;
	if (uname(&name) == 0) {
		snprintf(out->host, sizeof out->host, "%.100s", name.nodename);
		snprintf(out->arch, sizeof out->arch, "%.100s", name.machine);
		snprintf(out->kernel, sizeof out->kernel, "%.20s %.100s", name.sysname, name.release);
	}
	out->simd = simd_set();
	int32_t status = look_cpu(out);
	out->memory_bytes = machine_memory();
	look_cores(out);
	look_governor(out);
	look_huge_pages(out);
	if (status == HN_OK) status = clock_self_test(&out->clock);
	return status == HN_OK ? look_engine(out) : status;
}

void machine_load(double load[3]) {
	if (getloadavg(load, 3) == 3) return;
	for (int i = 0; i < 3; ++i) load[i] = (double)NAN;
}

static double seconds_of(const struct timeval *time) {
	return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

// Of this process and of those children that it has waited for.
static double own_seconds(void) {
	static const int s_who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	double sum = 0;
	for (int i = 0; i < 2; ++i) {
		struct rusage usage;
		if (getrusage(s_who[i], &usage) != 0) return (double)NAN;
		sum += seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
	}
	return sum;
}

// Of all processors: the first line of /proc/stat without idle (4) and iowait (5). Guests (9, 10) are in 1
// and 2. withheld: the host's part of it (8).
static double busy_seconds(double *withheld) {
	char line[256], *at = line + 3;
	*withheld = (double)NAN;
	if (!system_line("", "/proc/stat", line, sizeof line) || strncmp(line, "cpu ", 4) != 0)
		return (double)NAN;
	double ticks = 0;
	for (int field = 1; field <= 8; ++field) {
		unsigned long long value = strtoull(at, &at, 10);
		if (field != 4 && field != 5) ticks += (double)value;
		if (field == 8) *withheld = (double)value / (double)sysconf(_SC_CLK_TCK);
	}
	return ticks / (double)sysconf(_SC_CLK_TCK);
}

static double share_of(double seconds, const Strain *before, const Strain *after) {
	const double share = seconds / (after->at_s - before->at_s);
	return isfinite(share) ? fmax(share, 0) : (double)NAN;
}

double strain_others(const Strain *before, const Strain *after) {
	return share_of(after->others_s - before->others_s, before, after);
}

double strain_programs(const Strain *before, const Strain *after) {
	const double withheld = after->withheld_s - before->withheld_s;
	return share_of(after->others_s - before->others_s - withheld, before, after);
}

Strain machine_strain(const Machine *machine) {
	Strain out = { .throttled = -1, .swapped = -1, .at_s = 1e-9 * (double)clock_ns() };
	out.others_s = busy_seconds(&out.withheld_s) - own_seconds();
	char path[128], line[64];
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count",
	         machine->core >= 0 ? machine->core : 0);
	if (system_line("", path, line, sizeof line)) out.throttled = strtoll(line, NULL, 10);
	double swapped =
	    system_number("", "/proc/vmstat", "pswpin") + system_number("", "/proc/vmstat", "pswpout");
	if (!isnan(swapped)) out.swapped = (int64_t)swapped;
	return out;
}

void utc_now(char out[UTC_SIZE], int32_t compact) {
	time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	strftime(out, UTC_SIZE, compact ? "%Y%m%dT%H%M%SZ" : "%Y-%m-%dT%H:%M:%SZ", &utc);
}
