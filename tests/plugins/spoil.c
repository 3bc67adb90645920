// Many plug-ins in one file: brute force that spoils something of its process, each something else at another
// call. The names are <fault>_<call>; `right` spoils nothing. With -DFEW, few of them; with -DDESERTS, one
// that begets an orphan and never answers.
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "plugin.h"

// clang-format off
// Faults that may happen at any call.
#define FAULTS(AT)                                                                                           \
	FAULT(zombie, AT) FAULT(child, AT) FAULT(crowd, AT) FAULT(burner, AT) FAULT(orphan, AT)                  \
	FAULT(directory, AT) FAULT(umasks, AT) FAULT(environs, AT) FAULT(priority, AT) FAULT(affinity, AT)       \
	FAULT(timer, AT) FAULT(timers, AT) FAULT(opens, AT) FAULT(limits, AT) FAULT(locales, AT)                 \
	FAULT(handler, AT) FAULT(mask, AT) FAULT(rounding, AT) FAULT(output, AT) FAULT(threads, AT)
// Those of one call.
#define ONCE                                                                                                 \
	FAULT(segfault, query) FAULT(aborts, query) FAULT(exits, query) FAULT(killed, query)                     \
	FAULT(unanswered, query) FAULT(forks, query) FAULT(mesh, query) FAULT(body, query) FAULT(pose, query)    \
	FAULT(misses, query) FAULT(adds, query) FAULT(error, query) FAULT(replays, query) FAULT(hides, query)    \
	FAULT(heirs, query)                                                                                      \
	FAULT(negative, count) FAULT(beyond, count) FAULT(drifts, count) FAULT(size, bytes)                      \
	FAULT(segfault, create) FAULT(error, create) FAULT(segfault, destroy)

#ifdef DESERTS
#define ALL FAULT(deserts, query)
#elif defined FEW
#define ALL                                                                                                  \
	FAULT(right, never) FAULT(zombie, query) FAULT(crowd, create) FAULT(orphan, query) FAULT(burner, begin)  \
	FAULT(directory, query) FAULT(umasks, destroy) FAULT(environs, query) FAULT(affinity, begin)             \
	FAULT(timer, query) FAULT(opens, query) FAULT(locales, query) FAULT(mesh, query) FAULT(forks, query)     \
	FAULT(negative, count) FAULT(beyond, count) FAULT(size, bytes) FAULT(hides, query) FAULT(heirs, query)
#else
#define ALL FAULT(right, never) FAULTS(create) FAULTS(begin) FAULTS(query) FAULTS(destroy) ONCE
#endif
// clang-format on

enum Place { never, create, begin, query, count, bytes, destroy };
enum Fault {
	right,
	zombie,
	child,
	crowd,
	burner,
	orphan,
	deserts,
	directory,
	umasks,
	environs,
	priority,
	affinity,
	timer,
	timers,
	opens,
	limits,
	locales,
	handler,
	mask,
	rounding,
	output,
	threads,
	segfault,
	aborts,
	exits,
	killed,
	unanswered,
	forks,
	hides,
	heirs,
	mesh,
	body,
	pose,
	misses,
	adds,
	error,
	replays,
	negative,
	beyond,
	drifts,
	size
};

enum { STEPS = 16, CONTACTS = 1000 };
typedef struct Brute {
	HnPluginHost *host;
	const HnPluginScene *scene;
	double *placed;
	enum Fault fault;
	enum Place place;
	int asked;
} Brute;

static void on_signal(int number) { (void)number; }
static void *wait_for_ever(void *context) {
	for (;;) pause();
	return context;
}
static void burn(void) {
	for (volatile int turn = 0;; turn = !turn) {
	}
}

static void beget(enum Fault fault) {
	for (int i = 0; i < (fault == crowd ? 200 : 1); ++i) {
		if (fork() != 0) continue;
		if (fault == zombie) _exit(0);
		if (fault == burner) burn();
		if (fault >= orphan && fork() == 0) {
			setsid(); // out of the worker's group
			for (;;) pause();
		}
		if (fault >= orphan) _exit(0);
		for (;;) pause();
	}
	if (fault >= orphan) waitpid(-1, NULL, 0);
	if (fault == deserts) burn();
	if (fault == zombie) usleep(20000); // until it has ended
}

