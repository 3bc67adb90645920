#include "mesh/mesh_file.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/input.h"
#include "math/pose.h"
#include "mesh/skipped.h"

#define MESH_FORMAT(name) extern const MeshFormat name##_format;
#include "mesh/format.def"
#undef MESH_FORMAT

static const MeshFormat *const s_formats[] = {
#define MESH_FORMAT(name) &name##_format,
#include "mesh/format.def"
#undef MESH_FORMAT
};

enum { FORMAT_COUNT = sizeof s_formats / sizeof *s_formats };

int32_t mesh_format_count(void) { return FORMAT_COUNT; }

const MeshFormat *mesh_format_at(int32_t index) { return s_formats[index]; }

const char *mesh_format_names(void) {
	static _Thread_local char s_names[200];
	size_t used = 0;
	for (int32_t i = 0; i < FORMAT_COUNT; ++i)
		used += (size_t)snprintf(s_names + used, sizeof s_names - used, "%s.%s",
		                         i == 0                  ? ""
		                         : i == FORMAT_COUNT - 1 ? " and "
		                                                 : ", ",
		                         s_formats[i]->name);
	return s_names;
}

const MeshFormat *mesh_format_of(const char *path) {
	if (error_if_null(path, "the path of a model") != HN_OK) return NULL;
	const char *slash = strrchr(path, '/'), *dot = strrchr(slash == NULL ? path : slash, '.');
	for (int32_t i = 0; dot != NULL && i < FORMAT_COUNT; ++i)
		if (strcasecmp(dot + 1, s_formats[i]->name) == 0) return s_formats[i];
	error_set(HN_ERR_BAD_INPUT, "%s: the name ends in no known format; there are %s", path,
	          mesh_format_names());
	return NULL;
}

// ---- reading

int32_t hn_mesh_read(HnMesh **out, const char *path, double scale, const char *sha256, char *found) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	skipped_clear();
	const MeshFormat *format = mesh_format_of(path);
	if (format == NULL) return HN_ERR_BAD_INPUT;
	Input bytes;
	int32_t code = input_read(&bytes, path, sha256, found);
	if (code == HN_OK) code = format->parse(out, bytes.data, (size_t)bytes.count, path, scale);
	if (code == HN_ERR_NO_MEMORY) error_prefix(code, "%s", path);
	ARRAY_FREE(&bytes);
	return code;
}

// ---- writing

static int32_t check_writable(const HnMesh *mesh, const char *path) {
	if (mesh->triangle_count == 0) return error_set(HN_ERR_BAD_INPUT, "%s: a mesh without triangles", path);
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) {
		double x = mesh->xyz[i];
		bool flushed = x == coordinate_flush(x) && !(x == 0 && signbit(x));
		if (!(fabs(x) <= COORDINATE_MAX) || !flushed)
			return error_set(HN_ERR_BAD_INPUT,
			                 "%s: vertex %d: coordinate %c is %g, not one of a validated mesh", path,
			                 (int)(i / 3), "xyz"[i % 3], x);
	}
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i)
		if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->vertex_count)
			return error_set(HN_ERR_BAD_INPUT, "%s: triangle %d: vertex index %d", path, (int)(i / 3),
			                 mesh->triangles[i]);
	return HN_OK;
}

int32_t mesh_write_by(const HnMesh *mesh, const char *path, MeshPrinter *print) {
	FileWriter writer;
	int32_t code = mesh_check_arrays(mesh);
	if (code == HN_OK) code = check_writable(mesh, path);
	if (code == HN_OK) code = output_check(path);
	if (code != HN_OK) return code;
	code = file_begin_shared(&writer, path);
	FILE *file = code == HN_OK ? file_stream(&writer) : NULL;
	if (code == HN_OK) code = file != NULL ? print(mesh, file) : HN_ERR_IO;
	return file_end(&writer, code == HN_OK ? code : error_prefix(code, "%s", path));
}

int32_t hn_mesh_write(const HnMesh *mesh, const char *path) {
	const MeshFormat *format = mesh_format_of(path);
	return format == NULL ? HN_ERR_BAD_INPUT : mesh_write_by(mesh, path, format->print);
}
