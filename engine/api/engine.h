// The engine's public interface, for C and C++: every api header in order, inside the guards that LuaJIT's
// ffi.cdef, which reads the others as they stand, could not parse. For LuaJIT see lua/engine_ffi.lua.
//
// Names begin with hn_ (functions), Hn (types) and HN_ (enumerators, macros).
//
// Everywhere: functions that can fail return HN_OK or a negative code, and hn_error_text() says what was
// wrong. Who creates destroys; no function keeps a pointer to its arguments unless it says so. Lengths are in
// the model's own unit, angles in radians, sizes in bytes. One process may use the engine from one thread.
#ifndef HN_ENGINE_H
#define HN_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#include "base.h"
#include "pose.h"
#include "mesh.h"
#include "scene.h"
#include "motion.h"
#include "broad.h"
#include "detect.h"

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
