// Who ends a process by SIGKILL: the kernel, when memory ends, or somebody else. No system call tells it; the
// kernel's counters and its log do, where they can be read.
#pragma once

#include <stdint.h>

// Processes that the kernel has ended for want of memory. NaN: it does not say.
typedef struct OomKills {
	double group;   // in this process's control group, whoever's limit was reached
	double machine; // anywhere
} OomKills;

// root: "", or a folder that stands for the machine.
void oom_kills(OomKills *out, const char *root);
// Says for people who ended the process `pid`, which lived since `before` and used so many seconds of
// processor time: "by the kernel, ...". limit_s: of its processor time; infinite: none.
enum { OOM_TEXT_SIZE = 120 };
void oom_who_killed(char text[OOM_TEXT_SIZE], const char *root, const OomKills *before, int32_t pid,
                    double cpu_s, double limit_s);
