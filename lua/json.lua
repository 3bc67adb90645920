-- Writes JSON. Keys are sorted, so that equal plans have equal bytes. engine.json_decode is the reader.
local json = {}

local function quote(text)
	return '"' .. text:gsub('[%c"\\\127]', function (c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- An empty table is written as an object. This marker is written as an empty array.
json.empty_array = setmetatable({}, { __name = "empty array" })

-- The list as a value that is written as an array, even if it is empty.
function json.list(list) return #list > 0 and list or json.empty_array end

local write

local function write_array(out, t, indent)
	out[#out + 1] = "["
	for i, v in ipairs(t) do
		out[#out + 1] = i > 1 and ", " or ""
		write(out, v, indent)
	end
	out[#out + 1] = "]"
end

local function write_object(out, t, indent)
	local keys = {}
	for key in next, t do keys[#keys + 1] = key end
	table.sort(keys)
	out[#out + 1] = "{"
	for i, key in ipairs(keys) do
		out[#out + 1] = (i > 1 and ",\n" or "\n") .. indent .. "\t" .. quote(key) .. ": "
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
	local out = {}
	write(out, v, "")
	out[#out + 1] = "\n"
	return table.concat(out)
end

return json
