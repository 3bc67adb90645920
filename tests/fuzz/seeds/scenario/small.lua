local h = require "harness"
return h.scenario {
	name = "small",
	sweep = { faces = { 200, 300 }, algorithm = { h.brute(), h.sweep(h.aabb, { leaf = { 1, 2 } }) } },
	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		return { bodies = { { pot }, { pot, motion = h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } }
	end,
	tables = { time = { rows = "faces", columns = "algorithm", value = "step_ms" } },
	figures = { time = { x = "faces", y = "step_ms", series = "algorithm" } },
}
