-- A made-up run that claims are judged on: three algorithms at three numbers of faces.
local claims = require "claims.claims"
local fixture = require "fixture"
local measured = require "data.measured"

local claim_case = {}

function claim_case.sweep(change)
	local def = {
		columns = { "faces" }, algorithms = { "a", "b", "c" }, groups = {
			{ params = { faces = 2000 }, times = { a = 2.0, b = 3.0, c = 2.001 } },
			{ params = { faces = 1000 }, times = { a = 1.0, b = 1.0, c = 1.9 } },
			{ params = { faces = 4000 }, times = { a = 4.0, b = 9.0, c = 2.2 } },
		},
	}
	if change then change(def) end
	local spec, env = fixture.host(def, {})
	return measured.new(spec, env)
end

function claim_case.judge(claim, change)
	return claims.judge(claim_case.sweep(change), "the claim", claim)
end

function claim_case.point(faces, algorithm) return { faces = faces, algorithm = algorithm } end

return claim_case
