-- The vocabulary of scenarios, which `require "harness"` returns. Each part defines its names; a clash ends
-- the program.
--
-- A note on numbers: sin, cos, tan, asin, acos, atan, exp and log are the engine's and the same everywhere,
-- and so is math.random; but x ^ y is the C library's pow, whose last bit may differ from machine to machine.
-- Write products.
local names = require "names"

local h = names.space("h")

require "scenario".define()
require "algorithms".define()
require "scenes".define()
require "motions".define()
require "recordings".define()
require "deforms".define()
require "paper".define()

return h
