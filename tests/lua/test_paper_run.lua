-- What the document of a paper reads from a run's files.
local expect = require "expect"
local paper_run = require "paper_run"

local REPORT = [[
# A run

## Claims

- **refuted**: Table 1: X
  - 2 > 1
- **holds**, on a busy machine (W002): X
  - 1 < 2
  - 1 < 3

## Checks

- **undecided**: a_b

## Tables
]]

local t = {}

local function latest(manifest)
	local files = { ["/r/7/manifest.json"] = "{}", ["/r/7/report.md"] = REPORT }
	return paper_run.latest({ read = function (path) return files[path] end,
		real_path = function () return "/r/7" end, decode = function () return manifest or {} end }, "r", "x")
end

function t.a_claim_whose_name_ends_another_is_found()
	local run = latest()
	expect.equal(table.concat(run:claim_lines "X", "|"),
		"- **holds**, on a busy machine (W002): X|  - 1 < 2|  - 1 < 3")
	expect.equal(table.concat(run:claim_lines "Table 1: X", "|"), "- **refuted**: Table 1: X|  - 2 > 1")
	expect.equal(run:verdict "X", "holds")
	expect.equal(run:verdict "a_b", "undecided")
	expect.equal(run:claim_lines "1: X", nil)
end

function t.minutes_are_those_of_all_sessions()
	local sessions = { { started = "2024-02-28T23:30:00Z", ended = "2024-02-29T00:15:00Z" },
		{ started = "2023-12-31T23:59:30Z", ended = "2024-01-01T00:00:00Z" } }
	expect.near(latest { sessions = sessions }:minutes(), 45.5)
	expect.equal(latest {}:minutes(), nil)
end

return t
