// The registry of generated scenes.
#include "scene/generator_build.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"

#define GENERATOR(name) extern const GeneratorClass generate_##name;
#include "scene/generator.def"
#undef GENERATOR

static const GeneratorClass *const s_classes[] = {
#define GENERATOR(name) &generate_##name,
#include "scene/generator.def"
#undef GENERATOR
};

int32_t generator_count(void) { return (int32_t)(sizeof s_classes / sizeof s_classes[0]); }

const GeneratorClass *generator_at(int32_t index) {
	return index >= 0 && index < generator_count() ? s_classes[index] : NULL;
}

static const char *generator_name(int32_t index) {
	return generator_at(index) != NULL ? generator_at(index)->name : NULL;
}

const GeneratorClass *generator_find(const char *name) {
	return generator_at(name_index(generator_name, name));
}

int32_t generated_create(GeneratedScene *out, const char *name, const char *params) {
	*out = (GeneratedScene){ 0 };
	const GeneratorClass *generator = generator_find(name);
	if (generator == NULL) {
		const char *near = param_nearest(name, generator_name);
		return error_set(HN_ERR_NOT_FOUND, "no generated scene is called '%.40s'%s%s%s", name,
		                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	void *def = mem_alloc(generator->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	int32_t code = param_parse(&generator->params, def, name, params);
	if (code == HN_OK) code = generator->create(out, def);
	if (code != HN_OK) generated_free(out);
	mem_free(def, generator->params.def_size);
	return code;
}
