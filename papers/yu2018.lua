-- What Yu et al. 2018 (DASSD) publish. Section 2, sections 3.1 to 3.3, equations 5 to 8 and 17, and all
-- figures are missing from the text that this file was made from.
local h = require "harness"

-- A claim against each baseline, with the words of the abstract that all of them judge.
local function against(claim, quote, lacks)
	local out = {}
	for i, other in ipairs { "the refitted AABB tree", "the AABB tree rebuilt in every step", "the BSP" } do
		out[i] = { claim:format(other), source = "quoted", quote = quote, place = "Abstract", lacks = lacks }
	end
	return out
end

local LESS = "the computational time cost of the proposed algorithm is less than those of the AABB algorithm "
	.. "and the BSP algorithm"
local HALF = "reduces the detection time by more than 50% in contrast to the AABB algorithm and BSP algorithm"

return h.paper {
	key = "yu2018",
	authors = { "Yu Ruiyun", "Zhao Jinlong", "Yu Long", "Zhang Qianni" },
	title = "Collision detection algorithm based on AABB bounding box and space division",
	journal = "Journal of Image and Graphics",
	year = 2018,
	volume = "23(12)",
	doi = "10.11834/jig.180050",
	note = "Times are of another machine: compare ratios and order. The pages are not printed in our copy.",

	entries = {
		{ id = "table1", kind = "table", place = "Table 1",
			about = "Collision time in ms; the moving teapot has 530 triangles, the still one grows",
			scenario = "teapot_faces", tables = { "table1" },
			explain = {
				{ tables = { "table1", "table2" }, algorithms = { "dassd" }, counts = { "nb" } },
				{ tables = { "table1", "table2" }, algorithms = { "bsp" }, counts = { "nb", "np" } },
				{ tables = { "table1", "table2" }, algorithms = { "aabb" }, counts = { "nb", "np", "nu" } },
				{ tables = { "table1", "table2" }, algorithms = { "aabb rebuilt" }, counts = { "nb", "np", "nu" } },
			},
			claims = against("Table 1: DASSD is faster than %s at every face count", LESS),
			why = "The paper's own AABB and BSP are not described. Its DASSD is faster than its AABB by a factor "
				.. "of 1.1 to 1.7. Ours compares nothing before a pair of triangles is tested, and is slower than our "
				.. "AABB tree. Comparing boxes first, which the paper does not mention, turns the verdict." },
		{ id = "table2", kind = "table", place = "Table 2",
			about = "Collision time in ms; the still teapot has 530 triangles, the moving one grows",
			scenario = "teapot_faces", tables = { "table2" },
			claims = against("Table 2: DASSD is faster than %s at every face count", LESS),
			why = "The published AABB times grow as those of a tree that is built anew in every step; the text "
				.. "does not say how the moving tree follows. Both baselines are rows." },
		{ id = "aabb_columns", kind = "claim", place = "Tables 1 and 2, columns of AABB beside each other",
			about = "By Table 2 its AABB grows with the power 1.42 of the moving model's triangles from the first "
				.. "row to the last (1.41 fitted to all four), so 4.5 ms (5.0) at 530 triangles. Table 1 prints "
				.. "1.9 ms in all for 530 moving and 2124 still ones",
			missing = "computed by us: the two columns contradict each other as powers of one law. Swapping which "
				.. "model moves makes AABB 17.1, 16.4, 13.6 and 13.1 times as dear" },
		{ id = "stable", kind = "claim", place = "Table 2, text",
			about = "DASSD stays stable when the moving model grows", scenario = "teapot_faces", figures = { "faces" },
			claims = against("When the moving model grows, DASSD grows less in ms per 1,000 faces than %s",
				"shows high stability when the triangle number of the motion model is large"),
			gallery = true },
		{ id = "best", kind = "number", place = "Table 1, best gain",
			about = "Computed from Table 1: the most that DASSD saves there, beside BSP at 6009 triangles",
			numbers = { { "less time than BSP, at most", 42 } }, unit = "%",
			missing = "computed by us: the claim of more than 50 % is about figures that our copy lacks" },
		{ id = "translation", kind = "figure", place = "Figure of a translation",
			about = "Time of each step of a translation: more than 50 % less than AABB and BSP",
			numbers = { { "less time than AABB and BSP, more than", 50 } }, unit = "%",
			scenario = "teapot_translation", figures = { "translation" },
			claims = against("DASSD takes less than half the time of %s", HALF, "the figure, its path and its models"),
			why = "The figure is missing from our copy. The path, the models and the update of the tree are ours." },
		{ id = "rotation", kind = "figure", place = "Figure of a rotation",
			about = "Time of each step of a rotation: more than 50 % less than k-DOP and AABB",
			numbers = { { "less time than k-DOP and AABB, more than", 50 } }, unit = "%",
			scenario = "teapot_rotation", figures = { "rotation" },
			claims = {
				{ "DASSD takes less than half the time of the 14-DOP tree", source = "quoted",
					quote = "reduces the detection time by more than 50% in contrast to the k-Dops "
						.. "algorithm and AABB algorithm in the rotation degree of freedom",
					place = "Abstract", lacks = "the figure, its k, its path and its models" },
				{ "DASSD takes less than half the time of the 18-DOP tree", source = "quoted",
					quote = "reduces the detection time by more than 50% in contrast to the k-Dops "
						.. "algorithm and AABB algorithm in the rotation degree of freedom",
					place = "Abstract", lacks = "the figure, its k, its path and its models" },
				{ "DASSD takes less than half the time of the refitted AABB tree", source = "quoted",
					quote = "reduces the detection time by more than 50% in contrast to the k-Dops "
						.. "algorithm and AABB algorithm in the rotation degree of freedom",
					place = "Abstract", lacks = "the figure, its k, its path and its models" },
				{ "DASSD takes less than half the time of the AABB tree rebuilt in every step",
					source = "quoted",
					quote = "reduces the detection time by more than 50% in contrast to the k-Dops "
						.. "algorithm and AABB algorithm in the rotation degree of freedom",
					place = "Abstract", lacks = "the figure, its k, its path and its models" },
			},
			why = "The figure is missing from our copy, and k is not given: 14 and 18 are rows." },
		{ id = "accuracy", kind = "claim", place = "Accuracy",
			about = "Six positions: AABB and k-DOP report contact visibly too early, beyond 0.02; BSP does not",
			numbers = { { "difference that is visible, beyond", 0.02 } },
			scenario = "teapot_accuracy", tables = { "model_units", "relative" }, figures = { "gap" },
			claims = {
				{ "AABB and k-DOPs report more than 0.02 model units too early at most places",
					source = "quoted", quote = "exceed the threshold of 0.02 in most cases",
					place = "Abstract" },
				{ "AABB and k-DOPs report more than 0.02 diameters too early at most places",
					source = "quoted", quote = "exceed the threshold of 0.02 in most cases",
					place = "Abstract" },
				{ "DASSD and BSP report the same places", source = "theorem" },
			},
			why = "The unit of 0.02 is not given, so the difference is shown in model units and divided by the "
				.. "size." },
		{ id = "kettles", kind = "claim", place = "Models of the accuracy test",
			about = "Two kettles with planes, curved surfaces and rings",
			missing = "the models are not public; Utah teapots stand for them" },
		{ id = "tighter", kind = "claim", place = "Section 1, k-DOP beside OBB",
			about = "Says that the exactness of detection of a k-DOP is above that of an AABB and of an OBB",
			scenario = "teapot_accuracy", tables = { "relative" },
			claims = {
				{ "k-DOPs report contact less early than AABB and OBB at most places", source = "quoted",
					quote = "碰撞检测的精确度要高于AABB包围盒和OBB包围盒" },
			},
			why = "Exactness of detection is read as in its accuracy test, where contact is reported too early; "
				.. "as tightness it contradicts Wei et al. 2000. Its k is not given. Of 18 directions it is so; 14 "
				.. "report less early than OBB at two of six places, as early at two and earlier at two." },
		{ id = "region", kind = "formula", place = "Equations 1 to 4",
			about = "The region in which both bounding boxes overlap", scenario = "dassd_parameters",
			tables = { "time", "pairs" }, claims = {
				{ "Without cells DASSD is slower", source = "quoted",
					quote = "The space division method reduces the collision detection time",
					place = "Abstract" },
			} },
		{ id = "cells", kind = "formula", place = "Equations 5 to 8 and 17",
			about = "Division of the region into cells",
			missing = "not in our copy of the paper: the cells are our reading" },
		{ id = "two_step", kind = "formula", place = "Equations 9 to 16, 18 and 19",
			about = "Two-step test of two triangles: signs of the plane's distances, then the point of intersection",
			scenario = "dassd_parameters", tables = { "boxes" },
			claims = {
				{ "Without the two-step test DASSD is slower", source = "quoted",
					quote = "The detection method conducted in two steps obviously improves the "
						.. "efficiency", place = "Abstract" },
			},
			why = "Equation 19 is misprinted; its mended form is used, and what is coplanar or touches is decided "
				.. "exactly." },
		{ id = "moves", kind = "formula", place = "Equations 20 to 23",
			about = "Translation and rotation as matrices of row vectors",
			missing = "poses are a rotation and a translation here; the transforms are the same" },
		{ id = "coherence", kind = "claim", place = "Temporal coherence",
			about = "Cells and contacts of the last step are used again", scenario = "dassd_coherence",
			tables = { "first", "all" }, figures = { "coherence" },
			claims = {
				{ "Until the first contact, testing the last one first saves half of the time",
					source = "ours" },
				{ "For all contacts, keeping cells saves time", source = "ours" },
			} },
	},
}