static void spoil_surroundings(enum Fault fault) {
	struct rlimit files;
	cpu_set_t set;
	timer_t id;
	switch (fault) {
	case directory:
		(void)!chdir("/");
		break;
	case umasks:
		umask(077 ^ 011);
		break;
	case environs:
		setenv("A_PLUGIN_WAS_HERE", "1", 1);
		break;
	case priority:
		setpriority(PRIO_PROCESS, 0, 19);
		break;
	case affinity: // all processors where it has one, else one
		sched_getaffinity(0, sizeof set, &set);
		if (CPU_COUNT(&set) == 1)
			memset(&set, 0xff, sizeof set);
		else
			for (int i = 0, kept = 0; i < CPU_SETSIZE; ++i)
				if (CPU_ISSET(i, &set) && kept++ > 0) CPU_CLR(i, &set);
		sched_setaffinity(0, sizeof set, &set);
		break;
	case timer:
		setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { 1000, 0 } }, NULL);
		break;
	case timers:
		timer_create(CLOCK_MONOTONIC, &(struct sigevent){ .sigev_notify = SIGEV_NONE }, &id);
		break;
	case opens:
		(void)!open("/dev/null", O_RDONLY);
		break;
	case limits:
		getrlimit(RLIMIT_NOFILE, &files);
		files.rlim_cur -= 1;
		setrlimit(RLIMIT_NOFILE, &files);
		break;
	case locales:
		setlocale(LC_ALL, "C.UTF-8");
		break;
	default:
		break;
	}
}

static void spoil_process(enum Fault fault) {
	sigset_t set;
	pthread_t thread;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	switch (fault) {
	case handler:
		signal(SIGUSR1, on_signal);
		break;
	case mask:
		sigprocmask(SIG_BLOCK, &set, NULL);
		break;
	case rounding:
		fesetround(FE_UPWARD);
		break;
	case output:
		puts("hello from a plug-in");
		break;
	case threads:
		pthread_create(&thread, NULL, wait_for_ever, NULL);
		break;
	case segfault:
		*(volatile int *)(uintptr_t)(fault == right) = 1;
		break;
	case aborts:
		abort();
	case exits:
		exit(0);
	case killed:
		kill(getpid(), SIGKILL);
		break;
	case unanswered:
		burn();
		break;
	case forks:
		fork();
		break; // both return
	case hides:
		for (int file = 0; file < 64; ++file) close(file);
		for (;;) pause();
	case heirs: // its child has its pipe
		for (int child = fork() == 0; child;) pause();
		abort();
	default:
		break;
	}
}

static void act(const Brute *b, enum Place place) {
	if (place != b->place) return;
	if (b->fault >= zombie && b->fault <= deserts) beget(b->fault);
	if (b->fault >= directory && b->fault <= locales) spoil_surroundings(b->fault);
	if (b->fault >= handler && b->fault <= heirs) spoil_process(b->fault);
	if (b->fault == mesh) ((double *)b->scene->meshes[0].xyz)[0] += 1;
	if (b->fault == body) ((HnPluginBody *)b->scene->bodies)[0].fixed ^= 1;
}

static int32_t make(void **self, HnPluginHost *host, const HnPluginScene *scene, enum Fault fault,
                    enum Place place) {
	Brute *b = *self = calloc(1, sizeof *b);
	if (b == NULL) return HN_PLUGIN_ERR_MEMORY;
	*b = (Brute){ .host = host, .scene = scene, .fault = fault, .place = place };
	int32_t most = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].vertex_count > most) most = scene->meshes[m].vertex_count;
	b->placed = malloc(((size_t)most + 1) * 3 * sizeof(double));
	if (b->placed == NULL) return HN_PLUGIN_ERR_MEMORY;
	act(b, create);
	return fault == error && place == create ? HN_PLUGIN_ERR_FAILED : HN_PLUGIN_OK;
}

static void brute_destroy(void *self) {
	Brute *b = self;
	act(b, destroy);
	free(b->placed);
	free(b);
}

static void brute_begin(void *self) {
	((Brute *)self)->asked = 0;
	act(self, begin);
}

static int32_t brute_update(void *self, const HnPluginStep *step) {
	Brute *b = self;
	if (b->fault == pose) ((HnPluginPose *)step->poses)[1].t[0] += 1;
	return HN_PLUGIN_OK;
}

static void corner(double out[9], const double *xyz, const int32_t *t) {
	for (int k = 0; k < 9; ++k) out[k] = xyz[3 * (size_t)t[k / 3] + (size_t)(k % 3)];
}

// The answers of earlier questions, by the pose.
static struct {
	HnPluginPose pose;
	int64_t count;
	HnPluginContact contacts[CONTACTS];
} s_known[STEPS];
static int s_known_count;

static int add(HnPluginContacts *out, HnPluginContact contact) {
	if (out->count == out->capacity && !out->grow(out)) return 0;
	out->data[out->count++] = contact;
	return 1;
}

