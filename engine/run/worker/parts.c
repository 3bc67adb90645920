#include "run/worker/parts.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	PARTS = 16,
	LEAST = 4 * PARTS, // of fewer instances, copies would cost more than they save
	WAIT_NS = 500000,
};

typedef struct Asking {
	WorkerState *state;
	const Order *order;
	PartAsk ask;
	Part *parts; // in memory that all copies share, as is the room
	void *room;
	pid_t pids[PARTS];             // 0: it is not running
	int how[PARTS];                // it ended, by waitpid
	int64_t seen[PARTS];           // of `alive`, at the last sign of life
	int32_t begun, running, wrong; // wrong: the first part that failed; PARTS: none did
} Asking;

bool parts_are_made(const WorkerState *state) {
	return state->instance_steps > 0 && state->detector.class_->plugin == NULL &&
	       worker_instances(state) >= LEAST;
}

// The worker keeps to the processor that times; its copies may use the others too.
static void use_processors(const Order *order) {
	cpu_set_t set;
	CPU_ZERO(&set);
	for (size_t i = 0; i < sizeof order->processors * 8; ++i)
		if (order->processors[i / 64] >> i % 64 & 1) CPU_SET(i, &set);
	if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

static int32_t at_a_time(const Order *order) {
	return order->copies < 1 ? 1 : order->copies < PARTS ? order->copies : PARTS;
}

static _Noreturn void become_part(const Asking *of, Part *part, pid_t worker) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != worker) _exit(1); // it died before that took hold
	use_processors(of->order);
	const size_t live = hn_mem_live_bytes(), limit = of->state->memory_limit;
	if (limit > live) hn_mem_set_limit(live + (limit - live) / (size_t)at_a_time(of->order));
	of->state->alive = &part->alive;
	part->reply.foreign_step = -1;
	part->reply.status = of->ask(of->state, part, of->room);
	if (part->reply.status != HN_OK)
		snprintf(part->reply.text, sizeof part->reply.text, "%.*s", REPLY_TEXT_SIZE - 1, hn_error_text());
	_exit(0);
}

// Where the system has no process to give, those that run may leave one.
static int32_t begin_part(Asking *of) {
	const pid_t worker = getpid(), pid = fork();
	if (pid == 0) become_part(of, &of->parts[of->begun], worker);
	if (pid < 0 && of->running > 0) return HN_OK;
	if (pid < 0) return error_set(HN_ERR_IO, "cannot copy a worker: %s", strerror(errno));
	of->pids[of->begun++] = pid, of->running += 1;
	return HN_OK;
}

static int32_t begin_parts(Asking *of) {
	int32_t status = HN_OK, before = -1;
	while (status == HN_OK && of->begun > before && of->begun < PARTS && of->wrong == PARTS &&
	       of->running < at_a_time(of->order)) {
		before = of->begun;
		status = begin_part(of);
	}
	return status;
}

static void kill_from(const Asking *of, int32_t first) {
	for (int32_t i = first; i < of->begun; ++i)
		if (of->pids[i] > 0) kill(of->pids[i], SIGKILL);
}

// Looks whether a part has ended. If it failed, those after it need not go on.
static int32_t look_at(Asking *of, int32_t i) {
	const pid_t pid = waitpid(of->pids[i], &of->how[i], WNOHANG);
	if (pid < 0 && errno != EINTR) return error_set(HN_ERR_IO, "waitpid: %s", strerror(errno));
	if (pid <= 0) return HN_OK;
	of->pids[i] = 0, of->running -= 1;
	if (i < of->wrong && (of->how[i] != 0 || of->parts[i].reply.status != HN_OK)) {
		of->wrong = i;
		kill_from(of, i + 1);
	}
	return HN_OK;
}

// The supervisor's time limit is that of an instance. So all parts must get on for a sign of life.
static int32_t tell_alive(Asking *of) {
	for (int32_t i = 0; i < of->begun; ++i)
		if (of->pids[i] > 0 && atomic_load(&of->parts[i].alive) == of->seen[i]) return HN_OK;
	for (int32_t i = 0; i < of->begun; ++i) of->seen[i] = atomic_load(&of->parts[i].alive);
	return worker_progress(of->state);
}

static int32_t tell_wrong(const Asking *of) {
	if (of->wrong == PARTS) return HN_OK;
	const int how = of->how[of->wrong];
	const Reply *reply = &of->parts[of->wrong].reply;
	if (how == 0) return error_set(reply->status, "%s", reply->text);
	if (!WIFSIGNALED(how)) return error_set(HN_ERR_INVALID, "a copy of the worker ended by itself");
	signal(WTERMSIG(how), SIG_DFL);
	raise(WTERMSIG(how)); // so that the supervisor sees what it was
	return HN_ERR_INVALID;
}

static int32_t ask_all(Asking *of) {
	int32_t status = begin_parts(of);
	while (status == HN_OK && of->running > 0) {
		nanosleep(&(struct timespec){ .tv_nsec = WAIT_NS }, NULL);
		for (int32_t i = 0; status == HN_OK && i < of->begun; ++i)
			if (of->pids[i] > 0) status = look_at(of, i);
		if (status == HN_OK) status = tell_alive(of);
		if (status == HN_OK) status = begin_parts(of);
	}
	kill_from(of, 0); // of an error of this process
	return status == HN_OK ? tell_wrong(of) : status;
}

static void add_part(Part *all, const Part *part) {
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		((int64_t *)&all->reply.counts)[i] += count_get(&part->reply.counts, i);
	all->reply.contacts += part->reply.contacts;
	if (all->reply.foreign_step < 0) all->reply.foreign_step = part->reply.foreign_step;
	if (part->most_contacts > all->most_contacts) all->most_contacts = part->most_contacts;
}

int32_t parts_ask(WorkerState *state, const Order *order, PartAsk ask, Part *all, void *room,
                  size_t room_size) {
	Asking of = { .state = state, .order = order, .ask = ask, .wrong = PARTS };
	const size_t head = sizeof(Part) * PARTS, size = head + room_size;
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) return error_set(HN_ERR_NO_MEMORY, "no memory to share: %s", strerror(errno));
	of.parts = shared, of.room = (char *)shared + head;
	const int64_t instances = worker_instances(state);
	for (int32_t i = 0; i < PARTS; ++i) {
		of.parts[i].first = (int32_t)(instances * i / PARTS) * state->instance_steps;
		of.parts[i].end = (int32_t)(instances * (i + 1) / PARTS) * state->instance_steps;
	}
	const int32_t status = ask_all(&of);
	*all = (Part){ .reply = { .foreign_step = -1 } };
	for (int32_t i = 0; i < PARTS; ++i) add_part(all, &of.parts[i]);
	memcpy(room, of.room, room_size);
	munmap(shared, size);
	return status;
}
