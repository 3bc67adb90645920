-- Broad phases alone: other libraries' and ours, on the same moving boxes. The libraries are plug-ins of
-- peers/; `./bootstrap peers` installs the libraries and builds them, with --gpl CGAL too.
--
-- Left out of FCL's managers: tree_array and interval lose pairs, and sap does not finish in useful time.
-- Takes: about 6 s on an AMD EPYC at least, by a trial of one second.
local h = require "harness"
local add = require "models.peers".add

local algorithms = { h.broad.kdtree(), h.broad.aabbtree(), h.broad.sap() }
add(algorithms, "fcl:fcl_boxes", { manager = "tree" })
add(algorithms, "ode:ode_boxes", { space = "hash" })
add(algorithms, "bullet:bullet_dbvt")
add(algorithms, "bullet:bullet_sweep")
for _, quality in ipairs { "low", "refit" } do
	add(algorithms, "embree:embree_boxes", { quality = quality })
end
for _, cutoff in ipairs { 10, 200 } do add(algorithms, "cgal:cgal", { cutoff = cutoff }) end

local scenes = {
	brownian = h.scenes.brownian, free_fall = h.scenes.free_fall, gravity = h.scenes.gravity,
	clustered = h.scenes.crowd,
}

return h.scenario {
	name = "peers_broad",
	title = "Broad phases: other libraries and ours",
	query = "boxes",
	sweep = {
		scene = { "brownian", "free_fall", "gravity", "clustered" },
		count = { 1000, 4000, 16000, 64000, 256000 },
		algorithm = algorithms,
	},
	quick = { count = 1000, runs = 3 },
	scene = function (p)
		local given = { count = p.count, steps = 20, seed = 1 }
		if p.scene == "clustered" then given.kind = "clustered" end
		return scenes[p.scene](given)
	end,
	tables = {
		brownian = { rows = "algorithm", columns = "count", value = "step_ms", where = { scene = "brownian" } },
		free_fall = { rows = "algorithm", columns = "count", value = "step_ms", where = { scene = "free_fall" } },
		gravity = { rows = "algorithm", columns = "count", value = "step_ms", where = { scene = "gravity" } },
		clustered = { rows = "algorithm", columns = "count", value = "step_ms", where = { scene = "clustered" } },
	},
	figures = {
		time = { x = "count", y = "step_ms", series = "algorithm", panels = "scene", logx = true, logy = true },
	},
}
