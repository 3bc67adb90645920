// What every operation on lanes gives (simd/lanes.h, simd/doubles4.h and the widest of both) for the same
// many inputs, zeros of both signs, denormal numbers, infinities and NaN among them. It must be the same bits
// from each instruction set and from plain C.
#pragma once

#include <stdint.h>

typedef struct LanesAnswers {
	const char *names[128]; // of the operations
	uint64_t hashes[128];   // of all that each gave
	int count;
} LanesAnswers;

void lanes_answers_plain(LanesAnswers *out);
void lanes_answers_baseline(LanesAnswers *out); // SSE2, NEON or plain C
void lanes_answers_avx2(LanesAnswers *out);     // these two on x86 alone
void lanes_answers_avx512(LanesAnswers *out);
