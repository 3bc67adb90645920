// Brute force as a plug-in, with one fault each: cc -DFAULT=<name> -DNAME='"bad_<name>"'. The tests build
// all.
#define _GNU_SOURCE // feenableexcept
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "plugin.h"

enum {
	none,
	segfault,  // in a query
	loop,      // a query does not end
	hog,       // takes one gigabyte after the other
	wrong,     // leaves out the first contact of each pair
	extra,     // reports a pair that does not meet
	inexact,   // leaves out a contact, and says that it may
	version,   // is of another version
	size,      // its struct is shorter
	symbol,    // exports no harness_plugin
	undefined, // needs a symbol that nobody has
	rounding,  // a query leaves another rounding mode
	parting,   // destroy leaves another rounding mode
	sigfpe,    // a query leaves floating-point exceptions enabled
	handler,   // create sets a signal handler
	mask,      // create blocks a signal
	leak,      // destroy frees nothing
	hoard,     // no fault: each of the first destroys keeps memory, ever less of it
	output,    // a query writes on stdout
	exits,     // a query calls exit(0)
	threads,   // create leaves a thread running
	error,     // a query returns an error
	unable,    // create says that it cannot do this
	random_,   // another answer at each asking
	drifts,    // its counter differs from pass to pass
	detached,  // closes all files when it is loaded, and waits for ever
	greedy,    // takes three times the machine's memory when it is loaded
	vast,      // create does
	loading,   // crashes when it is loaded
	suicide,   // a query sends SIGKILL to its own process
	replays,   // remembers all answers by the poses, and gives them again
	full,      // the same, until its memory is full: the four places of a motion
	caches,    // an honest cache by the step: a contact that was found in it once is looked for no more
	meddles,   // a query would end the supervisor, write files and reach the network
	memo,      // remembers by the poses, but looks again all the same: its memory grows
	rarely,    // no fault: every third new place takes long, when it is asked about for the first time
};
#ifndef FAULT
#define FAULT none
#define NAME  "good"
#endif

typedef struct Brute {
	HnPluginHost *host;
	const HnPluginScene *scene;
	double *placed;
	int32_t first, asked, places;
	double at; // of the last place
} Brute;

#ifdef LACKING
int32_t nobody_has_this(void);
#endif

static void on_signal(int number) { (void)number; }

static void *wait_for_ever(void *context) {
	for (;;) pause();
	return context;
}

// Takes what there is, one page of each block.
static int32_t take_memory(HnPluginHost *host) {
	for (;;) {
		char *block = malloc((size_t)1 << 30);
		if (block == NULL) {
			strcpy(host->error, "no gigabyte more");
			return HN_PLUGIN_ERR_MEMORY;
		}
		*(volatile char *)block = 1;
	}
}

// A millisecond of this processor.
static void take_time(void) {
	for (clock_t begin = clock(); clock() - begin < CLOCKS_PER_SEC / 1000;) continue;
}

// Takes more than there is, but addresses alone: it is not used. 1: there was as much.
static int take_addresses(void) {
	size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
	for (int i = 0; i < 12; ++i)
		if (mmap(NULL, all / 4, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED)
			return 0;
	return 1;
}

// By each way to a place where they can be written: as it is, by mounts that are made writable again, and by
// the folder in which the supervisor stands.
static void write_files(void) {
	char own[400] = "", there[400], path[400];
	close(open("meddled.txt", O_WRONLY | O_CREAT, 0666));
#ifdef SYS_mount_setattr
	const uint64_t writable[4] = { 0, 1, 0, 0 }; // what to set, what to clear: read-only
	syscall(SYS_mount_setattr, AT_FDCWD, "/", 0x8000, writable, sizeof writable);
	close(open("meddled.txt", O_WRONLY | O_CREAT, 0666));
#endif
	for (int pid = 1; getcwd(own, sizeof own) != NULL && pid < 1 << 16; ++pid) {
		snprintf(path, sizeof path, "/proc/%d/cwd", pid);
		const ssize_t size = readlink(path, there, sizeof there);
		if (size != (ssize_t)strlen(own) || memcmp(own, there, (size_t)size) != 0) continue;
		snprintf(path, sizeof path, "/proc/%d/cwd/meddled.txt", pid);
		close(open(path, O_WRONLY | O_CREAT, 0666));
	}
}

// Whether there is a network; also by the calls of 32-bit programs, which crash where the kernel has none.
static int reaches_network(void) {
	int ended = 0;
#ifdef __x86_64__
	long got;
	const pid_t pid = fork();
	if (pid == 0) {
		__asm__ volatile("int $0x80"
		                 : "=a"(got)
		                 : "a"(359L), "b"((long)AF_INET), "c"((long)SOCK_STREAM), "d"(0L)
		                 : "memory", "r8", "r9", "r10", "r11");
		_exit(got >= 0);
	}
	waitpid(pid, &ended, 0);
#endif
	return (WIFEXITED(ended) && WEXITSTATUS(ended) == 1) || socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static int32_t brute_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                            const double *values) {
	(void)values;
	Brute *b = *self = calloc(1, sizeof *b);
	if (b == NULL) return HN_PLUGIN_ERR_MEMORY;
	b->host = host;
	b->scene = scene;
	b->first = query == HN_PLUGIN_QUERY_FIRST;
	int32_t most = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].vertex_count > most) most = scene->meshes[m].vertex_count;
	b->placed = malloc(((size_t)most + 1) * 3 * sizeof(double));
	if (b->placed == NULL) return HN_PLUGIN_ERR_MEMORY;
	if (FAULT == vast && !take_addresses()) return HN_PLUGIN_ERR_MEMORY;
	if (FAULT == handler) signal(SIGUSR1, on_signal);
	if (FAULT == mask) {
		sigset_t set;
		sigemptyset(&set);
		sigaddset(&set, SIGUSR2);
		sigprocmask(SIG_BLOCK, &set, NULL);
	}
	if (FAULT == threads) {
		pthread_t thread;
		pthread_create(&thread, NULL, wait_for_ever, NULL);
	}
	if (FAULT == unable) {
		strcpy(host->error, "it cannot do teapots");
		return HN_PLUGIN_ERR_UNSUPPORTED;
	}
