// Triangle meshes; all of it is public.
#pragma once

#include "base/hash.h"
