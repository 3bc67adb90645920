#include "run/group/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/file.h"
#include "plugin/plugin.h"
#include "run/group/confine.h"
#include "run/group/strays.h"
#include "run/worker/planted_preempt.h"
#include "run/worker/planted_times.h"
#include "run/progress/progress.h"
#include "support/stop.h"

#define PAYLOAD_MAX ((uint64_t)1 << 36)

#ifdef __GLIBC__
typedef __rlimit_resource_t Resource;
#else
typedef int Resource;
#endif

static void limit(Resource resource, uint64_t bytes) {
	struct rlimit value = { .rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes };
	setrlimit(resource, &value); // a second safeguard; if it fails, hn_mem_set_limit still holds
}

// In a process that will be the worker, or makes one.
static void confine(const int ends[3]) {
	const uint32_t taken = confine_namespaces();
	process_space_enter((taken & CONFINE_PROCESSES) != 0, ends[STDOUT_FILENO], ends[STDERR_FILENO]);
	confine_calls();
}

static bool is_confined(const WorkerDef *def) {
	return def->foreign && def->args == NULL; // valgrind writes files
}

// Runs between fork and exec: makes only async-signal-safe calls.
static _Noreturn void become_worker(const WorkerDef *def, char *const *variables, const int ends[3],
                                    pid_t parent) {
	if (is_confined(def)) confine(ends);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	const pid_t above = getppid();                 // 0: outside of the worker's process namespace
	if (above != parent && above != 0) _exit(127); // the supervisor died before that took hold
	setpgid(0, 0);                                 // a Ctrl-C at the terminal reaches only the supervisor
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN); // a cluster that takes a task back signals each of its processes, in any order
	signal(SIGPIPE, SIG_DFL);
	signal(SIGCHLD, SIG_DFL); // its copies are waited for
	limit(RLIMIT_CORE, 0);
#ifndef SANITIZED // the sanitizers reserve terabytes of addresses
	// Another program (valgrind) needs more addresses than the worker.
	if (def->memory_limit > 0 && def->args == NULL)
		limit(RLIMIT_AS, def->memory_limit + def->memory_limit / 4 + (1u << 28));
#endif
	if (def->core >= 0) {
		cpu_set_t set;
		CPU_ZERO(&set);
		CPU_SET((size_t)def->core, &set);
		sched_setaffinity(0, sizeof set, &set);
	}
	for (int i = 0; i < 3; ++i)
		if (dup2(ends[i], i) < 0) _exit(127);
	char name[] = "harness", option[] = "--worker";
	char *const argv[] = { name, option, NULL };
	char locale[] = "LC_ALL=C", *const environment[] = { locale, NULL };
	if (def->args != NULL) execve(def->args[0], def->args, environment);
	layout_take_on(def->layout);
	if (def->args == NULL) execve("/proc/self/exe", argv, variables);
	_exit(127);
}

static int32_t no_pipe(void) {
	struct rlimit limit = { 0 };
	const int why = errno;
	getrlimit(RLIMIT_NOFILE, &limit);
	if (why == EMFILE)
		return error_set(
		    HN_ERR_IO,
		    "out of file descriptors: each algorithm of a group takes three, and this process may "
		    "have %llu (ulimit -n)",
		    (unsigned long long)limit.rlim_cur);
	if (why == ENFILE) return error_set(HN_ERR_IO, "out of file descriptors: the machine has no more");
	return error_set(HN_ERR_IO, "cannot make a pipe: %s", strerror(why));
}

// The pipe is close-on-exec, so that no worker keeps another's pipe open. Its ends are above 2, so that dup2
// never overwrites a source.
static int32_t make_pipe(int ends[2]) {
	int low[2];
	if (pipe2(low, O_CLOEXEC) != 0) return no_pipe();
	for (int i = 0; i < 2; ++i) {
		ends[i] = low[i] > 2 ? low[i] : fcntl(low[i], F_DUPFD_CLOEXEC, 3);
		if (ends[i] != low[i]) close(low[i]);
	}
	return ends[0] >= 0 && ends[1] >= 0 ? HN_OK : no_pipe();
}

