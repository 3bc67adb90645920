-- Is there a scene in which FDH, AABB and OBB trees need the tests that Wei et al. 2000 print (table 2)? Its
-- models and motions are not known, so those of the first and the third pair of models are varied here: what
-- the tetrahedron is (a hundred of four triangles, or one with a hundred triangles a face), the sides of the
-- pipes, the size of the active model, how far the walk of models/wei2000_walks.lua reaches (in half sides of
-- both models' boxes) and the degrees of its turns. Only counts are asked for. Scenes were tried until counts
-- came near: they show that the printed counts are possible, and not what the models were.
--
-- Printed are 4 to 5 times as many tests of FDH18 as of OBB. What decides is the size of the active model
-- beside the triangles of the still one: where it is many times larger and the still model has flat faces of
-- many triangles, boxes that turn with the faces need a fraction of the tests of fixed directions.
-- Takes: about 6 min on an Intel Xeon.
local h = require "harness"
local about = require "models.about"
local models = require "models.wei2000_models"
local walks = require "models.wei2000_walks"

-- Tests of volumes, table 2 of the paper.
local PRINTED = {
	tetrahedra = { fdh18 = 53851, fdh14 = 54872, aabb = 149329, obb = 11889 },
	pipes = { fdh18 = 3218000, fdh14 = 3616000, aabb = 7866000, obb = 542000 },
}
local VOLUMES = { "fdh18", "fdh14", "aabb", "obb" }
local NONE = "no scene of these models was run"

local NAMES = { "tetrahedra", "pipes" }

local stills = {
	["hundred tetrahedra"] = models.still.tetrahedra,
	["one tetrahedron"] = function () return h.shape.tetrahedra { count = 1, parts = 10 } end,
	["pipes"] = models.still.pipes,
	["three-sided pipes"] = function () return h.shape.pipes { faces = 169994, sides = 3 } end,
}
local actives = {
	tetrahedra = function (size) return h.shape.ball { points = 60, radius = size } end,
	pipes = function (size) return h.shape.hand { faces = 404, size = size } end,
}

local scenes, labels = {}, {}
local function add(name, still, size, reach, turns)
	local label = ("%s, size %g, reach %g, turns %g"):format(still, size, reach, turns)
	scenes[label] = { name = name, still = still, size = size, reach = reach, turns = turns }
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

-- Is there a scene of these models in which the tests of all four volumes are about the
-- printed ones? with_contacts: and the contacts too.
local function met(name, with_contacts)
	return function (r)
		local best, text, tried = math.huge, nil, r:values("scene", { models = name })
		if #tried == 0 then return r:undecided(NONE) end
		for _, label in ipairs(tried) do
			local contacts = value(r, label, "obb", "contacts")
			local most = with_contacts and far(contacts, walks[name].contacts) or 1
			local texts = { ("%d contacts (%d)"):format(contacts, walks[name].contacts) }
			for i, volume in ipairs(VOLUMES) do
				local nb = value(r, label, volume, "nb")
				most = math.max(most, far(nb, PRINTED[name][volume]))
				texts[i + 1] = ("%s %d (%d)"):format(volume, nb, PRINTED[name][volume])
			end
			if most < best then best, text = most, ("%s: %s"):format(label, table.concat(texts, ", ")) end
		end
		local limit = { ratio = best, limit = about.FACTOR }
		return best <= about.FACTOR and r:holds(text, limit) or r:refuted(text, limit)
	end
end

-- Has some scene of these models so many tests of FDH18 beside those of OBB?
local function four_times(name)
	return function (r)
		local most, text, tried = 0, nil, r:values("scene", { models = name })
		if #tried == 0 then return r:undecided(NONE) end
		for _, label in ipairs(tried) do
			local ratio = value(r, label, "fdh18", "tests") / value(r, label, "obb", "tests")
			if ratio > most then most, text = ratio, ("%s: %.3g times"):format(label, ratio) end
		end
		local limit = { ratio = most, least = about.times(4).lo }
		return most >= limit.least and r:holds(text, limit) or r:refuted(text, limit)
	end
end

local function table_of(name, column, title)
	return { title = title, rows = "scene", columns = "algorithm", value = column, where = { models = name } }
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
	quick = { models = "tetrahedra", scene = { "hundred tetrahedra, size 1, reach 2, turns 5",
		"one tetrahedron, size 5, reach 2.3, turns 1" } },

	scene = function (p)
		local of = scenes[p.scene]
		local still, active = stills[of.still](), actives[p.models](of.size)
		local reach = walks.reach(still, active, of.reach)
		local walk = walks.motion(p.models, still, reach, { degrees = of.turns })
		return { bodies = { { still }, { active, motion = walk } } }
	end,

	columns = {
		tests = { value = "nb + np", title = "tests of volumes and triangles", type = "int", unit = "",
			about = "nb + np: what the paper's last line compares" },
	},

	tables = {
		tetrahedra = table_of("tetrahedra", "nb",
			"Tests of volumes, tetrahedra (published: FDH18 53,851, FDH14 54,872, AABB 149,329, OBB 11,889)"),
		pipes = table_of("pipes", "nb",
			"Tests of volumes, pipes (published: FDH18 3.218, FDH14 3.616, AABB 7.866, OBB 0.542 million)"),
		tetrahedra_np = table_of("tetrahedra", "np",
			"Tests of triangles, tetrahedra (published: FDH18 14,601, FDH14 14,570, AABB 43,048, OBB 2,512)"),
		pipes_np = table_of("pipes", "np",
			"Tests of triangles, pipes (published: FDH18 0.505, FDH14 0.516, AABB 0.903, OBB 0.203 million)"),
		contacts = { title = "Contacts (published: tetrahedra 2,305, pipes 84,931)", rows = "scene",
			value = "contacts", where = { algorithm = "obb" } },
	},

	claims = {
		["Tetrahedra: a scene has the printed tests of all four volumes, within 25 %"] = met("tetrahedra", false),
		["Tetrahedra: and the printed contacts"] = met("tetrahedra", true),
		["Pipes: a scene has the printed tests of all four volumes, within 25 %"] = met("pipes", false),
		["Pipes: and the printed contacts"] = met("pipes", true),
		["Tetrahedra: in a scene FDH18 needs about 4 times the tests of OBB, Nb + Np"] = four_times("tetrahedra"),
		["Pipes: in a scene FDH18 needs about 4 times the tests of OBB, Nb + Np"] = four_times("pipes"),
	},
}
