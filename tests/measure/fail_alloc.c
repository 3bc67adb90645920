// Preloaded into the program by tests/measure/allocations: numbers the allocations of every process of a run,
// and refuses one of them. Processes are numbered in the order in which they begin; one that forks and then
// executes something else has two numbers.
//   ALLOC_DIR=DIR          where to write
//   ALLOC_FAIL=P:N:MODE    the N-th allocation of process P fails: `once`, or `on`: it and all that follow
// Without ALLOC_FAIL, DIR/sites.<process> has a line for the 1st, 2nd, 4th, 8th ... time that a place (its
// call stack) allocates: process, role, number, times, the stack's hash, and the stack. With it, DIR/fired
// says whom it met.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum {
	DEPTH = 28,      // frames that tell one place from another, those of this file before them
	LUA_FRAMES = 6,  // of the interpreter: how deep a script has called is no other place
	SITES = 1 << 14, // a power of two
	MODULES = 32
};

typedef struct Site {
	uint64_t hash;
	int64_t times;
} Site;

typedef struct Module {
	uintptr_t begin, end, base;
	bool is_lua;
} Module;

static Site s_sites[SITES];
static Module s_modules[MODULES];
static int s_module_count, s_process = -1, s_log = -1;
static int64_t s_count, s_fail_process = -1, s_fail_at;
static bool s_armed, s_inside, s_on;
static const char *s_dir, *s_role;

static int note_module(struct dl_phdr_info *info, size_t size, void *context) {
	(void)size, (void)context;
	for (int i = 0; i < info->dlpi_phnum && s_module_count < MODULES; ++i) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
		uintptr_t begin = info->dlpi_addr + part->p_vaddr;
		s_modules[s_module_count++] = (Module){ begin, begin + part->p_memsz, info->dlpi_addr,
			                                    strstr(info->dlpi_name, "liblua") != NULL };
	}
	return 0;
}

static const Module *module_of(const void *address) {
	for (int i = 0; i < s_module_count; ++i)
		if ((uintptr_t)address >= s_modules[i].begin && (uintptr_t)address < s_modules[i].end)
			return &s_modules[i];
	return NULL;
}

// The number of this process: how many began before it.
static int next_process(void) {
	char path[512], byte = 'x';
	snprintf(path, sizeof path, "%s/processes", s_dir);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, &byte, 1) != 1) return -1;
	off_t size = lseek(fd, 0, SEEK_END);
	close(fd);
	return (int)size - 1;
}

static void begin_process(const char *role) {
	s_role = role;
	s_process = next_process();
	s_count = 0;
	memset(s_sites, 0, sizeof s_sites);
	if (s_log >= 0) close(s_log);
	s_log = -1;
	if (s_fail_at != 0) return;
	char path[512];
	snprintf(path, sizeof path, "%s/sites.%d", s_dir, s_process);
	s_log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static void forked(void) {
	if (s_armed) begin_process("fork");
}

static const char *role_of_program(void) {
	static char line[4096];
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
	if (fd >= 0) close(fd);
	if (size <= 0) return NULL;
	line[size] = '\0';
	const char *name = strrchr(line, '/');
	if (strcmp(name != NULL ? name + 1 : line, "harness") != 0) return NULL;
	return strcmp(line + strlen(line) + 1, "--worker") == 0 ? "worker" : "supervisor";
}

__attribute__((constructor)) static void begin(void) {
	void *first[2];
	char mode[8] = "once";
	const char *role = role_of_program(), *fail = getenv("ALLOC_FAIL");
	s_dir = getenv("ALLOC_DIR");
	if (s_dir == NULL) return;
	backtrace(first, 2); // loads what it needs, by malloc
	dl_iterate_phdr(note_module, NULL);
	long long process = -1, at = 0;
	if (fail != NULL && sscanf(fail, "%lld:%lld:%7s", &process, &at, mode) >= 2)
		s_fail_process = process, s_fail_at = at, s_on = strcmp(mode, "on") == 0;
	if (role == NULL) { // another program: counted among the processes, and left alone
		next_process();
		return;
	}
	pthread_atfork(NULL, NULL, forked);
	begin_process(role);
	s_armed = true;
}

typedef struct Stack {
	void *frames[DEPTH];
	int first, count; // from the first that is not of this file
	uint64_t hash;
} Stack;

static void look(Stack *stack) {
	const Module *own = module_of((const void *)(uintptr_t)&look);
	stack->count = backtrace(stack->frames, DEPTH);
	stack->first = 0;
	while (stack->first < stack->count && module_of(stack->frames[stack->first]) == own) stack->first += 1;
	uint64_t hash = 14695981039346656037u;
	int lua = 0;
	for (int i = stack->first; i < stack->count; ++i) {
		const Module *module = module_of(stack->frames[i]);
		if (module != NULL && module->is_lua && ++lua > LUA_FRAMES) break;
		hash = (hash ^ (module != NULL ? (uintptr_t)stack->frames[i] - module->base : 0)) * 1099511628211u;
	}
	stack->hash = hash;
}

static void write_stack(int fd, const Stack *stack, int64_t times) {
	char line[64 + 32 * DEPTH];
	size_t used = (size_t)snprintf(line, sizeof line, "%d %s %lld %lld %016llx", s_process, s_role,
	                               (long long)s_count, (long long)times, (unsigned long long)stack->hash);
	for (int i = stack->first; i < stack->count; ++i) {
		const Module *module = module_of(stack->frames[i]);
		used += (size_t)snprintf(
		    line + used, sizeof line - used, " %s%llx", module == NULL || module != s_modules ? "+" : "",
		    (unsigned long long)((uintptr_t)stack->frames[i] - (module != NULL ? module->base : 0)));
	}
	line[used++] = '\n';
	if (write(fd, line, used) != (ssize_t)used) _exit(99);
}

static void record(void) {
	Stack stack;
	look(&stack);
	for (uint64_t i = stack.hash;; ++i) {
		Site *site = &s_sites[i % SITES];
		if (site->hash != stack.hash && site->hash != 0) continue;
		site->hash = stack.hash;
		site->times += 1;
		if ((site->times & (site->times - 1)) == 0) write_stack(s_log, &stack, site->times);
		return;
	}
}

static bool refuse(void) {
	s_count += 1;
	if (s_process != s_fail_process || s_count < s_fail_at) return false;
	if (s_count == s_fail_at) {
		char path[512];
		Stack stack;
		look(&stack);
		snprintf(path, sizeof path, "%s/fired", s_dir);
		int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		write_stack(fd, &stack, 0);
		close(fd);
	}
	return s_count == s_fail_at || s_on;
}

static bool refused(void) {
	if (!s_armed || s_inside) return false;
	s_inside = true;
	bool no = false;
	if (s_fail_at != 0) {
		no = refuse();
	} else {
		s_count += 1;
		record();
	}
	s_inside = false;
	if (no) errno = ENOMEM;
	return no;
}

void *malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *p, size_t size) { return refused() ? NULL : __libc_realloc(p, size); }
void *aligned_alloc(size_t alignment, size_t size) {
	return refused() ? NULL : __libc_memalign(alignment, size);
}
void *memalign(size_t alignment, size_t size) { return refused() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
	if (refused()) return ENOMEM;
	*out = __libc_memalign(alignment, size);
	return *out != NULL ? 0 : ENOMEM;
}
