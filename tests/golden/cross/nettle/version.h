// The version of nettle whose functions sha2.h stands for.
#pragma once

#define NETTLE_VERSION_MAJOR 3
