#include "machine/system_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static FILE *open_file(const char *root, const char *path) {
	char whole[PATH_SIZE];
	return path_format(whole, "%s%s", root, path) == 0 ? fopen(whole, "re") : NULL;
}

bool system_line(const char *root, const char *path, char *out, size_t size) {
	FILE *file = open_file(root, path);
	if (file == NULL) return false;
	bool read = fgets(out, (int)size, file) != NULL;
	fclose(file);
	if (read) out[strcspn(out, "\n")] = '\0';
	return read && out[0] != '\0';
}

double system_number(const char *root, const char *path, const char *name) {
	char line[256];
	double value = (double)NAN;
	FILE *file = open_file(root, path);
	if (file == NULL) return value;
	size_t length = strlen(name);
	while (isnan(value) && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, name, length) == 0 && (line[length] == ':' || line[length] == ' '))
			value = strtod(line + length + 1, NULL);
	fclose(file);
	return value;
}
