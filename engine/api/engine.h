/// @file
/// The engine's public interface for C and C++. This header includes every api header in order, inside guards
/// that LuaJIT's ffi.cdef cannot parse. LuaJIT reads the other headers unchanged (lua/ffi/engine_ffi.lua).
///
/// Names begin with hn_ (functions), Hn (types) and HN_ (enumerators, macros).
///
/// The following holds everywhere. A function that can fail returns HN_OK or a negative code, and
/// hn_error_text() says what was wrong. The caller destroys what it creates. A function keeps no pointer to
/// its arguments unless its comment says so. Lengths are in the model's own unit, angles in radians, sizes in
/// bytes. One thread at a time may use an object; any number may use an HnPair. Each thread has its own error
/// text. hn_mem_set_limit and hn_simd_choose are for the whole process. The floating-point environment must
/// be that in which a C program begins: rounding to nearest, subnormal numbers kept. No thread of the library
/// outlives a call, and none holds a lock between calls, so objects may be used on both sides of a fork.
///
/// A bad call returns HN_ERR_BAD_INPUT. A call is bad if a pointer is NULL and no comment allows it, a count
/// is negative, an index is out of range, an enumerator is unknown, a number is not finite, or a struct was
/// never created. On a bad call a function without a status returns the value that its comment names, and a
/// void function does nothing. A function that creates *out sets it to NULL when it fails. Files must be
/// regular files, for reading and for writing. A FIFO, device, socket or directory gives HN_ERR_IO and is
/// left unchanged. The engine cannot check that an array is as long as its count says, that a pointer is
/// valid, or that an object still exists.
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
#include "pair.h"

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
