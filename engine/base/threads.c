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

// A set has to have room for all processors that the machine may have.
int32_t threads_available(void) {
	enum { ROOM_MOST = 1 << 20 };
	int32_t found = 0;
	for (size_t room = CPU_SETSIZE; found == 0 && room <= ROOM_MOST; room *= 2) {
		cpu_set_t *set = CPU_ALLOC(room);
		if (set == NULL) break;
		const size_t size = CPU_ALLOC_SIZE(room);
		if (sched_getaffinity(0, size, set) == 0) found = CPU_COUNT_S(size, set);
		CPU_FREE(set);
	}
	return found > 0 ? found : 1;
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
