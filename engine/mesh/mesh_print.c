// What writers of several formats print alike.
#include "base/number.h"
#include "mesh/mesh_file.h"

void mesh_print_vertex(const HnMesh *mesh, int32_t vertex, FILE *file) {
	for (int k = 0; k < 3; ++k) {
		char text[NUMBER_TEXT_SIZE];
		number_format(mesh->xyz[3 * (int64_t)vertex + k], text);
		fputs(text, file);
		fputc(k < 2 ? ' ' : '\n', file);
	}
}

void mesh_print_counted(const HnMesh *mesh, FILE *file) {
	for (int32_t v = 0; v < mesh->vertex_count; ++v) mesh_print_vertex(mesh, v, file);
	for (int32_t t = 0; t < mesh->triangle_count; ++t) {
		const int32_t *v = mesh->triangles + 3 * (int64_t)t;
		fprintf(file, "3 %d %d %d\n", v[0], v[1], v[2]);
	}
}
