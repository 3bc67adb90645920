// The engine's public interface, for C and C++: every api header in order, inside the guards that LuaJIT's
// ffi.cdef, which reads the others as they stand, could not parse. For LuaJIT see lua/engine_ffi.lua.
//
// Names begin with hn_ (functions), Hn (types) and HN_ (enumerators, macros).
//
// Everywhere: functions that can fail return HN_OK or a negative code, and hn_error_text() says what was
// wrong. Who creates destroys; no function keeps a pointer to its arguments unless it says so. Lengths are in
// the model's own unit, angles in radians, sizes in bytes. One process may use the engine from one thread.
//
// Bad calls are HN_ERR_BAD_INPUT: a pointer is NULL and nothing says that it may be, a count is negative, an
// index is out of range, an enumerator is unknown, a number is not finite, or a struct was never created. A
// function without a status then returns the value that its comment names, and a void function does nothing.
// A function that creates *out sets it to NULL when it fails. A file must be a regular one, for reading and
// for writing: a FIFO, device, socket or directory is HN_ERR_IO, and is left as it is. The engine cannot
// check that an array is as long as its count says, that a pointer is valid, or that an object still exists.
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
