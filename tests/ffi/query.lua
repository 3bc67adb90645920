-- What query.c does, through lua/ffi/engine_ffi.lua: the same lines.
local engine = require "engine_ffi"
local still, moving = engine.read(arg[1]), engine.read(arg[2])
local poses = engine.touching(still, moving, { count = 4, seed = 9, depth = 0.05 })
local scene = engine.scene { { still }, { moving, poses } }
print("scene " .. scene:hash())
local names, i = {}, 0
while engine.C.hn_count_name(i) ~= nil do
	names[#names + 1] = require "ffi".string(engine.C.hn_count_name(i))
	i = i + 1
end
for k = 3, #arg do
	local name, params = arg[k]:match "^([^:]*):?(.*)$"
	local hash, counts = engine.detector(scene, name, params):pass()
	local line = { name, params, hash }
	for _, count in ipairs(names) do line[#line + 1] = ("%s=%d"):format(count, counts[count]) end
	print(table.concat(line, " "))
end
