// CSV by RFC 4180, with LF. Fields are quoted only if they have to be. Numbers have "." in every locale. A
// missing value is an empty field.
#pragma once

#include <stdint.h>

#include "base/text.h"

void csv_text(Text *csv, const char *field); // NULL: missing
void csv_number(Text *csv, double value);    // NaN and infinities: missing
void csv_int(Text *csv, int64_t value);
void csv_missing(Text *csv);
void csv_end_line(Text *csv);
