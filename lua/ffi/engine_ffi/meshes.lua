-- Meshes.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, whole = core.C, core.engine, core.check, core.whole
local word, hex_of, params_text = core.word, core.hex_of, core.params_text

local Mesh = {}
Mesh.__index = Mesh

-- The C pointer of a mesh. Anything else, or a mesh that was freed, is an error.
local function pointer_of(mesh, level)
	if getmetatable(mesh) ~= Mesh then error("a mesh is wanted, not a " .. type(mesh), (level or 2) + 1) end
	if not mesh.pointer then error("a mesh that was freed", (level or 2) + 1) end
	return mesh.pointer
end

local function adopt(out)
	local pointer = ffi.gc(out[0], C.hn_mesh_destroy)
	return setmetatable({ pointer = pointer, vertex_count = pointer.vertex_count,
		triangle_count = pointer.triangle_count }, Mesh)
end

-- Reads a model from a file. options: scale, a factor for every coordinate (default 1); sha256, the hash that
-- the file must have.
function engine.read(path, options)
	options = options or {}
	core.check_keys(options, "", "scale sha256", 0)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_read(out, word(path, "file"), options.scale or 1, options.sha256, nil))
	return adopt(out)
end

-- The Utah teapot with exactly `faces` triangles.
function engine.teapot(faces)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_teapot_create(out, whole(faces, "faces")))
	return adopt(out)
end

-- A generated model: "sphere", "torus", ... params is { faces = 1000 } or "faces=1000".
function engine.shape(name, params)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_shape_create(out, word(name, "name"), params_text(params)))
	return adopt(out)
end

-- The three numbers of row `i` of a list. Others are neither dropped nor left as memory had them.
local function three(list, i, what)
	local t = list[i]
	if type(t) ~= "table" or #t ~= 3 then error(("%s %d is no list of three numbers"):format(what, i - 1), 3) end
	for k = 1, 3 do
		if type(t[k]) ~= "number" then error(("%s %d: [%d] is no number"):format(what, i - 1, k), 3) end
	end
	return t
end

-- Makes a mesh from vertices { { x, y, z }, ... } and triangles { { a, b, c }, ... }. Vertex indices count
-- from 0.
function engine.mesh(vertices, triangles)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_create(out, #vertices, #triangles))
	local mesh = adopt(out)
	for i = 1, #vertices do
		local v = three(vertices, i, "vertex")
		for k = 1, 3 do mesh.pointer.xyz[3 * (i - 1) + k - 1] = v[k] end
	end
	for i = 1, #triangles do
		local t = three(triangles, i, "triangle")
		for k = 1, 3 do mesh.pointer.triangles[3 * (i - 1) + k - 1] = whole(t[k], "a vertex index") end
	end
	check(C.hn_mesh_validate(mesh.pointer))
	return mesh
end

function Mesh:simplify(faces)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_simplify(out, pointer_of(self), whole(faces, "faces")))
	return adopt(out)
end

-- The convex hull of all vertices, as a mesh.
function Mesh:hull()
	local mesh = pointer_of(self)
	local hull, out = ffi.new "HnHull *[1]", ffi.new "HnMesh *[1]"
	check(C.hn_hull_create(hull, mesh.xyz, mesh.vertex_count))
	local status = C.hn_hull_mesh(out, hull[0], mesh.xyz)
	C.hn_hull_destroy(hull[0])
	check(status, self)
	return adopt(out)
end

function Mesh:write(path) check(C.hn_mesh_write(pointer_of(self), word(path, "file"))) end

function Mesh:hash() return hex_of(C.hn_mesh_hash(pointer_of(self))) end

function Mesh:diameter() return C.hn_mesh_diameter(pointer_of(self)) end

-- The lower and upper corner of the bounding box, { x, y, z } each.
function Mesh:bounds()
	local lo, hi = ffi.new "double[3]", ffi.new "double[3]"
	C.hn_mesh_bounds(pointer_of(self), lo, hi)
	return { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] }
end

function Mesh:topology()
	local out = ffi.new "HnMeshTopology"
	check(C.hn_mesh_topology(out, pointer_of(self)))
	return { shells = out.shells, boundary_edges = out.boundary_edges,
		nonmanifold_edges = out.nonmanifold_edges, degenerate_triangles = out.degenerate_triangles }
end

-- Three elements of row `index`: x, y, z of a vertex, or a, b, c of a triangle. Callers must use a tail call,
-- so that an error names the line of the script.
local function row(array, index, count, what)
	if whole(index, what) < 0 or index >= count then
		error(("no %s %d among %d"):format(what, index, count), 2)
	end
	return array[3 * index], array[3 * index + 1], array[3 * index + 2]
end
function Mesh:vertex(i) return row(pointer_of(self).xyz, i, self.vertex_count, "vertex") end
function Mesh:triangle(i) return row(pointer_of(self).triangles, i, self.triangle_count, "triangle") end

-- Frees the mesh now. The garbage collector would free it later, because it does not know how much memory the
-- engine holds.
function Mesh:free()
	if self.pointer then C.hn_mesh_destroy(ffi.gc(self.pointer, nil)) end
	self.pointer = nil
end

return { pointer_of = pointer_of }
