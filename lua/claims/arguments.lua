-- Checks the arguments of claim functions. A mistyped option would silently ask something else.
local check = require "base.check"
local lists = require "base.lists"

local arguments = {}

local function value_check(what, key, value, wanted)
	if type(value) ~= wanted then
		error(("%s: %s is a %s, not a %s"):format(what, key, wanted, type(value)), 0)
	end
	if value ~= value then error(("%s: %s is not a number"):format(what, key), 0) end
end

-- options: nil or a table with only these keys, each of this type; those of `needed` must be there.
function arguments.options(what, options, known, needed)
	local names = check.sorted_keys(known)
	options = options == nil and {} or options
	if type(options) ~= "table" then
		error(("%s: options are a table { %s = ... }, not a %s"):format(what, names[1], type(options)), 0)
	end
	for _, name in ipairs(needed or {}) do
		if options[name] == nil then error(("%s: %s is missing"):format(what, name), 0) end
	end
	for _, key in ipairs(check.sorted_keys(options)) do
		if not known[key] then
			error(("%s: unknown option '%s'%s"):format(what, tostring(key), check.suggestion(key, names)), 0)
		end
		value_check(what, key, options[key], known[key])
	end
	return options
end

-- The same with { lo, hi }, in this order.
function arguments.range(what, options, known)
	known.lo, known.hi = "number", "number"
	arguments.options(what, options, known, { "lo", "hi" })
	if options.lo > options.hi then error(("%s: lo is above hi"):format(what), 0) end
	return options
end

-- A text that a claim brings; nil: none. What prints as an address would not be the same again.
function arguments.text(text)
	if text == nil or type(text) == "string" or type(text) == "number" then return text and tostring(text) end
	error(("a claim's numbers are a text, not a %s"):format(type(text)), 0)
end

-- Where a method of the class takes a selection, a label stands for { algorithm = label }.
function arguments.take_labels(class, methods)
	for _, method in ipairs(methods) do
		local ask, given = class[method[1]], method.args or {}
		class[method[1]] = function (self, ...)
			local values = table.pack(...)
			for i, argument in ipairs(given) do
				local is_label = argument.selects and type(values[i]) == "string"
				if is_label then values[i] = { algorithm = values[i] } end
			end
			return ask(self, table.unpack(values, 1, values.n))
		end
	end
end

-- Throws: a claim calls r:name, and `methods` has no such method.
function arguments.unknown_method(methods, name)
	error(("there is no r:%s%s"):format(name, check.suggestion(name, lists.field(methods, 1))), 0)
end

return arguments
