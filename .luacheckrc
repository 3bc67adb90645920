std = "lua54"
max_line_length = 110
self = false
exclude_files = { "build", "results" }
-- what the program gives the modules of lua/ beside the standard libraries
files["lua"] = { read_globals = { "engine" } }
