-- The vocabulary of scenarios, which `require "harness"` returns. Each part defines its names; a clash ends
-- the program.
--
-- A note on numbers: sin, cos, tan, asin, acos, atan, exp and log are the engine's and the same everywhere,
-- and so is math.random; but x ^ y is the C library's pow, whose last bit may differ from machine to machine.
-- Write products.
local names = require "base.names"

local h = names.space("h")

require "vocabulary.scenario".define()
require "vocabulary.algorithms".define()
require "vocabulary.scenes".define()
require "vocabulary.motions".define()
require "vocabulary.instances".define()
require "vocabulary.recordings".define()
require "vocabulary.deforms".define()
require "vocabulary.paper".define()

return h
