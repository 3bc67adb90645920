// Reader and writer of STL. 3D Systems' "Stereolithography Interface Specification" (1989) defines the
// format; stl.h lists the choices made here.
#include "mesh/stl.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "mesh/mesh_file.h"
#include "mesh/scan.h"
#include "mesh/skipped.h"
#include "mesh/weld.h"

enum { TITLE_SIZE = 80, HEAD_SIZE = TITLE_SIZE + 4, FACET_SIZE = 50 };

typedef struct Reader {
	Scanner s;
	const char *begin;
	MeshBuilder mesh;
	Welder welder;
} Reader;

static int32_t add_corner(Reader *r, Fan *fan, const double xyz[3]) {
	int32_t vertex = 0;
	int32_t code = weld_vertex(&r->welder, &r->mesh, xyz, &vertex);
	return code == HN_OK ? mesh_builder_fan(&r->mesh, fan, vertex) : code;
}

// ---- binary

static uint32_t load_u32(const char *at) {
	const unsigned char *b = (const unsigned char *)at;
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static int64_t binary_count(const char *bytes, size_t size) {
	return size < HEAD_SIZE ? -1 : (int64_t)load_u32(bytes + TITLE_SIZE);
}

static int32_t read_binary_facet(Reader *r, const char *at) {
	int32_t code = HN_OK;
	Fan fan = { 0 };
	for (int corner = 0; corner < 3 && code == HN_OK; ++corner) {
		double xyz[3];
		for (int k = 0; k < 3; ++k) {
			uint32_t bits = load_u32(at + 12 * (corner + 1) + 4 * k); // 12 bytes of normal come first
			float x;
			memcpy(&x, &bits, sizeof x);
			xyz[k] = (double)x;
		}
		code = add_corner(r, &fan, xyz);
		if (code == HN_ERR_BAD_INPUT)
			error_prefix(code, "%s: byte %lld", r->s.name, (long long)(at - r->begin) + 12 * (corner + 1));
	}
	return code;
}

static int32_t read_binary(Reader *r) {
	int64_t count = binary_count(r->begin, (size_t)(r->s.end - r->begin));
	int32_t code = mesh_builder_reserve(&r->mesh, 0, count);
	if (code == HN_ERR_BAD_INPUT) error_prefix(code, "%s: byte %d", r->s.name, TITLE_SIZE);
	for (int64_t t = 0; code == HN_OK && t < count; ++t)
		code = read_binary_facet(r, r->begin + HEAD_SIZE + FACET_SIZE * t);
	return code;
}

// ---- ascii

static bool word_is(Token token, const char *word) {
	return token.size == strlen(word) && strncasecmp(token.at, word, token.size) == 0;
}

// Expects a line of these words; `second` may be NULL.
static int32_t expect(Reader *r, const char *first, const char *second) {
	Token token;
	if (!scan_next_line(&r->s, &token)) return scan_fail(&r->s, "the file ends where '%s' is wanted", first);
	if (!word_is(token, first))
		return scan_fail(&r->s, "'%s', where '%s' is wanted", token_show(token).text, first);
	if (second == NULL) return HN_OK;
	if (!scan_next(&r->s, &token) || !word_is(token, second))
		return scan_fail(&r->s, "'%s' without '%s'", first, second);
	return HN_OK;
}

static int32_t read_corner(Reader *r, Fan *fan) {
	double xyz[3];
	int count;
	int32_t code = expect(r, "vertex", NULL);
	if (code == HN_OK) code = scan_numbers(&r->s, xyz, 3, &count, "vertex");
	if (code != HN_OK) return code;
	if (count != 3)
		return scan_fail(&r->s, "vertex has %d number%s; 3 are wanted", count, count == 1 ? "" : "s");
	return scan_place(&r->s, add_corner(r, fan, xyz));
}

// Skips the three words of a normal. Some programs write "nan" for a triangle without area.
static int32_t skip_normal(Reader *r) {
	Token token;
	for (int k = 0; k < 3; ++k)
		if (!scan_next(&r->s, &token)) return scan_fail(&r->s, "a normal has three numbers, this one %d", k);
	return scan_line_done(&r->s, "the normal");
}

// Reads a facet after the word "facet".
static int32_t read_facet(Reader *r) {
	Token token;
	Fan fan = { 0 };
	if (!scan_next(&r->s, &token) || !word_is(token, "normal"))
		return scan_fail(&r->s, "'facet' without 'normal'");
	int32_t code = skip_normal(r);
	if (code == HN_OK) code = expect(r, "outer", "loop");
	if (code == HN_OK) code = scan_line_done(&r->s, "the line");
	for (int corner = 0; code == HN_OK && corner < 3; ++corner) code = read_corner(r, &fan);
	if (code == HN_OK) code = expect(r, "endloop", NULL);
	if (code == HN_OK) code = scan_line_done(&r->s, "the line");
	if (code == HN_OK) code = expect(r, "endfacet", NULL);
	if (code == HN_OK) code = scan_line_done(&r->s, "the line");
	return code;
}

// Reads a solid after the word "solid", up to its end.
static int32_t read_solid(Reader *r) {
	Token token;
	scan_skip_rest(&r->s); // the name
	for (;;) {
		if (!scan_next_line(&r->s, &token)) return scan_fail(&r->s, "the file ends before 'endsolid'");
		if (word_is(token, "endsolid")) break;
		if (!word_is(token, "facet"))
			return scan_fail(&r->s, "'%s', where 'facet' or 'endsolid' is wanted", token_show(token).text);
		int32_t code = read_facet(r);
		if (code != HN_OK) return code;
	}
	scan_skip_rest(&r->s);
	return HN_OK;
}

static int32_t read_ascii(Reader *r) {
	Token token;
	int32_t code = HN_OK;
	bool any = false;
	while (code == HN_OK && scan_next_line(&r->s, &token)) {
		if (!word_is(token, "solid") && any && !word_is(token, "facet")) {
			skipped_line(r->s.name, r->s.line, "'%s' and all that follows the last solid",
			             token_show(token).text);
			return HN_OK;
		}
		any = true;
		code = word_is(token, "solid")
		           ? read_solid(r)
		           : scan_fail(&r->s, "'%s', where 'solid' is wanted", token_show(token).text);
	}
	return code;
}

static bool begins_with_solid(Scanner s) {
	Token token;
	scan_skip_mark(&s);
	return scan_next_line(&s, &token) && word_is(token, "solid");
}

static int32_t read_all(Reader *r) {
	size_t size = (size_t)(r->s.end - r->begin);
	int64_t count = binary_count(r->begin, size);
	if (size == 0) return error_set(HN_ERR_BAD_INPUT, "%s: the file is empty", r->s.name);
	if (count >= 0 && (uint64_t)size == HEAD_SIZE + FACET_SIZE * (uint64_t)count) return read_binary(r);
	const char *nul = memchr(r->begin, '\0', size);
	if (begins_with_solid(r->s) && (size < HEAD_SIZE || nul == NULL || scan_is_padding(&r->s, nul))) {
		int32_t code = scan_check_text(&r->s);
		return code == HN_OK ? read_ascii(r) : code;
	}
	uint64_t needed = HEAD_SIZE + FACET_SIZE * (uint64_t)(count > 0 ? count : 0);
	if (count > 0 && size > needed) {
		skipped_bytes(r->s.name, (int64_t)needed, "%lld more bytes follow the last triangle",
		              (long long)((int64_t)size - (int64_t)needed));
		return read_binary(r);
	}
	if (count < 0)
		return error_set(HN_ERR_BAD_INPUT,
		                 "%s: %zu bytes that do not begin with 'solid'; binary STL has %d or more", r->s.name,
		                 size, HEAD_SIZE);
	return error_set(
	    HN_ERR_BAD_INPUT,
	    "%s: byte %d: as binary STL it announces %lld triangles, which take %lld bytes; it has %zu",
	    r->s.name, TITLE_SIZE, (long long)count, (long long)(HEAD_SIZE + FACET_SIZE * count), size);
}

int32_t stl_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale) {
	*out = NULL;
	Reader r = { .s = { .at = bytes, .end = bytes + size, .name = name, .line = 1 }, .begin = bytes };
	int32_t code = mesh_builder_begin(&r.mesh, name, scale);
	if (code == HN_OK) code = read_all(&r);
	weld_free(&r.welder);
	if (code == HN_OK) code = mesh_builder_finish(&r.mesh, out, name);
	mesh_builder_free(&r.mesh);
	return code;
}

