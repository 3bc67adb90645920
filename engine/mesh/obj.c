// Reader and writer of Wavefront OBJ. The format is defined in the appendix "Object Files (.obj)" of the
// Advanced Visualizer manual; obj.h lists the choices made here. The reader makes one pass over the bytes.
// Memory grows with what was read, never with a count that the file claims.
#include "mesh/obj.h"

#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "mesh/mesh_builder.h"
#include "mesh/mesh_file.h"
#include "mesh/scan.h"

// The kinds of elements to which a face's indices refer.
enum { POSITION, TEXTURE, NORMAL, KINDS };

typedef struct Reader {
	Scanner s;
	int64_t counts[KINDS];
	MeshBuilder mesh;
} Reader;

static int32_t read_vertex(Reader *r) {
	double values[6];
	int count;
	int32_t code = scan_numbers(&r->s, values, 6, &count, "v");
	if (code != HN_OK) return code;
	if (count != 3 && count != 4 && count != 6)
		return scan_fail(&r->s, "v has %d number%s; 3 are wanted, 4 with a weight, 6 with a colour", count,
		                 count == 1 ? "" : "s");
	if (count == 4 && values[3] != 1)
		return scan_fail(&r->s, "v has the weight %g; only 1 is supported", values[3]);
	code = mesh_builder_vertex(&r->mesh, values);
	if (code != HN_OK) return scan_place(&r->s, code);
	r->counts[POSITION] += 1;
	return HN_OK;
}

// Reads "vt u [v [w]]" or "vn x y z". The numbers are checked and counted, but not kept.
static int32_t read_unused(Reader *r, int kind) {
	double values[3];
	int count, least = kind == TEXTURE ? 1 : 3;
	const char *keyword = kind == TEXTURE ? "vt" : "vn";
	int32_t code = scan_numbers(&r->s, values, 3, &count, keyword);
	if (code != HN_OK) return code;
	if (count < least)
		return scan_fail(&r->s, "%s has %d number%s; %s wanted", keyword, count, count == 1 ? "" : "s",
		                 kind == TEXTURE ? "1 to 3 are" : "3 are");
	r->counts[kind] += 1;
	return HN_OK;
}

// Reads one index from [at, end) and converts it to count from 0. A negative index counts from the end.
static int32_t read_index(const Reader *r, int64_t *out, const char *at, const char *end, int kind) {
	static const char *const s_names[KINDS] = { "vertex", "texture vertex", "normal" };
	Token token = { at, (size_t)(end - at) };
	bool negative = at < end && *at == '-';
	if (at < end && (*at == '-' || *at == '+')) ++at;
	int64_t value = 0;
	if (at == end) return scan_fail(&r->s, "a %s index is missing in f", s_names[kind]);
	for (; at < end; ++at) {
		if (*at < '0' || *at > '9')
			return scan_fail(&r->s, "'%s' is not a %s index", token_show(token).text, s_names[kind]);
		// larger numbers stay far out of range
		if (value < INT64_MAX / 10 - 1) value = 10 * value + (*at - '0');
	}
	int64_t count = r->counts[kind];
	if (value == 0)
		return scan_fail(&r->s, "%s index 0; indices count from 1, or back from -1", s_names[kind]);
	if (value > count)
		return scan_fail(&r->s, "%s index %s, but only %lld %s above", s_names[kind], token_show(token).text,
		                 (long long)count, count == 1 ? "stands" : "stand");
	*out = negative ? count - value : value - 1;
	return HN_OK;
}

