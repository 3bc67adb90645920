#include "plugin/control.h"

#include <stdio.h>

enum { SSE_MASKS = 0x1f80, SSE_ROUNDING = 0x6000, X87_MASKS = 0x3f, X87_ROUNDING = 0xc00 };

static void describe(char text[CONTROL_TEXT_SIZE], ControlWords from, ControlWords to) {
	uint32_t sse = from.sse ^ to.sse;
	const char *what = "the floating-point mode";
#ifdef __x86_64__
	uint32_t x87 = from.x87 ^ to.x87;
	if ((sse & SSE_MASKS) != 0 || (x87 & X87_MASKS) != 0)
		what = "which floating-point exceptions raise SIGFPE";
	else if ((sse & SSE_ROUNDING) != 0 || (x87 & X87_ROUNDING) != 0)
		what = "the rounding mode";
	else if (sse != 0)
		what = "how subnormal numbers are treated";
#endif
	snprintf(text, CONTROL_TEXT_SIZE, "%s (%s 0x%x to 0x%x)", what, sse != 0 ? "MXCSR" : "x87",
	         sse != 0 ? from.sse : from.x87, sse != 0 ? to.sse : to.x87);
}

bool control_words_restore(char text[CONTROL_TEXT_SIZE], ControlWords to) {
	ControlWords now = control_words();
	if (control_words_equal(now, to)) return false;
	control_words_set(to);
	describe(text, to, now);
	return true;
}
