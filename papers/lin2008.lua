-- What Lin et al. 2008 publish. The lines after the conclusion's table of voltages belong to another article.
local h = require "harness"

return h.paper {
	key = "lin2008",
	authors = { "Lin Hai-bo", "Wang Wei", "Yang Hui-lin" },
	title = "An improved algorithm based on AABB trees",
	original_title = "一种基于 AABB 包围盒法的改进算法",
	journal = "Tractor & Farm Transporter",
	year = 2008,
	volume = "(3)",
	pages = "69-70",
	note = "The journal is told by the article's number, 1006-0006(2008)03-0069-02. The paper's assemblies "
		.. "and the CAD system's test of surfaces are not public: 50 generated assemblies and tests of "
		.. "triangles stand for them.",

	entries = {
		{ id = "one", kind = "number", place = "Section 5, one assembly", about = "Time of one assembly in ms",
			scenario = "assembly_interference", tables = { "one", "real" },
			why = "Another assembly, and surfaces whose test is far dearer than a box; see the readings of "
				.. "surface_test." },
		{ id = "one_saved", kind = "number", place = "Section 5, one assembly, less time",
			about = "Computed from the three times",
			numbers = { { "improved, less than traditional", 17.7 }, { "improved, less than exact", 54.2 } },
			unit = "%",
			scenario = "assembly_interference",
			claims = {
				{ "The improved method takes less time than the traditional one", source = "quoted",
					quote = "改进的 AABB 包围盒法 ... 650 ms, 传统的 AABB 包围盒法 ... 790 ms", place = "Section 5" },
				{ "By exact arithmetic, one assembly: 5 to 20 % less than the traditional one",
					source = "ours" },
			},
			why = "By exact arithmetic a pair of triangles takes microseconds, so the ratio of times is that of "
				.. "the pairs tested." },
		{ id = "samples", kind = "claim", place = "Section 5, conclusion 1",
			about = "In 50 samples the improved method takes 5 to 20 % less time than the traditional one",
			numbers = { { "samples", 50 }, { "less time than traditional, at least, %", 5 },
				{ "less time than traditional, at most, %", 20 } },
			scenario = "assembly_interference", figures = { "ratios" }, gallery = true,
			claims = {
				{ "The improved method takes 5 to 20 % less time than the traditional one",
					source = "quoted", quote = "改进后的 AABB 包围盒算法比传统的包围盒算法检验速度快 5% ~ 20%" },
				{ "With boxes of triangles: 5 to 20 % less than the traditional one", source = "ours" },
				{ "By the counts one price of a test of triangles gives 5 to 20 % in every assembly",
					source = "ours" },
			},
			why = "How much is saved hangs on the price of a test of two surfaces, which is a CAD system's there." },
		{ id = "against_exact", kind = "claim", place = "Section 5, conclusion 2",
			about = "In 50 samples it takes more than 50 % less time than exact tests of all parts",
			numbers = { { "less time than exact, more than", 50 } }, unit = "%", scenario = "assembly_interference",
			tables = { "time", "none" },
			claims = {
				{ "The improved method takes over 50 % less time than exact tests of all parts",
					source = "quoted", quote = "比 Pro/DEVELOP 提供的干涉检验算法检验速度快 50% 以上" },
				{ "With boxes of triangles: over 50 % less than exact tests of all parts", source = "ours" },
			} },
		{ id = "tighter", kind = "claim", place = "Conclusion, tightness",
			about = "Boxes of surfaces enclose an object more tightly than boxes of parts",
			scenario = "assembly_interference", tables = { "tau", "relative" },
			claims = {
				{ "Boxes of surfaces are tighter than those of parts, by tau, in every assembly",
					source = "quoted", quote = "该算法比传统包围盒法包围物体更为紧密" },
			} },
		{ id = "hausdorff", kind = "formula", place = "Equation 1",
			about = "Hausdorff distance of volume and object",
			scenario = "tightness", tables = { "hausdorff" },
			claims = {
				{ "At rest the CAABB is looser than the AABB, by tau", source = "ours" },
			} },
		{ id = "tau", kind = "formula", place = "Equation 2", about = "tau, the directed distance",
			scenario = "tightness",
			tables = { "tau" },
			claims = {
				{ "The AABB of the rod is loosest at 45 degrees, where tau is half its length",
					source = "theorem" },
			},
			why = "It exchanges the roles of volume and object, which would give 0; Wei et al. 2000 has them right." },
		{ id = "relative", kind = "formula", place = "Equation 3", about = "tau over a diameter",
			scenario = "tightness",
			tables = { "relative" },
			why = "Its text and its formula disagree; tau over the object's diameter is shown." },
		{ id = "all_pairs", kind = "formula", place = "Section 1, N(N-1)",
			about = "Every pair of N bodies, ordered",
			scenario = "broad_phase", claims = {
				{ "Every pair tested: tests grow with n^2", source = "theorem" },
			} },
		{ id = "suri", kind = "formula", place = "Section 2, boxes among n objects",
			about = "O(n log^(d-1) n + K), citing Suri et al. 1998", scenario = "broad_phase", figures = { "tests" },
			claims = {
				{ "Tests grow no faster than n^1.25 but where every pair is tested", source = "ours" },
			},
			why = "Our broad phases are others; growth of tests and time is measured beside the formula." },
		{ id = "figures", kind = "figure", place = "Figures 1 to 4",
			about = "Sketches of a box, of the hierarchy and of the test, and a picture of an assembly",
			missing = "they show no measurement; generated assemblies are among the pictures of the scenes" },
	},
}