// ---- writers. Normals are 0, which asks readers to compute them from the order of the vertices.

int32_t stl_print_ascii(const HnMesh *mesh, FILE *file) {
	fputs("solid\n", file);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		if (i % 3 == 0) fputs("facet normal 0 0 0\nouter loop\n", file);
		fputs("vertex ", file);
		mesh_print_vertex(mesh, mesh->triangles[i], file);
		if (i % 3 == 2) fputs("endloop\nendfacet\n", file);
	}
	fputs("endsolid\n", file);
	return HN_OK;
}

static int32_t check_floats(const HnMesh *mesh) {
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		for (int k = 0; k < 3; ++k) {
			double x = mesh->xyz[3 * (int64_t)mesh->triangles[i] + k];
			if (!(fabs(x) <= (double)FLT_MAX) || (double)(float)x != x)
				return error_set(
				    HN_ERR_BAD_INPUT,
				    "vertex %d: coordinate %c is %.17g, which is no float as binary STL holds them",
				    mesh->triangles[i], "xyz"[k], x);
		}
	return HN_OK;
}

static void put_u32(uint32_t bits, FILE *file) {
	const unsigned char bytes[4] = { (unsigned char)bits, (unsigned char)(bits >> 8),
		                             (unsigned char)(bits >> 16), (unsigned char)(bits >> 24) };
	fwrite(bytes, 1, sizeof bytes, file);
}

int32_t stl_print_binary(const HnMesh *mesh, FILE *file) {
	static const char s_zeros[TITLE_SIZE];
	int32_t code = check_floats(mesh);
	if (code != HN_OK) return code;
	fwrite(s_zeros, 1, TITLE_SIZE, file);
	put_u32((uint32_t)mesh->triangle_count, file);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		if (i % 3 == 0) fwrite(s_zeros, 1, 12, file);
		for (int k = 0; k < 3; ++k) {
			float x = (float)mesh->xyz[3 * (int64_t)mesh->triangles[i] + k];
			uint32_t bits;
			memcpy(&bits, &x, sizeof bits);
			put_u32(bits, file);
		}
		if (i % 3 == 2) fwrite(s_zeros, 1, 2, file);
	}
	return HN_OK;
}

const MeshFormat stl_format = { "stl", stl_parse, stl_print_ascii };
