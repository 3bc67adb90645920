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

enum {
	PARTS = 16,
	LEAST = 4 * PARTS, // of fewer instances, copies would cost more than they save
	WAIT_NS = 500000,
};

typedef struct Asking {
	WorkerState *state;
	const Order *order;
	PartAsk ask;
	void *context;
	Part *parts; // in memory that all copies share, as is the room
	void *room;
	pid_t pids[PARTS]; // 0: it is not running
	int32_t begun, ended;
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

static _Noreturn void become_part(const Asking *of, Part *part, pid_t worker) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != worker) _exit(1); // it died before that took hold
	use_processors(of->order);
	of->state->alive = &part->alive;
	part->reply.foreign_step = -1;
	part->reply.status = of->ask(of->state, part, of->room, of->context);
	if (part->reply.status != HN_OK)
		snprintf(part->reply.text, sizeof part->reply.text, "%.*s", REPLY_TEXT_SIZE - 1, hn_error_text());
	_exit(0);
}

static int32_t begin_part(Asking *of) {
	const pid_t worker = getpid(), pid = fork();
	if (pid == 0) become_part(of, &of->parts[of->begun], worker);
	if (pid < 0) return error_set(HN_ERR_IO, "cannot copy a worker: %s", strerror(errno));
	of->pids[of->begun++] = pid;
	return HN_OK;
}

static void kill_all(const Asking *of) {
	for (int32_t i = 0; i < of->begun; ++i)
		if (of->pids[i] > 0) kill(of->pids[i], SIGKILL);
	for (int32_t i = 0; i < of->begun; ++i)
		while (of->pids[i] > 0 && waitpid(of->pids[i], NULL, 0) < 0 && errno == EINTR) {
		}
}

// Looks whether a part has ended. One that a signal killed ends the worker alike, so that the supervisor says
// what it was.
static int32_t look_at(Asking *of, int32_t i) {
	int how = 0;
	const pid_t pid = waitpid(of->pids[i], &how, WNOHANG);
	if (pid < 0 && errno != EINTR) return error_set(HN_ERR_IO, "waitpid: %s", strerror(errno));
	if (pid <= 0) return HN_OK;
	of->pids[i] = 0, of->ended += 1;
	if (WIFSIGNALED(how)) {
		kill_all(of);
		signal(WTERMSIG(how), SIG_DFL);
		raise(WTERMSIG(how));
	}
	const Reply *reply = &of->parts[i].reply;
	if (how != 0) return error_set(HN_ERR_INVALID, "a copy of the worker ended by itself");
	return reply->status == HN_OK ? HN_OK : error_set(reply->status, "%s", reply->text);
}

static int64_t alive(const Asking *of) {
	int64_t sum = 0;
	for (int32_t i = 0; i < of->begun; ++i) sum += atomic_load(&of->parts[i].alive);
	return sum;
}

static int32_t ask_all(Asking *of) {
	const int32_t at_a_time = of->order->parts > 1 ? of->order->parts : 1;
	int32_t status = HN_OK;
	int64_t last = 0;
	while (status == HN_OK && of->ended < PARTS) {
		while (status == HN_OK && of->begun < PARTS && of->begun - of->ended < at_a_time)
			status = begin_part(of);
		nanosleep(&(struct timespec){ .tv_nsec = WAIT_NS }, NULL);
		for (int32_t i = 0; status == HN_OK && i < of->begun; ++i)
			if (of->pids[i] > 0) status = look_at(of, i);
		const int64_t now = alive(of);
		if (status == HN_OK && now != last) status = worker_progress(of->state);
		last = now;
	}
	kill_all(of);
	return status;
}

static int64_t more(int64_t a, int64_t b) { return a > b ? a : b; }

static void add_part(Part *all, const Part *part) {
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		((int64_t *)&all->reply.counts)[i] += count_get(&part->reply.counts, i);
	all->reply.contacts += part->reply.contacts;
	if (all->reply.foreign_step < 0) all->reply.foreign_step = part->reply.foreign_step;
	all->most_contacts = more(all->most_contacts, part->most_contacts);
	all->live_bytes = more(all->live_bytes, part->live_bytes);
	all->peak_bytes = more(all->peak_bytes, part->peak_bytes);
}

int32_t parts_ask(WorkerState *state, const Order *order, PartAsk ask, void *context, Part *all, void *room,
                  size_t room_size) {
	Asking of = { .state = state, .order = order, .ask = ask, .context = context };
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
