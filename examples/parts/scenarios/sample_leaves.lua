-- A table of a paper, beside ours, with a claim of the paper and a reading: the paper leaves open how many
-- triangles a leaf holds, so both are measured.
-- Takes: about 1 s on an AMD EPYC.
local h = require "harness"

return h.scenario {
	name = "sample_leaves",
	paper = "sample2000",
	title = "Pairs of triangles that a tree leaves to be tested",

	sweep = { faces = { 200, 400, 800 }, algorithm = { h.aabb(), h.brute() } },
	quick = { faces = { 200, 400 } },

	readings = {
		leaf = { of = { "aabb" }, key = "leaf", ours = 1, others = { 4 },
			open = "how many triangles a leaf holds" },
	},

	scene = function (p)
		local still, moving = h.teapot { faces = p.faces }, h.teapot { faces = 200 }
		local poses = h.touching { count = 3, seed = 1, on = { still, moving } }
		return { bodies = { { still }, { moving, motion = poses } } }
	end,

	tables = {
		tests = { rows = "faces", value = "np", published = { aabb = { [200] = 310, [400] = 520 } } },
	},

	claims = {
		["The tree tests less than a tenth of all pairs"] = function (r)
			local verdicts = {}
			for i, faces in ipairs(r:values "faces") do
				verdicts[i] = r:below({ faces = faces, algorithm = "aabb" }, { faces = faces, algorithm = "brute" },
					{ column = "np", limit = 0.1 })
			end
			return r:all(verdicts)
		end,
		["The pairs of brute force rise with the triangles: r:rises"] = function (r)
			return r:rises({ algorithm = "brute" }, "faces", "np")
		end,
	},
}
