-- aabb, and the same as a plug-in (shim.c): the difference of two steps, by the pairs, is what a call costs.
-- The bodies are small: the plug-in has a copy of aabb's code at another place, which makes it some percent
-- faster or slower, and what a pair costs enters the difference by as much.
local h = require "harness"

return h.scenario {
	name = "calls",
	query = "all",
	sweep = { count = { 2, 10 }, algorithm = { h.aabb, h.plugin "shim" } },
	scene = function (p)
		local body, bodies = h.shape.tetrahedra { count = 1, edge = 1.5 }, {}
		for i = 1, p.count do
			bodies[i] = { body, motion = h.random_walk { steps = 40, seed = i, step = 0.2, degrees = 10,
				within = { { -2, -2, -2 }, { 2, 2, 2 } },
				from = { i % 3 * 2 - 2, i // 3 % 3 * 2 - 2, i // 9 * 2 - 2 } } }
		end
		return { bodies = bodies }
	end,
}
