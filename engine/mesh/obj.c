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
#include "mesh/skipped.h"

// The kinds of elements to which a face's indices refer.
enum { POSITION, TEXTURE, NORMAL, KINDS };

// What has no triangles and is skipped with a warning.
enum { LINES, POINTS, FREE_FORM, MERGING, DETAIL, DISPLAY, SKIPPED };
static const struct {
	const char *word;
	int what;
} s_skipped[] = {
	{ "l", LINES },          { "p", POINTS },         { "mg", MERGING },         { "lod", DETAIL },
	{ "vp", FREE_FORM },     { "cstype", FREE_FORM }, { "deg", FREE_FORM },      { "bmat", FREE_FORM },
	{ "step", FREE_FORM },   { "curv", FREE_FORM },   { "curv2", FREE_FORM },    { "surf", FREE_FORM },
	{ "parm", FREE_FORM },   { "trim", FREE_FORM },   { "hole", FREE_FORM },     { "scrv", FREE_FORM },
	{ "sp", FREE_FORM },     { "end", FREE_FORM },    { "con", FREE_FORM },      { "bevel", DISPLAY },
	{ "c_interp", DISPLAY }, { "d_interp", DISPLAY }, { "ctech", DISPLAY },      { "stech", DISPLAY },
	{ "maplib", DISPLAY },   { "usemap", DISPLAY },   { "shadow_obj", DISPLAY }, { "trace_obj", DISPLAY },
};
static const char *const s_skipped_names[SKIPPED] = {
	[LINES] = "lines (l)",
	[POINTS] = "points (p)",
	[FREE_FORM] = "free-form curves and surfaces (vp, curv, surf and what belongs to them)",
	[MERGING] = "merging groups (mg)",
	[DETAIL] = "levels of detail (lod)",
	[DISPLAY] = "how to display it (bevel, usemap and such)",
};

// Statements of one kind, or indices beyond the elements read so far.
typedef struct Noted {
	int64_t count, line; // line: of the first statement, or of the largest index
} Noted;

typedef struct Reader {
	Scanner s;
	int64_t counts[KINDS];
	Noted ahead[KINDS]; // count: how many elements the faces so far need, where that is more than there were
	Noted skipped[SKIPPED];
	MeshBuilder mesh;
} Reader;

