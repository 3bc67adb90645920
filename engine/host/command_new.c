// `harness new plugin NAME`: a folder with a plug-in that works.
#include "host/commands.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "detect/detect.h"
#include "host/command_parts.h"
#include "host/lua_modules.h"
#include "plugin/plugin.h"
#include "run/run.h"

// A plug-in's name is that of its algorithm, its files and its folder.
static int32_t name_check(const char *name) {
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t length = strlen(name);
	bool good = length > 0 && length <= PLUGIN_NAME_MAX && strspn(name, letters) == length &&
	            strchr("0123456789", name[0]) == NULL;
	if (!good)
		return error_set(HN_ERR_BAD_INPUT, "'%.60s': a plug-in's name has lower-case letters, digits and _",
		                 name);
	if (hn_detect_find(name) != NULL)
		return error_set(HN_ERR_EXISTS, "'%s' is an algorithm of the engine; choose another name", name);
	return HN_OK;
}

// Writes a file of the starter with NAME in place of its own into a folder. The extension of the source
// stands in the Makefile too.
static int32_t write_file(const char *folder, const char *name, const char *from, const char *file,
                          bool cpp) {
	const LuaModule *module = lua_module(from);
	if (module == NULL) return error_set(HN_ERR_NOT_FOUND, "no %s in this program", from);
	static const char mark[] = "NAME", source[] = "NAME.c", compile[] = "$(CC) -std=c99 $(CFLAGS)";
	Text text = { 0 };
	for (const char *at = module->text; *at != '\0';) {
		if (cpp && strncmp(at, source, strlen(source)) == 0) {
			text_addf(&text, "%s.cpp", name), at += strlen(source);
		} else if (cpp && strncmp(at, compile, strlen(compile)) == 0) {
			text_add(&text, "$(CXX) -std=c++17 $(CXXFLAGS)"), at += strlen(compile);
		} else if (strncmp(at, mark, strlen(mark)) == 0) {
			text_add(&text, name), at += strlen(mark);
		} else {
			text_add_bytes(&text, at++, 1);
		}
	}
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/%s", folder, file);
	if (status == HN_OK) status = text_check(&text);
	if (status == HN_OK) status = file_put(path, text.data, text.count);
	text_free(&text);
	return status;
}

static int32_t write_files(const char *folder, const char *name, bool cpp) {
	char source[PATH_SIZE], scenario[PATH_SIZE];
	const LuaModule *header = lua_module("plugin.h");
	int32_t status = path_format(source, "%s.%s", name, cpp ? "cpp" : "c");
	if (status == HN_OK) status = path_format(scenario, "%s.lua", name);
	if (status == HN_OK) status = dir_make(folder);
	if (status == HN_OK) status = write_file(folder, name, cpp ? "starter.cpp" : "starter.c", source, cpp);
	if (status == HN_OK) status = write_file(folder, name, "starter.mk", "Makefile", cpp);
	if (status == HN_OK) status = write_file(folder, name, "starter.scenario", scenario, cpp);
	if (status != HN_OK || header == NULL) return status;
	char path[PATH_SIZE];
	status = path_format(path, "%s/plugin.h", folder);
	return status == HN_OK ? file_put(path, header->text, (int64_t)header->size) : status;
}

static int32_t write_all(const char *name, bool cpp) {
	char work[PATH_SIZE], folder[PATH_SIZE];
	int lock = -1;
	int32_t status = dir_temporary(work, ".", ".new-", &lock);
	if (status != HN_OK) return status;
	status = path_format(folder, "%s/%s", work, name);
	if (status == HN_OK) status = write_files(folder, name, cpp);
	if (status == HN_OK) status = file_settle_new(folder, name, false);
	(void)dir_remove(work);
	close(lock);
	return status;
}

int command_new(const Options *options) {
	const char *name = options->files.at[1];
	int32_t status = name_check(name);
	if (status != HN_OK) return complain(EXIT_USAGE);
	status = write_all(name, options->cpp);
	if (status != HN_OK) return complain(status == HN_ERR_EXISTS ? EXIT_USAGE : EXIT_ENVIRONMENT);
	printf("%s/: a plug-in of pairs, its Makefile and a scenario. Next:\n\n"
	       "    cd %s && make && harness check plugin ./%s.so && harness %s.lua\n",
	       name, name, name, name);
	return EXIT_OK_ALL;
}
