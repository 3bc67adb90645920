-- A motion for each pair of models of Wei et al. 2000 (wei2000_models.lua). The paper prints the number of
-- steps of the active model and the number of actual collisions in them (read as pairs of triangles that
-- meet), but not its path. Here
-- the active model walks at random, by one rule for all three pairs. Its origin starts at a corner of a cube
-- around the middle of the still model's box, and is reflected at the cube's sides. Every step moves it by
-- reach / 8 in a random direction and turns it by 5 degrees about a random axis. Only `reach`, half the
-- cube's side, is fitted: its value gives the number of contacts nearest to the printed one.
-- tools/fit_walks.lua found it from contacts alone, and it was not changed since. No count or time of an
-- algorithm influenced the choice.
local h = require "harness"

local walks = {
	tetrahedra = { steps = 1000, contacts = 2305, reach = 9258 / 1024 },
	rings = { steps = 100, contacts = 39802, reach = 637 / 1024 },
	pipes = { steps = 2528, contacts = 84931, reach = 12368 / 1024 },
}

-- change: what another scenario changes of the rule: `seed`, `degrees`, `step` (the steps in a reach).
function walks.motion(name, still, reach, change)
	local lo, hi = still:bounds()
	reach, change = reach or walks[name].reach, change or {}
	for i = 1, 3 do
		local middle = (lo[i] + hi[i]) / 2
		lo[i], hi[i] = middle - reach, middle + reach
	end
	return h.random_walk { steps = walks[name].steps, seed = change.seed or 1, step = reach / (change.step or 8),
		degrees = change.degrees or 5, within = { lo, hi }, from = hi }
end

-- Half of the longest side of a model's box.
local function half(mesh)
	local lo, hi = mesh:bounds()
	return math.max(hi[1] - lo[1], hi[2] - lo[2], hi[3] - lo[3]) / 2
end

-- A reach of so many half sides of both models.
function walks.reach(still, active, halves) return halves * (half(still) + half(active)) end

return walks
