// The header of a PLY file. Greg Turk's "The PLY Polygon File Format" (1994) defines the format. The sized
// names of types (int8 ... float64) came into use later.
#include "mesh/ply_header.h"

#include <string.h>

#include "base/error.h"

// Both limits bound the time for comparing names. Files in use have a few tens at most.
enum { ELEMENTS_MAX = 100, PROPERTIES_MAX = 1000 };

static const struct {
	const char *name, *sized_name;
	int32_t size;
} s_types[] = {
	[PLY_INT8] = { "char", "int8", 1 },        [PLY_UINT8] = { "uchar", "uint8", 1 },
	[PLY_INT16] = { "short", "int16", 2 },     [PLY_UINT16] = { "ushort", "uint16", 2 },
	[PLY_INT32] = { "int", "int32", 4 },       [PLY_UINT32] = { "uint", "uint32", 4 },
	[PLY_FLOAT32] = { "float", "float32", 4 }, [PLY_FLOAT64] = { "double", "float64", 8 },
};

int32_t ply_type_size(PlyType type) { return s_types[type].size; }

static bool token_equal(Token a, Token b) { return a.size == b.size && memcmp(a.at, b.at, a.size) == 0; }

// Reads the next word of a header line.
static int32_t read_word(Scanner *s, Token *out, const char *what) {
	return scan_next(s, out) ? HN_OK : scan_fail(s, "the %s is missing", what);
}

static int32_t read_type(Scanner *s, PlyType *out) {
	Token token;
	int32_t code = read_word(s, &token, "type");
	if (code != HN_OK) return code;
	for (size_t i = 0; i < sizeof s_types / sizeof *s_types; ++i)
		if (token_is(token, s_types[i].name) || token_is(token, s_types[i].sized_name)) {
			*out = (PlyType)i;
			return HN_OK;
		}
	return scan_fail(s, "'%s' is not a type of PLY", token_show(token).text);
}

static int32_t read_format(PlyHeader *h, Scanner *s) {
	static const char *const s_forms[] = { [PLY_ASCII] = "ascii",
		                                   [PLY_LITTLE_ENDIAN] = "binary_little_endian",
		                                   [PLY_BIG_ENDIAN] = "binary_big_endian" };
	Token form, version;
	if (h->form != PLY_NO_FORM) return scan_fail(s, "format is given twice");
	int32_t code = read_word(s, &form, "format");
	if (code == HN_OK) code = read_word(s, &version, "version");
	if (code != HN_OK) return code;
	for (int i = PLY_ASCII; i <= PLY_BIG_ENDIAN; ++i)
		if (token_is(form, s_forms[i])) h->form = (PlyForm)i;
	if (h->form == PLY_NO_FORM)
		return scan_fail(s, "format '%s'; ascii, binary_little_endian and binary_big_endian are read",
		                 token_show(form).text);
	if (!token_is(version, "1.0")) return scan_fail(s, "version '%s'; 1.0 is read", token_show(version).text);
	return scan_line_done(s, "format");
}

static int32_t read_element(PlyHeader *h, Scanner *s) {
	PlyElement e = { .line = s->line, .first_property = h->properties.count };
	Token count;
	int32_t code = read_word(s, &e.name, "name of the element");
	if (code == HN_OK) code = read_word(s, &count, "number of elements");
	if (code == HN_OK) code = scan_count(s, &e.count, count, "number of elements");
	if (code == HN_OK) code = scan_line_done(s, "element");
	if (code != HN_OK) return code;
	if (h->elements.count == ELEMENTS_MAX) return scan_fail(s, "more than %d elements", ELEMENTS_MAX);
	for (int64_t i = 0; i < h->elements.count; ++i)
		if (token_equal(h->elements.data[i].name, e.name))
			return scan_fail(s, "element %s is given twice", token_show(e.name).text);
	e.vertex = token_is(e.name, "vertex");
	e.face = token_is(e.name, "face");
	e.strips = token_is(e.name, "tristrips");
	if (e.vertex) h->vertex_count = e.count;
	if (e.face) h->face_count = e.count;
	return ARRAY_PUSH(&h->elements, e) ? HN_OK : HN_ERR_NO_MEMORY;
}

