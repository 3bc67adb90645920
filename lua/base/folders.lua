-- Paths of folders.
local files = require "base.files"

local folders = {}

-- The relative path from the folder `from` to the folder `to`, both absolute and without links; it ends in
-- "/".
function folders.way(from, to)
	local a, b = {}, {}
	for name in from:gmatch "[^/]+" do a[#a + 1] = name end
	for name in to:gmatch "[^/]+" do b[#b + 1] = name end
	local same = 0
	while same < #a and a[same + 1] == b[same + 1] do same = same + 1 end
	return ("../"):rep(#a - same) .. table.concat(b, "/", same + 1) .. "/"
end

-- A folder's path without links. An error if it does not exist.
function folders.real(path) return files.must(engine.real_path(path)) end

return folders
