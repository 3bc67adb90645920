#include "mesh/ply.h"

#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static MeshPrinter *const s_prints[] = { ply_print_ascii, ply_print_little_endian, ply_print_big_endian,
		                                     NULL };
	return fuzz_mesh(mesh_format_of("a.ply"), data, size, s_prints);
}
