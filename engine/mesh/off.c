// Reader and writer of OFF. Geomview's manual, "OFF Files", defines the format; off.h lists the choices made
// here.
#include "mesh/off.h"

#include <string.h>

#include "base/error.h"
#include "mesh/mesh_builder.h"
#include "mesh/mesh_file.h"
#include "mesh/scan.h"
#include "mesh/skipped.h"

typedef struct Reader {
	Scanner s;
	int64_t vertex_count, face_count;
	int least, most; // the fewest and the most numbers of a vertex
	MeshBuilder mesh;
} Reader;

// Reads the part of the keyword before "OFF". False if it is not understood.
static bool read_prefix(Reader *r, Token prefix) {
	bool texture = false, colour = false, normal = false;
	for (const char *p = prefix.at, *end = p + prefix.size; p < end; ++p) {
		bool *seen = *p == 'C' ? &colour : *p == 'N' ? &normal : &texture;
		if (seen == &texture && (end - p < 2 || memcmp(p, "ST", 2) != 0)) return false;
		if (*seen) return false;
		*seen = true;
		p += seen == &texture;
	}
	int more = 3 * normal + 2 * texture;
	r->least = 3 + more + 3 * colour;
	r->most = 3 + more + 4 * colour;
	return true;
}

// Reads the first word. The keyword may be missing: then the word is the number of vertices, and *counts is
// true.
static int32_t read_keyword(Reader *r, Token *token, bool *counts) {
	if (!scan_next_line(&r->s, token)) return scan_fail(&r->s, "the file ends before the keyword OFF");
	size_t size = token->size, digits = 0;
	while (digits < size && token->at[digits] >= '0' && token->at[digits] <= '9') digits += 1;
	*counts = digits == size;
	if (*counts) return read_prefix(r, (Token){ token->at, 0 }) ? HN_OK : HN_ERR_BAD_INPUT;
	if (size < 3 || memcmp(token->at + size - 3, "OFF", 3) != 0)
		return scan_fail(&r->s, "'%s' is neither the keyword OFF nor a number of vertices",
		                 token_show(*token).text);
	if (!read_prefix(r, (Token){ token->at, size - 3 }))
		return scan_fail(&r->s, "%s is not supported; OFF, COFF, NOFF, STOFF and their combinations are",
		                 token_show(*token).text);
	return HN_OK;
}

// Memory is reserved by these counts, so the rest of the file must be long enough to contain them. A vertex
// takes at least six bytes ("0 0 0" and a line end) and a face eight; the last line end may be missing.
static int32_t check_counts(const Reader *r) {
	int64_t left = r->s.end - r->s.at, bytes, more;
	if (r->vertex_count > left || r->face_count > left ||
	    __builtin_mul_overflow(r->vertex_count, 6, &bytes) ||
	    __builtin_mul_overflow(r->face_count, 8, &more) || bytes + more > left + 1)
		return scan_fail(&r->s, "%lld vertices and %lld faces do not fit in the %lld bytes that follow",
		                 (long long)r->vertex_count, (long long)r->face_count, (long long)left);
	return HN_OK;
}

// first: the first of the numbers if it was read already; NULL: it was not.
static int32_t read_counts(Reader *r, const Token *first) {
	static const char *const s_names[] = { "number of vertices", "number of faces", "number of edges" };
	int64_t counts[3];
	Token token;
	for (int i = 0; i < 3; ++i) {
		bool there = i > 0 ? scan_next(&r->s, &token) : first != NULL || scan_next_line(&r->s, &token);
		if (!there) return scan_fail(&r->s, "the %s is missing", s_names[i]);
		if (i == 0 && first != NULL) token = *first;
		if (i == 0 && token_is(token, "BINARY")) return scan_fail(&r->s, "OFF BINARY is not supported");
		int32_t code = scan_count(&r->s, &counts[i], token, s_names[i]);
		if (code != HN_OK) return code;
	}
	r->vertex_count = counts[0];
	r->face_count = counts[1];
	int32_t code = scan_line_done(&r->s, "the line of counts");
	return code != HN_OK ? code : check_counts(r);
}

