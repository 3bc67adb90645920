// How a row ended.
#pragma once

#include <stdint.h>

typedef enum RowStatus {
	ROW_OK,
	ROW_MISMATCH, // another answer than the exact one
	ROW_CRASH,
	ROW_TIMEOUT,
	ROW_MEMORY,
	ROW_ERROR, // it said itself why
	ROW_SKIPPED,
	ROW_STATUSES
} RowStatus;

const char *row_status_name(int32_t index); // "ok", ..., NULL past the end
