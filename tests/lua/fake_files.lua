-- Files in a table, for what reads and writes runs by the functions that the program gives: engine.read_file
-- and the like, without the program.
local fake_engine = require "fake_engine"

local fake = {}

-- A reader of what lua/text/json.lua writes and tests need: no brackets, colons or quotes within texts.
local function decode(text)
	local lua = text:gsub("%[", "{"):gsub("%]", "}"):gsub('("[^"]*")%s*:', "[%1]=")
	local made = load("return " .. lua)
	return made and made()
end

local function hash(text)
	local h = 5381
	for i = 1, #text do h = (h * 33 + text:byte(i)) & 0xffffffffffff end
	return ("%012x"):format(h)
end

fake.decode = decode

-- What f returns with these files, { [path] = text }; what is written becomes one of them. more: functions of
-- `engine` beside those of files.
function fake.with(files, f, more)
	local functions = {
		number_text = function (v) return (math.type(v) == "integer" and "%d" or "%.17g"):format(v) end,
		text_hash = hash,
		read_file = function (path)
			if files[path] then return files[path] end
			return nil, path .. ": no such file", 7
		end,
		is_file = function (path) return files[path] ~= nil end,
		write_file = function (path, text)
			files[path] = text
			return true
		end,
		copy_file = function (from, to)
			files[to] = files[from]
			return files[from] ~= nil, "no " .. from
		end,
		scene_hash = function (path) return files[path] and hash(files[path]) or nil, "no " .. path end,
		list_folder = function (folder)
			local names = {}
			for path in pairs(files) do
				if path:sub(1, #folder + 1) == folder .. "/" then names[#names + 1] = path:sub(#folder + 2) end
			end
			table.sort(names)
			return names
		end,
		json_decode = function (text, key, each)
			local value = decode(text)
			if value == nil then return nil, "is no JSON" end
			for i, item in ipairs(key and value[key] or {}) do value[key][i] = each(item) end
			return value
		end,
	}
	for name, own in pairs(more or {}) do functions[name] = own end
	return fake_engine.with(functions, f)
end

return fake
