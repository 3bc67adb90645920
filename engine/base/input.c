#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static int32_t refuse_kind(const char *path, mode_t mode) {
	return error_set(HN_ERR_IO, "%s: %s, not a file", path,
	                 S_ISDIR(mode) ? "Is a directory" : "is a FIFO, device or socket");
}

int input_open(const char *path) {
	struct stat about;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) return fd;
	if (fd >= 0)
		refuse_kind(path, about.st_mode);
	else
		error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
	if (fd >= 0) close(fd);
	return -1;
}

int32_t output_check(const char *path) {
	struct stat about;
	return stat(path, &about) != 0 || S_ISREG(about.st_mode) ? HN_OK : refuse_kind(path, about.st_mode);
}

static int32_t read_all(Input *bytes, FILE *file, const char *path) {
	enum { STEP = 1 << 16 };
	struct stat about; // st_size is only a hint; reading goes on to the end of the file
	int64_t wanted = fstat(fileno(file), &about) == 0 && about.st_size > 0 ? about.st_size + 1 : STEP;
	while (feof(file) == 0) {
		if (!ARRAY_RESERVE(bytes, wanted)) return HN_ERR_NO_MEMORY;
		errno = 0;
		size_t room = (size_t)(bytes->capacity - bytes->count);
		bytes->count += (int64_t)fread(bytes->data + bytes->count, 1, room, file);
		if (ferror(file) != 0) return error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
		wanted = bytes->count + STEP;
	}
	return HN_OK;
}

static int32_t check_sha256(const Input *bytes, const char *path, const char *expected, char *found) {
	char hex[SHA256_HEX_SIZE];
	if (expected == NULL && found == NULL) return HN_OK;
	sha256_hex(bytes->data, (size_t)bytes->count, hex);
	if (found != NULL) memcpy(found, hex, sizeof hex);
	if (expected == NULL || strcasecmp(hex, expected) == 0) return HN_OK;
	return error_set(HN_ERR_BAD_INPUT, "%s: sha256 is %s, expected %.*s", path, hex, 80, expected);
}

int32_t input_read(Input *out, const char *path, const char *sha256, char *found) {
	*out = (Input){ 0 };
	int fd = input_open(path);
	if (fd < 0) return HN_ERR_IO;
	FILE *file = fdopen(fd, "rb");
	if (file == NULL) {
		close(fd);
		return error_set(HN_ERR_IO, "%s: %s", path, strerror(errno));
	}
	setvbuf(file, NULL, _IONBF, 0); // the file is read in large pieces and needs no buffer
	int32_t code = read_all(out, file, path);
	fclose(file);
	return code == HN_OK ? check_sha256(out, path, sha256, found) : code;
}
