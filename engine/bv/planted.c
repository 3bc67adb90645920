// Volumes with planted faults in the place of others. Not in release builds.
#ifdef PLANTED
#include "bv/bv.h"

static BvPlant s_plant;
void bv_plant(BvPlant plant) { s_plant = plant; }
const BvClass *bv_planted(const BvClass *bv) { return s_plant != NULL ? s_plant(bv) : bv; }
#else
typedef int BvPlantedEmpty; // a C file needs a declaration
#endif
