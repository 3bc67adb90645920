// One step of an algorithm: its phases in order.
#include "detect/detect.h"

const StepPart detect_phase_part[DETECT_PHASES] = { PART_UPDATE, PART_REBUILD, PART_BROAD, PART_UPDATE,
	                                                PART_NARROW };

int32_t detect_collect(const HnDetectClass *class, const void *self, HnContactBuffer *out) {
	if (class->found == NULL) return HN_OK;
	int64_t count = class->found(self, NULL);
	if (!hn_contact_buffer_reserve(out, count)) return HN_ERR_NO_MEMORY;
	out->count = class->found(self, out->data);
	return HN_OK;
}

int32_t detect_step(const HnDetectClass *class, void *self, int32_t step, HnContactBuffer *out,
                    Counts *counts) {
	const DetectPhases *phases = counts != NULL ? &class->counted : &class->timed;
	out->count = 0;
	for (int32_t i = 0; i < DETECT_PHASES; ++i) {
		DetectPhase phase = detect_phase(phases, i);
		int32_t status = phase == NULL ? HN_OK : phase(self, step, out, counts);
		if (status != HN_OK) return status;
	}
	return detect_collect(class, self, out);
}
