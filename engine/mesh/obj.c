// Reader and writer of Wavefront OBJ; the format is the appendix "Object Files (.obj)" of the Advanced
// Visualizer manual, the choices are in obj.h. One pass over the bytes; memory grows with what was read,
// never by a count that the file claims.
#include "mesh/obj.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "math/pose.h"

enum {
	NUMBER_LENGTH = 1024, // longest number, in characters; 768 digits are enough for any double
	SHOWN_LENGTH = 40,    // characters of the file in an error
};

typedef struct Token {
	const char *at;
	size_t size;
} Token;

// What the indices of a face may count.
enum { POSITION, TEXTURE, NORMAL, KINDS };

typedef struct Reader {
	const char *at, *end, *name;
	int64_t line;
	double scale;
	int64_t counts[KINDS];
	ARRAY(double) xyz;
	ARRAY(int32_t) triangles;
} Reader;

__attribute__((format(printf, 2, 3))) static int32_t fail(const Reader *r, const char *format, ...) {
	char what[400];
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return error_set(ERR_BAD_INPUT, "%s:%lld: %s", r->name, (long long)r->line, what);
}

// A token as an error shows it: cut, and without bytes that would upset a terminal.
typedef struct Shown {
	char text[SHOWN_LENGTH + 4];
} Shown;

static Shown show(Token token) {
	Shown shown = { { 0 } };
	size_t size = token.size < SHOWN_LENGTH ? token.size : SHOWN_LENGTH;
	for (size_t i = 0; i < size; ++i) {
		unsigned char c = (unsigned char)token.at[i];
		shown.text[i] = (char)(c < 32 || c > 126 ? '?' : c);
	}
	if (token.size > size) memcpy(shown.text + size, "...", 3);
	return shown;
}

static bool token_is(Token token, const char *word) {
	return token.size == strlen(word) && memcmp(token.at, word, token.size) == 0;
}

// ---- tokens

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

static bool is_line_end(const Reader *r, const char *p) { return p == r->end || *p == '\n' || *p == '\r'; }

static bool is_continuation(const Reader *r, const char *p) {
	return *p == '\\' && p + 1 < r->end && (p[1] == '\n' || p[1] == '\r');
}

