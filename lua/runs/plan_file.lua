-- plan.json of a run. A plan may have a hundred thousand groups, so they are read one at a time, and of each
-- only what the reader wants is kept.
local check = require "base.check"
local files = require "base.files"

local plan_file = {}

local function is_group(group)
	local good = type(group) == "table" and type(group.params or {}) == "table"
		and type(group.algorithms) == "table"
	for _, algorithm in ipairs(good and group.algorithms or {}) do
		good = good and type(algorithm) == "table" and math.type(algorithm.point) ~= nil
	end
	return good
end

-- The plan of the run in `dir`. keep(group): what is kept of a group; nil: all of it.
function plan_file.read(dir, keep)
	local path, good = dir .. "/plan.json", true
	local plan = files.decode(path, "groups", function (group)
		good = good and is_group(group)
		return good and keep and keep(group) or group
	end)
	good = good and type(plan) == "table" and type(plan.file) == "string" and type(plan.groups) == "table"
	if not good then check.stop(path .. ": is not the plan of a run", 7) end
	return plan
end

-- The same for who looks at what was measured: each group with little more than its algorithms. Second
-- result: for each swept key, whether its values are texts. As texts, "01" and "1" are two different values.
-- Third result: whether all its values are true or false.
function plan_file.brief(dir)
	local texts, booleans = {}, {}
	local plan = plan_file.read(dir, function (group)
		for key, value in next, group.params or {} do
			texts[key] = texts[key] or type(value) == "string"
			booleans[key] = booleans[key] ~= false and type(value) == "boolean"
		end
		return { number = group.number, scene = group.scene, check = group.check, algorithms = group.algorithms }
	end)
	return plan, texts, booleans
end

-- A function that returns one table for all equal lists of texts.
function plan_file.sharing()
	local known = {}
	return function (list)
		if type(list) ~= "table" then return list end
		for _, text in ipairs(list) do
			if type(text) ~= "string" then return list end
		end
		local key = table.concat(list, "\0")
		known[key] = known[key] or list
		return known[key]
	end
end

return plan_file
