-- What engine/api declares, by a parser of its own, so that no struct, enumerator or function is forgotten:
--   lua5.4 declarations.lua DIR functions    the functions' names, a line each
--   lua5.4 declarations.lua DIR pointers     "function parameter" for each pointer that a function takes,
--                                            "struct.member" for each one in a struct, and "function" of
--                                            others that take anything
--   lua5.4 declarations.lua DIR undocumented "header: line" of each declaration, field and enumerator without
--                                            a comment above it or beside it
--   lua5.4 declarations.lua DIR layout       a C program that prints every size, alignment, offset and value
-- What it does not understand is an error.
local dir, what = arg[1], arg[2]

local function read(path)
	local file = assert(io.open(path))
	local text = file:read "a"
	file:close()
	return text
end

local undocumented = {}
local function add_undocumented(header, text)
	local told, open = false, false -- a comment stands right above; a declaration goes on in the next line
	for line in (text .. "\n"):gmatch "(.-)\n" do
		local code, about = line:gsub("%s*//.*", ""), line:find "///"
		if not code:find "%S" then
			told = about
		else
			if not (open or told or about or code:find "^%s*}") then
				undocumented[#undocumented + 1] = ("%s: %s"):format(header, code:match "^%s*(.*)")
			end
			local _, opened = code:gsub("%(", "")
			local _, closed = code:gsub("%)", "")
			open, told = opened > closed or not code:find "[;{},]$", false
		end
	end
end

local source = {}
for name in read(dir .. "/engine.h"):gmatch '#include "([%w_]+%.h)"' do
	local text = read(dir .. "/" .. name)
	assert(not text:find "#" and not text:find "/%*", name .. ": a preprocessor line or an old comment")
	add_undocumented(name, text)
	source[#source + 1] = text:gsub("//[^\n]*", "")
end

-- Statements: up to a semicolon outside braces.
local statements, depth, begin = {}, 0, 1
local text = table.concat(source, "\n")
for at, c in text:gmatch "()([{};])" do
	depth = depth + (c == "{" and 1 or c == "}" and -1 or 0)
	if c == ";" and depth == 0 then
		statements[#statements + 1] = text:sub(begin, at - 1):gsub("%s+", " "):match "^ ?(.-) ?$"
		begin = at + 1
	end
end
add_undocumented("plugin.h", read(dir .. "/plugin.h"))
assert(not text:find("%S", begin), "text after the last semicolon")

local functions, values, structs, pointers = {}, {}, {}, {}

local function add_values(body)
	for name in body:gmatch "([%a_][%w_]*)[^,]*" do values[#values + 1] = name end
end

-- "int32_t a[3]" gives a
local function declared(declarator)
	return assert(declarator:gsub("%b[]", ""):match "([%a_][%w_]*)%s*$", declarator)
end

-- "int32_t *a, b[3]" gives a and b
local function add_struct(name, body)
	local fields = {}
	for declaration in body:gmatch "[^;]+" do
		if declaration:find "%S" then
			for declarator in declaration:gmatch "[^,]+" do
				fields[#fields + 1] = declared(declarator)
				if declarator:find "%*" or declaration:find "HnMotionQuery" then
					pointers[#pointers + 1] = name .. "." .. declared(declarator)
				end
			end
		end
	end
	structs[#structs + 1] = { name = name, fields = fields }
end

local function add_function(name, parameters)
	local before = #pointers
	functions[#functions + 1] = name
	for parameter in parameters:gmatch "[^,]+" do
		if parameter:find "[*%[]" then pointers[#pointers + 1] = name .. " " .. declared(parameter) end
	end
	if #pointers == before and parameters ~= "void" then pointers[#pointers + 1] = name end
end

for _, s in ipairs(statements) do
	local name, body = s:match "^typedef struct ([%w_]+) {(.*)} [%w_]+$"
	if name then
		add_struct(name, body)
	elseif s:match "^enum {.*}$" or s:match "^typedef enum [%w_]+ {.*} [%w_]+$" then
		add_values(s:match "{(.*)}")
	elseif s:match "^typedef struct [%w_]+ [%w_]+$" or s:match "^typedef [%w_ ]+ %(%*[%w_]+%)%(.*%)$" then
		goto continue -- opaque, or a function's type
	else
		assert(not s:match "^typedef" and not s:match "^static" and not s:find "{", "not understood: " .. s)
		local parameters
		name, parameters = s:match "^[%w_ ]-[ *]([%a_][%w_]*)%((.*)%)$"
		add_function(assert(name, "not understood: " .. s), parameters)
	end
	::continue::
end
assert(#functions > 0 and #values > 0 and #structs > 0)

if what == "functions" then
	print(table.concat(functions, "\n"))
	return
elseif what == "pointers" then
	print(table.concat(pointers, "\n"))
	return
elseif what == "undocumented" then
	for _, line in ipairs(undocumented) do print(line) end
	return
end
print '#include <stdalign.h>\n#include <stdio.h>\n#include "api/engine.h"\nint main(void) {'
local function row(kind, key, value)
	print(('\tprintf("%s %s %%lld\\n", (long long)%s);'):format(kind, key, value))
end
for _, s in ipairs(structs) do
	row("sizeof", s.name, "sizeof(" .. s.name .. ")")
	row("alignof", s.name, "alignof(" .. s.name .. ")")
	for _, field in ipairs(s.fields) do
		row("offsetof", s.name .. "." .. field, ("offsetof(%s, %s)"):format(s.name, field))
	end
end
for _, value in ipairs(values) do row("enum", value, value) end
print "\treturn 0;\n}"