static void skip_line_end(Reader *r) {
	if (r->at == r->end) return;
	if (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n') r->at += 1;
	r->at += 1;
	r->line += 1;
}

static void skip_blanks(Reader *r) {
	while (r->at < r->end) {
		if (is_blank(*r->at)) {
			r->at += 1;
		} else if (is_continuation(r, r->at)) {
			r->at += 1;
			skip_line_end(r);
		} else {
			return;
		}
	}
}

// The next token of the line; false at its end or at a comment, which is skipped.
static bool next_token(Reader *r, Token *out) {
	skip_blanks(r);
	if (!is_line_end(r, r->at) && *r->at == '#')
		while (!is_line_end(r, r->at)) r->at += 1;
	if (is_line_end(r, r->at)) return false;
	out->at = r->at;
	while (!is_line_end(r, r->at) && !is_blank(*r->at) && !is_continuation(r, r->at)) r->at += 1;
	out->size = (size_t)(r->at - out->at);
	return true;
}

static int32_t read_number(const Reader *r, double *out, Token token) {
	char text[NUMBER_LENGTH + 1];
	if (token.size > NUMBER_LENGTH)
		return fail(r, "a number of %zu characters; at most %d are allowed", token.size, NUMBER_LENGTH);
	memcpy(text, token.at, token.size);
	text[token.size] = '\0';
	if (!number_parse(out, text)) return fail(r, "'%s' is not a finite decimal number", show(token).text);
	return ERR_OK;
}

// All numbers of the line; ERR_BAD_INPUT where there are more than `most`.
static int32_t read_numbers(Reader *r, double *out, int most, int *count, const char *keyword) {
	Token token;
	for (*count = 0; next_token(r, &token); *count += 1) {
		if (*count == most)
			return fail(r, "%s has more than %d numbers: '%s'", keyword, most, show(token).text);
		int32_t code = read_number(r, &out[*count], token);
		if (code != ERR_OK) return code;
	}
	return ERR_OK;
}

// ---- statements

static int32_t read_vertex(Reader *r) {
	double values[6];
	int count;
	int32_t code = read_numbers(r, values, 6, &count, "v");
	if (code != ERR_OK) return code;
	if (count != 3 && count != 4 && count != 6)
		return fail(r, "v has %d number%s; 3 are wanted, 4 with a weight, 6 with a colour", count,
		            count == 1 ? "" : "s");
	if (count == 4 && values[3] != 1) return fail(r, "v has the weight %g; only 1 is supported", values[3]);
	if (r->counts[POSITION] == INT32_MAX) return fail(r, "more than %d vertices", INT32_MAX);
	for (int k = 0; k < 3; ++k) {
		double x = values[k] * r->scale;
		if (!(fabs(x) <= COORDINATE_MAX))
			return fail(r, "coordinate %c is %g; at most 2^200 in magnitude is allowed", "xyz"[k], x);
		if (!ARRAY_PUSH(&r->xyz, coordinate_flush(x))) return ERR_NO_MEMORY;
	}
	r->counts[POSITION] += 1;
	return ERR_OK;
}

// vt u [v [w]], vn x y z: checked and counted, not kept.
static int32_t read_unused(Reader *r, int kind) {
	double values[3];
	int count, least = kind == TEXTURE ? 1 : 3;
	const char *keyword = kind == TEXTURE ? "vt" : "vn";
	int32_t code = read_numbers(r, values, 3, &count, keyword);
	if (code != ERR_OK) return code;
	if (count < least)
		return fail(r, "%s has %d number%s; %s wanted", keyword, count, count == 1 ? "" : "s",
		            kind == TEXTURE ? "1 to 3 are" : "3 are");
	r->counts[kind] += 1;
	return ERR_OK;
}

// One index out of [at, end), from 0; counted from the end where negative.
static int32_t read_index(const Reader *r, int64_t *out, const char *at, const char *end, int kind) {
	static const char *const s_names[KINDS] = { "vertex", "texture vertex", "normal" };
	Token token = { at, (size_t)(end - at) };
	bool negative = at < end && *at == '-';
	if (at < end && (*at == '-' || *at == '+')) ++at;
	int64_t value = 0;
	if (at == end) return fail(r, "a %s index is missing in f", s_names[kind]);
	for (; at < end; ++at) {
		if (*at < '0' || *at > '9') return fail(r, "'%s' is not a %s index", show(token).text, s_names[kind]);
		if (value < INT64_MAX / 10 - 1) value = 10 * value + (*at - '0'); // else stays far out of range
	}
	int64_t count = r->counts[kind];
	if (value == 0) return fail(r, "%s index 0; indices count from 1, or back from -1", s_names[kind]);
	if (value > count)
		return fail(r, "%s index %s, but only %lld %s above", s_names[kind], show(token).text,
		            (long long)count, count == 1 ? "stands" : "stand");
	*out = negative ? count - value : value - 1;
	return ERR_OK;
}

// v, v/vt, v//vn or v/vt/vn. form: bit k set where kind k is given.
static int32_t read_corner(const Reader *r, Token token, int64_t *vertex, int *form) {
	const char *at = token.at, *end = token.at + token.size;
	*form = 0;
	for (int kind = POSITION;; ++kind) {
		if (kind == KINDS) return fail(r, "'%s' has more than three indices", show(token).text);
		const char *slash = memchr(at, '/', (size_t)(end - at));
		const char *stop = slash == NULL ? end : slash;
		bool empty = kind == TEXTURE && stop == at && slash != NULL; // v//vn
		if (!empty) {
			int64_t index = 0;
			int32_t code = read_index(r, &index, at, stop, kind);
			if (code != ERR_OK) return code;
			if (kind == POSITION) *vertex = index;
			*form |= 1 << kind;
		}
		if (slash == NULL) return ERR_OK;
		at = slash + 1;
	}
}

static int32_t add_triangle(Reader *r, int64_t a, int64_t b, int64_t c) {
	if (r->triangles.count / 3 == INT32_MAX) return fail(r, "more than %d triangles", INT32_MAX);
	bool fits = ARRAY_PUSH(&r->triangles, (int32_t)a) && ARRAY_PUSH(&r->triangles, (int32_t)b) &&
	            ARRAY_PUSH(&r->triangles, (int32_t)c);
	return fits ? ERR_OK : ERR_NO_MEMORY;
}

static int32_t read_face(Reader *r) {
	Token token;
	int64_t first = 0, last = 0, vertex = 0;
	int count = 0, form, first_form = 0;
	while (next_token(r, &token)) {
		int32_t code = read_corner(r, token, &vertex, &form);
		if (code != ERR_OK) return code;
		if (count == 0) {
			first = vertex;
			first_form = form;
		}
		if (form != first_form)
			return fail(r, "'%s' has another form than the first vertex of the face", show(token).text);
		if (count >= 2) code = add_triangle(r, first, last, vertex);
		if (code != ERR_OK) return code;
		last = vertex;
		if (count < 3) count += 1;
	}
	if (count < 3)
		return fail(r, "f has %d vert%s; at least 3 are wanted", count, count == 1 ? "ex" : "ices");
	return ERR_OK;
}

// The rest of a statement without meaning here. A name may end in a backslash that was never meant to go on
// (a Windows path): where the next line is a statement that would be swallowed, say so.
static int32_t skip_statement(Reader *r) {
	static const char *const s_words[] = { "v", "vt", "vn", "f" };
	Token token;
	for (int64_t line = r->line; next_token(r, &token); line = r->line)
		for (size_t i = 0; r->line != line && i < sizeof s_words / sizeof *s_words; ++i)
			if (token_is(token, s_words[i]))
				return fail(r, "'%s' is swallowed by the backslash that ends the line before", s_words[i]);
	return ERR_OK;
}

static int32_t read_statement(Reader *r, Token keyword) {
	static const char *const s_ignored[] = { "g", "o", "s", "usemtl", "mtllib" };
	if (token_is(keyword, "v")) return read_vertex(r);
	if (token_is(keyword, "f")) return read_face(r);
	if (token_is(keyword, "vt")) return read_unused(r, TEXTURE);
	if (token_is(keyword, "vn")) return read_unused(r, NORMAL);
	for (size_t i = 0; i < sizeof s_ignored / sizeof *s_ignored; ++i)
		if (token_is(keyword, s_ignored[i])) return skip_statement(r);
	return fail(r, "unknown keyword '%s'; v, vt, vn, f, g, o, s, usemtl and mtllib are read",
	            show(keyword).text);
}

static int32_t refuse_nul(Reader *r) {
	if (r->at == r->end) return error_set(ERR_BAD_INPUT, "%s: the file is empty", r->name);
	const char *nul = memchr(r->at, '\0', (size_t)(r->end - r->at));
	if (nul == NULL) return ERR_OK;
	while (r->at < nul)
		if (is_line_end(r, r->at))
			skip_line_end(r);
		else
			r->at += 1;
	return fail(r, "a NUL byte; this is not a text file");
}

static int32_t read_all(Reader *r) {
	int32_t code = refuse_nul(r);
	if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) r->at += 3;
	for (Token keyword; code == ERR_OK && r->at < r->end; skip_line_end(r)) {
		if (!next_token(r, &keyword)) continue;
		code = read_statement(r, keyword);
		if (code != ERR_OK) break;
	}
	if (code == ERR_OK && r->triangles.count == 0)
		return error_set(ERR_BAD_INPUT, "%s: no faces (%lld vertices)", r->name,
		                 (long long)r->counts[POSITION]);
	return code;
}

