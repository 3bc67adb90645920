#include "run/worker/planted_times.h"

#ifdef PLANTED_TIMES

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"

static double number_of(const char *name) {
	const char *text = getenv(name);
	return text != NULL ? strtod(text, NULL) : 0;
}

void planted_announce(const char *label) {
	char now[32];
	snprintf(now, sizeof now, "%.9f", (double)clock_ns() * 1e-9);
	setenv("HARNESS_PLANT_ORIGIN", now, 0);
	setenv("HARNESS_PLANT_LABEL", label, 1);
}

static double share_of_label(const char *kind) {
	const char *slow = getenv("HARNESS_PLANT_SLOW"), *label = getenv("HARNESS_PLANT_LABEL");
	const char *colon = slow != NULL ? strrchr(slow, ':') : NULL; // labels may hold one too
	if (colon == NULL) return 0;
	size_t size = (size_t)(colon - slow);
	bool named = label != NULL && strlen(label) == size && strncmp(slow, label, size) == 0;
	bool is_kind = strlen(kind) == size && strncmp(slow, kind, size) == 0;
	return named || is_kind ? strtod(colon + 1, NULL) : 0;
}

// A pseudorandom share that stays the same for the life of the process.
static double share_of_process(void) {
	int64_t seed[2] = { getpid(), (int64_t)(number_of("HARNESS_PLANT_ORIGIN") * 1e9) };
	HnHash hash = hn_hash_bytes(seed, sizeof seed);
	return number_of("HARNESS_PLANT_PROCESS") * (hash.bytes[0] + hash.bytes[1] / 256.0) / 256.0;
}

void planted_slow_down(const char *kind, int64_t ns[STEP_PARTS]) {
	int64_t begin = clock_ns(), total = 0, end = begin;
	for (int i = 0; i < STEP_PARTS; ++i) total += ns[i];
	double minutes = ((double)begin * 1e-9 - number_of("HARNESS_PLANT_ORIGIN")) / 60;
	double share = share_of_label(kind) + share_of_process() + number_of("HARNESS_PLANT_DRIFT") * minutes;
	if (total == 0 || share <= 0) return;
	while ((double)(end - begin) < share * (double)total) end = clock_ns();
	double longer = (double)(end - begin) / (double)total;
	for (int i = 0; i < STEP_PARTS; ++i) ns[i] += (int64_t)(longer * (double)ns[i]);
}

#endif
