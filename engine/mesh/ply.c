// The reader of a PLY file's body, and the writer. The reader makes one pass over the elements and their
// values.
#include "mesh/ply.h"

#include <stdarg.h>
#include <string.h>

#include "base/error.h"
#include "mesh/mesh_builder.h"
#include "mesh/mesh_file.h"
#include "mesh/ply_header.h"
#include "mesh/skipped.h"

typedef struct Reader {
	Scanner s; // in a binary body only `at` is used
	const char *begin;
	PlyHeader header;
	const PlyElement *element; // the element that is being read
	int64_t index;             // of the element
	bool line_begins;          // ascii: no value of this line has been read yet
	MeshBuilder mesh;
} Reader;

// Puts the place in the body (line or byte) and the element before the error text.
static int32_t place(const Reader *r, int32_t code) {
	if (code != HN_ERR_BAD_INPUT) return code;
	error_prefix(code, "%s %lld", token_show(r->element->name).text, (long long)r->index);
	if (r->header.form == PLY_ASCII) return scan_place(&r->s, code);
	return error_prefix(code, "%s: byte %lld", r->s.name, (long long)(r->s.at - r->begin));
}

__attribute__((format(printf, 2, 3))) static int32_t fail(const Reader *r, const char *format, ...) {
	char what[400];
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	return place(r, error_set(HN_ERR_BAD_INPUT, "%s", what));
}

// ---- values

// The next word of an ascii body. It is the first word of a new line, or one more of this line.
static int32_t next_word(Reader *r, Token *out) {
	bool there = r->line_begins ? scan_next_line(&r->s, out) : scan_next(&r->s, out);
	if (!there && r->line_begins)
		return fail(r, "the file ends; %lld were announced", (long long)r->element->count);
	if (!there) return fail(r, "the line has too few values");
	r->line_begins = false;
	return HN_OK;
}

static bool in_range(int64_t value, PlyType type) {
	int bits = 8 * ply_type_size(type);
	bool is_signed = type == PLY_INT8 || type == PLY_INT16 || type == PLY_INT32;
	int64_t high = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
	return value <= high && value >= (is_signed ? -high - 1 : 0);
}

static int32_t read_text(Reader *r, PlyType type, double *out) {
	Token token;
	int64_t value;
	int32_t code = next_word(r, &token);
	if (code != HN_OK) return code;
	if (type >= PLY_FLOAT32) return scan_number(&r->s, out, token);
	if (!token_integer(token, &value) || !in_range(value, type))
		return fail(r, "'%s' is not an integer of the property's type", token_show(token).text);
	*out = (double)value;
	return HN_OK;
}

static uint64_t load_bits(const char *at, int size, bool big_endian) {
	uint64_t bits = 0;
	for (int i = 0; i < size; ++i)
		bits |= (uint64_t)(unsigned char)at[big_endian ? size - 1 - i : i] << (8 * i);
	return bits;
}

static double value_of(uint64_t bits, PlyType type) {
	uint32_t low = (uint32_t)bits;
	float single;
	double value;
	switch (type) {
	case PLY_INT8:
		return (int8_t)low;
	case PLY_INT16:
		return (int16_t)low;
	case PLY_INT32:
		return (int32_t)low;
	case PLY_FLOAT32:
		memcpy(&single, &low, sizeof single);
		return (double)single;
	case PLY_FLOAT64:
		memcpy(&value, &bits, sizeof value);
		return value;
	default:
		return low;
	}
}

static int32_t cut_off(const Reader *r) {
	return fail(r, "the file ends; %lld were announced", (long long)r->element->count);
}

static int32_t read_value(Reader *r, PlyType type, double *out) {
	if (r->header.form == PLY_ASCII) return read_text(r, type, out);
	int size = ply_type_size(type);
	if (r->s.end - r->s.at < size) return cut_off(r);
	*out = value_of(load_bits(r->s.at, size, r->header.form == PLY_BIG_ENDIAN), type);
	r->s.at += size;
	return HN_OK;
}

