-- Writes JSON: keys sorted, so that the same plan is the same bytes. (Reading is engine.json_decode.)
local json = {}

local function quote(text)
	return '"' .. text:gsub('[%c"\\\127]', function (c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- Tables that are empty are objects unless marked.
json.empty_array = setmetatable({}, { __name = "empty array" })

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
