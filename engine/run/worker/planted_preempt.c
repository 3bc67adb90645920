#include "run/worker/planted_preempt.h"

#if defined PLANTED || defined PLANTED_TIMES

#include <stdlib.h>
#include <string.h>

#define VARIABLE "HARNESS_PLANT_PREEMPT"
#define LABEL    "HARNESS_PLANT_PREEMPT_LABEL"

void planted_preempt_announce(const char *label) {
	if (getenv(VARIABLE) != NULL) setenv(LABEL, label, 1);
}

static bool is_named(const char *name, const char *text, size_t size) {
	return name != NULL && strlen(name) == size && strncmp(text, name, size) == 0;
}

double planted_instance_ns(const char *kind, int64_t contacts, double ns) {
	size_t size = strlen(kind);
	for (const char *at = getenv("HARNESS_PLANT_INSTANCES"); at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, kind, size) == 0 && at[size] == ':')
			return strtod(at + size + 1, NULL) * (1000 + 10 * (double)contacts);
	}
	return ns;
}

bool planted_preempt_is_set(void) { return getenv(VARIABLE) != NULL; }

bool planted_preempt(const char *kind, int32_t sample, bool real) {
	const char *text = getenv(VARIABLE);
	if (text == NULL) return real;
	const char *colon = strrchr(text, ':'); // labels may hold one too
	if (colon == NULL) return strcmp(text, "all") == 0;
	size_t size = (size_t)(colon - text);
	if (!is_named(getenv(LABEL), text, size) && !is_named(kind, text, size)) return false;
	char *end = NULL;
	long first = strtol(colon + 1, &end, 10), last = *end == '-' ? strtol(end + 1, NULL, 10) : first;
	return sample >= first && sample <= last;
}

#endif
