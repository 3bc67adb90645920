-- Wang et al. 2018 leave open how deep to divide space, and into cubes of which size. Here their octree is
-- measured alone, on objects that are spread evenly and on objects in clusters of all sizes. Three parameters
-- are varied: the largest number of splits of a cube of the lattice; the side a of that cube, in mean sides
-- of the objects' boxes (its volume is a^3); and Fmax, the largest number of objects in a cube that is not
-- split. `broad_repeats` counts pairs that share more than one cube.
local h = require "harness"

local function table_of(title, value, kind)
	return { title = title, rows = "octree_max_depth", columns = "octree_a", value = value,
		where = { kind_of_crowd = kind, octree_fmax = 16 } }
end

return h.scenario {
	name = "partition_depth",
	paper = "wang2018",
	title = "Depth of partition against the size of cells",
	query = "boxes",
	order = { "kind_of_crowd", "time_uniform", "time_clustered", "tests_uniform", "tests_clustered",
		"repeats_uniform", "repeats_clustered" },

	sweep = {
		kind_of_crowd = { "uniform", "clustered" },
		algorithm = h.sweep(h.broad.octree, { max_depth = { 0, 1, 2, 4, 8 }, a = { 1, 4, 16, 64 },
			fmax = { 4, 16, 64 } }),
	},
	quick = { algorithm = h.sweep(h.broad.octree, { max_depth = { 0, 2, 8 }, a = { 1, 4, 16 }, fmax = 16 }) },

	scene = function (p) return h.scenes.crowd { count = 4000, steps = 5, seed = 1, kind = p.kind_of_crowd } end,

	tables = {
		time_uniform = table_of("Time of a step, everywhere alike", "step_ms", "uniform"),
		time_clustered = table_of("Time of a step, in clusters", "step_ms", "clustered"),
		tests_uniform = table_of("Boxes compared, everywhere alike", "broad_tests", "uniform"),
		tests_clustered = table_of("Boxes compared, in clusters", "broad_tests", "clustered"),
		repeats_uniform = table_of("Pairs met again, everywhere alike", "broad_repeats", "uniform"),
		repeats_clustered = table_of("Pairs met again, in clusters", "broad_repeats", "clustered"),
	},
	figures = {
		time = { x = "octree_max_depth", y = "step_ms", series = "octree_a", panels = "kind_of_crowd",
			where = { octree_fmax = 16 }, logy = true },
		tests = { x = "octree_max_depth", y = "broad_tests", series = "octree_a", panels = "kind_of_crowd",
			where = { octree_fmax = 16 }, logy = true },
	},

	claims = {
		["In clusters splitting saves tests in large cubes (a = 16): eight splits at most, none"] = function (r)
			local function tests(depth)
				return r:value({ kind_of_crowd = "clustered", octree_a = 16, octree_fmax = 16,
					octree_max_depth = depth }, "broad_tests")
			end
			local deep, flat = tests(8), tests(0)
			local text = ("%d tests, %d without"):format(deep, flat)
			return deep < flat and r:holds(text) or r:refuted(text)
		end,
	},
}
