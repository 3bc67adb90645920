-- The scenes that `harness worst` tries: two bodies, each a model or a generated shape; their relative scale;
-- how the second body is turned, from where it comes to the first, and how deep it is pushed in. A scene is a
-- plain table, so that it can be changed, written and made again.
local csv = require "text.csv"
local lists = require "base.lists"

local worst_scenes = {}

-- ---- random numbers ----

local Random = {}
Random.__index = Random

-- xorshift64* (Marsaglia 2003, Vigna 2016): a state of its own, which no other code can touch.
function worst_scenes.random(seed)
	local rng = setmetatable({ state = (seed + 1) * 0x9E3779B97F4A7C15 | 1 }, Random)
	for _ = 1, 8 do rng:share() end
	return rng
end

function Random:share()
	local s = self.state
	s = s ~ (s >> 12)
	s = s ~ (s << 25)
	s = s ~ (s >> 27)
	self.state = s
	return ((s * 0x2545F4914F6CDD1D) >> 11) * 2.0 ^ -53
end

function Random:below(n) return 1 + math.floor(self:share() * n) end

function Random:pick(list) return list[self:below(#list)] end

-- Nearly normal: no function of the C library, whose last bit could differ.
function Random:normal()
	local sum = -6.0
	for _ = 1, 12 do sum = sum + self:share() end
	return sum
end

-- ---- genes ----

-- A kind of body has `sizes`, lengths of 1, and genes: { name, lo, hi, how }. how: "log" and "even" are real
-- and spread so, "whole" is a whole number, spread as "log"; `sized` ones are lengths, which the scale
-- multiplies. All are within the parameter's own range, and no shape has more than 5,000 triangles.
local function gene(name, lo, hi, how, sized)
	return { name = name, lo = lo, hi = hi, how = how, sized = sized }
end

worst_scenes.shapes = {
	{ name = "box", genes = { gene("x", 0.02, 2, "log", true), gene("y", 0.02, 2, "log", true),
		gene("z", 0.02, 2, "log", true), gene("nx", 1, 20, "whole"), gene("ny", 1, 20, "whole"),
		gene("nz", 1, 20, "whole") } },
	{ name = "sphere", sizes = { "radius" }, genes = { gene("cells", 1, 15, "whole") } },
	{ name = "torus", sizes = { "radius" }, genes = { gene("tube", 0.02, 0.9, "log", true),
		gene("segments", 3, 125, "whole"), gene("sides", 3, 20, "whole") } },
	{ name = "rod", genes = { gene("length", 1, 4, "log", true), gene("width", 0.02, 1, "log", true),
		gene("angle", -90, 90, "even"), gene("tilt", -90, 90, "even"), gene("cells", 1, 600, "whole") } },
	{ name = "sheet", genes = { gene("faces", 2, 5000, "whole"), gene("width", 0.2, 2, "log", true),
		gene("depth", 0.05, 2, "log", true), gene("bulge", 0, 0.5, "even") } },
	{ name = "ring", sizes = { "radius" }, genes = { gene("width", 0.02, 0.9, "log", true),
		gene("height", 0.02, 2, "log", true), gene("segments", 3, 250, "whole"), gene("axial", 1, 4, "whole") } },
	{ name = "ball", sizes = { "radius" }, genes = { gene("points", 4, 2500, "whole"),
		gene("seed", 1, 1000, "whole") } },
	{ name = "tetrahedra", genes = { gene("count", 1, 1250, "whole"), gene("edge", 0.02, 0.5, "log", true),
		gene("gap", 0.02, 1, "log"), gene("seed", 1, 1000, "whole") } },
}

worst_scenes.bounds = { scale = { 0.125, 8 }, depth = { 1e-4, 0.5 } }

-- Four digits: a scene that is kept can be read, and says what was counted.
local function short(v) return tonumber(("%.4g"):format(v)) end

local function clamped(v, lo, hi) return math.max(lo, math.min(hi, v)) end

local function taken(g, v)
	v = clamped(v, g.lo, g.hi)
	return g.how == "whole" and math.floor(v + 0.5) or short(v)
end

local function log_between(rng, lo, hi) return lo * math.exp(rng:share() * math.log(hi / lo)) end

local function drawn_gene(rng, g)
	return taken(g, g.how == "even" and g.lo + rng:share() * (g.hi - g.lo) or log_between(rng, g.lo, g.hi))
end

local function moved_gene(rng, g, v)
	local by = rng:normal()
	if g.how == "even" then return taken(g, v + by * (g.hi - g.lo) / 6) end
	local to = taken(g, v * math.exp(by * 0.5))
	if g.how == "whole" and to == v then to = clamped(v + (by > 0 and 1 or -1), g.lo, g.hi) end
	return to
end

local function drawn_body(rng, kinds)
	local kind, values = rng:pick(kinds), {}
	for _, g in ipairs(kind.genes) do values[g.name] = drawn_gene(rng, g) end
	return { kind = kind, values = values }
end

local function unit(v)
	local n = math.sqrt(v[1] * v[1] + v[2] * v[2] + v[3] * v[3])
	if n == 0 then return { 1.0, 0.0, 0.0 } end
	return { short(v[1] / n), short(v[2] / n), short(v[3] / n) }
end

local function drawn_unit(rng) return unit { rng:normal(), rng:normal(), rng:normal() } end

local function moved_unit(rng, v)
	return unit { v[1] + 0.3 * rng:normal(), v[2] + 0.3 * rng:normal(), v[3] + 0.3 * rng:normal() }
end

-- ---- scenes ----

local BOUNDS = worst_scenes.bounds

-- kinds: of bodies, models and shapes.
function worst_scenes.draw(rng, kinds)
	local away = rng:share() < 0.3 and -1 or 1
	return { drawn_body(rng, kinds), drawn_body(rng, kinds), scale = short(log_between(rng, 1 / 4, 4)),
		axis = drawn_unit(rng), degrees = short(rng:share() * 180), direction = drawn_unit(rng),
		depth = short(away * log_between(rng, BOUNDS.depth[1], BOUNDS.depth[2])) }
end

local function with_body(scene, i, body)
	local out = lists.copy(scene)
	out[i] = body
	return out
end

local function with_value(scene, i, name, v)
	return with_body(scene, i, { kind = scene[i].kind, values = lists.copy(scene[i].values, { [name] = v }) })
end

-- Each returns a changed copy of a scene.
local changes = {
	function (rng, scene)
		local i = rng:below(2)
		if #scene[i].kind.genes == 0 then return scene end
		local g = rng:pick(scene[i].kind.genes)
		return with_value(scene, i, g.name, moved_gene(rng, g, scene[i].values[g.name]))
	end,
	function (rng, scene)
		local size = clamped(math.abs(scene.depth) * math.exp(rng:normal()), BOUNDS.depth[1], BOUNDS.depth[2])
		local away = rng:share() < 0.1 and scene.depth > 0 or scene.depth < 0
		return lists.copy(scene, { depth = short(away and -size or size) })
	end,
	function (rng, scene)
		local to = clamped(scene.degrees + 20 * rng:normal(), 0, 180)
		return lists.copy(scene, { degrees = short(to), axis = moved_unit(rng, scene.axis) })
	end,
	function (rng, scene) return lists.copy(scene, { direction = moved_unit(rng, scene.direction) }) end,
	function (rng, scene)
		local to = clamped(scene.scale * math.exp(0.5 * rng:normal()), BOUNDS.scale[1], BOUNDS.scale[2])
		return lists.copy(scene, { scale = short(to) })
	end,
	function (rng, scene, kinds) return with_body(scene, rng:below(2), drawn_body(rng, kinds)) end,
	function (_, scene) return with_body(with_body(scene, 1, scene[2]), 2, scene[1]) end,
}
local GENE = changes[1]

-- A scene like this one: some of it is changed, a body's measures most often.
function worst_scenes.change(rng, scene, kinds)
	for _ = 1, rng:below(3) do
		local f = rng:share() < 0.5 and GENE or rng:pick(changes)
		scene = f(rng, scene, kinds)
	end
	return scene
end

-- The vector itself if it is one.
local function nearest_axis(v)
	local most = 1
	for i = 2, 3 do most = math.abs(v[i]) > math.abs(v[most]) and i or most end
	if math.abs(v[most]) == 1 then return v end
	local out = { 0.0, 0.0, 0.0 }
	out[most] = v[most] < 0 and -1.0 or 1.0
	return out
end

local function coarse(v) return tonumber(("%.1g"):format(v)) end

-- The same with coarser values; of whole numbers, a quarter and a half.
local function simpler_values(out, scene, i)
	for _, g in ipairs(scene[i].kind.genes) do
		local v = scene[i].values[g.name]
		local is_whole = g.how == "whole"
		local tried = is_whole and { taken(g, v / 4), taken(g, v / 2) } or { clamped(coarse(v), g.lo, g.hi) }
		for _, to in ipairs(tried) do
			if to ~= v then out[#out + 1] = with_value(scene, i, g.name, to) end
		end
	end
end

-- The simplest body of the kind with this name.
local function simplest(name)
	for _, kind in ipairs(worst_scenes.shapes) do
		if kind.name == name then
			local values = {}
			for _, g in ipairs(kind.genes) do values[g.name] = g.how == "whole" and 2 or 1.0 end
			return { kind = kind, values = values }
		end
	end
end

-- Scenes that are simpler than this one in one respect each, the largest steps first.
function worst_scenes.simpler(scene)
	local out = {}
	for i = 1, 2 do
		local is_simple = scene[i].kind.name == "sphere" or scene[i].kind.name == "box"
		for _, name in ipairs(is_simple and {} or { "box", "sphere" }) do
			out[#out + 1] = with_body(scene, i, simplest(name))
		end
	end
	for _, key in ipairs { "degrees", "scale" } do
		local to = key == "scale" and 1.0 or 0.0
		if scene[key] ~= to then out[#out + 1] = lists.copy(scene, { [key] = to }) end
	end
	for _, key in ipairs { "direction", "axis" } do
		local to, is_shown = nearest_axis(scene[key]), key == "direction" or scene.degrees ~= 0
		if to ~= scene[key] and is_shown then out[#out + 1] = lists.copy(scene, { [key] = to }) end
	end
	for i = 1, 2 do simpler_values(out, scene, i) end
	for _, key in ipairs { "depth", "scale", "degrees" } do
		local to = coarse(scene[key])
		if to ~= scene[key] then out[#out + 1] = lists.copy(scene, { [key] = to }) end
	end
	return out
end

-- ---- as text ----

local number = csv.number

-- { name = value, ... } as Lua, in the order of the list of names.
local function table_text(names, values)
	local parts = lists.map(names, function (name)
		local v = values[name]
		return ("%s = %s"):format(name, type(v) == "string" and ("%q"):format(v) or number(v))
	end)
	return ("{ %s }"):format(table.concat(parts, ", "))
end

-- The call that makes a body's mesh. A model says itself how it is written, with the scale.
function worst_scenes.mesh_text(body, scale)
	local kind, names, values = body.kind, {}, {}
	if kind.text then return kind.text(scale) end
	for _, name in ipairs(kind.sizes or {}) do
		names[#names + 1], values[name] = name, scale
	end
	for _, g in ipairs(kind.genes) do
		names[#names + 1] = g.name
		values[g.name] = g.sized and short(body.values[g.name] * scale) or body.values[g.name]
	end
	return ("h.shape.%s %s"):format(kind.name, table_text(names, values))
end

function worst_scenes.vector_text(v)
	return ("{ %s, %s, %s }"):format(number(v[1]), number(v[2]), number(v[3]))
end

-- The motion that puts the second body at a position: a line of one step.
function worst_scenes.motion_text(scene, position)
	local at = worst_scenes.vector_text(position)
	local turn = scene.degrees == 0 and "" or (", axis = %s, degrees = %s"):format(
		worst_scenes.vector_text(scene.axis), number(scene.degrees))
	return ("h.line { from = %s, to = %s, steps = 1%s }"):format(at, at, turn)
end

-- The scene in words. faces: triangles of both bodies.
function worst_scenes.words(scene, faces)
	local function named(i)
		return ("%s (%d triangles)"):format(worst_scenes.mesh_text(scene[i], i == 2 and scene.scale or 1), faces[i])
	end
	local turned = scene.degrees == 0 and "not turned" or ("turned by %s degrees about %s"):format(
		number(scene.degrees), worst_scenes.vector_text(scene.axis))
	return ("%s comes to %s from %s, %s, and is %s by %s of the smaller diameter where they first touch"):format(
		named(2), named(1), worst_scenes.vector_text(scene.direction), turned,
		scene.depth < 0 and "held off" or "pushed in", number(math.abs(scene.depth)))
end

return worst_scenes
