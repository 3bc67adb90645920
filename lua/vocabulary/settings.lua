-- The values that -s gives to keys and inputs of a scenario, as text.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local lists = require "base.lists"
local sweeps = require "vocabulary.sweeps"

local settings = {}

-- Converts the text of a -s to the type of the values that it replaces.
function settings.typed(key, text, like, fail)
	if type(like) == "number" then
		return engine.number_parse(text) or fail(("-s %s: '%s' is not a number"):format(key, text))
	elseif type(like) == "boolean" then
		if text ~= "true" and text ~= "false" then fail(("-s %s: '%s' is not true or false"):format(key, text)) end
		return text == "true"
	elseif text == "" then
		fail(("-s %s: a value is empty"):format(key))
	end
	return text
end

-- The algorithms that the text of a -s names: the one with this label, else all of this kind, else an
-- algorithm of this name that the scenario does not have.
local function algorithms_named(at, text, list, labels, fail)
	for _, a in ipairs(list) do
		if labels[a] == text then return { a } end
	end
	local found = lists.kept(list, function (a) return a.kind == text end)
	if #found > 0 then return found end
	local all = lists.map(list, function (a) return labels[a] end)
	lists.add(all, lists.field(algorithms.registry, "name"))
	return { algorithms.by_text(at, text)
		or fail(("-s algorithm: there is no '%s'%s"):format(text, check.suggestion(text, all))) }
end

-- The values of a swept key that a -s gives.
function settings.values(at, key, texts, space, labels, fail)
	local list, like = {}, sweeps.values_of(space, key)
	for _, text in ipairs(texts) do
		local more = key == "algorithm" and algorithms_named(at, text, like, labels, fail)
			or { settings.typed(key, text, like[1], fail) }
		for _, v in ipairs(more) do
			if check.contains(list, v) then fail(("-s %s: '%s' stands twice"):format(key, text)) end
			list[#list + 1] = v
		end
	end
	return list
end

return settings
