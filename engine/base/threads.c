#include "base/threads.h"

#include <pthread.h>

enum { MOST = 1024 };

typedef struct Work {
	void (*work)(void *of);
	void *of;
} Work;

static void *work_do(void *of) {
	const Work *work = of;
	work->work(work->of);
	return NULL;
}

int32_t threads_available(void) {
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

void threads_run(int32_t wanted, void (*work)(void *of), void *of) {
	pthread_t others[MOST];
	Work shared = { work, of };
	int32_t begun = 0;
	if (wanted > MOST) wanted = MOST;
	while (begun + 1 < wanted && pthread_create(&others[begun], NULL, work_do, &shared) == 0) ++begun;
	work(of);
	for (int32_t i = 0; i < begun; ++i) pthread_join(others[i], NULL);
}
