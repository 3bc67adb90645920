-- The premise of the layered update of Geng et al. 2018 (introduction, reason 3): while a part is
-- maintained it meets most objects never, so that moving its whole tree in each step is wasted. Their
-- layered update moves the root, and the rest only once it has met another root. It saves the tree's
-- nodes in those steps in which no root meets, and nothing in others; so what it saves depends on how
-- many these are. The way out of a bay (maintenance_bay.lua) has hardly any: the part is among its
-- neighbours nearly all the way. Here it is carried on after that, clear of all, for a share of the steps
-- that is swept. Every part that stays is a fixed body of its own. RAPID, which moves no node and
-- composes the pose in each test, stands beside; so does RAPID moved in full.
-- Takes: about 160 s on an Intel Xeon.
local h = require "harness"
local bays = require "models.geng2018_bays"
local readings = require "models.readings"

local function obb(update, label)
	return h.algorithm { tree = h.tree { volume = "obb", by = "place", fit = "triangles" }, roots = { "caabb" },
		update = update, label = label }
end

local FULL, LAYERED, LAZY, RAPID = "full", "layered", "lazy", "rapid"
local algorithms = {
	h.rapid { label = RAPID },
	h.tree { volume = "obb", fit = "triangles", by = "place", update = "full", label = "rapid moved" },
	h.sao { label = "sao" },
	h.ao { label = "ao" },
	h.co { label = "co" },
	obb("full", FULL),
	obb("layered", LAYERED),
	obb("lazy", LAZY),
	-- RAPID behind the same root: no tree is walked before the roots have met
	h.algorithm { tree = h.tree { volume = "obb", by = "sat", fit = "triangles" }, roots = { "caabb" },
		label = "rapid + caabb" },
}

local OUT = 61 -- steps of the way out
local size = h.input("faces", 60000) -- of what stays; the accumulator's bay of table 2 has 149941
local quick_size = h.input("quick_faces", 8000)

-- Is one below another, at every share or at one?
local function below(one, other, options)
	return function (r)
		local verdicts = {}
		for _, share in ipairs(options and options.free and { options.free } or r:values "free") do
			local ask = options and options.equal_holds and r.at_most or r.below
			verdicts[#verdicts + 1] = ask(r, { free = share, algorithm = one }, { free = share, algorithm = other },
				options and { column = options.column, limit = options.limit })
		end
		return r:all(verdicts)
	end
end

local function table_of(value, title)
	return { rows = "algorithm", columns = "free", value = value, title = title }
end

return h.scenario {
	name = "free_path",
	paper = "geng2018",
	title = "A part that mostly meets nothing",
	runs = 7,
	order = { "size", "free", "algorithm", "time", "update", "moved", "updates", "volumes" },

	sweep = { size = { size }, free = { 0, 0.5, 0.8, 0.9 }, algorithm = algorithms },
	builds = false, -- trees take longer than samples, and no claim is on builds
	drawn = { pose = h.drawn.path {}, count = 1000, block = 4, beside = true },
	quick = { size = { quick_size }, free = { 0, 0.8 }, runs = 3, drawn = 8 },
	-- methods as wholes: the three updates differ in nothing else, and stay so
	tune = bays.tune { RAPID, "rapid moved", "sao", "ao", "co" },

	scene = function (p)
		local small = p.size < 20000
		local out = small and 31 or OUT
		return h.scenes.bay { faces = p.size, columns = small and 3 or 5, rows = small and 1 or 3, bodies = "parts",
			steps = math.floor(out / (1 - p.free) + 0.5), free = p.free }
	end,

	columns = {
		moved = { value = "nu / steps", about = "volumes moved in a step", title = "volumes moved a step" },
	},

	tables = {
		time = table_of("step_ms", "Time of a step, by the share of steps in which the part is clear of all"),
		update = table_of("update_ms", "Time of updates before a step's tests"),
		moved = table_of("moved", "Volumes moved a step"),
		updates = table_of("nu", "Volumes moved over the path"),
		volumes = table_of("nb", "Tests of volumes over the path"),
	},

	figures = {
		time = { x = "free", y = "step_ms", series = "algorithm", logy = true },
		moved = { x = "free", y = "moved", series = "algorithm" },
	},

	readings = {
		follow = readings.follow { "rapid moved" },
		centre = bays.readings.centre { "co", FULL, LAYERED, LAZY },
		k_geng = bays.readings.k_geng { "co" },
		root = bays.readings.root { "sao", "ao", "co" },
		update = bays.readings.update { "co" },
		descent = bays.readings.descent { "rapid moved", "sao", "ao", "co", FULL, LAYERED, LAZY },
	},
	stand_ins = { "the bay and the part are generated: shapes and the path are ours" },

	claims = {
		["The layered update moves less than half of the volumes where the part is clear in four of five steps"] =
			below(LAYERED, FULL, { column = "nu", free = 0.8, limit = 0.5 }),
		["The layered update is faster than the full one"] = below(LAYERED, FULL),
		["The layered update takes less than half the full one's time where the part is clear in four of five "
			.. "steps"] = below(LAYERED, FULL, { free = 0.8, limit = 0.5 }),
		["CO is faster than AO, AO than SAO"] = function (r)
			return r:all { below("co", "ao")(r), below("ao", "sao")(r) }
		end,
		["CO is faster than RAPID"] = below("co", RAPID),
		["CO is faster than RAPID moved in full"] = below("co", "rapid moved"),
		["Updating node by node is faster than in layers"] = below(LAZY, LAYERED),
	},
	-- theorems
	checks = {
		["The layered update moves no more volumes than the full one"] =
			below(LAYERED, FULL, { column = "nu", equal_holds = true }),
	},
}
