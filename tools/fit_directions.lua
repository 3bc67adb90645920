-- Six directions besides the axes for scenarios/direction_sets.lua, from the normals of its teapot:
--   make && luajit tools/fit_directions.lua
-- One after the other, the normal of that triangle which brings all triangles, by area, nearest to a
-- direction: the least sum of area * (1 - |cosine|) of each normal with the nearest direction. Equal ones:
-- the first.
local root = arg[0]:match "^(.*)/tools/[^/]*$" or "."
package.path = root .. "/lua/ffi/?.lua"
local engine = require "engine_ffi"

local function minus(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function cross(a, b)
	return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

-- Unit normals with areas.
local function normals_of(mesh)
	local list = {}
	for i = 0, mesh.triangle_count - 1 do
		local corner = {}
		for k, v in ipairs { mesh:triangle(i) } do corner[k] = { mesh:vertex(v) } end
		local n = cross(minus(corner[2], corner[1]), minus(corner[3], corner[1]))
		local length = math.sqrt(dot(n, n))
		list[#list + 1] = { n[1] / length, n[2] / length, n[3] / length, area = length / 2 }
	end
	return list
end

local function nearer(n, d) return math.max(n.cosine, math.abs(dot(n, d))) end

local function cost_with(normals, d)
	local sum = 0
	for _, n in ipairs(normals) do sum = sum + n.area * (1 - nearer(n, d)) end
	return sum
end

local function add(normals, d)
	for _, n in ipairs(normals) do n.cosine = nearer(n, d) end
end

local normals = normals_of(engine.teapot(2124))
for _, n in ipairs(normals) do n.cosine = 0 end
for _, axis in ipairs { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } do add(normals, axis) end
for _ = 1, 6 do
	local best, least = nil, math.huge
	for _, n in ipairs(normals) do
		local cost = cost_with(normals, n)
		if cost < least then best, least = n, cost end
	end
	add(normals, best)
	print(("{ %.4f, %.4f, %.4f }"):format(best[1], best[2], best[3]))
end