int32_t obj_parse(Mesh **out, const char *text, size_t size, const char *name, double scale) {
	*out = NULL;
	if (!(scale > 0) || !isfinite(scale))
		return error_set(ERR_BAD_INPUT, "%s: scale is %g; a positive number is wanted", name, scale);
	Reader r = { .at = text, .end = text + size, .name = name, .line = 1, .scale = scale };
	int32_t code = read_all(&r);
	if (code == ERR_OK)
		code = mesh_create(out, (int32_t)r.counts[POSITION], (int32_t)(r.triangles.count / 3));
	if (code == ERR_OK) {
		CHECK(r.xyz.data != NULL && r.triangles.data != NULL); // a triangle has three vertices above it
		memcpy((*out)->xyz, r.xyz.data, (size_t)r.xyz.count * sizeof *r.xyz.data);
		memcpy((*out)->triangles, r.triangles.data, (size_t)r.triangles.count * sizeof *r.triangles.data);
	}
	ARRAY_FREE(&r.xyz);
	ARRAY_FREE(&r.triangles);
	return code;
}

// ---- files

typedef ARRAY(char) Bytes;

static int32_t read_file(Bytes *bytes, const char *path) {
	enum { STEP = 1 << 16 };
	FILE *file = fopen(path, "rb");
	if (file == NULL) return error_set(ERR_IO, "%s: %s", path, strerror(errno));
	int32_t code = ERR_OK;
	while (code == ERR_OK && feof(file) == 0) {
		if (!ARRAY_RESERVE(bytes, bytes->count + STEP)) {
			code = ERR_NO_MEMORY;
			break;
		}
		errno = 0;
		bytes->count +=
		    (int64_t)fread(bytes->data + bytes->count, 1, (size_t)(bytes->capacity - bytes->count), file);
		if (ferror(file) != 0) code = error_set(ERR_IO, "%s: %s", path, strerror(errno));
	}
	fclose(file);
	return code;
}

