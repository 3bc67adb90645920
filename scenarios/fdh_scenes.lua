-- Is there a scene in which FDH, AABB and OBB trees need the tests that Wei et al. 2000 print (table 2)? Its
-- models and motions are not known, so those of table 1 are varied here: what the tetrahedron is (a hundred
-- of four triangles, or one with a hundred triangles a face), how the rings' 5,000 triangles are cut, the
-- sides of the pipes, the size of the active model, how far the walk of models/wei2000_walks.lua reaches (in
-- half sides of both models' boxes) and the degrees of its turns. Only counts are asked for. Scenes were
-- tried until counts came near: they show that the printed counts are possible, and not what the models were.
--
-- Printed are 4 to 5 times as many tests of FDH18 as of OBB. For tetrahedra and pipes the size of the active
-- model decides, beside the triangles of the still one: where it is many times larger and the still model has
-- flat faces of many triangles, boxes that turn with the faces need a fraction of the tests of fixed
-- directions. For the rings the order of descent does: the still model is opened to its leaves first.
-- Takes: about 6 min on an Intel Xeon.
local h = require "harness"
local about = require "models.about"
local models = require "models.wei2000_models"
local walks = require "models.wei2000_walks"

local FOUR_TIMES, table2 = models.FOUR_TIMES, models.table2
local VOLUMES = { "fdh18", "fdh14", "aabb", "obb" }
local NONE = "no scene of these models was run"

local NAMES, PLACES = models.names, {}
for i, name in ipairs(NAMES) do PLACES[name] = i end

local stills = {
	["hundred tetrahedra"] = models.still.tetrahedra,
	["one tetrahedron"] = function () return h.shape.tetrahedra { count = 1, parts = 10 } end,
	["pipes"] = models.still.pipes,
	["three-sided pipes"] = function () return h.shape.pipes { faces = 169994, sides = 3 } end,
}
local actives = {
	tetrahedra = function (size) return h.shape.ball { points = 60, radius = size } end,
	pipes = function (size) return h.shape.hand { faces = 404, size = size } end,
	rings = function (label) return stills[label]() end,
}
-- segments, and how often the ring is cut along its radius and its axis
for _, cut in ipairs { { 250, 4, 1 }, { 125, 8, 2 }, { 125, 5, 5 }, { 125, 2, 8 } } do
	stills[("ring %dx%dx%d"):format(cut[1], cut[2], cut[3])] = function ()
		return h.shape.ring { segments = cut[1], radial = cut[2], axial = cut[3] }
	end
end

local scenes, labels = {}, {}
-- active: its size, or what it is
local function add(name, still, active, reach, turns)
	local what = type(active) == "number" and ("size %g"):format(active) or active
	local label = ("%s, %s, reach %g, turns %g"):format(still, what, reach, turns)
	scenes[label] = { name = name, still = still, active = active, reach = reach, turns = turns }
	labels[#labels + 1] = label
end
for _, reach in ipairs { 1.2, 1.6, 2, 2.3 } do
	for _, turns in ipairs { 0, 1, 5 } do
		for _, size in ipairs { 0.25, 1, 4 } do
			add("tetrahedra", "hundred tetrahedra", size, reach, turns)
		end
		for _, size in ipairs { 0.5, 1, 2, 5, 16 } do
			add("tetrahedra", "one tetrahedron", size, reach, turns)
		end
	end
end
for _, still in ipairs { "ring 250x4x1", "ring 125x5x5" } do
	for _, active in ipairs { "ring 125x2x8", "ring 125x8x2" } do
		for _, reach in ipairs { 0.31, 0.34 } do
			for _, turns in ipairs { 5, 20 } do add("rings", still, active, reach, turns) end
		end
	end
end
add("pipes", "pipes", 0.25, 1, 5)
add("pipes", "pipes", 1, 2, 5)
add("pipes", "pipes", 8, 2.5, 0.5)
add("pipes", "three-sided pipes", 0.25, 1, 5)
add("pipes", "three-sided pipes", 6, 2.8, 0.5)
add("pipes", "three-sided pipes", 8, 2.8, 0.5)
add("pipes", "three-sided pipes", 8, 2.8, 5)

-- How many times the printed number; below 1 turned over: how far away.
local function far(value, printed) return math.max(value / printed, printed / value) end

local function value(r, label, algorithm, column)
	return r:value({ scene = label, algorithm = algorithm }, column)
end

-- Is there a scene of these models in which the tests of volumes of all four are about the printed ones?
-- also: and the `contacts` too, or the tests of triangles, `np`.
local function met(name, also)
	local at = PLACES[name]
	return function (r)
		local best, text, tried = math.huge, nil, r:values("scene", { models = name })
		if #tried == 0 then return r:undecided(NONE) end
		for _, label in ipairs(tried) do
			local most, texts = 1, {}
			local function compared(volume, column, list)
				local counted, printed = value(r, label, volume, column), list[at]
				if column == "nb" or column == also then most = math.max(most, far(counted, printed)) end
				return ("%d (%d)"):format(counted, printed)
			end
			for i, volume in ipairs(VOLUMES) do
				texts[i] = ("%s %s volumes, %s triangles"):format(volume, compared(volume, "nb", table2.nb[volume]),
					compared(volume, "np", table2.np[volume]))
			end
			texts[#texts + 1] = compared("obb", "contacts", { [at] = walks[name].contacts }) .. " contacts"
			if most < best then best, text = most, ("%s: %s"):format(label, table.concat(texts, ", ")) end
		end
		local limit = { ratio = best, limit = about.FACTOR }
		return r:fact(best <= about.FACTOR, text, limit)
	end
end

-- How far a ratio is from the middle of the band of "about four times".
local function off(ratio) return far(ratio, math.sqrt(FOUR_TIMES.lo * FOUR_TIMES.hi)) end

-- Has some scene of these models about four times as many tests of FDH18 as of OBB? The nearest one decides.
local function four_times(name)
	return function (r)
		local nearest, text, tried = math.huge, nil, r:values("scene", { models = name })
		if #tried == 0 then return r:undecided(NONE) end
		for _, label in ipairs(tried) do
			local ratio = value(r, label, "fdh18", "tests") / value(r, label, "obb", "tests")
			if off(ratio) < off(nearest) then nearest, text = ratio, ("%s: %.3g times"):format(label, ratio) end
		end
		return about.judged(r, text, nearest, FOUR_TIMES)
	end
end

local function table_of(name, column, title)
	return { title = title, rows = "scene", columns = "algorithm", value = column, where = { models = name } }
end

-- The still ring opened first; OBB trees are walked in one order alone.
local function rings_first(column, title)
	return { title = title .. ", the still ring opened first", rows = "scene", columns = "algorithm",
		value = column, where = { models = "rings", reading = "descent=first" } }
end

return h.scenario {
	name = "fdh_scenes",
	paper = "wei2000",
	title = "Scenes in which FDH, AABB and OBB trees need the printed tests",
	order = { "models", "scene", "algorithm" },
	runs = 1, -- only counts are asked for

	sweep = { h.where({ models = NAMES, scene = labels, algorithm = {
		h.fdh18 { update = "lazy", by = "hull", label = "fdh18" },
		h.fdh14 { update = "lazy", by = "hull", label = "fdh14" },
		h.aabb { update = "lazy", by = "hull", label = "aabb" },
		h.rapid { label = "obb" },
	} }, function (p) return scenes[p.scene].name == p.models end) },
	stand_ins = { "the models are generated with the paper's numbers of triangles, and the walks are ours" },
	untuned = "its claims are on counts, shares or sizes, which tuning for time does not ask about",
	readings = {
		descent = models.readings.descent { "fdh18", "fdh14", "aabb" },
		rule = models.readings.rule { "fdh18", "fdh14", "aabb" },
		size = models.readings.size { "obb" },
	},
	quick = { models = "tetrahedra", scene = { "hundred tetrahedra, size 1, reach 2, turns 5",
		"one tetrahedron, size 5, reach 2.3, turns 1" } },

	scene = function (p)
		local of = scenes[p.scene]
		local still, active = stills[of.still](), actives[p.models](of.active)
		local reach = walks.reach(still, active, of.reach)
		local walk = walks.motion(p.models, still, reach, { degrees = of.turns })
		return { bodies = { { still }, { active, motion = walk } } }
	end,

	columns = {
		tests = { value = "nb + np", title = "tests of volumes and triangles", type = "int", unit = "",
			about = "nb + np, as we read the line of Table 2 before its last" },
	},

	tables = {
		tetrahedra = table_of("tetrahedra", "nb",
			"Tests of volumes, tetrahedra (published: FDH18 53,851, FDH14 54,872, AABB 149,329, OBB 11,889)"),
		rings = table_of("rings", "nb",
			"Tests of volumes, rings (published: FDH18 2.761, FDH14 3.560, AABB 4.594, OBB 0.662 million)"),
		rings_first = rings_first("nb", "Tests of volumes, rings"),
		pipes = table_of("pipes", "nb",
			"Tests of volumes, pipes (published: FDH18 3.218, FDH14 3.616, AABB 7.866, OBB 0.542 million)"),
		tetrahedra_np = table_of("tetrahedra", "np",
			"Tests of triangles, tetrahedra (published: FDH18 14,601, FDH14 14,570, AABB 43,048, OBB 2,512)"),
		rings_np = table_of("rings", "np",
			"Tests of triangles, rings (published: FDH18 120,208, FDH14 131,068, AABB 152,352, OBB 78,191)"),
		pipes_np = table_of("pipes", "np",
			"Tests of triangles, pipes (published: FDH18 0.505, FDH14 0.516, AABB 0.903, OBB 0.203 million)"),
		contacts = { title = "Contacts (published: tetrahedra 2,305, rings 39,802, pipes 84,931)", rows = "scene",
			value = "contacts", where = { algorithm = "obb" } },
	},

	claims = {
		["Tetrahedra: a scene has the printed tests of all four volumes, within 25 %"] = met("tetrahedra"),
		["Tetrahedra: a scene has the printed tests of volumes and of triangles"] = met("tetrahedra", "np"),
		["Tetrahedra: a scene has the printed tests of volumes and the contacts"] = met("tetrahedra", "contacts"),
		["Rings: a scene has the printed tests of all four volumes, within 25 %"] = met("rings"),
		["Rings: a scene has the printed tests of volumes and of triangles"] = met("rings", "np"),
		["Rings: a scene has the printed tests of volumes and the contacts"] = met("rings", "contacts"),
		["Pipes: a scene has the printed tests of all four volumes, within 25 %"] = met("pipes"),
		["Pipes: a scene has the printed tests of volumes and of triangles"] = met("pipes", "np"),
		["Pipes: a scene has the printed tests of volumes and the contacts"] = met("pipes", "contacts"),
		["Tetrahedra: in a scene FDH18 needs about 4 times the tests of OBB, Nb + Np"] = four_times("tetrahedra"),
		["Rings: in a scene FDH18 needs about 4 times the tests of OBB, Nb + Np"] = four_times("rings"),
		["Pipes: in a scene FDH18 needs about 4 times the tests of OBB, Nb + Np"] = four_times("pipes"),
	},
}