static int replay(const HnPluginPair *pair, HnPluginContacts *out) {
	for (int i = 0; i < s_known_count && i < STEPS; ++i) {
		if (memcmp(&s_known[i].pose, pair->relative, sizeof s_known[i].pose) != 0) continue;
		for (int64_t k = 0; k < s_known[i].count; ++k) add(out, s_known[i].contacts[k]);
		return 1;
	}
	return 0;
}

static void keep(const HnPluginPair *pair, const HnPluginContacts *out, int64_t first) {
	int i = s_known_count++ % STEPS;
	if (s_known_count > STEPS) s_known_count = STEPS + (s_known_count - STEPS) % STEPS;
	s_known[i].pose = *pair->relative;
	s_known[i].count = out->count - first < CONTACTS ? out->count - first : 0;
	memcpy(s_known[i].contacts, out->data + first, (size_t)s_known[i].count * sizeof(HnPluginContact));
}

static int32_t brute_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	Brute *b = self;
	const HnPluginMesh *one = &b->scene->meshes[b->scene->bodies[pair->a].mesh],
	                   *other = &b->scene->meshes[b->scene->bodies[pair->b].mesh];
	const int64_t first = out->count;
	act(b, query);
	b->asked += 1;
	if (b->fault == error) return HN_PLUGIN_ERR_FAILED;
	if (b->fault == replays && replay(pair, out)) return HN_PLUGIN_OK;
	int left_out = b->fault != misses;
	b->host->place(pair->relative, pair->xyz_b, other->vertex_count, b->placed);
	for (int32_t i = 0; i < one->triangle_count; ++i)
		for (int32_t j = 0; j < other->triangle_count; ++j) {
			double s[9], t[9];
			corner(s, pair->xyz_a, one->triangles + 3 * (size_t)i);
			corner(t, b->placed, other->triangles + 3 * (size_t)j);
			int meets = b->host->triangles_meet(s, t);
			if (meets && !left_out) {
				left_out = 1;
				continue;
			}
			if (!meets && !(b->fault == adds && i == 0 && j == 0)) continue;
			if (!add(out, (HnPluginContact){ pair->a, i, pair->b, j })) return HN_PLUGIN_ERR_MEMORY;
		}
	if (b->fault == replays) keep(pair, out, first);
	return HN_PLUGIN_OK;
}

static void brute_count(void *self, int64_t *values) {
	Brute *b = self;
	static int64_t s_drift;
	act(b, count);
	values[0] = b->fault == negative ? -5 : b->fault == drifts ? ++s_drift : b->asked;
	if (b->fault == beyond) values[1] = 1;
}

static size_t brute_bytes(const void *self) { return ((const Brute *)self)->fault == size ? SIZE_MAX : 1000; }

#define FAULT(fault, place)                                                                                  \
	static int32_t create_##fault##_##place(void **self, HnPluginHost *host, const HnPluginScene *scene,     \
	                                        int32_t asked, const double *values) {                           \
		(void)asked, (void)values;                                                                           \
		return make(self, host, scene, fault, place);                                                        \
	}
ALL
#undef FAULT

    static const HnPluginCounter s_counters[] = { { "asked", "pairs", "pairs that were asked about" } };

static const HnPlugin s_plugins[] = {
#define FAULT(fault, place)                                                                                  \
	{ .size = sizeof(HnPlugin),                                                                              \
	  .version = HN_PLUGIN_VERSION,                                                                          \
	  .kind = HN_PLUGIN_PAIRS,                                                                               \
	  .name = "spoil_" #fault "_" #place,                                                                    \
	  .about = "brute force with a fault",                                                                   \
	  .source = "tests",                                                                                     \
	  .can = HN_PLUGIN_CAN_ALL,                                                                              \
	  .answers = HN_PLUGIN_EXACT,                                                                            \
	  .counters = s_counters,                                                                                \
	  .counter_count = 1,                                                                                    \
	  .create = create_##fault##_##place,                                                                    \
	  .destroy = brute_destroy,                                                                              \
	  .begin = brute_begin,                                                                                  \
	  .update = brute_update,                                                                                \
	  .pair = brute_pair,                                                                                    \
	  .count = brute_count,                                                                                  \
	  .bytes = brute_bytes },
	ALL
};

const HnPlugin *harness_plugin(int32_t asked, int32_t index);
const HnPlugin *harness_plugin(int32_t asked, int32_t index) {
	(void)asked;
	return index >= 0 && (size_t)index < sizeof s_plugins / sizeof s_plugins[0] ? &s_plugins[index] : NULL;
}
