-- aabb, and the same as a plug-in (shim.c): the difference of two steps, by the pairs, is what a call costs.
local h = require "harness"

return h.scenario {
	name = "calls",
	query = "all",
	sweep = { count = { 2, 10 }, algorithm = { h.aabb, h.plugin "shim" } },
	scene = function (p)
		local box, bodies = h.shape.box {}, {}
		for i = 1, p.count do
			bodies[i] = { box, motion = h.random_walk { steps = 40, seed = i, step = 0.2, degrees = 10,
				within = { { -2, -2, -2 }, { 2, 2, 2 } },
				from = { i % 3 * 2 - 2, i // 3 % 3 * 2 - 2, i // 9 * 2 - 2 } } }
		end
		return { bodies = bodies }
	end,
}
