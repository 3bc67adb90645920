// The registry of generated meshes.
#include "mesh/shape.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"

#define SHAPE(name) extern const ShapeClass shape_##name;
#include "mesh/shape.def"
#undef SHAPE

static const ShapeClass *const s_classes[] = {
#define SHAPE(name) &shape_##name,
#include "mesh/shape.def"
#undef SHAPE
};

int32_t shape_count(void) { return (int32_t)(sizeof s_classes / sizeof s_classes[0]); }

const ShapeClass *shape_at(int32_t index) {
	return index >= 0 && index < shape_count() ? s_classes[index] : NULL;
}

const char *hn_shape_name(int32_t index) { return shape_at(index) != NULL ? shape_at(index)->name : NULL; }

const ShapeClass *shape_find(const char *name) { return shape_at(name_index(hn_shape_name, name)); }

int32_t hn_shape_create(HnMesh **out, const char *name, const char *params) {
	if (out == NULL) return error_if_null(out, "out");
	*out = NULL;
	int32_t code = error_if_null(name, "the name of a shape");
	if (code != HN_OK) return code;
	const ShapeClass *shape = shape_find(name);
	if (shape == NULL) {
		const char *near = param_nearest(name, hn_shape_name);
		return error_set(HN_ERR_NOT_FOUND, "no shape is called '%.40s'%s%s%s", name,
		                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	void *def = mem_alloc(shape->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	code = param_parse(&shape->params, def, name, params);
	if (code == HN_OK) code = shape->create(out, def);
	mem_free(def, shape->params.def_size);
	return code;
}