static int32_t read_vertex(Reader *r) {
	double values[7];
	int count;
	int32_t code = scan_numbers(&r->s, values, 7, &count, "v");
	if (code != HN_OK) return code;
	if (count < 3 || count == 5)
		return scan_fail(&r->s, "v has %d number%s; 3 are wanted, 4 with a weight, 6 or 7 with a colour",
		                 count, count == 1 ? "" : "s");
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

static const char *const s_kinds[KINDS] = { "vertex", "texture vertex", "normal" };

// Converts an index to count from 0. A negative index counts back from the elements above; a positive one may
// be of an element below, which check_ahead looks for at the end.
static int32_t resolve_index(Reader *r, int64_t *out, int64_t value, Token token, int kind) {
	int64_t count = r->counts[kind];
	bool negative = *token.at == '-';
	if (value == 0)
		return scan_fail(&r->s, "%s index 0; indices count from 1, or back from -1", s_kinds[kind]);
	if (negative && value > count)
		return scan_fail(&r->s, "%s index %s, but only %lld %s above", s_kinds[kind], token_show(token).text,
		                 (long long)count, count == 1 ? "stands" : "stand");
	if (value > INT32_MAX)
		return scan_fail(&r->s, "%s index %s; %d is the largest", s_kinds[kind], token_show(token).text,
		                 INT32_MAX);
	if (!negative && value > count && value > r->ahead[kind].count)
		r->ahead[kind] = (Noted){ value, r->s.line };
	*out = negative ? count - value : value - 1;
	return HN_OK;
}

// Every element that a face was ahead of must be there now.
static int32_t check_ahead(Reader *r) {
	for (int kind = 0; kind < KINDS; ++kind) {
		int64_t wanted = r->ahead[kind].count, count = r->counts[kind];
		if (wanted <= count) continue;
		r->s.line = r->ahead[kind].line;
		return scan_fail(&r->s, "%s index %lld, but the file has only %lld", s_kinds[kind], (long long)wanted,
		                 (long long)count);
	}
	return HN_OK;
}

// Reads one index from [at, end).
static int32_t read_index(Reader *r, int64_t *out, const char *at, const char *end, int kind) {
	Token token = { at, (size_t)(end - at) };
	if (at < end && (*at == '-' || *at == '+')) ++at;
	int64_t value = 0;
	if (at == end) return scan_fail(&r->s, "a %s index is missing in f", s_kinds[kind]);
	for (; at < end; ++at) {
		if (*at < '0' || *at > '9')
			return scan_fail(&r->s, "'%s' is not a %s index", token_show(token).text, s_kinds[kind]);
		// larger numbers stay far out of range
		if (value < INT64_MAX / 10 - 1) value = 10 * value + (*at - '0');
	}
	return resolve_index(r, out, value, token, kind);
}

// Reads v, v/vt, v//vn or v/vt/vn. Slashes behind which nothing stands, as in v/vt/, mean nothing. Bit k of
// form is set if kind k is given.
static int32_t read_corner(Reader *r, Token token, int64_t *vertex, int *form) {
	const char *at = token.at, *end = token.at + token.size;
	*form = 0;
	for (int kind = POSITION;; ++kind) {
		if (kind == KINDS)
			return scan_fail(&r->s, "'%s' has more than three indices", token_show(token).text);
		const char *slash = memchr(at, '/', (size_t)(end - at));
		const char *stop = slash == NULL ? end : slash;
		bool empty = kind > POSITION && stop == at; // v//vn, v/vt/
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

// Skips a statement and remembers it for a warning.
static int32_t skip_noted(Reader *r, int what) {
	Noted *noted = &r->skipped[what];
	if (noted->count == 0) noted->line = r->s.line;
	noted->count += 1;
	return skip_statement(r);
}

static void warn_skipped(const Reader *r) {
	for (int what = 0; what < SKIPPED; ++what) {
		const Noted *noted = &r->skipped[what];
		if (noted->count > 0)
			skipped_line(r->s.name, noted->line, "%s, %lld statement%s", s_skipped_names[what],
			             (long long)noted->count, noted->count == 1 ? "" : "s");
	}
}

static int32_t read_statement(Reader *r, Token keyword) {
	static const char *const s_ignored[] = { "g", "o", "s", "usemtl", "mtllib" };
	if (token_is(keyword, "v")) return read_vertex(r);
	if (token_is(keyword, "f")) return read_face(r);
	if (token_is(keyword, "vt")) return read_unused(r, TEXTURE);
	if (token_is(keyword, "vn")) return read_unused(r, NORMAL);
	for (size_t i = 0; i < sizeof s_ignored / sizeof *s_ignored; ++i)
		if (token_is(keyword, s_ignored[i])) return skip_statement(r);
	for (size_t i = 0; i < sizeof s_skipped / sizeof *s_skipped; ++i)
		if (token_is(keyword, s_skipped[i].word)) return skip_noted(r, s_skipped[i].what);
	return scan_fail(&r->s, "unknown keyword '%s'; v, vt, vn, f, g, o, s, usemtl and mtllib are read",
	                 token_show(keyword).text);
}

static int32_t read_all(Reader *r) {
	int32_t code = scan_check_text(&r->s);
	for (Token keyword; code == HN_OK && scan_next_line(&r->s, &keyword);) code = read_statement(r, keyword);
	return code == HN_OK ? check_ahead(r) : code;
}

int32_t obj_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale) {
	*out = NULL;
	Reader r = {
		.s = { .at = text, .end = text + size, .name = name, .line = 1, .comments = true, .continued = true }
	};
	int32_t code = mesh_builder_begin(&r.mesh, name, scale);
	if (code == HN_OK) code = read_all(&r);
	if (code == HN_OK) code = mesh_builder_finish(&r.mesh, out, name);
	if (code == HN_OK) warn_skipped(&r);
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
