#include "mesh/obj.h"

#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static MeshPrinter *const s_prints[] = { obj_print, NULL };
	return fuzz_mesh(mesh_format_of("a.obj"), data, size, s_prints);
}
