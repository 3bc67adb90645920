-- Compares what a C program printed (declarations.lua) with what LuaJIT makes of the same headers.
local ffi = require "ffi"
local C = require "engine_ffi".C

local ask = {
	sizeof = function (name) return ffi.sizeof(name) end,
	alignof = function (name) return ffi.alignof(name) end,
	offsetof = function (key)
		local name, field = key:match "^(.*)%.(.*)$"
		return ffi.offsetof(name, field)
	end,
	enum = function (name) return tonumber(C[name]) end,
}

local seen, bad = {}, 0
for line in io.lines(arg[1]) do
	local kind, key, value = line:match "^(%l+) ([%w_.]+) (-?%d+)$"
	local got = ask[kind](key)
	if got ~= tonumber(value) then
		io.stderr:write(("%s %s is %s in C and %s in LuaJIT\n"):format(kind, key, value, tostring(got)))
		bad = bad + 1
	end
	seen[kind] = true
end
for kind in pairs(ask) do assert(seen[kind], "nothing of the kind " .. kind) end
os.exit(bad == 0 and 0 or 1)
