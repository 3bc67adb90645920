// The floating-point control words: rounding, enabled exceptions, flushing to zero, precision. The sticky
// flags of past exceptions are left out.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ControlWords {
	uint32_t sse; // MXCSR; on other machines what is like it
	uint32_t x87;
} ControlWords;

#if defined __x86_64__
enum { CONTROL_SSE_FLAGS = 0x3f };
static inline ControlWords control_words(void) {
	uint32_t sse;
	uint16_t x87;
	__asm__ volatile("stmxcsr %0" : "=m"(sse));
	__asm__ volatile("fnstcw %0" : "=m"(x87));
	return (ControlWords){ sse & ~(uint32_t)CONTROL_SSE_FLAGS, x87 };
}
static inline void control_words_set(ControlWords to) {
	uint16_t x87 = (uint16_t)to.x87;
	__asm__ volatile("ldmxcsr %0" : : "m"(to.sse));
	__asm__ volatile("fldcw %0" : : "m"(x87));
}
#elif defined __aarch64__
static inline ControlWords control_words(void) {
	uint64_t fpcr;
	__asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
	return (ControlWords){ (uint32_t)fpcr, 0 };
}
static inline void control_words_set(ControlWords to) {
	uint64_t fpcr = to.sse;
	__asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
}
#else
static inline ControlWords control_words(void) { return (ControlWords){ 0, 0 }; }
static inline void control_words_set(ControlWords to) { (void)to; }
#endif

static inline bool control_words_equal(ControlWords a, ControlWords b) {
	return ((a.sse ^ b.sse) | (a.x87 ^ b.x87)) == 0;
}

// Puts the control words back. false: they were `to` already. Else text says for people what was changed:
// "the rounding mode (MXCSR 0x1f80 to 0x3f80)".
enum { CONTROL_TEXT_SIZE = 120 };
bool control_words_restore(char text[CONTROL_TEXT_SIZE], ControlWords to);
