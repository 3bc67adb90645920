#include "machine/layout.h"

#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/names.h"
#include "machine/system_file.h"

enum { PADDING_MAX = 4096, ROUND_SIZE = 16384 };
static const unsigned long s_ask = 0xffffffff; // the argument of personality that changes nothing

struct LayoutEnvironment {
	size_t size; // of the whole block
	char *padding;
	char *variables[];
};

const char *layout_name(int32_t index) { NAME_AT(index, "sample", "fixed"); }

static bool kernel_varies(void) {
	char line[16];
	return !system_line("", "/proc/sys/kernel/randomize_va_space", line, sizeof line) || line[0] != '0';
}

static unsigned long wanted(Layout layout, unsigned long now) {
	const unsigned long fixed = ADDR_NO_RANDOMIZE;
	return layout == LAYOUT_FIXED ? now | fixed : now & ~fixed;
}

bool layout_possible(Layout layout) {
	if (!kernel_varies()) return layout == LAYOUT_FIXED;
	int now = personality(s_ask);
	if (now < 0) return layout == LAYOUT_SAMPLE; // forbidden, so nobody switched the variation off
	unsigned long want = wanted(layout, (unsigned long)now);
	bool possible = personality(want) >= 0 && personality(s_ask) == (int)want;
	personality((unsigned long)now);
	return possible;
}

void layout_take_on(Layout layout) {
	int now = personality(s_ask);
	if (now >= 0) personality(wanted(layout, (unsigned long)now));
}

int32_t layout_padding(const char *seed, int32_t session, int32_t member) {
	char text[160];
	int length = snprintf(text, sizeof text, "layout %.100s %d %d", seed, session, member);
	HnHash hash = hn_hash_bytes(text, (size_t)length);
	return (hash.bytes[0] << 8 | hash.bytes[1]) % PADDING_MAX;
}

LayoutEnvironment *layout_environment(Layout layout, int32_t padding) {
	static const char name[] = "HARNESS_LAYOUT=";
	size_t count = 0, used = sizeof name + 2 * sizeof(char *); // strings and their pointers
	for (; environ[count] != NULL; ++count) used += strlen(environ[count]) + 1 + sizeof(char *);
	size_t more = layout == LAYOUT_FIXED ? ROUND_SIZE - used % ROUND_SIZE : (size_t)padding;
	size_t size = sizeof(LayoutEnvironment) + (count + 2) * sizeof(char *) + sizeof name + more;
	LayoutEnvironment *out = mem_alloc_zero(size);
	if (out == NULL) return NULL;
	out->size = size;
	out->padding = (char *)&out->variables[count + 2];
	memcpy(out->padding, name, sizeof name);
	memset(out->padding + sizeof name - 1, 'x', more);
	memcpy(out->variables, environ, count * sizeof(char *));
	out->variables[count] = out->padding;
	return out;
}

char *const *layout_variables(const LayoutEnvironment *environment) { return environment->variables; }

void layout_environment_free(LayoutEnvironment *environment) {
	if (environment != NULL) mem_free(environment, environment->size);
}
