-- Scenes on which one algorithm takes many times as long as another, as `harness worst` found them
-- (docs/howto/worst.md), and the same with less while half of the ratio stayed. They are a lower bound of how
-- bad it can get: there may be worse scenes.
local h = require "harness"

-- def: { name, paper, title, of, against = labels, algorithms = { of, against }, found, shrunk = { still,
-- moving, at, axis, degrees, predicted }, readings }: the second body's place, and the ratio that the counts
-- foretold.
-- Returns the keys of a scenario.
return function (def)
	local function table_of(value, title)
		return { title = title, rows = "as", columns = "algorithm", value = value }
	end
	return {
		name = def.name, paper = def.paper, title = def.title,
		order = { "as", "algorithm", "ratio", "time" },
		sweep = { as = { "found", "shrunk" }, algorithm = { def.algorithms[2], def.algorithms[1] } },
		quick = { runs = 3 },
		untuned = "the scenes are worst for the algorithms as they are",
		readings = def.readings,
		scene = function (p)
			local s = def[p.as]
			local placed = h.line { from = s.at, to = s.at, steps = 1, axis = s.axis, degrees = s.degrees }
			return { bodies = { { s.still }, { s.moving, motion = placed } } }
		end,
		tables = {
			ratio = table_of("ratio_to_first", ("Time over that of %s: a lower bound"):format(def.against)),
			time = table_of("step_ms", "Time"),
			volumes = table_of("nb", "Tests of volumes"),
			triangles = table_of("np", "Tests of triangles"),
		},
		claims = {
			["On both scenes the ratio of the times is what was foretold from the counts, within a factor of 3"] =
				function (r)
					local verdicts = {}
					for i, as in ipairs(r:values "as") do
						local foretold = def[as].predicted
						verdicts[i] = r:within({ as = as, algorithm = def.of }, { as = as, algorithm = def.against },
							{ lo = foretold / 3, hi = foretold * 3 })
					end
					return r:all(verdicts)
				end,
		},
	}
end
