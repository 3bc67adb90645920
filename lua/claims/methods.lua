-- The methods of `r`, which a claim asks (lua/claims/claims.lua), as editors are told of them: name, meaning,
-- arguments and what is returned, with types as lua-language-server writes them. A method with a `file` is of
-- lua/claims/<file>.lua, which adds it to the class of `r` by install(Reader, core).
local SELECTION = "string|table<string, string|number|boolean>" -- a string: an algorithm's label
local function selects(name, optional) return { name, SELECTION, optional = optional, selects = true } end
local a, b, selection = selects "a", selects "b", selects "selection"
local column = { "column", "string", optional = true }
local over = { "options", "{ column?: string, limit?: number, over?: string }", optional = true }
local scored = { "options", "{ column?: string, limit?: number, groups?: string }", optional = true }
local where, selected = selects("where", true), selects "where"
local along, per, text = { "along", "string" }, { "per", "number", optional = true }, { "text", "string" }
local decided = { "options", "{ ratio: number, limit?: number, least?: number, lo?: number, hi?: number }",
	optional = true }
local GROWTH = "{ slope: number, lo?: number, hi?: number, ratio: number, first: number, last: number, " ..
	"slopes: number[], text: string }"
local RATIO = "{ median: number, lo?: number, hi?: number, wide_lo?: number, wide_hi?: number, " ..
	"text: string }"
local SCORE = "{ median: number, lo?: number, hi?: number, wide_lo?: number, wide_hi?: number, " ..
	"sample_lo?: number, sample_hi?: number, groups: number, text: string }"

return {
	{ "value", "the median of a column (step_ms) of one point", args = { selection, column },
		returns = "number" },
	{ "interval", "median, lower and upper bound", args = { selection, column },
		returns = "number, number?, number?" },
	{ "values", "the distinct values of a column, ascending", args = { { "column", "string" }, where },
		returns = "any[]" },
	{ "expected", "a number of the scenario's own that a claim about models expects",
		args = { { "number", "number" } }, returns = "number" },
	{ "published", "the published number of a table's row and column", returns = "number",
		args = { { "table", "string" }, { "row", "string|number|boolean" },
			{ "column", "string|number|boolean" } } },
	{ "has", "whether there is such a point, with a value", args = { selection }, returns = "boolean" },
	{ "ratio", "a over b, paired by round", args = { a, b, column }, returns = RATIO },
	{ "below", "is a below b, or below limit * b?", args = { a, b, over }, returns = "harness.verdict" },
	{ "above", "is a above b, or above limit * b?", args = { a, b, over }, returns = "harness.verdict" },
	{ "at_most", "is a at most limit * b? Equal counts hold", args = { a, b, over },
		returns = "harness.verdict" },
	{ "at_least", "is a at least limit * b? Equal counts hold", args = { a, b, over },
		returns = "harness.verdict" },
	{ "share", "is a faster than b in this share of the instances drawn?", file = "populations",
		returns = "harness.verdict",
		args = { a, b, { "options", "{ at_least?: number, at_most?: number, below?: number }" } } },
	{ "within", "is a over b between lo and hi?", returns = "harness.verdict",
		args = { a, b, { "options", "{ lo: number, hi: number, column?: string, over?: string }" } } },
	{ "score", "the geometric mean of a over b in each group of where", file = "scores",
		args = { selected, a, b, column }, returns = SCORE },
	{ "score_at_least", "is the score at least limit?", file = "scores", args = { selected, a, b, scored },
		returns = "harness.verdict" },
	{ "score_at_most", "is the score at most limit?", file = "scores", args = { selected, a, b, scored },
		returns = "harness.verdict" },
	{ "all", "of several verdicts; a text stands for theirs", returns = "harness.verdict",
		args = { { "verdicts", "(harness.verdict|boolean)[]" }, { "text", "string", optional = true } } },
	{ "holds", "a verdict with its numbers", args = { text, decided }, returns = "harness.verdict" },
	{ "refuted", "a verdict with its numbers", args = { text, decided }, returns = "harness.verdict" },
	{ "fact", "what is exact: it holds, or is refuted", returns = "harness.verdict",
		args = { { "is", "boolean" }, text, decided } },
	{ "undecided", "a verdict with its reason", args = { text, decided }, returns = "harness.verdict" },
	{ "growth", "ms a step per so many of a swept column", file = "growth",
		args = { selection, along, per }, returns = GROWTH },
	{ "grows_less", "does the time of a grow less than that of b?", file = "growth",
		args = { a, b, along, per }, returns = "harness.verdict" },
	{ "grows_least", "grows_less against every other algorithm", file = "growth",
		args = { selected, { "algorithm", "string" }, along, per }, returns = "harness.verdict" },
	{ "exponent", "the power of a swept column with which another grows", file = "growth",
		args = { selection, along, { "options", "{ column?: string, from?: number }", optional = true } },
		returns = "{ exponent: number, lo?: number, hi?: number, text: string }" },
	{ "grows_as", "is that power between lo and hi?", file = "growth", returns = "harness.verdict",
		args = { selection, along,
			{ "options", "{ lo: number, hi: number, column?: string, from?: number }" } } },
}
