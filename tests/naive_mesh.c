#include "naive_mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MAX = 2000, TEXT_MAX = 8000 };

// A text as lines of words; empty lines are left out.
typedef struct WordText {
	char bytes[TEXT_MAX];
	const char *words[WORDS_MAX];
	int line_begin[WORDS_MAX + 1], lines, word_count;
	size_t used, line_end_of_last; // bytes of the input behind the last line read
} WordText;

static void end_word(WordText *t, size_t *begin) {
	if (t->used == *begin) return;
	t->bytes[t->used++] = '\0';
	t->words[t->word_count++] = t->bytes + *begin;
	*begin = t->used;
}

static void end_line(WordText *t) {
	if (t->word_count == t->line_begin[t->lines]) return;
	t->line_begin[++t->lines] = t->word_count;
}

// `last`: the first word of the line to stop behind, or NULL.
static void split(WordText *t, const char *in, size_t size, const char *format, const char *last) {
	bool obj = strcmp(format, "obj") == 0, comments = obj || strcmp(format, "off") == 0, comment = false;
	size_t word = 0;
	memset(t, 0, sizeof *t);
	for (size_t i = size >= 3 && memcmp(in, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; i <= size; ++i) {
		char c = i < size ? in[i] : '\n';
		bool pair = i + 1 < size && c == '\r' && in[i + 1] == '\n';
		if (c == '\n' || c == '\r') {
			i += pair;
			end_word(t, &word);
			end_line(t);
			comment = false;
			t->line_end_of_last = i + 1;
			if (last != NULL && t->lines > 0 && strcmp(t->words[t->line_begin[t->lines - 1]], last) == 0)
				return;
		} else if (comment) {
			continue;
		} else if (strchr(" \t\v\f", c) != NULL && c != '\0') {
			end_word(t, &word);
		} else if (comments && c == '#' && t->used == word) {
			comment = true;
		} else if (obj && c == '\\' && i + 1 < size && (in[i + 1] == '\n' || in[i + 1] == '\r')) {
			end_word(t, &word);
			i += i + 2 < size && in[i + 1] == '\r' && in[i + 2] == '\n' ? 2 : 1;
		} else {
			t->bytes[t->used++] = c;
		}
	}
}

static int line_size(const WordText *t, int line) { return t->line_begin[line + 1] - t->line_begin[line]; }

static const char *word_at(const WordText *t, int line, int word) {
	return word < line_size(t, line) ? t->words[t->line_begin[line] + word] : "";
}

static double flushed(double x) { return fabs(x) < 0x1p-200 ? 0 : x; }

static void add_vertex(NaiveMesh *m, double x, double y, double z) {
	double *p = m->xyz[m->vertices++];
	p[0] = flushed(x), p[1] = flushed(y), p[2] = flushed(z);
}

static void add_vertex_words(NaiveMesh *m, const WordText *t, int line, int word) {
	add_vertex(m, strtod(word_at(t, line, word), NULL), strtod(word_at(t, line, word + 1), NULL),
	           strtod(word_at(t, line, word + 2), NULL));
}

static void add_polygon(NaiveMesh *m, const int *corners, int count) {
	for (int k = 2; k < count; ++k) {
		int *triangle = m->triangles[m->triangle_count++];
		triangle[0] = corners[0], triangle[1] = corners[k - 1], triangle[2] = corners[k];
	}
}

static void read_obj(NaiveMesh *m, const WordText *t) {
	for (int line = 0; line < t->lines; ++line) {
		int corners[WORDS_MAX], count = line_size(t, line) - 1;
		if (strcmp(word_at(t, line, 0), "v") == 0) add_vertex_words(m, t, line, 1);
		if (strcmp(word_at(t, line, 0), "f") != 0) continue;
		for (int k = 0; k < count; ++k) {
			int index = atoi(word_at(t, line, k + 1));
			corners[k] = index < 0 ? m->vertices + index : index - 1;
		}
		add_polygon(m, corners, count);
	}
}

// size, then the corners: in OFF and in the faces of PLY.
static int read_polygon(NaiveMesh *m, const WordText *t, int line, int word) {
	int corners[WORDS_MAX], count = atoi(word_at(t, line, word));
	for (int k = 0; k < count; ++k) corners[k] = atoi(word_at(t, line, word + 1 + k));
	add_polygon(m, corners, count);
	return word + 1 + count;
}

static void read_off(NaiveMesh *m, const WordText *t) {
	bool keyword = !isdigit((unsigned char)word_at(t, 0, 0)[0]);
	int line = keyword && line_size(t, 0) == 1 ? 1 : 0, word = keyword ? 1 - line : 0;
	int vertices = atoi(word_at(t, line, word)), faces = atoi(word_at(t, line, word + 1));
	for (int i = 0; i < vertices; ++i) add_vertex_words(m, t, ++line, 0);
	for (int i = 0; i < faces; ++i) read_polygon(m, t, ++line, 0);
}

static void add_corners(NaiveMesh *m) {
	for (int v = 0; v + 2 < m->vertices; v += 3) add_polygon(m, (int[]){ v, v + 1, v + 2 }, 3);
}

static void read_stl(NaiveMesh *m, const char *bytes, size_t size) {
	WordText t;
	uint32_t count = 0;
	if (size >= 84) memcpy(&count, bytes + 80, 4);
	bool text = size >= 5 && strncasecmp(bytes, "solid", 5) == 0 && memchr(bytes, '\0', size) == NULL;
	size_t needed = 84 + 50 * (size_t)count;
	if (size == needed || (size > needed && count > 0 && !text)) {
		for (uint32_t i = 0; i < 3 * count; ++i) {
			float p[3];
			memcpy(p, bytes + 84 + 50 * (i / 3) + 12 * (i % 3 + 1), sizeof p);
			add_vertex(m, (double)p[0], (double)p[1], (double)p[2]);
		}
	} else {
		split(&t, bytes, size, "stl", NULL);
		for (int line = 0; line < t.lines; ++line)
			if (strcasecmp(word_at(&t, line, 0), "vertex") == 0) add_vertex_words(m, &t, line, 1);
	}
	add_corners(m);
}

// ---- PLY: every value becomes a word, so that text and binary are one

static const char *const s_types[][2] = { { "char", "int8" },     { "uchar", "uint8" },
	                                      { "short", "int16" },   { "ushort", "uint16" },
	                                      { "int", "int32" },     { "uint", "uint32" },
	                                      { "float", "float32" }, { "double", "float64" } };
static const int s_sizes[] = { 1, 1, 2, 2, 4, 4, 4, 8 };

typedef struct Body {
	const char *at;
	const WordText *text;
	int word;
	bool ascii, big;
} Body;

static double next_value(Body *b, const char *type) {
	int k = 0;
	unsigned char raw[8];
	if (b->ascii) return strtod(b->text->words[b->word++], NULL);
	while (strcmp(type, s_types[k][0]) != 0 && strcmp(type, s_types[k][1]) != 0) k += 1;
	for (int i = 0; i < s_sizes[k]; ++i) raw[b->big ? s_sizes[k] - 1 - i : i] = (unsigned char)b->at[i];
	b->at += s_sizes[k];
	union {
		int8_t c;
		uint8_t uc;
		int16_t s;
		uint16_t us;
		int32_t i;
		uint32_t ui;
		float f;
		double d;
	} u;
	memcpy(&u, raw, sizeof u);
	const double values[] = { u.c, u.uc, u.s, u.us, u.i, u.ui, k == 6 ? (double)u.f : 0, k == 7 ? u.d : 0 };
	return values[k];
}

static void read_ply_element(NaiveMesh *m, Body *b, const WordText *header, int line) {
	double xyz[3] = { 0 };
	const char *element = word_at(header, line, 1);
	for (++line; strcmp(word_at(header, line, 0), "end_header") != 0; ++line) {
		if (strcmp(word_at(header, line, 0), "element") == 0) break;
		if (strcmp(word_at(header, line, 0), "property") != 0) continue; // a comment
		bool list = strcmp(word_at(header, line, 1), "list") == 0;
		const char *type = word_at(header, line, list ? 3 : 1), *name = word_at(header, line, list ? 4 : 2);
		int corners[WORDS_MAX], count = list ? (int)next_value(b, word_at(header, line, 2)) : 1;
		for (int k = 0; k < count; ++k) {
			double value = next_value(b, type);
			corners[k] = list && fabs(value) < 1e9 ? (int)value : 0;
			if (!list && strlen(name) == 1 && name[0] >= 'x' && name[0] <= 'z') xyz[name[0] - 'x'] = value;
		}
		if (strcmp(element, "face") == 0 && strncmp(name, "vertex_ind", 10) == 0)
			add_polygon(m, corners, count);
	}
	if (strcmp(element, "vertex") == 0) add_vertex(m, xyz[0], xyz[1], xyz[2]);
}

static void read_ply(NaiveMesh *m, const char *bytes, size_t size) {
	WordText header, text;
	split(&header, bytes, size, "ply", "end_header");
	Body b = { .at = bytes + header.line_end_of_last, .text = &text };
	for (int line = 0; line < header.lines; ++line)
		if (strcmp(word_at(&header, line, 0), "format") == 0) {
			b.ascii = strcmp(word_at(&header, line, 1), "ascii") == 0;
			b.big = strcmp(word_at(&header, line, 1), "binary_big_endian") == 0;
		}
	if (b.ascii) split(&text, b.at, size - header.line_end_of_last, "ply", NULL);
	for (int line = 0; line < header.lines; ++line)
		if (strcmp(word_at(&header, line, 0), "element") == 0)
			for (int i = 0; i < atoi(word_at(&header, line, 2)); ++i) read_ply_element(m, &b, &header, line);
}

void naive_read(NaiveMesh *out, const char *bytes, size_t size, const char *format) {
	WordText text;
	memset(out, 0, sizeof *out);
	out->shared = strcmp(format, "stl") != 0;
	if (strcmp(format, "ply") == 0) read_ply(out, bytes, size);
	if (strcmp(format, "stl") == 0) read_stl(out, bytes, size);
	split(&text, bytes, size, format, NULL);
	if (strcmp(format, "obj") == 0) read_obj(out, &text);
	if (strcmp(format, "off") == 0) read_off(out, &text);
}

bool naive_equal(const NaiveMesh *naive, const HnMesh *mesh) {
	if (naive->triangle_count != mesh->triangle_count) return false;
	if (naive->shared && naive->vertices != mesh->vertex_count) return false;
	for (int v = 0; naive->shared && v < naive->vertices; ++v)
		for (int k = 0; k < 3; ++k)
			if (naive->xyz[v][k] != mesh->xyz[3 * v + k]) return false;
	for (int i = 0; i < 3 * naive->triangle_count; ++i) {
		int own = naive->triangles[i / 3][i % 3], theirs = mesh->triangles[i];
		if (naive->shared && own != theirs) return false;
		for (int k = 0; k < 3; ++k)
			if (naive->xyz[own][k] != mesh->xyz[3 * theirs + k]) return false;
	}
	return true;
}
