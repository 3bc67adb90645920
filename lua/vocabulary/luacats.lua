-- Annotations of the vocabulary for lua-language-server and similar tools (LuaCATS), printed by `harness list
-- --format luacats`. They are generated from the field lists that check calls (lua/base/fields.lua) and from
-- the algorithms' parameter tables.
local fields = require "base.fields"
local lists = require "base.lists"
local names = require "base.names"
local parts = require "vocabulary.parts"

local luacats = {}

local function number(x) return engine.number_text(math.tointeger(x) or x) end

-- The comment of a field, such as "poses; from 1 to 100; default 6".
local function comment(about, lo, hi, default)
	local out = {}
	if about and about ~= "" then out[#out + 1] = about end
	if lo and hi then
		out[#out + 1] = ("from %s to %s"):format(number(lo), number(hi))
	elseif lo or hi then
		out[#out + 1] = lo and ("from %s on"):format(number(lo)) or ("up to %s"):format(number(hi))
	end
	if default ~= nil then out[#out + 1] = "default " .. default end
	return #out > 0 and " # " .. table.concat(out, "; ") or ""
end

-- A union type. A choice whose text is a number is written as a number, without quotes.
local function union(choices)
	return table.concat(lists.map(choices, function (choice)
		return choice:find("^%d+$") and choice or ("%q"):format(choice)
	end), "|")
end

local function field_line(field)
	local choices, default = fields.choices(field), field.default
	if default == nil then default = field.fallback end
	local kind = field.luacats or choices and union(choices) or fields.types[field[2]].luacats
	local name = math.type(field[1]) and ("[%d]"):format(field[1]) or field[1]
	return ("---@field %s%s %s%s"):format(name, fields.is_optional(field) and "?" or "", kind,
		comment(field.about, field.lo, field.hi, default ~= nil and fields.shown(default) or nil))
end

-- The head of a class. exact: a key without a field is an error.
local function class_head(name, about, exact)
	return ("---%s\n---@class %sharness.%s"):format(about or "", exact and "(exact) " or "", name)
end

local function signature_lines(out, signature)
	local listed = {}
	if signature.generic then out[#out + 1] = "---@generic " .. signature.generic end
	for i, arg in ipairs(signature.args or {}) do
		out[#out + 1] = ("---@param %s%s %s"):format(arg[1], arg.optional and "?" or "", arg[2])
		listed[i] = arg[1]
	end
	if signature.returns then out[#out + 1] = "---@return " .. signature.returns end
	return table.concat(listed, ", ")
end

local function class_text(class)
	local out = { class_head(class.name, class.about, #class.fields > 0) }
	lists.add(out, lists.map(class.fields, field_line))
	if #class.methods > 0 then
		out[#out + 1] = ("local %s = {}"):format(class.name)
	end
	for _, method in ipairs(class.methods) do
		out[#out + 1] = "\n---" .. method[2]
		local listed = signature_lines(out, method)
		out[#out + 1] = ("function %s:%s(%s) end"):format(class.name, method[1], listed)
	end
	return table.concat(out, "\n") .. "\n"
end

local PARAMETER_TYPES = {
	integer = "integer", number = "number", boolean = "boolean", vectors = "number[][]",
}

-- The class of a parameter table, of an algorithm, shape, generated scene, broad phase or part. The class is
-- called `class`_parameters; `path` is the function that takes the table.
local function parameters_text(info, class, path)
	local out = { class_head(class .. "_parameters", ("what %s takes"):format(path), true) }
	for _, param in ipairs(info.params) do
		local kind = param.choices and union(param.choices) or PARAMETER_TYPES[param.type]
		if param.type == "part" then kind = kind .. "|harness.broad_phase|function" end
		if param.parts then kind = kind .. "|harness.part|function" end
		if param.type == "names" then kind = ("string|(%s)[]"):format(kind) end
		local named = param.type == "choice" or param.type == "part"
		local default = named and union { param.default } or param.default
		out[#out + 1] = ("---@field %s? %s%s"):format(param.name, kind,
			comment(param.about, param.lo, param.hi, default))
	end
	if class == info.name then -- an algorithm
		out[#out + 1] = "---@field label? string # what tables and figures call it"
	end
	return table.concat(out, "\n") .. "\n"
end

-- A part with its own parameters and those of the parts that it can contain.
local function with_inner(kind)
	local params = lists.copy(kind.params)
	for _, group in ipairs(parts.groups) do
		for _, inner in ipairs(group.of == kind.name and group.kinds or {}) do lists.add(params, inner.params) end
	end
	local by_name = lists.grouped(params, function (param) return param.name end)
	return { name = kind.name, params = lists.map(by_name, function (group) return group[1] end) }
end

local function entry_text(entry)
	local path = entry.prefix .. "." .. entry.name
	local out = { "---" .. (entry.about or "") }
	if entry.signature then
		local listed = signature_lines(out, entry.signature)
		out[#out + 1] = ("function %s(%s) end"):format(path, listed)
	elseif names.spaces[path] then
		out[#out + 1] = path .. " = {}"
	else
		out[#out + 1] = ("%s = %q"):format(path, names.value_of(entry))
	end
	return table.concat(out, "\n") .. "\n"
end

-- The whole text. The arguments are the engine's registries. Algorithms that exist only for tests (`planted`)
-- are left out.
function luacats.text(algorithms, shapes, generators, broads)
	local planted, out = {}, {
		"---@meta harness\n",
		"-- The vocabulary of harness scenarios for editors, made by `harness list --format luacats`.\n",
		"---what scenarios are written in\n---@class harness\nlocal h = {}\n",
	}
	for _, alias in ipairs(names.aliases) do
		out[#out + 1] = ("---%s\n---@alias harness.%s %s\n"):format(alias.about, alias.name, alias.luacats)
	end
	for _, class in ipairs(names.classes) do out[#out + 1] = class_text(class) end
	for _, info in ipairs(algorithms) do
		planted[info.name] = info.planted
		if not info.planted then out[#out + 1] = parameters_text(info, info.name, "h." .. info.name) end
	end
	for _, info in ipairs(shapes) do
		out[#out + 1] = parameters_text(info, "shape_" .. info.name, "h.shape." .. info.name)
	end
	for _, info in ipairs(generators) do
		out[#out + 1] = parameters_text(info, "scenes_" .. info.name, "h.scenes." .. info.name)
	end
	for _, info in ipairs(broads) do
		out[#out + 1] = parameters_text(info, "broad_" .. info.name, "h.broad." .. info.name)
	end
	for _, group in ipairs(parts.groups) do
		for _, kind in ipairs(group.of and {} or group.kinds) do
			out[#out + 1] = parameters_text(with_inner(kind), parts.class_of(group, kind),
				parts.space_of(group) .. "." .. kind.name)
		end
	end
	-- a name space is written before its contents
	for depth = 0, 1 do
		for _, entry in ipairs(names.entries) do
			local is_space = names.spaces[entry.prefix .. "." .. entry.name] ~= nil
			if is_space == (depth == 0) and not (entry.group == "algorithm" and planted[entry.name]) then
				out[#out + 1] = entry_text(entry)
			end
		end
	end
	out[#out + 1] = "return h\n"
	return table.concat(out, "\n")
end

return luacats
