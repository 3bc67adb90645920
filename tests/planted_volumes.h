// Faults planted in every bounding volume of the registry, by putting functions of our own in the place of
// its own. For tests of tests: what must hold for volumes and trees must not hold with one of these.
#pragma once

typedef enum VolumeFault {
	VOLUME_SOUND,
	VOLUME_SHRUNK,  // what is fitted is fitted to coordinates that are too small by a millionth
	VOLUME_DROPPED, // the root is fitted to its left child alone, or to its first triangle; a node alone to
	                // half of its
	VOLUME_STALE,   // a node in the midst of the tree, or the turn of a test, stays as it was
	VOLUME_FAULTS
} VolumeFault;

// What bv_class gives from now on carries the fault as it is set at the time: a tree can be built with the
// one and moved with another. planted_volumes_end: bv_class gives what it gave before.
void planted_volumes_begin(void);
void planted_volumes_set(VolumeFault fault);
void planted_volumes_end(void);
