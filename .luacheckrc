std = "lua54"
max_line_length = 110
self = false
exclude_files = { "build", "results", "tests/fuzz/seeds" }
-- what the program gives the modules of lua/ beside the standard libraries
-- what runs under LuaJIT
files["lua/ffi"] = { std = "luajit" }
files["tools"] = { std = "luajit" }
for _, name in ipairs { "circles", "house" } do files["tools/" .. name .. ".lua"] = { std = "lua54" } end
for _, name in ipairs { "layout", "binding", "query" } do
	files["tests/ffi/" .. name .. ".lua"] = { std = "luajit" }
end
files["lua"] = { read_globals = { "engine" } }
for _, name in ipairs { "dictionary", "fake_engine" } do
	files["tests/lua/" .. name .. ".lua"] = { globals = { "engine" } }
end