static void close_pipe(int ends[2]) {
	for (int i = 0; i < 2; ++i)
		if (ends[i] >= 0) close(ends[i]);
}

static void close_ends(Worker *worker) {
	close(worker->orders);
	close(worker->replies);
	close(worker->errors);
}

int32_t worker_start(Worker *worker, const WorkerDef *def) {
#ifdef PLANTED_TIMES
	planted_announce(def->label);
#endif
#if defined PLANTED || defined PLANTED_TIMES
	planted_preempt_announce(def->label);
#endif
	*worker = (Worker){ .def = *def, .orders = -1, .replies = -1, .errors = -1 };
	int orders[2] = { -1, -1 }, replies[2] = { -1, -1 }, errors[2] = { -1, -1 };
	int32_t status = make_pipe(orders);
	if (status == HN_OK) status = make_pipe(replies);
	if (status == HN_OK) status = make_pipe(errors);
	LayoutEnvironment *environment = layout_environment(def->layout, def->padding);
	if (status == HN_OK && environment == NULL) status = HN_ERR_NO_MEMORY;
	strays_begin();
	pid_t parent = getpid(), pid = status == HN_OK ? fork() : -1;
	if (pid == 0)
		become_worker(def, layout_variables(environment), (int[3]){ orders[0], replies[1], errors[1] },
		              parent);
	layout_environment_free(environment);
	if (pid < 0) {
		if (status == HN_OK) status = error_set(HN_ERR_IO, "cannot start a worker: %s", strerror(errno));
		close_pipe(orders);
		close_pipe(replies);
		close_pipe(errors);
		return status;
	}
	close(orders[0]);
	close(replies[1]);
	close(errors[1]);
	worker->orders = orders[1], worker->replies = replies[0], worker->errors = errors[0];
	if (is_confined(def)) status = process_space_read(&worker->space, pid, worker->replies);
	if (status != HN_OK) return close_ends(worker), status;
	worker->pid = is_confined(def) ? worker->space.worker : pid;
	setpgid(worker->pid, worker->pid); // as the worker does: whoever comes first
	strays_know(worker->pid);
	oom_kills(&worker->before, "");
	fcntl(worker->errors, F_SETFL, O_NONBLOCK);
	return HN_OK;
}

OrderDef worker_open_order(const char *kind, const char *params, const char *scene_path, Text *text) {
	const char *const parts[] = { kind, params, scene_path };
	text_clear(text);
	for (int i = 0; i < 3; ++i) text_add_bytes(text, parts[i], (int64_t)strlen(parts[i]) + 1);
	return (OrderDef){ .order = { .type = ORDER_OPEN, .text_size = (uint64_t)text->count },
		               .text = text->data,
		               .can_stop = true };
}

static void drain_errors(Worker *worker) {
	char block[512];
	for (ssize_t got; (got = read(worker->errors, block, sizeof block)) > 0;) {
		size_t room = sizeof worker->said - 1 - worker->said_size;
		size_t kept = (size_t)got < room ? (size_t)got : room;
		memcpy(worker->said + worker->said_size, block, kept);
		worker->said_size += kept;
	}
}

