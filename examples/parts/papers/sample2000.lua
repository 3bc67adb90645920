-- What a paper publishes, and which scenario shows it. This one is made up.
local h = require "harness"

return h.paper {
	key = "sample2000",
	authors = { "Sample Sam" },
	title = "Trees of boxes",
	journal = "Journal of Samples",
	year = 2000,

	entries = {
		{ id = "table1", kind = "table", place = "Table 1", about = "Pairs of triangles tested",
			scenario = "sample_leaves", tables = { "tests" },
			claims = { { "The tree tests less than a tenth of all pairs", source = "ours" },
				{ "The pairs of brute force rise with the triangles: r:rises", source = "ours" } } },
		{ id = "figure1", kind = "figure", place = "Figure 1", about = "Time against the size of a leaf",
			missing = "the paper does not say of which model" },
	},
}
