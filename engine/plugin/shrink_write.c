#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number.h"
#include "plugin/shrink.h"
#include "scene/recording.h"

static bool is_plain(const char *value, size_t size) {
	char text[64];
	double ignored;
	if (size >= sizeof text) return false;
	memcpy(text, value, size);
	text[size] = '\0';
	return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || number_parse(&ignored, text);
}

int32_t shrink_call(Text *out, const char *maker, const char *params) {
	text_add(out, maker);
	for (const char *p = params + strspn(params, " "); *p != '\0'; p += strspn(p, " ")) {
		size_t name = strcspn(p, "="), value = strcspn(p, " ");
		if (p[name] != '=' || name > value) return error_set(HN_ERR_BAD_INPUT, "parameters '%s'", params);
		const char *v = p + name + 1;
		size_t size = value - name - 1;
		const char *quote = is_plain(v, size) ? "" : "\"";
		text_addf(out, " %.*s = %s%.*s%s,", (int)name, p, quote, (int)size, v, quote);
		p += value;
	}
	text_add(out, strchr(maker, '(') != NULL ? " })" : " }");
	return text_check(out);
}

static int32_t write_meshes(const HnScene *scene, const char *folder) {
	int32_t status = HN_OK;
	for (int32_t b = 0; status == HN_OK && b < scene->body_count; ++b) {
		const HnSceneMesh *mesh = scene_mesh(scene, b);
		char path[PATH_SIZE];
		status = path_format(path, "%s/body_%d.obj", folder, b + 1);
		HnMesh view = { (double *)mesh->xyz, (int32_t *)mesh->triangles, mesh->vertex_count,
			            mesh->triangle_count };
		if (status == HN_OK) status = hn_mesh_write(&view, path);
	}
	return status;
}

static int32_t write_recording(const HnScene *scene, const char *folder) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/scene.frames", folder);
	if (status != HN_OK) return status;
	FileWriter writer;
	status = file_begin(&writer, path);
	FILE *file = status == HN_OK ? file_stream(&writer) : NULL;
	if (status == HN_OK) status = file != NULL ? recording_print(scene, file) : HN_ERR_IO;
	return file_end(&writer, status);
}

static void add_bodies(Text *out, const HnScene *scene) {
	text_add(out, "	scene = function ()\n"
	              "		local poses = h.recording { file = \"scene.frames\" }\n"
	              "		return { bodies = {\n");
	for (int32_t b = 0; b < scene->body_count; ++b)
		text_addf(out, "			{ h.mesh { file = \"body_%d.obj\" }, motion = poses:motion(%d)%s },\n",
		          b + 1, b + 1, scene->bodies[b].fixed ? ", fixed = true" : "");
	text_add(out, "		} }\n	end,\n");
}

int32_t shrink_write(const HnScene *scene, const char *folder, const char *name, const char *calls,
                     const char *query) {
	char path[PATH_SIZE];
	Text text = { 0 };
	bool objects = scene->objects.count > 0;
	int32_t status = dir_make(folder);
	if (status == HN_OK) status = write_meshes(scene, folder);
	if (status == HN_OK) status = write_recording(scene, folder);
	if (status == HN_OK) status = path_format(path, "%s/%s.lua", folder, name);
	text_addf(
	    &text,
	    "-- A scene that was reduced to what still fails. Run it; `harness draw %s.lua --point 1` draws "
	    "it.\nlocal h = require \"harness\"\n\nreturn h.scenario {\n	name = \"%s\",\n"
	    "	sweep = { algorithm = { %s } },\n	query = \"%s\",\n	runs = 1,\n",
	    name, name, calls, query);
	if (objects)
		text_addf(&text,
		          "	objects = \"%.15s\",\n	scene = function () return h.recording { file = "
		          "\"scene.frames\" } end,\n",
		          scene->objects.volume);
	else
		add_bodies(&text, scene);
	text_add(&text, "}\n");
	if (status == HN_OK) status = text_check(&text);
	if (status == HN_OK) status = file_write_text(path, &text);
	text_free(&text);
	return status;
}