// usage: of the worker, or NULL.
static int reap(Worker *worker, bool kill_it, struct rusage *usage) {
	int ended = 0;
	siginfo_t info;
	if (kill_it) kill(worker->pid, SIGKILL);
	while (waitid(P_PID, (id_t)worker->pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
	}
	kill(-worker->pid, SIGKILL); // its group, whose number nobody else can have yet
	while (wait4(worker->pid, &ended, 0, usage) < 0 && errno == EINTR) {
	}
	strays_forget(worker->pid);
	process_space_end(&worker->space);
	strays_end(); // what a plug-in began, and copies that a worker made
	drain_errors(worker);
	close_ends(worker);
	worker->pid = 0;
	worker->said[strcspn(worker->said, "\n")] = '\0'; // keeps only the first line, which gives the cause
	return ended;
}

void worker_end(Worker *worker) {
	if (worker->pid != 0) reap(worker, true, NULL);
}

static const char *signal_name(int number) {
	static const struct {
		int number;
		const char *name;
	} s_names[] = { { SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },
		            { SIGFPE, "SIGFPE" },   { SIGILL, "SIGILL" },   { SIGKILL, "SIGKILL" },
		            { SIGTERM, "SIGTERM" }, { SIGTRAP, "SIGTRAP" }, { SIGXCPU, "SIGXCPU" },
		            { SIGSYS, "SIGSYS" } };
	for (size_t i = 0; i < sizeof s_names / sizeof s_names[0]; ++i)
		if (s_names[i].number == number) return s_names[i].name;
	return strsignal(number);
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

// The worker has the supervisor's limit of processor time.
static void explain_kill(Worker *worker, pid_t pid, const struct rusage *usage) {
	struct rlimit limit = { .rlim_max = RLIM_INFINITY };
	char who[OOM_TEXT_SIZE];
	getrlimit(RLIMIT_CPU, &limit);
	double most = limit.rlim_max == RLIM_INFINITY ? (double)INFINITY : (double)limit.rlim_max;
	oom_who_killed(who, "", &worker->before, (int32_t)pid,
	               seconds(usage->ru_utime) + seconds(usage->ru_stime), most);
	worker->killed = true;
	snprintf(worker->detail, sizeof worker->detail, "SIGKILL, %s", who);
}

// The worker has ended.
static RowStatus explain_death(Worker *worker) {
	struct rusage usage = { 0 };
	const pid_t pid = worker->pid;
	int ended = reap(worker, false, &usage);
	const char *said = worker->said, *colon = said[0] != '\0' ? ": " : "";
	if (WIFSIGNALED(ended)) {
		int number = WTERMSIG(ended);
		if (number == SIGKILL) {
			explain_kill(worker, pid, &usage);
			return ROW_CRASH;
		}
		static const char check[] = "harness: internal check failed";
		if (number == SIGABRT && strncmp(said, check, sizeof check - 1) == 0) {
			snprintf(worker->detail, sizeof worker->detail, "%s", said + strlen("harness: "));
			return ROW_ERROR;
		}
		snprintf(worker->detail, sizeof worker->detail, "%s%s%s", signal_name(number), colon, said);
		return ROW_CRASH;
	}
	snprintf(worker->detail, sizeof worker->detail, "ended with exit code %d%s%s", WEXITSTATUS(ended), colon,
	         said);
	return ROW_CRASH;
}

static RowStatus give_up(Worker *worker, RowStatus status, const char *detail) {
	reap(worker, true, NULL);
	snprintf(worker->detail, sizeof worker->detail, "%s", detail);
	return status;
}

// The worker closed its pipe, so it is dead or dying; or a plug-in closed all files, and goes on.
static RowStatus explain_silence(Worker *worker) {
	if (child_ends_within(worker->pid, CHILD_DYING_S)) return explain_death(worker);
	return give_up(worker, ROW_ERROR, "closed its files and did not end");
}

// It has ended without a reply, but its pipe is open: a process that it forked holds it.
static bool left_its_pipe(const Worker *worker, struct pollfd *replies) {
	return child_has_ended(worker->pid) && poll(replies, 1, 0) == 0;
}

// Waits until replies can be read. ROW_OK, or the worker is gone.
static RowStatus await(Worker *worker, const OrderDef *def, int64_t deadline) {
	for (;;) {
		if (def->can_stop && stop_signal() != 0) {
			worker->stopped = true;
			return give_up(worker, ROW_SKIPPED, "stopped");
		}
		int64_t left = deadline - clock_ns();
		struct pollfd fds[2] = { { .fd = worker->replies, .events = POLLIN },
			                     { .fd = worker->errors, .events = POLLIN } };
		// Waits in slices if a stop is possible, because the signal may come just before poll.
		int64_t wait = left <= 0 ? 0 : left / 1000000 + 1, slice = def->can_stop ? 100 : 1000000;
		int ready = poll(fds, 2, (int)(wait < slice ? wait : slice));
		if (ready < 0 && errno != EINTR) return give_up(worker, ROW_ERROR, strerror(errno));
		if (ready > 0 && fds[0].revents != 0) return ROW_OK;
		if (ready == 0) progress_waits(); // once for an order; never for samples, which report themselves
		if (ready > 0 && fds[1].revents != 0) {
			drain_errors(worker);
			// The worker closed its stderr and lives on. Then wait only for the reply.
			if (!(fds[1].revents & POLLIN)) poll(fds, 1, wait > 100 ? 100 : (int)wait);
		}
		if ((ready == 0 || left <= 0) && left_its_pipe(worker, fds)) return explain_death(worker);
		if (left > 0 || (ready > 0 && fds[0].revents != 0)) continue;
		char detail[64];
		snprintf(detail, sizeof detail, "over the time limit of %g s", def->timeout_s);
		return give_up(worker, ROW_TIMEOUT, detail);
	}
}

// Reads exactly size bytes of a reply.
static RowStatus receive(Worker *worker, const OrderDef *def, int64_t deadline, void *data, size_t size) {
	for (size_t got = 0; got < size;) {
		RowStatus status = await(worker, def, deadline);
		if (status != ROW_OK) return status;
		ssize_t n = read(worker->replies, (char *)data + got, size - got);
		if (n < 0 && errno == EINTR) continue;
		if (n <= 0) return explain_silence(worker);
		got += (size_t)n;
	}
	return ROW_OK;
}

static RowStatus receive_done(Worker *worker, const OrderDef *def, Reply *reply, void **payload) {
	int64_t limit_ns = (int64_t)(def->timeout_s * 1e9), deadline = clock_ns() + limit_ns;
	do {
		RowStatus status = receive(worker, def, deadline, reply, sizeof *reply);
		if (status != ROW_OK) return status;
		if (reply->magic != PROTOCOL_MAGIC || reply->payload_size > PAYLOAD_MAX)
			return give_up(worker, ROW_ERROR, "what the worker answered is no reply");
		deadline = clock_ns() + limit_ns;
	} while (reply->type == REPLY_PROGRESS);
	reply->text[sizeof reply->text - 1] = '\0';
	if (reply->status != HN_OK) {
		RowStatus status = reply->status == HN_ERR_NO_MEMORY     ? ROW_MEMORY
		                   : reply->status == PLUGIN_UNSUPPORTED ? ROW_SKIPPED
		                                                         : ROW_ERROR;
		return give_up(worker, status, reply->text);
	}
	if (reply->payload_size == 0) return ROW_OK;
	*payload = mem_alloc((size_t)reply->payload_size);
	if (*payload == NULL) return give_up(worker, ROW_MEMORY, "no memory for the worker's answer");
	RowStatus status = receive(worker, def, deadline, *payload, (size_t)reply->payload_size);
	if (status == ROW_OK) return ROW_OK;
	mem_free(*payload, (size_t)reply->payload_size);
	*payload = NULL;
	return status;
}

const char *order_name(uint32_t type) {
	static const char *const s_names[] = { "",          "open",           "count", "prove",    "build",
		                                   "calibrate", "sample",         "steps", "contacts", "follow",
		                                   "inspect",   "counter_values", "trace", "afresh" };
	return type < sizeof s_names / sizeof s_names[0] ? s_names[type] : "";
}

RowStatus worker_order(Worker *worker, const OrderDef *def, Reply *reply, void **payload) {
	void *ignored = NULL;
	if (payload == NULL) payload = &ignored;
	*payload = NULL;
	*reply = (Reply){ 0 };
	Order order = def->order;
	order.magic = PROTOCOL_MAGIC;
	int64_t begin = clock_ns();
	// The wait for the reply notices a worker that is already dead.
	if (fd_write_all(worker->orders, &order, sizeof order) == HN_OK && order.text_size > 0)
		(void)fd_write_all(worker->orders, def->text, (size_t)order.text_size);
	RowStatus status = receive_done(worker, def, reply, payload);
	if (worker->def.verbose)
		progress_say("  %s: %s %.3g s%s%s", worker->def.label, order_name(order.type),
		             (double)(clock_ns() - begin) * 1e-9, status == ROW_OK ? "" : ": ",
		             status == ROW_OK ? "" : row_status_name((int32_t)status));
	if (ignored != NULL) mem_free(ignored, (size_t)reply->payload_size);
	return status;
}
