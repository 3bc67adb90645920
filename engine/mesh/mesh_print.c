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