// Decides which of the properties in use this one is.
static int32_t find_role(PlyProperty *p, const PlyElement *e, const Scanner *s) {
	bool indices = token_is(p->name, "vertex_indices") || token_is(p->name, "vertex_index");
	p->role = PLY_UNUSED;
	if (e->vertex && p->name.size == 1 && p->name.at[0] >= 'x' && p->name.at[0] <= 'z')
		p->role = (PlyRole)(PLY_X + (p->name.at[0] - 'x'));
	if (e->face && indices) p->role = PLY_INDICES;
	if (e->strips && indices) p->role = PLY_STRIP;
	if (p->role < PLY_INDICES && p->list)
		return scan_fail(s, "%s of vertex is a list; a number is wanted", token_show(p->name).text);
	if (p->role != PLY_INDICES && p->role != PLY_STRIP) return HN_OK;
	if (!p->list || p->type >= PLY_FLOAT32)
		return scan_fail(s, "%s of %s is not a list of integers", token_show(p->name).text,
		                 e->face ? "face" : "tristrips");
	return HN_OK;
}

static int32_t add_property(PlyHeader *h, Scanner *s, PlyProperty *p) {
	PlyElement *e = &h->elements.data[h->elements.count - 1];
	int32_t code = find_role(p, e, s);
	if (code != HN_OK) return code;
	if (h->properties.count == PROPERTIES_MAX) return scan_fail(s, "more than %d properties", PROPERTIES_MAX);
	for (int64_t i = e->first_property; i < h->properties.count; ++i) {
		const PlyProperty *other = &h->properties.data[i];
		if (token_equal(other->name, p->name) ||
		    (p->role == other->role && (p->role == PLY_INDICES || p->role == PLY_STRIP)))
			return scan_fail(s, "property %s is given twice", token_show(p->name).text);
	}
	e->property_count += 1;
	return ARRAY_PUSH(&h->properties, *p) ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t read_property(PlyHeader *h, Scanner *s) {
	if (h->elements.count == 0) return scan_fail(s, "a property before the first element");
	PlyProperty p = { .list = false };
	Scanner before = *s;
	Token token;
	int32_t code = read_word(s, &token, "type");
	if (code != HN_OK) return code;
	p.list = token_is(token, "list");
	if (!p.list) *s = before;
	if (p.list) code = read_type(s, &p.count_type);
	if (code == HN_OK && p.list && p.count_type >= PLY_FLOAT32)
		return scan_fail(s, "a list's length must be an integer, not a %s", s_types[p.count_type].name);
	if (code == HN_OK) code = read_type(s, &p.type);
	if (code == HN_OK) code = read_word(s, &p.name, "name of the property");
	if (code == HN_OK) code = scan_line_done(s, "property");
	return code == HN_OK ? add_property(h, s, &p) : code;
}

// Reads one line of the header. *done is true after the last one.
static int32_t read_header_line(PlyHeader *h, Scanner *s, Token keyword, bool *done) {
	if (token_is(keyword, "comment") || token_is(keyword, "obj_info")) {
		scan_skip_rest(s);
		return HN_OK;
	}
	if (token_is(keyword, "format")) return read_format(h, s);
	if (h->form == PLY_NO_FORM) return scan_fail(s, "the second line is not the format");
	if (token_is(keyword, "element")) return read_element(h, s);
	if (token_is(keyword, "property")) return read_property(h, s);
	if (!token_is(keyword, "end_header"))
		return scan_fail(s, "unknown keyword '%s' in the header", token_show(keyword).text);
	*done = true;
	return scan_line_done(s, "end_header");
}

static const PlyElement *find_element(const PlyHeader *h, const char *name) {
	for (int64_t i = 0; i < h->elements.count; ++i)
		if (token_is(h->elements.data[i].name, name)) return &h->elements.data[i];
	return NULL;
}

static bool has_role(const PlyHeader *h, const PlyElement *e, PlyRole role) {
	for (int64_t i = 0; i < e->property_count; ++i)
		if (h->properties.data[e->first_property + i].role == role) return true;
	return false;
}

static int32_t check_described(const PlyHeader *h, const Scanner *s) {
	const PlyElement *vertex = find_element(h, "vertex"), *face = find_element(h, "face");
	const PlyElement *strips = find_element(h, "tristrips");
	if (vertex == NULL || (face == NULL && strips == NULL))
		return scan_fail(s, "the header has no element %s", vertex == NULL ? "vertex" : "face");
	for (int k = 0; k < 3; ++k)
		if (!has_role(h, vertex, (PlyRole)(PLY_X + k)))
			return scan_fail(s, "vertex has no property %c", "xyz"[k]);
	if (face != NULL && !has_role(h, face, PLY_INDICES))
		return scan_fail(s, "face has no property vertex_indices or vertex_index");
	if (strips != NULL && !has_role(h, strips, PLY_STRIP))
		return scan_fail(s, "tristrips has no property vertex_indices or vertex_index");
	return HN_OK;
}

// The fewest bytes that an element can take. A value in ascii takes a digit and a blank or line end. A face
// has at least three indices.
static int64_t least_bytes(const PlyHeader *h, const PlyElement *e) {
	int64_t bytes = 0;
	for (int64_t i = 0; i < e->property_count; ++i) {
		const PlyProperty *p = &h->properties.data[e->first_property + i];
		int64_t item = h->form == PLY_ASCII ? 2 : ply_type_size(p->type);
		int64_t length = h->form == PLY_ASCII ? 2 : ply_type_size(p->count_type);
		bytes += p->role == PLY_INDICES ? length + 3 * item : p->list ? length : item;
	}
	return bytes;
}

// Checks the counts against the file's size: memory is reserved by them, and elements of zero bytes would
// have no limit.
static int32_t check_counts(const PlyHeader *h, Scanner *s) {
	int64_t missing = h->form == PLY_ASCII, bytes; // the last line end may be missing
	int64_t left = s->end - s->at + missing;
	for (int64_t i = 0; i < h->elements.count; ++i) {
		const PlyElement *e = &h->elements.data[i];
		s->line = e->count > 0 ? e->line : s->line;
		if (e->count > 0 && e->property_count == 0)
			return scan_fail(s, "element %s has no properties", token_show(e->name).text);
		if (__builtin_mul_overflow(e->count, least_bytes(h, e), &bytes) || bytes > left)
			return scan_fail(s, "%lld elements %s do not fit in the %lld bytes that are left for them",
			                 (long long)e->count, token_show(e->name).text,
			                 (long long)(left > missing ? left - missing : 0));
		left -= bytes;
	}
	return HN_OK;
}

typedef enum LineEnd { END_OF_FILE, END_CR, END_LF, END_CR_LF } LineEnd;

static LineEnd kind_of_line_end(const Scanner *s) {
	if (s->at == s->end) return END_OF_FILE;
	if (*s->at == '\n') return END_LF;
	return s->at + 1 < s->end && s->at[1] == '\n' ? END_CR_LF : END_CR;
}

// Steps over the line end of end_header, which must be of the same kind as the first one. After a lone CR the
// body may begin with a byte that equals LF; only the kind of the first line end tells them apart.
static int32_t step_into_body(const PlyHeader *h, Scanner *s, LineEnd first) {
	LineEnd last = kind_of_line_end(s);
	if (h->form == PLY_ASCII) return HN_OK;
	if (first == END_CR && last == END_CR_LF) last = END_CR;
	if (last != first) return scan_fail(s, "end_header ends in another kind of line end than the first line");
	s->at += last == END_CR_LF ? 2 : 1;
	return HN_OK;
}

int32_t ply_header_read(PlyHeader *h, Scanner *s) {
	*h = (PlyHeader){ .form = PLY_NO_FORM };
	Token token;
	bool done = false;
	scan_skip_mark(s);
	if (!scan_next(s, &token) || !token_is(token, "ply") || scan_next(s, &token))
		return scan_fail(s, "the first line is not 'ply'");
	LineEnd first = kind_of_line_end(s);
	int32_t code = HN_OK;
	while (code == HN_OK && !done) {
		if (!scan_next_line(s, &token)) return scan_fail(s, "the file ends before end_header");
		code = read_header_line(h, s, token, &done);
	}
	if (code == HN_OK) code = check_described(h, s);
	if (code == HN_OK) code = step_into_body(h, s, first);
	if (code != HN_OK) return code;
	int64_t line = s->line;
	code = check_counts(h, s);
	if (code == HN_OK) s->line = line;
	return code;
}

void ply_header_free(PlyHeader *h) {
	ARRAY_FREE(&h->elements);
	ARRAY_FREE(&h->properties);
}
