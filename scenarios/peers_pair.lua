-- Pairs of meshes: other libraries' trees against ours, on the same poses, judged by the same oracle. The
-- libraries are plug-ins of peers/; `./bootstrap peers` installs the libraries and builds them.
--
-- `missed_pairs` and `extra_pairs` say what an answer is worth; a row compares with ours where both are 0.
-- Debian's FCL is built for any processor, and takes about 2.3 times as long as a native build. Bullet and
-- Embree list candidates: one row ends with our triangle test in double, one is the candidates alone.
-- Neither stops at the first contact. ODE's list of contacts is culled.
-- Takes: about 34 s on an AMD EPYC, by runs of four of its groups.
local h = require "harness"
local add = require "models.peers".add

local algorithms = { h.rapid, h.aabb }
for _, volume in ipairs { "obb", "obbrss", "rss", "kios" } do
	add(algorithms, "fcl:fcl", { volume = volume })
end
add(algorithms, "ode:ode")
for _, library in ipairs { "bullet", "embree" } do
	add(algorithms, library .. ":" .. library)
	add(algorithms, library .. ":" .. library .. "_candidates")
end

local meshes = {
	teapot_530 = function () return h.teapot { faces = 530 } end,
	teapot_8106 = function () return h.teapot { faces = 8106 } end,
	torus_5000 = function () return h.shape.torus { segments = 50, sides = 50 } end,
}

return h.scenario {
	name = "peers_pair",
	title = "Pairs of meshes: other libraries and ours",

	sweep = {
		mesh = { "teapot_530", "torus_5000", "teapot_8106" },
		poses = { "deep", "near" },
		query = { "all", "first" },
		algorithm = algorithms,
	},
	quick = { mesh = "teapot_530", runs = 3 },

	scene = function (p)
		local mesh = meshes[p.mesh]()
		local motion = h.touching { count = 20, seed = 1, depth = p.poses == "deep" and 0.05 or 0.001,
			on = { mesh, mesh } }
		return { bodies = { { mesh }, { mesh, motion = motion } } }
	end,

	tables = {
		all = { title = "All contacts: time of a step", rows = "algorithm", columns = "mesh", value = "step_ms",
			where = { query = "all", poses = "deep" } },
		all_near = { title = "All contacts, barely touching: time of a step", rows = "algorithm", columns = "mesh",
			value = "step_ms", where = { query = "all", poses = "near" } },
		first = { title = "First contact: time of a step", rows = "algorithm", columns = "mesh", value = "step_ms",
			where = { query = "first", poses = "deep" } },
		first_near = { title = "First contact, barely touching: time of a step", rows = "algorithm",
			columns = "mesh", value = "step_ms", where = { query = "first", poses = "near" } },
	},
	figures = {
		time = { x = "mesh", y = "step_ms", series = "algorithm", panels = "query", logy = true,
			where = { poses = "deep" } },
	},
}
