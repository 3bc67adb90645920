#include "run/group/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/names.h"
#include "run/group/process_space.h"

const char *confine_name(int32_t index) {
	NAME_AT(index, "user namespace", "mount namespace, read-only", "network namespace", "IPC namespace",
	        "seccomp", "orphans ended", "process namespace", "capabilities");
}

// Namespaces
// ------------------------------------------------------------------------------------------------------

static void put(const char *path, const char *text, size_t size) {
	int file = open(path, O_WRONLY | O_CLOEXEC);
	if (file < 0) return;
	(void)!write(file, text, size);
	close(file);
}

// "ID ID 1": the same number inside as outside. No printf between fork and exec.
static void put_id(const char *path, unsigned id) {
	char digits[12], text[40];
	size_t count = 0, size = 0;
	do digits[count++] = (char)('0' + id % 10);
	while ((id /= 10) > 0);
	for (int twice = 0; twice < 2; ++twice) {
		for (size_t i = count; i > 0; --i) text[size++] = digits[i - 1];
		text[size++] = ' ';
	}
	text[size++] = '1';
	put(path, text, size);
}

static uint32_t take_user(void) {
	const unsigned user = geteuid(), group = getegid();
	if (user == 0 || unshare(CLONE_NEWUSER) != 0) return 0;
	put("/proc/self/setgroups", "deny", 4);
	put_id("/proc/self/uid_map", user);
	put_id("/proc/self/gid_map", group);
	return CONFINE_USER;
}

// As struct mount_attr, which older headers lack.
typedef struct MountAttributes {
	uint64_t set, clear, propagation, user;
} MountAttributes;

static uint32_t take_mounts(void) {
#ifdef SYS_mount_setattr
	enum { RECURSIVE = 0x8000, READ_ONLY = 1 };
	MountAttributes attributes = { .set = READ_ONLY };
	if (unshare(CLONE_NEWNS) != 0) return 0;
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return 0;
	if (syscall(SYS_mount_setattr, AT_FDCWD, "/", RECURSIVE, &attributes, sizeof attributes) != 0) return 0;
	return CONFINE_MOUNT;
#else
	return 0;
#endif
}

static uint32_t take_namespace(int flag, uint32_t bit) { return unshare(flag) == 0 ? bit : 0; }

// Capabilities
// ------------------------------------------------------------------------------------------------------

static bool is_kept(int capability) {
	enum { PERFMON = 38 }; // older headers lack it
	return capability == CAP_DAC_OVERRIDE || capability == CAP_DAC_READ_SEARCH || capability == PERFMON;
}

// Root keeps what it needs to read files and to count instructions. With more it could undo the namespaces:
// make the mounts writable again, or write through /proc/PID/cwd to those of the supervisor. Takes hold with
// exec. Other users have none after it.
static uint32_t give_up_capabilities(void) {
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = { { 0 } };
	for (int i = 0; prctl(PR_CAPBSET_READ, i, 0, 0, 0) >= 0; ++i)
		if (!is_kept(i)) (void)prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
	bool kept = syscall(SYS_capget, &header, sets) != 0;
	for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; ++i) sets[i].inheritable = 0;
	kept = kept || syscall(SYS_capset, &header, sets) != 0;
	if (geteuid() == 0) kept = kept || prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) != 0;
	return kept ? 0 : CONFINE_CAPABILITIES;
}

// System calls
// ------------------------------------------------------------------------------------------------------

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define LOAD(field)                     BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SKIP_IF(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (then), (otherwise))
#define END(action)                     BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSED                         (SECCOMP_RET_ERRNO | EPERM)
#define OTHER_CALLS                     0x40000000 // of x86-64, those of x32 begin here
// A call is refused. Two instructions.
#define REFUSE(call) SKIP_IF(SYS_##call, 0, 1), END(REFUSED)
// A call is refused unless its first argument is this number. Then the number of the call is lost, but the
// outcome is known. 0 is refused too: in a process namespace, it is what getppid() tells of the supervisor.
#define REFUSE_OTHERS(call, allowed)                                                                         \
	SKIP_IF(SYS_##call, 0, 4), LOAD(args[0]), SKIP_IF((allowed), 0, 1), END(SECCOMP_RET_ALLOW), END(REFUSED)

uint32_t confine_calls(void) {
	const unsigned own = (unsigned)getpid();
	struct sock_filter filter[] = { LOAD(arch),
		                            SKIP_IF(ARCHITECTURE, 1, 0), // not by the calls of 32-bit programs
		                            END(REFUSED),
		                            LOAD(nr),
		                            BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 0, 1),
		                            END(REFUSED),
		                            REFUSE_OTHERS(kill, own),
		                            REFUSE_OTHERS(tgkill, own),
		                            REFUSE_OTHERS(rt_sigqueueinfo, own),
		                            REFUSE_OTHERS(rt_tgsigqueueinfo, own),
		                            REFUSE_OTHERS(socket, AF_UNIX),
		                            REFUSE(tkill),
		                            REFUSE(ptrace),
		                            REFUSE(process_vm_readv),
		                            REFUSE(process_vm_writev),
		                            REFUSE(add_key),
		                            REFUSE(request_key),
		                            REFUSE(keyctl),
		                            REFUSE(mount),
		                            REFUSE(umount2),
		                            REFUSE(pivot_root),
		                            REFUSE(setns),
		                            REFUSE(bpf),
#ifdef SYS_mount_setattr
		                            REFUSE(mount_setattr),
		                            REFUSE(open_tree),
		                            REFUSE(move_mount),
		                            REFUSE(fsopen),
		                            REFUSE(fspick),
#endif
#ifdef SYS_pidfd_send_signal
		                            REFUSE(pidfd_send_signal),
#endif
		                            END(SECCOMP_RET_ALLOW) };
	struct sock_fprog program = { .len = sizeof filter / sizeof filter[0], .filter = filter };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? CONFINE_SECCOMP : 0;
}
#else
uint32_t confine_calls(void) { return 0; }
#endif

uint32_t confine_namespaces(void) {
	uint32_t taken = take_user();
	taken |= take_mounts();
	taken |= take_namespace(CLONE_NEWNET, CONFINE_NETWORK);
	taken |= take_namespace(CLONE_NEWIPC, CONFINE_IPC);
	taken |= process_space_take_on() ? CONFINE_PROCESSES : 0;
	return taken | give_up_capabilities();
}

uint32_t confine_probe(void) {
	static uint32_t s_known;
	int ended = 0, reaper = 0;
	if (s_known != 0) return s_known;
	pid_t pid = fork();
	if (pid == 0) _exit((int)(confine_namespaces() | confine_calls()));
	if (pid < 0) return 0;
	while (waitpid(pid, &ended, 0) < 0 && errno == EINTR) {
	}
	uint32_t taken = WIFEXITED(ended) ? (uint32_t)WEXITSTATUS(ended) : 0;
	bool orphans = prctl(PR_GET_CHILD_SUBREAPER, &reaper, 0, 0, 0) == 0;
	s_known = taken | (orphans ? CONFINE_ORPHANS : 0);
	return s_known;
}
