#include "mesh/off.h"

#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static MeshPrinter *const s_prints[] = { off_print, NULL };
	return fuzz_mesh(mesh_format_of("a.off"), data, size, s_prints);
}