static int32_t check_sha256(const Bytes *bytes, const char *path, const char *expected) {
	char found[SHA256_HEX_SIZE];
	sha256_hex(bytes->data, (size_t)bytes->count, found);
	if (strcasecmp(found, expected) == 0) return ERR_OK;
	return error_set(ERR_BAD_INPUT, "%s: sha256 is %s, expected %.*s", path, found, 80, expected);
}

int32_t obj_read(Mesh **out, const char *path, double scale, const char *sha256) {
	*out = NULL;
	Bytes bytes = { 0 };
	int32_t code = read_file(&bytes, path);
	if (code == ERR_OK && sha256 != NULL) code = check_sha256(&bytes, path, sha256);
	if (code == ERR_OK) code = obj_parse(out, bytes.data, (size_t)bytes.count, path, scale);
	ARRAY_FREE(&bytes);
	return code;
}

static void write_mesh(FILE *file, const Mesh *mesh) {
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		char text[3][NUMBER_TEXT_SIZE];
		for (int k = 0; k < 3; ++k) number_format(mesh->xyz[3 * (int64_t)v + k], text[k]);
		fprintf(file, "v %s %s %s\n", text[0], text[1], text[2]);
	}
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		fprintf(file, "f %lld %lld %lld\n", v[0] + 1ll, v[1] + 1ll, v[2] + 1ll);
	}
}

static int32_t check_writable(const Mesh *mesh, const char *path) {
	if (mesh->triangle_count == 0) return error_set(ERR_BAD_INPUT, "%s: a mesh without triangles", path);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) {
		double x = mesh->xyz[i];
		bool flushed = x == coordinate_flush(x) && !(x == 0 && signbit(x));
		if (!(fabs(x) <= COORDINATE_MAX) || !flushed)
			return error_set(ERR_BAD_INPUT, "%s: vertex %d: coordinate %c is %g, not one of a validated mesh",
			                 path, (int)(i / 3), "xyz"[i % 3], x);
	}
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->vertex_count)
			return error_set(ERR_BAD_INPUT, "%s: triangle %d: vertex index %d", path, (int)(i / 3),
			                 mesh->triangles[i]);
	return ERR_OK;
}

int32_t obj_write(const Mesh *mesh, const char *path) {
	int32_t code = check_writable(mesh, path);
	if (code != ERR_OK) return code;
	size_t size = strlen(path) + 32;
	char *beside = mem_alloc(size);
	if (beside == NULL) return ERR_NO_MEMORY;
	snprintf(beside, size, "%s.%ld.tmp", path, (long)getpid());
	FILE *file = fopen(beside, "wb");
	if (file == NULL) {
		code = error_set(ERR_IO, "%s: %s", beside, strerror(errno));
	} else {
		write_mesh(file, mesh);
		bool written = fflush(file) == 0 && ferror(file) == 0;
		int first = errno;
		written = fclose(file) == 0 && written;
		if (!written || rename(beside, path) != 0) {
			code = error_set(ERR_IO, "%s: %s", path, strerror(written ? errno : first));
			unlink(beside);
		}
	}
	mem_free(beside, size);
	return code;
}
