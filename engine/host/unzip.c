#include "host/unzip.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/input.h"
#include "host/pack.h"
#include "host/tool.h"

static int32_t copy(int from, int to, int64_t most) {
	char block[1 << 14];
	int64_t bytes = 0;
	int32_t status = HN_OK;
	while (status == HN_OK) {
		const ssize_t n = read(from, block, sizeof block);
		if (n < 0 && errno == EINTR) continue;
		if (n == 0) break;
		if (n < 0) return error_set(HN_ERR_IO, "%s", strerror(errno));
		bytes += n;
		status = bytes > most
		             ? error_set(HN_ERR_BAD_INPUT, "holds more than %lld bytes" PACK_RAISE, (long long)most)
		             : fd_write_all(to, block, (size_t)n);
	}
	return status;
}

static int32_t unzip(int packed, int to) {
	static const char *const argv[] = { "gzip", "-dc", NULL };
	struct stat info;
	TarLimits limits;
	ToolPipe pipe;
	if (fstat(packed, &info) != 0) return error_set(HN_ERR_IO, "%s", strerror(errno));
	int32_t status = pack_limits(&limits, info.st_size);
	if (status == HN_OK) status = tool_open(&pipe, argv, packed);
	if (status != HN_OK) return status;
	status = copy(pipe.output, to, limits.bytes);
	const int code = tool_close(&pipe);
	if (status != HN_OK || code == 0) return status;
	if (code == TOOL_NOT_FOUND) return error_set(HN_ERR_IO, "gzip is not found: install it");
	return error_set(HN_ERR_BAD_INPUT, "gzip cannot unpack it");
}

int32_t unzip_file(const char *packed, const char *to) {
	const int from = input_open(packed);
	if (from < 0) return HN_ERR_IO;
	const int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int32_t status =
	    fd >= 0 ? unzip(from, fd) : error_set(HN_ERR_IO, "cannot create %s: %s", to, strerror(errno));
	if (fd >= 0 && close(fd) != 0 && status == HN_OK) status = error_set(HN_ERR_IO, "%s", strerror(errno));
	close(from);
	return status == HN_OK ? HN_OK : error_prefix(status, "%s", packed);
}