// Skips `count` values that are not used.
static int32_t skip_values(Reader *r, PlyType type, int64_t count) {
	if (r->header.form != PLY_ASCII) {
		if ((r->s.end - r->s.at) / ply_type_size(type) < count) return cut_off(r);
		r->s.at += count * ply_type_size(type);
		return HN_OK;
	}
	Token token;
	int32_t code = HN_OK;
	for (int64_t i = 0; code == HN_OK && i < count; ++i) code = next_word(r, &token);
	return code;
}

// ---- elements

static int32_t read_length(Reader *r, const PlyProperty *p, int64_t *out) {
	double length;
	int32_t code = read_value(r, p->count_type, &length);
	if (code != HN_OK) return code;
	*out = (int64_t)length;
	return length < 0 ? fail(r, "a list of %lld values", (long long)*out) : HN_OK;
}

static int32_t check_index(const Reader *r, double index) {
	if (index >= 0 && index < (double)r->header.vertex_count) return HN_OK;
	return fail(r, "vertex index %.0f is not in 0 .. %lld", index, (long long)r->header.vertex_count - 1);
}

static int32_t read_indices(Reader *r, const PlyProperty *p) {
	int64_t length;
	int32_t code = read_length(r, p, &length);
	if (code == HN_OK && length < 3)
		code = fail(r, "%d vert%s; at least 3 are wanted", (int)length, length == 1 ? "ex" : "ices");
	for (Fan fan = { 0 }; code == HN_OK && fan.count < length;) {
		double index;
		code = read_value(r, p->type, &index);
		if (code == HN_OK) code = check_index(r, index);
		if (code == HN_OK) code = place(r, mesh_builder_fan(&r->mesh, &fan, (int32_t)index));
	}
	return code;
}

// A triangle of a strip. One that repeats a vertex only joins two parts of a strip.
static int32_t add_strip_triangle(Reader *r, int32_t a, int32_t b, int32_t c) {
	Fan fan = { 0 };
	if (a == b || b == c || c == a) return HN_OK;
	int32_t code = mesh_builder_fan(&r->mesh, &fan, a);
	if (code == HN_OK) code = mesh_builder_fan(&r->mesh, &fan, b);
	return code == HN_OK ? mesh_builder_fan(&r->mesh, &fan, c) : code;
}

// A strip a b c d e ... is the triangles a b c, c b d, c d e, ... The index -1 begins another strip.
static int32_t read_strip(Reader *r, const PlyProperty *p) {
	int64_t length, run = 0;
	int32_t before[2] = { 0, 0 };
	int32_t code = read_length(r, p, &length);
	for (int64_t i = 0; code == HN_OK && i < length; ++i) {
		double index = 0;
		code = read_value(r, p->type, &index);
		bool ends = code == HN_OK && index == -1;
		if (code == HN_OK && !ends) code = check_index(r, index);
		if (code == HN_OK && !ends && run >= 2)
			code = place(r, add_strip_triangle(r, before[run % 2], before[1 - run % 2], (int32_t)index));
		run = ends ? 0 : run + 1;
		if (code != HN_OK || ends) continue;
		before[0] = before[1];
		before[1] = (int32_t)index;
	}
	return code;
}

static int32_t read_property(Reader *r, const PlyProperty *p, double xyz[3]) {
	int64_t length = 1;
	if (p->role == PLY_INDICES) return read_indices(r, p);
	if (p->role == PLY_STRIP) return read_strip(r, p);
	if (p->role != PLY_UNUSED) return read_value(r, p->type, &xyz[p->role - PLY_X]);
	int32_t code = p->list ? read_length(r, p, &length) : HN_OK;
	return code == HN_OK ? skip_values(r, p->type, length) : code;
}

