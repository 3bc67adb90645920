#include "scene/scene_ply.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "scene/body_meshes.h"

// A scene's file is little-endian or refused (scene_file.h). This machine is therefore little-endian too, and
// the format's bytes are those in memory.
typedef struct __attribute__((packed)) PlyVertex {
	double x[3];
	uint8_t rgb[3];
} PlyVertex;

typedef struct __attribute__((packed)) PlyFace {
	uint8_t corners;
	int32_t vertex[3];
	uint8_t rgb[3];
	int32_t body, triangle, contacts;
} PlyFace;

_Static_assert(sizeof(PlyVertex) == 27 && sizeof(PlyFace) == 28, "the header says so");

const uint8_t scene_ply_signal[3] = { 230, 0, 0 };

// A hue from 60 to 300 degrees by the golden ratio, in three shades, so that the colours of a few successive
// bodies differ clearly.
void scene_ply_colour(int32_t body, uint8_t rgb[3]) {
	static const int32_t s_light[3] = { 225, 160, 110 }, s_dark[3] = { 70, 20, 0 };
	// 2^32 / golden ratio; the full range stands for 240 degrees
	uint32_t turn = (uint32_t)body * 2654435769u;
	int32_t sector = (int32_t)(turn >> 30), within = (int32_t)((turn << 2) >> 16);
	int32_t hi = s_light[body % 3], lo = s_dark[body % 3];
	int32_t part = (hi - lo) * within / 65536, rising = lo + part, falling = hi - part;
	const int32_t mixed[4][3] = {
		{ falling, hi, lo }, { lo, hi, rising }, { lo, falling, hi }, { rising, lo, hi }
	};
	for (int i = 0; i < 3; ++i) rgb[i] = (uint8_t)mixed[sector][i];
}

int64_t scene_triangle_count(const HnScene *scene) {
	int64_t count = 0;
	for (int32_t b = 0; b < scene->body_count; ++b) count += scene_mesh(scene, b)->triangle_count;
	return count;
}

static void put(FILE *file, const void *record, size_t size) { fwrite(record, size, 1, file); }

// Prints a name without characters that would end the line.
static void put_name(FILE *file, const char *name) {
	for (const char *c = name; *c != '\0'; ++c)
		if ((unsigned char)*c >= ' ' && *c != 127) fputc(*c, file);
}

// Prints "comment body 3: pump/bearing/inner ring". A deeper path shows only the assemblies nearest to the
// part.
static void put_path(FILE *file, const HnScene *scene, int32_t node) {
	enum { DEEPEST = 32 };
	int32_t path[DEEPEST], depth = 0;
	fprintf(file, "comment body %d: ", scene->nodes[node].body);
	for (int32_t i = node; i >= 0 && depth < DEEPEST; i = scene->nodes[i].parent) path[depth++] = i;
	while (depth > 0) {
		put_name(file, scene->nodes[path[--depth]].name);
		fputs(depth > 0 ? "/" : "\n", file);
	}
}

static void header(const ScenePly *def, FILE *file, int64_t vertices, int64_t faces) {
	fprintf(file,
	        "ply\nformat binary_little_endian 1.0\n"
	        "comment step %d of a scene of %d bodies, placed in the world for looking at\n"
	        "comment contacts are computed in the frame of the body with the lower number\n",
	        def->step + 1, def->scene->body_count);
	for (int32_t i = 0; i < def->scene->node_count; ++i)
		if (def->scene->nodes[i].body >= 0) put_path(file, def->scene, i);
	fprintf(file,
	        "element vertex %lld\nproperty double x\nproperty double y\nproperty double z\n"
	        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
	        "element face %lld\nproperty list uchar int vertex_indices\n"
	        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
	        "property int body\nproperty int triangle\nproperty int contacts\nend_header\n",
	        (long long)vertices, (long long)faces);
}

static void put_vertex(const ScenePly *def, FILE *file, int32_t body, int32_t vertex, const uint8_t rgb[3]) {
	const HnPose *pose = scene_pose(def->scene, body, def->step);
	HnVec3 p = pose_place(pose, scene_vertex(def->scene, body, vertex, def->step));
	PlyVertex record = { .x = { p.x, p.y, p.z }, .rgb = { rgb[0], rgb[1], rgb[2] } };
	put(file, &record, sizeof record);
}

// Prints the vertices of all bodies, then three for every triangle in contact, in the order of the triangles.
static void put_vertices(const ScenePly *def, FILE *file) {
	const HnScene *scene = def->scene;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		uint8_t rgb[3];
		scene_ply_colour(b, rgb);
		for (int32_t v = 0; v < scene_mesh(scene, b)->vertex_count; ++v) put_vertex(def, file, b, v, rgb);
	}
	const int32_t *contacts = def->contacts;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnSceneMesh *mesh = scene_mesh(scene, b);
		for (int32_t t = 0; t < mesh->triangle_count; ++t)
			for (int i = 0; contacts[t] > 0 && i < 3; ++i)
				put_vertex(def, file, b, mesh->triangles[3 * (int64_t)t + i], scene_ply_signal);
		contacts += mesh->triangle_count;
	}
}

// own is the first vertex that belongs to a single triangle in contact.
static void put_faces(const ScenePly *def, FILE *file, int32_t own) {
	const HnScene *scene = def->scene;
	const int32_t *contacts = def->contacts;
	int32_t base = 0;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnSceneMesh *mesh = scene_mesh(scene, b);
		for (int32_t t = 0; t < mesh->triangle_count; ++t) {
			PlyFace face = { .corners = 3, .body = b, .triangle = t, .contacts = contacts[t] };
			bool touching = contacts[t] > 0;
			uint8_t rgb[3];
			scene_ply_colour(b, rgb);
			memcpy(face.rgb, touching ? scene_ply_signal : rgb, sizeof face.rgb);
			for (int i = 0; i < 3; ++i)
				face.vertex[i] = touching ? own + i : base + mesh->triangles[3 * (int64_t)t + i];
			own += touching ? 3 : 0;
			put(file, &face, sizeof face);
		}
		contacts += mesh->triangle_count;
		base += mesh->vertex_count;
	}
}

int32_t scene_ply_write(const ScenePly *def, FILE *file) {
	int64_t faces = scene_triangle_count(def->scene), shared = 0, own = 0;
	for (int32_t b = 0; b < def->scene->body_count; ++b) shared += scene_mesh(def->scene, b)->vertex_count;
	for (int64_t i = 0; i < faces; ++i) own += def->contacts[i] > 0 ? 3 : 0;
	if (shared + own > INT32_MAX)
		return error_set(HN_ERR_BAD_INPUT, "%lld vertices are more than a PLY can number",
		                 (long long)(shared + own));
	header(def, file, shared + own, faces);
	put_vertices(def, file);
	put_faces(def, file, (int32_t)shared);
	if (fflush(file) != 0 || ferror(file) != 0)
		return error_set(HN_ERR_IO, "cannot write: %s", strerror(errno));
	return HN_OK;
}
