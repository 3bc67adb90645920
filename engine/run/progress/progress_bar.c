// Progress as one line of a terminal that is redrawn: groups done, time left, the current group, its rounds
// and precision. It uses no colours, and no cursor movement except a return to the beginning of the line, so
// any terminal shows it. The line is cut to the width of the terminal.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"
#include "run/progress/progress_sink.h"

enum { WIDTH_DEFAULT = 80, WIDTH_MAX = 400, GRAPH_MAX = 24, GRAPH_WIDTH_MIN = 60 };

static int32_t s_shown; // columns of the line on the terminal

static int32_t terminal_width(void) {
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col < WIDTH_MAX ? size.ws_col : WIDTH_MAX;
	const char *columns = getenv("COLUMNS");
	long wanted = columns != NULL ? strtol(columns, NULL, 10) : 0;
	return wanted > 0 && wanted < WIDTH_MAX ? (int32_t)wanted : WIDTH_DEFAULT;
}

// Reads the user's locale variables in order of precedence. The program itself stays in the C locale.
static bool is_utf8(void) {
	static const char *const s_names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	for (size_t i = 0; i < 3; ++i) {
		const char *value = getenv(s_names[i]);
		if (value == NULL || value[0] == '\0') continue;
		return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
	}
	return false;
}

static void erase(void) {
	if (s_shown > 0) fprintf(stderr, "\r%*s\r", (int)s_shown, "");
	s_shown = 0;
}

static void add_time(Text *text, double seconds) {
	if (!(seconds >= 0)) return;
	if (seconds < 99.5)
		text_addf(text, ", %.0f s left", seconds);
	else if (seconds < 99.5 * 60)
		text_addf(text, ", %.0f min left", seconds / 60);
	else
		text_addf(text, ", %.1f h left", seconds / 3600);
}

static void add_graph(Text *text, const Progress *p, bool utf8, int32_t width) {
	int32_t cells = width / 4 < GRAPH_MAX ? width / 4 : GRAPH_MAX;
	int32_t groups = p->plan->group_count > 0 ? p->plan->group_count : 1;
	int32_t full = (int32_t)(cells * progress_share_sum(p) / groups);
	if (!utf8) text_add(text, "[");
	for (int32_t i = 0; i < cells; ++i) text_add(text, utf8 ? (i < full ? "█" : "░") : i < full ? "#" : "-");
	text_add(text, utf8 ? " " : "] ");
}

static void add_rounds(Text *text, const Progress *p, bool utf8) {
	const PlanGroup *group = p->group;
	if (p->rounds == 0 && p->retaken == 0) return;
	if (group->precision > 0)
		text_addf(text, ": %d round%s", p->rounds, p->rounds == 1 ? "" : "s");
	else
		text_addf(text, ": %d of %d rounds", p->rounds, group->runs);
	if (p->retaken > 0) text_addf(text, ", %d taken again", p->retaken);
	const char *within = utf8 ? "±" : "+-";
	if (p->precision >= 0)
		text_addf(text, p->precision < 0.995 ? ", %s%.2g %%" : ", %s%.0f %%", within, p->precision * 100);
	if (group->precision > 0) text_addf(text, " (wanted %s%.2g %%)", within, group->precision * 100);
}

// Cuts the line to the width and replaces control characters, which would move the cursor.
static int32_t cut(Text *text, int32_t width, bool utf8) {
	int32_t columns = 0;
	for (int64_t i = 0; i < text->count; ++i) {
		unsigned char c = (unsigned char)text->data[i];
		bool goes_on = utf8 && (c & 0xC0) == 0x80;
		if (!goes_on && columns == width) {
			text->data[i] = '\0';
			break;
		}
		columns += !goes_on;
		if (c < 0x20 || c == 0x7F || (!utf8 && c >= 0x80)) text->data[i] = '?';
	}
	return columns;
}

static void draw(const Progress *p) {
	Text text = { 0 };
	bool utf8 = is_utf8();
	int32_t width = terminal_width() - 1; // the last column would begin a new line
	if (width >= GRAPH_WIDTH_MIN) add_graph(&text, p, utf8, width);
	text_addf(&text, "%d/%d", p->finished, p->plan->group_count);
	add_time(&text, progress_left(p));
	if (p->group != NULL) {
		text_add(&text, ";");
		progress_add_params(&text, p, p->group);
		add_rounds(&text, p, utf8);
		if (p->doing[0] != '\0') text_addf(&text, "; %s", p->doing);
	}
	if (text_check(&text) == HN_OK) {
		int32_t columns = cut(&text, width, utf8);
		fprintf(stderr, "\r%s%*s", text.data, s_shown > columns ? (int)(s_shown - columns) : 0, "");
		if (s_shown > columns) fprintf(stderr, "\r%s", text.data);
		s_shown = columns;
		fflush(stderr);
	}
	text_free(&text);
}

static void say(const char *line) {
	erase();
	fprintf(stderr, "%s\n", line);
}

// A group that did not end well leaves a permanent line.
static void group_end(const Progress *p, const Result *result, bool stopped, double seconds) {
	if (stopped || (result->finished && !result_all_ok(result)))
		progress_plain.group_end(p, result, stopped, seconds);
	draw(p);
}

static void end(const Progress *p, int32_t signal_number) {
	(void)p, (void)signal_number;
	erase();
}

const ProgressSink progress_bar = { draw, draw, draw, group_end, end, say };
