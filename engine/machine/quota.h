// The processor time and the memory that control groups allow: those of a container, of systemd or of Slurm.
#pragma once

// The smallest limit over all groups that this process is in, and those above them. Infinite: no limit. root:
// "", or a folder that stands for the machine.
double quota_processors(const char *root);
double quota_memory(const char *root); // in bytes
