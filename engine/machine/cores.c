#include "machine/cores.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

static struct {
	bool known, shared;
	int32_t measuring;
	cpu_set_t used; // of the user's list, or all that are allowed
} s_cores;

// Reads a number of at most six digits. -1: there is none.
static int32_t read_number(const char **at) {
	size_t digits = strspn(*at, "0123456789");
	if (digits == 0 || digits > 6) return -1;
	long value = strtol(*at, NULL, 10);
	*at += digits;
	return (int32_t)value;
}

// A sandbox may allow to read the affinity but not to set it.
static bool can_pin(int32_t core, const cpu_set_t *before) {
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET((size_t)core, &one);
	if (sched_setaffinity(0, sizeof one, &one) != 0) return false;
	sched_setaffinity(0, sizeof *before, before);
	return true;
}

// Adds a processor that the user named. A processor that the system keeps free (isolcpus) is not in a
// process's initial affinity, but can be set.
static int32_t allow(cpu_set_t *out, int32_t core, const cpu_set_t *allowed) {
	if (core >= CPU_SETSIZE || core >= sysconf(_SC_NPROCESSORS_CONF))
		return error_set(HN_ERR_BAD_INPUT, "--cpu: there is no processor %d", core);
	if (!CPU_ISSET((size_t)core, allowed) && !can_pin(core, allowed))
		return error_set(HN_ERR_BAD_INPUT, "--cpu: this process may not use processor %d", core);
	CPU_SET((size_t)core, out);
	return HN_OK;
}

static int32_t read_list(cpu_set_t *out, const char *list, const cpu_set_t *allowed) {
	CPU_ZERO(out);
	for (const char *at = list;; ++at) {
		int32_t first = read_number(&at), last = first;
		if (*at == '-') {
			++at;
			last = read_number(&at);
		}
		if (first < 0 || last < first || (*at != ',' && *at != '\0'))
			return error_set(HN_ERR_BAD_INPUT,
			                 "--cpu: '%.60s' is not a list of processors such as 3 or 2-5,8", list);
		for (int32_t core = first; core <= last; ++core) {
			int32_t status = allow(out, core, allowed);
			if (status != HN_OK) return status;
		}
		if (*at == '\0') return HN_OK;
	}
}

static int32_t last_of(const cpu_set_t *set) {
	for (int32_t i = CPU_SETSIZE - 1; i >= 0; --i)
		if (CPU_ISSET((size_t)i, set)) return i;
	return -1;
}

// Chooses the measuring processor, and the others for the supervisor. others is empty if there is only one.
static int32_t choose(const char *list, cpu_set_t *others) {
	cpu_set_t allowed, used;
	CPU_ZERO(others);
	s_cores.known = s_cores.shared = true;
	s_cores.measuring = -1;
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
		if (list == NULL) return HN_OK;
		return error_set(HN_ERR_BAD_INPUT, "--cpu: this system does not say which processors there are");
	}
	used = allowed;
	int32_t status = list != NULL ? read_list(&used, list, &allowed) : HN_OK;
	s_cores.used = used;
	int32_t core = status == HN_OK ? last_of(&used) : -1;
	if (core < 0) return status;
	if (!can_pin(core, &allowed))
		return list == NULL ? HN_OK : error_set(HN_ERR_BAD_INPUT, "--cpu: cannot keep to processor %d", core);
	s_cores.measuring = core;
	*others = used;
	CPU_CLR((size_t)core, others);
	if (CPU_COUNT(others) == 0) {
		*others = allowed;
		CPU_CLR((size_t)core, others);
	}
	s_cores.shared = CPU_COUNT(others) == 0;
	return HN_OK;
}

int32_t cores_choose(const char *list) {
	cpu_set_t others;
	int32_t status = choose(list, &others);
	// If this fails, the process stays where it was.
	if (status == HN_OK && CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
	return status;
}

static void know(void) {
	cpu_set_t others;
	if (!s_cores.known) choose(NULL, &others);
}

int32_t cores_measuring(void) {
	know();
	return s_cores.measuring;
}

static bool find_all(cpu_set_t *set) {
	int32_t core = cores_measuring();
	if (core < 0 || sched_getaffinity(0, sizeof *set, set) != 0) return false;
	CPU_SET((size_t)core, set);
	return true;
}

void cores_use_all(void) {
	cpu_set_t set;
	if (find_all(&set)) sched_setaffinity(0, sizeof set, &set);
}

int32_t cores_bits(uint64_t *words, int32_t count) {
	memset(words, 0, (size_t)count * sizeof *words);
	if (cores_measuring() < 0) return 1;
	for (int32_t i = 0; i < 64 * count && i < CPU_SETSIZE; ++i)
		if (CPU_ISSET((size_t)i, &s_cores.used)) words[i / 64] |= (uint64_t)1 << i % 64;
	return CPU_COUNT(&s_cores.used);
}

int32_t cores_count(void) {
	cpu_set_t set;
	return find_all(&set) ? CPU_COUNT(&set) : 1;
}

bool cores_shared(void) {
	know();
	return s_cores.shared;
}