static int32_t read_vertex(Reader *r, int64_t index) {
	enum { MOST = 3 + 3 + 2 + 4 };
	double values[MOST];
	Token token;
	if (!scan_next_line(&r->s, &token))
		return scan_fail(&r->s, "the file ends after %lld of %lld vertices", (long long)index,
		                 (long long)r->vertex_count);
	int32_t code = scan_number(&r->s, &values[0], token);
	int count = 0;
	if (code == HN_OK) code = scan_numbers(&r->s, values + 1, MOST - 1, &count, "the vertex");
	if (code != HN_OK) return code;
	count += 1;
	if (count < r->least || count > r->most)
		return scan_fail(&r->s, "vertex %lld has %d number%s; %d are wanted%s", (long long)index, count,
		                 count == 1 ? "" : "s", r->least, r->most > r->least ? ", or one more" : "");
	code = mesh_builder_vertex(&r->mesh, values);
	return scan_place(&r->s, code);
}

static int32_t read_corner(Reader *r, Fan *fan, int64_t face) {
	Token token;
	int64_t index = 0;
	if (!scan_next(&r->s, &token))
		return scan_fail(&r->s, "face %lld has only %lld of its vertex indices", (long long)face,
		                 (long long)fan->count);
	int32_t code = scan_count(&r->s, &index, token, "vertex index");
	if (code != HN_OK) return code;
	if (index >= r->vertex_count)
		return scan_fail(&r->s, "face %lld: vertex index %s is not in 0 .. %lld", (long long)face,
		                 token_show(token).text, (long long)r->vertex_count - 1);
	return scan_place(&r->s, mesh_builder_fan(&r->mesh, fan, (int32_t)index));
}

static int32_t skip_colour(Reader *r, int64_t face) {
	double values[4];
	int count;
	int32_t code = scan_numbers(&r->s, values, 4, &count, "the colour of the face");
	if (code == HN_OK && count == 2)
		return scan_fail(&r->s, "face %lld has a colour of 2 numbers; 0, 1, 3 or 4 are wanted",
		                 (long long)face);
	return code;
}

static int32_t read_face(Reader *r, int64_t face) {
	Token token;
	int64_t size = 0;
	if (!scan_next_line(&r->s, &token))
		return scan_fail(&r->s, "the file ends after %lld of %lld faces", (long long)face,
		                 (long long)r->face_count);
	int32_t code = scan_count(&r->s, &size, token, "number of vertices of a face");
	if (code == HN_OK && size < 3)
		return scan_fail(&r->s, "face %lld has %d vert%s; at least 3 are wanted", (long long)face, (int)size,
		                 size == 1 ? "ex" : "ices");
	for (Fan fan = { 0 }; code == HN_OK && fan.count < size;) code = read_corner(r, &fan, face);
	return code == HN_OK ? skip_colour(r, face) : code;
}

static int32_t read_all(Reader *r) {
	Token token;
	bool counts = false;
	int32_t code = scan_check_text(&r->s);
	if (code == HN_OK) code = read_keyword(r, &token, &counts);
	if (code == HN_OK) code = read_counts(r, counts ? &token : NULL);
	if (code == HN_OK)
		code = scan_place(&r->s, mesh_builder_reserve(&r->mesh, r->vertex_count, r->face_count));
	for (int64_t i = 0; code == HN_OK && i < r->vertex_count; ++i) code = read_vertex(r, i);
	for (int64_t i = 0; code == HN_OK && i < r->face_count; ++i) code = read_face(r, i);
	if (code == HN_OK && scan_next_line(&r->s, &token))
		skipped_line(r->s.name, r->s.line, "'%s' and all that follows the last face", token_show(token).text);
	return code;
}

int32_t off_parse(HnMesh **out, const char *text, size_t size, const char *name, double scale) {
	*out = NULL;
	Reader r = { .s = { .at = text, .end = text + size, .name = name, .line = 1, .comments = true } };
	int32_t code = mesh_builder_begin(&r.mesh, name, scale);
	if (code == HN_OK) code = read_all(&r);
	if (code == HN_OK) code = mesh_builder_finish(&r.mesh, out, name);
	mesh_builder_free(&r.mesh);
	return code;
}

int32_t off_print(const HnMesh *mesh, FILE *file) {
	fprintf(file, "OFF\n%d %d 0\n", mesh->vertex_count, mesh->triangle_count);
	mesh_print_counted(mesh, file);
	return HN_OK;
}

const MeshFormat off_format = { "off", off_parse, off_print };
