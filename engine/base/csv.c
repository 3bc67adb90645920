#include "base/csv.h"

#include <string.h>

static void separate(Text *csv) {
	if (csv->count > 0 && csv->data[csv->count - 1] != '\n') text_add(csv, ",");
}

void csv_text(Text *csv, const char *field) {
	separate(csv);
	bool first = csv->count == 0 || csv->data[csv->count - 1] == '\n';
	if (field == NULL) field = "";
	// an empty first field is quoted: nothing written so far would look as if the line had not begun
	if (strpbrk(field, ",\"\r\n") == NULL && !(first && field[0] == '\0')) {
		text_add(csv, field);
		return;
	}
	text_add(csv, "\"");
	for (; *field != '\0'; ++field)
		text_add_bytes(csv, *field == '"' ? "\"\"" : field, *field == '"' ? 2 : 1);
	text_add(csv, "\"");
}

void csv_number(Text *csv, double value) {
	separate(csv);
	text_add_number(csv, value);
}

void csv_int(Text *csv, int64_t value) {
	separate(csv);
	text_addf(csv, "%lld", (long long)value);
}

void csv_missing(Text *csv) { separate(csv); }

void csv_end_line(Text *csv) { text_add(csv, "\n"); }
