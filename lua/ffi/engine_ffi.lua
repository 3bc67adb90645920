-- The engine for LuaJIT scripts: local engine = require "engine_ffi" (docs/reference/library.md). ffi.cdef
-- reads the public headers unchanged. The parts in the folder add garbage collection, turn error codes into
-- Lua errors, and convert between tables and arrays. Indices of bodies, triangles, vertices and steps count
-- from 0, as in C.
for _, part in ipairs { "meshes", "motions", "scenes", "detectors", "broad", "pairs" } do
	require("engine_ffi." .. part)
end

return require("engine_ffi.core").engine
