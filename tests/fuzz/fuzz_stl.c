#include "mesh/stl.h"

#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static MeshPrinter *const s_prints[] = { stl_print_ascii, stl_print_binary, NULL };
	return fuzz_mesh(mesh_format_of("a.stl"), data, size, s_prints);
}