#ifdef LACKING
	return nobody_has_this();
#else
	return HN_PLUGIN_OK;
#endif
}

static void hoard_more(void) {
	enum { KEPT = 50 };
	static void *s_kept[KEPT];
	static int s_count;
	if (s_count == KEPT) return;
	s_kept[s_count] = malloc((size_t)(KEPT - s_count) * 64);
	s_count += 1;
}

static void brute_destroy(void *self) {
	Brute *b = self;
	if (FAULT == leak) return;
	if (FAULT == parting) fesetround(FE_UPWARD);
	if (FAULT == hoard) hoard_more();
	free(b->placed);
	free(b);
}

static void corner(double out[9], const double *xyz, const int32_t *t) {
	for (int k = 0; k < 9; ++k) out[k] = xyz[3 * (size_t)t[k / 3] + (size_t)(k % 3)];
}

static int32_t strike(Brute *b) {
	if (FAULT == segfault) *(volatile int *)(uintptr_t)(b->asked < 0) = 1;
	if (FAULT == loop)
		for (volatile int turn = 0;; turn = !turn) {
		}
	if (FAULT == hog) return take_memory(b->host);
	if (FAULT == rounding) fesetround(FE_UPWARD);
#ifdef __GLIBC__
	if (FAULT == sigfpe) feenableexcept(FE_DIVBYZERO);
#endif
	if (FAULT == output) puts("hello from a plug-in");
	if (FAULT == exits) exit(0);
	if (FAULT == meddles) {
		kill(getppid(), SIGTERM);
		if (b->asked == 0) write_files();
		if (b->asked == 0 && reaches_network()) {
			strcpy(b->host->error, "it has a socket");
			return HN_PLUGIN_ERR_FAILED;
		}
	}
	if (FAULT == suicide) kill(getpid(), SIGKILL);
	if (FAULT == error) {
		strcpy(b->host->error, "this error was asked for");
		return HN_PLUGIN_ERR_FAILED;
	}
	return HN_PLUGIN_OK;
}

// What was asked, and the contacts that were found then. With `caches`, the pose is not looked at.
typedef struct Remembered Remembered;
struct Remembered {
	Remembered *next;
	HnPluginPose relative;
	int32_t a, b, step;
	int64_t count;
	HnPluginContact contacts[];
};
enum { BUCKETS = 4096, FULL = 4 };
static Remembered *s_remembered[BUCKETS];
static int s_remembered_count;

static Remembered **bucket_of(const HnPluginPair *pair) {
	uint64_t hash = (uint64_t)pair->a * 31 + (uint64_t)pair->b, bits;
	for (int k = 0; FAULT != caches && k < 3; ++k) {
		memcpy(&bits, &pair->relative->t[k], sizeof bits);
		hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
	}
	if (FAULT == caches) hash += (uint64_t)pair->step * 977;
	return &s_remembered[(hash >> 20 ^ hash) % BUCKETS];
}

static const Remembered *remembered(const HnPluginPair *pair) {
	for (const Remembered *r = *bucket_of(pair); r != NULL; r = r->next) {
		int same_pose = memcmp(&r->relative, pair->relative, sizeof r->relative) == 0;
		if (r->a == pair->a && r->b == pair->b && (FAULT == caches ? r->step == pair->step : same_pose))
			return r;
	}
	return NULL;
}

