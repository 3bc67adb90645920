-- Wang et al. 2018 leave open how deep to divide space, and into cubes of which size. Here their octree is
-- measured alone, on objects that are spread evenly and on objects in clusters of all sizes. Three
-- parameters are varied: the largest number of splits of a cube of the lattice; the side a of that cube,
-- in mean sides of the objects' boxes (its volume is a^3); and Fmax, the largest number of objects in a
-- cube that is not split. `broad_repeats` counts pairs that share more than one cube. The paper stops
-- splitting when Delta = 0, which may be when a split separates no listed pair (delta = "pairs"). Applied to
-- each cube, that stops too early wherever all objects of a cube lie in one of its eight parts, though a
-- further split would separate them. Our reading (delta = "lists") goes on.
-- Takes: about 5 min on an Intel Xeon.
local h = require "harness"
local wang2018 = require "models.wang2018"

local function table_of(title, value, kind)
	return { title = title, rows = "octree_max_depth", columns = "octree_a", value = value,
		where = { kind_of_crowd = kind, octree_fmax = 16, octree_delta = "lists" } }
end
local function delta_table(title, value)
	return { title = title, rows = "octree_a", columns = "octree_delta", value = value,
		where = { kind_of_crowd = "clustered", octree_fmax = 16, octree_max_depth = 8 } }
end

-- The labels of the sweep's octrees that the claims ask for, by what Delta is and how deep they are.
local function octrees(wanted)
	local list = {}
	for _, of in ipairs(wanted) do
		list[#list + 1] = ("octree(a=16,fmax=16,delta=%s,max_depth=%d)"):format(of[1], of[2])
	end
	return list
end
local COMPARED = octrees { { "lists", 0 }, { "lists", 8 }, { "pairs", 8 } }

return h.scenario {
	name = "partition_depth",
	paper = "wang2018",
	title = "Depth of partition against the size of cells",
	query = "boxes",
	order = { "kind_of_crowd", "time_uniform", "time_clustered", "tests_uniform", "tests_clustered",
		"repeats_uniform", "repeats_clustered", "delta_tests", "delta_time" },

	sweep = {
		kind_of_crowd = { "uniform", "clustered" },
		algorithm = h.sweep(h.broad.octree, { max_depth = { 0, 1, 2, 4, 8 }, a = { 1, 4, 16, 64 },
			fmax = { 4, 16, 64 }, delta = { "lists", "pairs" } }),
	},
	drawn = { pose = h.drawn.scenes { steps = 5 }, count = 12, block = 1, beside = true },
	quick = { algorithm = h.sweep(h.broad.octree, { max_depth = { 0, 2, 8 }, a = { 1, 4, 16 }, fmax = 16,
		delta = { "lists", "pairs" } }), drawn = 6 },

	untuned = "its question is the setting itself",
	-- rows of the sweep
	readings = {
		fmax = wang2018.fmax(COMPARED),
		side = wang2018.side(COMPARED, 16, { 1, 4 }),
		delta = wang2018.delta(octrees { { "lists", 8 } }),
	},
	stand_ins = { "the crowds are generated" },

	scene = function (p, number)
		return h.scenes.crowd { count = 4000, steps = 5, kind = p.kind_of_crowd, places = number or 0 }
	end,

	tables = {
		time_uniform = table_of("Time of a step, everywhere alike", "step_ms", "uniform"),
		time_clustered = table_of("Time of a step, in clusters", "step_ms", "clustered"),
		tests_uniform = table_of("Boxes compared, everywhere alike", "broad_tests", "uniform"),
		tests_clustered = table_of("Boxes compared, in clusters", "broad_tests", "clustered"),
		repeats_uniform = table_of("Pairs met again, everywhere alike", "broad_repeats", "uniform"),
		repeats_clustered = table_of("Pairs met again, in clusters", "broad_repeats", "clustered"),
		delta_tests = delta_table("Boxes compared by what Delta is, in clusters, eight splits at most",
			"broad_tests"),
		delta_time = delta_table("Time of a step by what Delta is, in clusters, eight splits at most", "step_ms"),
	},
	figures = {
		time = { x = "octree_max_depth", y = "step_ms", series = "octree_a", panels = "kind_of_crowd",
			where = { octree_fmax = 16, octree_delta = "lists" }, logy = true },
		tests = { x = "octree_max_depth", y = "broad_tests", series = "octree_a", panels = "kind_of_crowd",
			where = { octree_fmax = 16, octree_delta = "lists" }, logy = true },
	},

	claims = {
		["In clusters splitting saves tests in cubes of a = 16: at most eight splits against none"] = function (r)
			local function tests(depth)
				return r:value({ kind_of_crowd = "clustered", octree_a = 16, octree_fmax = 16,
					octree_max_depth = depth, octree_delta = "lists" }, "broad_tests")
			end
			local deep, flat = tests(8), tests(0)
			local text = ("%d tests, %d without"):format(deep, flat)
			return r:fact(deep < flat, text)
		end,
		["Delta of pairs, read for each cube, stops too early: more boxes are compared, wherever it matters"] =
			function (r)
				local texts, differs, verdict = {}, false, r.holds
				for _, crowd in ipairs(r:values "kind_of_crowd") do
					for _, a in ipairs(r:values "octree_a") do
						local function tests(delta)
							return r:value({ kind_of_crowd = crowd, octree_a = a, octree_fmax = 16, octree_max_depth = 8,
								octree_delta = delta }, "broad_tests")
						end
						local pairs_of, lists = tests "pairs", tests "lists"
						texts[#texts + 1] = ("%s, a = %g: %.3g"):format(crowd, a, pairs_of / lists)
						differs = differs or pairs_of ~= lists
						if pairs_of < lists then verdict = r.refuted end
					end
				end
				return (differs and verdict or r.undecided)(r, "pairs / lists: " .. table.concat(texts, "; "))
			end,
	},
}
