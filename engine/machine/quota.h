// The processor time that a control group, such as a container's, allows.
#pragma once

// The limit in processors: the smallest over all groups that this process is in. Infinite: no limit. root:
// "", or a folder that stands for the machine.
double quota_processors(const char *root);
