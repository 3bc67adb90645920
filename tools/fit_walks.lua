-- The reach of each walk in scenarios/models/wei2000_walks.lua, from the contacts that the paper prints:
--   make && luajit tools/fit_walks.lua
-- From the sum of both diameters the reach is halved until the walk has at least as many contacts; between
-- there and the reach before it is bisected, in 1/1024 of the models' unit. Of all that were tried the
-- nearest is taken. Contacts are the same whatever finds them.
local root = arg[0]:match "^(.*)/tools/[^/]*$" or "."
package.path = root .. "/lua/ffi/?.lua;" .. root .. "/scenarios/?.lua"
local engine = require "engine_ffi"

local UNIT = 1 / 1024

-- As much of the scenarios' vocabulary as the two modules speak.
package.loaded.harness = {
	shape = setmetatable({}, { __index = function (_, name)
		return function (params) return engine.shape(name, params) end
	end }),
	random_walk = function (t)
		return engine.random_walk { steps = t.steps, seed = t.seed, step = t.step, angle = math.rad(t.degrees),
			lo = t.within[1], hi = t.within[2], from = t.from }
	end,
}
local models, walks = require "models.wei2000_models", require "models.wei2000_walks"

local function contacts_of(name, still, active, reach)
	local scene = engine.scene { { still }, { active, walks.motion(name, still, reach) } }
	local detector = engine.detector(scene, "aabb", { update = "lazy", by = "conic" })
	local sum = 0
	for step = 0, scene.step_count - 1 do sum = sum + detector:step(step) end
	detector:close()
	scene:close()
	return sum
end

local function fit(name)
	local still, active, wanted = models.still[name](), models.active[name](), walks[name].contacts
	local best, best_contacts
	local function enough(k)
		local contacts = contacts_of(name, still, active, k * UNIT)
		if not best or math.abs(contacts - wanted) < math.abs(best_contacts - wanted) then
			best, best_contacts = k, contacts
		end
		return contacts >= wanted
	end
	local hi = math.floor((still:diameter() + active:diameter()) / UNIT)
	local lo = hi
	while lo > 1 and not enough(lo) do hi, lo = lo, math.floor(lo / 2) end
	while hi - lo > 1 do
		local k = math.floor((lo + hi) / 2)
		if enough(k) then lo = k else hi = k end
	end
	return best, best_contacts
end

for _, name in ipairs(models.names) do
	local k, contacts = fit(name)
	print(("%s: reach %d / 1024, %d contacts, published %d (%+.2f %%)"):format(name, k, contacts,
		walks[name].contacts, (contacts / walks[name].contacts - 1) * 100))
end
