-- Parts that algorithms are made of: h.bv.<name>, h.axis.<name>, h.point.<name> { parameter = value } for
-- their parameters `volume`, `axis` and `point`, h.broad.<name> { ... } for `broad`
-- (lua/vocabulary/broads.lua). Each is a function. The function itself stands for the part with its defaults;
-- calling it gives the part with these parameters.
local check = require "base.check"
local lists = require "base.lists"
local names = require "base.names"

local parts = { groups = {} }

local SPACES = { volume = { "bv", "volumes" } } -- of others: the parameter's name, and what it is about

local meta = { __name = "part", __metatable = false, __tostring = function (part) return part.text end }
local texts = setmetatable({}, { __mode = "k" }) -- of functions and objects, as the engine takes them

-- A function or an object that stands for this text.
function parts.stands_for(what, text)
	texts[what] = text
	return what
end

-- The engine's text for a part or a list of parts. Any other value is returned unchanged.
function parts.text(v)
	if type(v) == "table" and not check.kind(v) and texts[v[1]] then
		local out = lists.map(v, function (item) return texts[item] or item end)
		return #out == #v and out or v
	end
	return v ~= nil and texts[v] or v
end

-- A message of the engine about the unknown parameter `wrong`, which may be the name of a space instead:
-- h.tree { bv = ... }. params: those that there are.
function parts.message(text, wrong, params)
	for param, space in next, SPACES do
		local is_one = lists.any(params, function (info) return info.name == param end)
		if wrong == space[1] and is_one and text:find("unknown parameter", 1, true) then
			return ("%s; did you mean '%s'?"):format(text:gsub("; did you mean.*", ""), param)
		end
	end
	return text
end

-- The text of a part without one of its parameters: "obb(fit=hull,prejudge=true)" is "obb(prejudge=true)".
function parts.without(text, key)
	local name, list = tostring(text):match "^([%a_][%w_]*)%((.*)%)$"
	if not name then return text end
	local kept = {}
	-- a comma within a value is followed by no name
	for entry in (list:gsub(",([%a_][%w_]*=)", "\0%1") .. "\0"):gmatch "([^\0]*)\0" do
		if entry:match "^[^=]*" ~= key then kept[#kept + 1] = entry end
	end
	return #kept > 0 and ("%s(%s)"):format(name, table.concat(kept, ",")) or name
end

-- The text of a part with one of its parameters set: "octree(a=4)" is "octree(delta=pairs,a=4)".
function parts.with(text, key, value)
	local name, list = parts.without(text, key):match "^([^(]*)%(?(.*)$"
	local entry = ("%s=%s"):format(key, parts.text(value))
	return list == "" and ("%s(%s)"):format(name, entry) or ("%s(%s,%s"):format(name, entry, list)
end

local function constructor(param, kind)
	return function (at, t)
		local given = {}
		for _, key in ipairs(check.parameters(at, t)) do given[key] = parts.text(t[key]) end
		local text, message, _, wrong = engine.part_params(param, kind, given)
		if not text then check.raise(at, { wrong }, message) end
		return parts.stands_for(check.object(meta, { text = text }), text)
	end
end

-- "bv"
local function word_of(group) return SPACES[group.param] and SPACES[group.param][1] or group.param end

-- The name of the class of their parameters, for editors.
function parts.class_of(group, kind) return ("%s_%s"):format(word_of(group), kind.name) end

-- "h.bv"
function parts.space_of(group) return "h." .. word_of(group) end

function parts.define()
	parts.groups = engine.parts()
	names.class("part", "a part of an algorithm with its parameters", {})
	for _, group in ipairs(parts.groups) do
		local space = parts.space_of(group)
		local about = SPACES[group.param] and SPACES[group.param][2] or group.about
		if not group.of then
			names.value("h", space:sub(3), names.space(space), "name space", about)
			for _, kind in ipairs(group.kinds) do
				parts.stands_for(names.of_parameters(space, kind, parts.class_of(group, kind), "part",
					constructor(group.param, kind.name)), kind.name)
			end
		end
	end
end

return parts