static int32_t read_element(Reader *r) {
	const PlyProperty *properties = r->header.properties.data + r->element->first_property;
	double xyz[3] = { 0, 0, 0 };
	int32_t code = HN_OK;
	Token token;
	r->line_begins = true;
	for (int64_t i = 0; code == HN_OK && i < r->element->property_count; ++i)
		code = read_property(r, &properties[i], xyz);
	if (code == HN_OK && r->header.form == PLY_ASCII && scan_next(&r->s, &token))
		code = fail(r, "'%s' is one value too many", token_show(token).text);
	if (code == HN_OK && r->element->vertex) code = place(r, mesh_builder_vertex(&r->mesh, xyz));
	return code;
}

static void warn_end(Reader *r) {
	Token token;
	if (r->header.form != PLY_ASCII && r->s.at < r->s.end)
		skipped_bytes(r->s.name, r->s.at - r->begin, "%lld more bytes follow the last element",
		              (long long)(r->s.end - r->s.at));
	else if (r->header.form == PLY_ASCII && scan_next_line(&r->s, &token))
		skipped_line(r->s.name, r->s.line, "'%s' and all that follows the last element",
		             token_show(token).text);
}

static int32_t read_all(Reader *r) {
	int32_t code = ply_header_read(&r->header, &r->s);
	if (code == HN_OK)
		code =
		    scan_place(&r->s, mesh_builder_reserve(&r->mesh, r->header.vertex_count, r->header.face_count));
	for (int64_t k = 0; code == HN_OK && k < r->header.elements.count; ++k) {
		r->element = &r->header.elements.data[k];
		for (r->index = 0; code == HN_OK && r->index < r->element->count; ++r->index)
			if ((code = read_element(r)) != HN_OK) return code;
	}
	if (code == HN_OK) warn_end(r);
	return code;
}

int32_t ply_parse(HnMesh **out, const char *bytes, size_t size, const char *name, double scale) {
	*out = NULL;
	Reader r = { .s = { .at = bytes, .end = bytes + size, .name = name, .line = 1 }, .begin = bytes };
	int32_t code = mesh_builder_begin(&r.mesh, name, scale);
	if (code == HN_OK) code = read_all(&r);
	if (code == HN_OK) code = mesh_builder_finish(&r.mesh, out, name);
	ply_header_free(&r.header);
	mesh_builder_free(&r.mesh);
	return code;
}

// ---- writer

static void print_header(const HnMesh *mesh, const char *form, FILE *file) {
	fprintf(file, "ply\nformat %s 1.0\nelement vertex %d\n", form, mesh->vertex_count);
	fputs("property double x\nproperty double y\nproperty double z\n", file);
	fprintf(file, "element face %d\nproperty list uchar int vertex_indices\nend_header\n",
	        mesh->triangle_count);
}

int32_t ply_print_ascii(const HnMesh *mesh, FILE *file) {
	print_header(mesh, "ascii", file);
	mesh_print_counted(mesh, file);
	return HN_OK;
}

static void put_bits(uint64_t bits, int size, bool big_endian, FILE *file) {
	char bytes[8] = { 0 };
	for (int i = 0; i < size; ++i) bytes[big_endian ? size - 1 - i : i] = (char)(bits >> (8 * i));
	fwrite(bytes, 1, (size_t)size, file);
}

static int32_t print_binary(const HnMesh *mesh, bool big_endian, FILE *file) {
	print_header(mesh, big_endian ? "binary_big_endian" : "binary_little_endian", file);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) {
		uint64_t bits;
		memcpy(&bits, &mesh->xyz[i], sizeof bits);
		put_bits(bits, 8, big_endian, file);
	}
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) {
		if (i % 3 == 0) fputc(3, file);
		put_bits((uint32_t)mesh->triangles[i], 4, big_endian, file);
	}
	return HN_OK;
}

int32_t ply_print_little_endian(const HnMesh *mesh, FILE *file) { return print_binary(mesh, false, file); }

int32_t ply_print_big_endian(const HnMesh *mesh, FILE *file) { return print_binary(mesh, true, file); }

const MeshFormat ply_format = { "ply", ply_parse, ply_print_little_endian };
