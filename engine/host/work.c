#include "host/work.h"

#include <stdio.h>

#include "base/clock.h"
#include "host/limits.h"

#define FIRST_NS ((int64_t)1000000000)
#define NEXT_NS  ((int64_t)5000000000)

Work work_begin(const char *what, int32_t count) {
	int64_t now = clock_ns();
	return (Work){ .what = what, .count = count, .begin_ns = now, .next_ns = now + FIRST_NS };
}

static double seconds(const Work *work) { return (double)(clock_ns() - work->begin_ns) * 1e-9; }

void work_tell(void *context, int32_t made) {
	Work *work = context;
	if (clock_ns() < work->next_ns) return;
	char text[200];
	snprintf(text, sizeof text, "%s: pose %d of %d after %.0f s", work->what, made + 1, work->count,
	         seconds(work));
	limits_tell_work(text);
	work->next_ns = clock_ns() + NEXT_NS;
	work->lines += 1;
}

void work_end(const Work *work) {
	if (work->lines == 0) return;
	char text[200];
	snprintf(text, sizeof text, "%s: %d poses took %.0f s", work->what, work->count, seconds(work));
	limits_tell_work(text);
}
