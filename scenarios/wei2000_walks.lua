-- A motion for each pair of models of Wei et al. 2000 (wei2000_models.lua). The paper prints how many
-- steps the active model takes and how many pairs of triangles meet on them, not where it goes. Ours walks
-- at random, by one rule for all three: its origin walks in a cube about the middle of the still model's
-- box, from a corner, and is reflected at the sides; every step goes reach / 8 in a random direction and
-- turns by 5 degrees about a random axis. `reach`, half the cube's side, is the only thing fitted: that
-- for which the contacts come nearest to the printed ones, found by tools/fit_walks.lua from contacts
-- alone and kept since. Nothing here was chosen by what an algorithm counted or took.
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

return walks
