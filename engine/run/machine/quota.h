// How much of the processors' time a control group, such as a container's, allows.
#pragma once

// In processors, the least of all groups that this process is in; infinite: as much as there is. root: "", or
// a folder that stands for the machine.
double quota_processors(const char *root);
