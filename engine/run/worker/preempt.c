#include "run/worker/preempt.h"

#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"

#ifndef RUSAGE_THREAD
#define RUSAGE_THREAD 1 // of Linux; the headers declare it under _GNU_SOURCE alone
#endif

PreemptLook preempt_look(void) {
	struct rusage usage = { 0 };
	struct timespec cpu = { 0 };
	getrusage(RUSAGE_THREAD, &usage); // if it fails, there are no switches and nothing is preempted
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
	return (PreemptLook){ .switches = usage.ru_nivcsw,
		                  .cpu_ns = (int64_t)cpu.tv_sec * 1000000000 + cpu.tv_nsec,
		                  .wall_ns = clock_ns() };
}

bool preempt_between(const PreemptLook *begin, const PreemptLook *end) {
	double cpu = (double)(end->cpu_ns - begin->cpu_ns), wall = (double)(end->wall_ns - begin->wall_ns);
	return end->switches > begin->switches && cpu < PREEMPT_SHARE * wall;
}
