// What the kernel offers without privileges to keep foreign code in its worker. Each is used where it is
// there; nothing fails where it is not.
#pragma once

#include <stdint.h>

enum {
	CONFINE_USER = 1,           // a user namespace; not for root, who could then read less than before
	CONFINE_MOUNT = 2,          // a mount namespace in which no file can be written
	CONFINE_NETWORK = 4,        // a network namespace without any network
	CONFINE_IPC = 8,            // an IPC namespace: no shared memory of others
	CONFINE_SECCOMP = 16,       // no signals to others, no tracing, no sockets but local ones, no keys
	CONFINE_ORPHANS = 32,       // what a worker leaves becomes a child of the supervisor, which ends it
	CONFINE_PROCESSES = 64,     // a process namespace, whose end ends all that is in it (process_space.h)
	CONFINE_CAPABILITIES = 128, // root has none but to read files and to count events
};
const char *confine_name(int32_t index); // of bit 1 << index; NULL past the end

// Between fork and exec: make only async-signal-safe calls, and return what took hold. The worker itself
// takes on the filter of system calls, last.
uint32_t confine_namespaces(void);
uint32_t confine_calls(void);
// What takes hold here, tried once in a process of its own.
uint32_t confine_probe(void);
