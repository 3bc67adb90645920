-- aabb and the same as a plug-in (shim.c): of the difference of two steps, so much is a call's.
local h = require "harness"

return h.scenario {
	name = "calls",
	query = "all",
	sweep = { count = { 2, 100 }, algorithm = { h.aabb, h.plugin "shim" } },
	scene = function (p)
		local box, bodies = h.shape.box {}, {}
		for i = 1, p.count do
			bodies[i] = { box, motion = h.random_walk { steps = 200 // p.count, seed = i, step = 0.2, degrees = 10,
				within = { { -6, -6, -6 }, { 6, 6, 6 } }, from = { i % 5 * 2 - 4, i // 5 % 5 * 2 - 4, i // 25 * 2 - 4 } } }
		end
		return { bodies = bodies }
	end,
	columns = { pairs = { value = "count * (count - 1) / 2", title = "pairs of bodies in a step" } },
}