static void remember(const HnPluginPair *pair, const HnPluginContacts *out, int64_t first) {
	Remembered **bucket = bucket_of(pair), *r;
	int64_t count = out->count - first;
	if (FAULT == full && s_remembered_count++ >= FULL) return;
	r = malloc(sizeof *r + (size_t)count * sizeof *r->contacts);
	if (r == NULL) return;
	*r = (Remembered){ *bucket, *pair->relative, pair->a, pair->b, pair->step, count };
	if (count > 0) memcpy(r->contacts, out->data + first, (size_t)count * sizeof *r->contacts);
	*bucket = r;
}

static int32_t brute_ask(void *self, const HnPluginPair *pair, HnPluginContacts *out);

static int32_t brute_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	int remembers = FAULT == replays || FAULT == full || FAULT == caches || FAULT == memo;
	const Remembered *known = remembers ? remembered(pair) : NULL;
	int64_t first = out->count;
	if (known == NULL || FAULT == memo) {
		int32_t status = brute_ask(self, pair, out);
		if (status == HN_PLUGIN_OK && remembers && known == NULL) remember(pair, out, first);
		return status;
	}
	for (int64_t i = 0; i < known->count; ++i) {
		if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
		out->data[out->count++] = known->contacts[i];
	}
	return HN_PLUGIN_OK;
}

// As something else on the machine may make it. The first place is that of the motion.
static void pause_rarely(Brute *b, const HnPluginPair *pair) {
	if (b->at == pair->relative->t[0]) return;
	b->at = pair->relative->t[0];
	if (b->places++ % 3 == 1) take_time();
}

static int32_t brute_ask(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	Brute *b = self;
	if (FAULT == rarely) pause_rarely(b, pair);
	const HnPluginMesh *one = &b->scene->meshes[b->scene->bodies[pair->a].mesh],
	                   *other = &b->scene->meshes[b->scene->bodies[pair->b].mesh];
	int32_t status = strike(b);
	if (status != HN_PLUGIN_OK) return status;
	b->asked += 1;
	int left_out = !(FAULT == wrong || FAULT == inexact || (FAULT == random_ && b->asked % 2 == 0));
	b->host->place(pair->relative, pair->xyz_b, other->vertex_count, b->placed);
	for (int32_t i = 0; i < one->triangle_count; ++i)
		for (int32_t j = 0; j < other->triangle_count; ++j) {
			double s[9], t[9];
			corner(s, pair->xyz_a, one->triangles + 3 * (size_t)i);
			corner(t, b->placed, other->triangles + 3 * (size_t)j);
			int meets = b->host->triangles_meet(s, t) || (FAULT == extra && i == 0 && j == 0);
			if (meets && !left_out) {
				left_out = 1;
				continue;
			}
			if (!meets) continue;
			if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
			out->data[out->count++] = (HnPluginContact){ pair->a, i, pair->b, j };
			if (b->first) return HN_PLUGIN_OK;
		}
	return HN_PLUGIN_OK;
}

static int64_t s_drift;

static void brute_count(void *self, int64_t *values) {
	(void)self;
	values[0] = FAULT == drifts ? ++s_drift : 1;
}

static const HnPluginCounter s_counters[] = { { "turns", "turns", "what a pass takes" } };

static const HnPlugin s_plugin = {
	.size = FAULT == size ? 16 : sizeof(HnPlugin),
	.version = FAULT == version ? HN_PLUGIN_VERSION + 1 : HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_PAIRS,
	.name = NAME,
	.about = "brute force with a fault",
	.source = "tests",
	.can = HN_PLUGIN_CAN_ALL | (FAULT == wrong ? 0 : HN_PLUGIN_CAN_FIRST) | HN_PLUGIN_CAN_DEFORM,
	.answers = FAULT == inexact ? HN_PLUGIN_INEXACT : HN_PLUGIN_EXACT,
	.create = brute_create,
	.destroy = brute_destroy,
	.pair = brute_pair,
	.counters = s_counters,
	.counter_count = 1,
	.count = brute_count,
};

__attribute__((constructor)) static void brute_load(void) {
	if (FAULT == greedy && !take_addresses()) {
		fputs("there is no such memory\n", stderr);
		_exit(1);
	}
	if (FAULT != detached) return;
	for (int file = 0; file < 64; ++file) close(file);
	for (;;) pause();
}

#ifdef HIDDEN
#define harness_plugin harness_other
#endif
const HnPlugin *harness_plugin(int32_t asked, int32_t index);
const HnPlugin *harness_plugin(int32_t asked, int32_t index) {
	(void)asked;
	if (FAULT == loading) *(volatile int *)(uintptr_t)(index < 0) = 1;
	return index == 0 ? &s_plugin : NULL;
}
