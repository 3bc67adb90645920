// The outcome of a row.
#pragma once

#include <stdint.h>

typedef enum RowStatus {
	ROW_OK,
	ROW_MISMATCH, // a wrong answer
	ROW_CRASH,
	ROW_TIMEOUT,
	ROW_MEMORY,
	ROW_ERROR, // the worker reported an error
	ROW_SKIPPED,
	ROW_STATUSES
} RowStatus;

const char *row_status_name(int32_t index); // "ok", ..., NULL past the end
