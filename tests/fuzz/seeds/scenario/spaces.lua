local h = require "harness"
local n = h.input("n", 3)
return h.scenario {
	name = "spaces",
	sweep = h.chain {
		{ a = h.log { from = 1, to = 100, count = n }, algorithm = { h.bsp { leaf = 4 } } },
		h.where({ a = { 1, 2 }, b = { "x", "y" }, algorithm = { h.dassd() } }, function (p) return p.a < 2 end),
		h.zip { a = { 1, 2 }, b = { "u", "v" } },
	},
	scene = function (p)
		local m = h.mesh { file = "none.obj", scale = 0.5 }
		return { bodies = { m, { m, motion = h.spin { axis = { 0, 0, 1 }, turns = 1, steps = 2 } } } }
	end,
	claims = { faster = function (r) return r:below("step_ms", 2) end },
}
