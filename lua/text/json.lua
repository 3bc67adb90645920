-- Writes JSON. Keys are sorted, so that equal plans have equal bytes. engine.json_decode is the reader.
local check = require "base.check"

local json = {}

local function quote(text)
	return '"' .. text:gsub('[%c"\\\127]', function (c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- An empty table is written as an object. This marker is written as an empty array.
json.empty_array = setmetatable({}, { __name = "empty array" })

-- An array of make(item) for each item of a list, which is not empty. Each is made when it is written, so
-- that the groups of a large plan are not in memory twice.
local each_meta = { __name = "array", __len = function (t) return #t.list end }
function json.each(list, make) return setmetatable({ list = list, make = make }, each_meta) end

-- The list as a value that is written as an array, even if it is empty.
function json.list(list) return #list > 0 and list or json.empty_array end

-- The same of each list of a table.
function json.lists(t)
	local out = {}
	for key, list in next, t or {} do out[key] = json.list(list) end
	return out
end

local write

local PIECES = 10000 -- that are held before they are joined

-- Joins the texts that were added since the last time, so that a long document is not held as many small
-- ones.
local function join(out)
	if #out - out.joined < PIECES then return end
	local text = table.concat(out, "", out.joined + 1)
	for i = #out, out.joined + 1, -1 do out[i] = nil end
	out.joined = out.joined + 1
	out[out.joined] = text
end

local function write_array(out, t, indent)
	local is_made = getmetatable(t) == each_meta
	out[#out + 1] = "["
	for i, v in ipairs(is_made and t.list or t) do
		out[#out + 1] = i > 1 and ", " or ""
		if is_made then v = t.make(v) end
		write(out, v, indent)
		join(out)
	end
	out[#out + 1] = "]"
end

local quoted = {} -- keys, of which there are few

local function write_object(out, t, indent)
	local keys = check.sorted_keys(t)
	out[#out + 1] = "{"
	for i, key in ipairs(keys) do
		quoted[key] = quoted[key] or quote(key)
		out[#out + 1] = (i > 1 and ",\n" or "\n") .. indent .. "\t" .. quoted[key] .. ": "
		write(out, t[key], indent .. "\t")
	end
	out[#out + 1] = #keys > 0 and "\n" .. indent .. "}" or "}"
end

write = function (out, v, indent)
	if type(v) == "number" then
		out[#out + 1] = engine.number_text(v)
	elseif type(v) == "boolean" then
		out[#out + 1] = tostring(v)
	elseif type(v) == "string" then
		out[#out + 1] = quote(v)
	elseif v == json.empty_array or #v > 0 then
		write_array(out, v, indent)
	else
		write_object(out, v, indent)
	end
end

function json.encode(v)
	local out = { joined = 0 }
	write(out, v, "")
	out[#out + 1] = "\n"
	return table.concat(out)
end

return json