// Reads v, v/vt, v//vn or v/vt/vn. Bit k of form is set if kind k is given.
static int32_t read_corner(const Reader *r, Token token, int64_t *vertex, int *form) {
	const char *at = token.at, *end = token.at + token.size;
	*form = 0;
	for (int kind = POSITION;; ++kind) {
		if (kind == KINDS)
			return scan_fail(&r->s, "'%s' has more than three indices", token_show(token).text);
		const char *slash = memchr(at, '/', (size_t)(end - at));
		const char *stop = slash == NULL ? end : slash;
		bool empty = kind == TEXTURE && stop == at && slash != NULL; // v//vn
		if (!empty) {
			int64_t index = 0;
			int32_t code = read_index(r, &index, at, stop, kind);
			if (code != HN_OK) return code;
			if (kind == POSITION) *vertex = index;
			*form |= 1 << kind;
		}
		if (slash == NULL) return HN_OK;
		at = slash + 1;
	}
}

static int32_t read_face(Reader *r) {
	Token token;
	Fan fan = { 0 };
	int64_t vertex = 0;
	int form, first_form = 0;
	while (scan_next(&r->s, &token)) {
		int32_t code = read_corner(r, token, &vertex, &form);
		if (code != HN_OK) return code;
		if (fan.count == 0) first_form = form;
		if (form != first_form)
			return scan_fail(&r->s, "'%s' has another form than the first vertex of the face",
			                 token_show(token).text);
		code = mesh_builder_fan(&r->mesh, &fan, (int32_t)vertex);
		if (code != HN_OK) return scan_place(&r->s, code);
	}
	if (fan.count < 3)
		return scan_fail(&r->s, "f has %d vert%s; at least 3 are wanted", (int)fan.count,
		                 fan.count == 1 ? "ex" : "ices");
	return HN_OK;
}

// Skips the rest of a statement that has no meaning here. A name may end in a backslash that was not meant to
// continue the line (a Windows path). If the next line is a statement that would be lost, that is an error.
static int32_t skip_statement(Reader *r) {
	static const char *const s_words[] = { "v", "vt", "vn", "f" };
	Token token;
	for (int64_t line = r->s.line; scan_next(&r->s, &token); line = r->s.line)
		for (size_t i = 0; r->s.line != line && i < sizeof s_words / sizeof *s_words; ++i)
			if (token_is(token, s_words[i]))
				return scan_fail(&r->s, "'%s' is swallowed by the backslash that ends the line before",
				                 s_words[i]);
	return HN_OK;
}

static int32_t read_statement(Reader *r, Token keyword) {
	static const char *const s_ignored[] = { "g", "o", "s", "usemtl", "mtllib" };
	if (token_is(keyword, "v")) return read_vertex(r);
	if (token_is(keyword, "f")) return read_face(r);
	if (token_is(keyword, "vt")) return read_unused(r, TEXTURE);
	if (token_is(keyword, "vn")) return read_unused(r, NORMAL);
	for (size_t i = 0; i < sizeof s_ignored / sizeof *s_ignored; ++i)
		if (token_is(keyword, s_ignored[i])) return skip_statement(r);
	return scan_fail(&r->s, "unknown keyword '%s'; v, vt, vn, f, g, o, s, usemtl and mtllib are read",
	                 token_show(keyword).text);
}

static int32_t read_all(Reader *r) {
	int32_t code = scan_check_text(&r->s);
	for (Token keyword; code == HN_OK && scan_next_line(&r->s, &keyword);) code = read_statement(r, keyword);
	return code;
}

int32_t obj_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale) {
	*out = NULL;
	Reader r = {
		.s = { .at = text, .end = text + size, .name = name, .line = 1, .comments = true, .continued = true }
	};
	int32_t code = mesh_builder_begin(&r.mesh, name, scale);
	if (code == HN_OK) code = read_all(&r);
	if (code == HN_OK) code = mesh_builder_finish(&r.mesh, out, name);
	mesh_builder_free(&r.mesh);
	return code;
}

// ---- writer

int32_t obj_print(const HnMesh *mesh, FILE *file) {
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		fputs("v ", file);
		mesh_print_vertex(mesh, v, file);
	}
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		fprintf(file, "f %lld %lld %lld\n", v[0] + 1ll, v[1] + 1ll, v[2] + 1ll);
	}
	return HN_OK;
}

const MeshFormat obj_format = { "obj", obj_parse, obj_print };
