-- Broad phases: h.broad.<name> { parameter = value }, for an algorithm's parameter `broad`, or algorithms
-- themselves under query = "boxes". The engine's tables say what there is.
local check = require "base.check"
local names = require "base.names"
local parts = require "vocabulary.parts"

local broads = { registry = {} }

local meta = { __name = "broad phase", __metatable = false, __tostring = function (b) return b.text end }
local constructors = setmetatable({}, { __mode = "k" }) -- h.broad.grid -> "grid"

local function constructor(kind)
	return function (at, t)
		local given, label = {}, nil
		for _, key in ipairs(check.parameters(at, t)) do
			if key == "label" then
				label = check.string(at, { "label" }, t.label)
			else
				given[key] = t[key]
			end
		end
		local values, text, _, wrong = engine.broad_params(kind, given)
		if not values then check.raise(at, { wrong }, text) end
		text = #text > 0 and ("%s(%s)"):format(kind, text:gsub(" ", ",")) or kind
		local object = check.object(meta, { text = text, kind = kind, given = given, label = label, at = at })
		return parts.stands_for(object, text)
	end
end

-- The broad phase that a function of h.broad makes, or nil.
function broads.kind_of(f) return constructors[f] end

function broads.define()
	names.value("h", "broad", names.space("h.broad"), "name space", "broad phases")
	names.class("broad_phase", "a broad phase with its parameters", {})
	broads.registry = engine.broads()
	for _, info in ipairs(broads.registry) do
		local f = names.of_parameters("h.broad", info, "broad_" .. info.name, "broad phase", constructor(info.name))
		constructors[parts.stands_for(f, info.name)] = info.name
	end
end

return broads
