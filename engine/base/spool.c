#include "base/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

void spool_init(Spool *out, const char *folder, int64_t most) {
	*out = (Spool){ .folder = folder, .most = most, .fd = -1 };
}

void spool_free(Spool *spool) {
	text_free(&spool->text);
	if (spool->fd >= 0) close(spool->fd);
	spool->fd = -1;
}

int64_t spool_size(const Spool *spool) { return spool->filed + spool->text.count; }

static int32_t make_file(Spool *spool) {
	char path[PATH_SIZE];
	int32_t status = path_format(path, "%s/.spool-XXXXXX.tmp", spool->folder);
	if (status != HN_OK) return status;
	spool->fd = mkostemps(path, 4, O_CLOEXEC);
	if (spool->fd < 0)
		return error_set(HN_ERR_IO, "cannot make a file in %s: %s", spool->folder, strerror(errno));
	unlink(path);
	return HN_OK;
}

static int32_t move_text(Spool *spool) {
	int32_t status = spool->fd < 0 ? make_file(spool) : HN_OK;
	if (status == HN_OK) status = fd_write_all(spool->fd, spool->text.data, (size_t)spool->text.count);
	if (status != HN_OK) return error_prefix(status, "a temporary file in %s", spool->folder);
	spool->filed += spool->text.count;
	text_clear(&spool->text);
	return HN_OK;
}

int32_t spool_settle(Spool *spool) {
	int32_t status = text_check(&spool->text);
	return status == HN_OK && spool->text.count > spool->most ? move_text(spool) : status;
}

static int32_t read_filed(const Spool *spool, int64_t begin, int64_t end, Text *out) {
	char block[1 << 14];
	while (begin < end) {
		int64_t left = end - begin, most = (int64_t)sizeof block;
		ssize_t got = pread(spool->fd, block, (size_t)(left < most ? left : most), begin);
		if (got < 0 && errno == EINTR) continue;
		if (got <= 0)
			return error_set(HN_ERR_IO, "cannot read a temporary file in %s: %s", spool->folder,
			                 got < 0 ? strerror(errno) : "it is too short");
		text_add_bytes(out, block, got);
		begin += got;
	}
	return HN_OK;
}

int32_t spool_read(Spool *spool, int64_t begin, int64_t end, Text *out) {
	int64_t filed = end < spool->filed ? end : spool->filed; // what follows is in memory
	int32_t status = begin < filed ? read_filed(spool, begin, filed, out) : HN_OK;
	if (begin < filed) begin = filed;
	if (status == HN_OK && begin < end)
		text_add_bytes(out, spool->text.data + (begin - spool->filed), end - begin);
	return status == HN_OK ? text_check(out) : status;
}
