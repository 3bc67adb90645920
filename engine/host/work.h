// Tells the user what the engine is doing for a description where it lasts: "x.lua:12: h.touching: pose 3 of
// 20 after 6 s", at most one line in five seconds and none in the first.
#pragma once

#include <stdint.h>

typedef struct Work {
	const char *what; // "h.touching"
	int32_t count;    // poses
	int64_t begin_ns, next_ns;
	int32_t lines; // told
} Work;

Work work_begin(const char *what, int32_t count);
void work_tell(void *work, int32_t made); // a MotionReport of a Work
void work_end(const Work *work);          // tells how long it took, if anything was told
