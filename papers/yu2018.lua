-- What Yu et al. 2018 (DASSD) publish. The text that this file was made from has the abstract, two paragraphs
-- of section 1, equations 1 to 4, 9 to 16 and 18 to 23, and tables 1 and 2. All else is missing, also all
-- figures.
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
local TRANSLATION = "reduces the detection time by more than 50% in contrast to the AABB algorithm and BSP "
	.. "algorithm for the translation degree of freedom"
local ROTATION = "reduces the detection time by more than 50% in contrast to the k-Dops algorithm and AABB "
	.. "algorithm in the rotation degree of freedom"

local FAR = "exceed the threshold of 0.02 in most cases"
local UNIT = "the unit of 0.02, the six places and k"

local function turned(rival)
	return { ("DASSD takes less than half the time of %s"):format(rival), source = "quoted", quote = ROTATION,
		lacks = "the figure, its k, its path and its models" }
end

return h.paper {
	key = "yu2018",
	authors = { "Yu Ruiyun", "Zhao Jinlong", "Yu Long", "Zhang Qianni" },
	title = "Collision detection algorithm based on AABB bounding box and space division",
	journal = "Journal of Image and Graphics",
	year = 2018,
	volume = "23(12)",
	doi = "10.11834/jig.180050",
	note = "Times are of another machine: compare ratios and order. Our copy has the abstract, a part of "
		.. "section 1, most equations and the two tables; it has no pages, no figures and hardly any text.",

	entries = {
		{ id = "table1", kind = "table", place = "Table 1",
			about = "Collision time in ms; the moving teapot has 530 triangles, the still model's grow",
			scenario = "teapot_faces", tables = { "table1" },
			explain = {
				{ tables = { "table1", "table2" }, algorithms = { "dassd" }, counts = { "nb" } },
				{ tables = { "table1", "table2" }, algorithms = { "bsp" }, counts = { "nb", "np" } },
				{ tables = { "table1", "table2" }, algorithms = { "aabb" }, counts = { "nb", "np", "nu" } },
				{ tables = { "table1", "table2" }, algorithms = { "aabb rebuilt" }, counts = { "nb", "np", "nu" } },
			},
			claims = against("Table 1: DASSD is faster than %s at every face count", LESS),
			why = "Our copy describes neither its AABB nor its BSP. Its DASSD is faster than its AABB by a factor "
				.. "of 1.1 to 1.7. Ours compares nothing before a pair of triangles is tested, and is slower than our "
				.. "refitted AABB tree. Under the reading that boxes are compared first, of which our copy says "
				.. "nothing, it is not." },
		{ id = "table2", kind = "table", place = "Table 2",
			about = "Collision time in ms; the still teapot has 530 triangles, the moving model's grow",
			scenario = "teapot_faces", tables = { "table2" },
			claims = against("Table 2: DASSD is faster than %s at every face count", LESS),
			why = "The published AABB times grow 6.7 times while the moving model's triangles grow 3.8 times; ours "
				.. "grow about as the triangles, refitted or built anew. Our copy does not say how the moving tree "
				.. "follows. Both baselines are rows." },
		{ id = "aabb_columns", kind = "claim", place = "Tables 1 and 2, columns of AABB beside each other",
			about = "By Table 2 its AABB grows with the power 1.42 of the moving model's triangles from the first "
				.. "row to the last (1.41 fitted to all four), so 4.5 ms (5.0) at 530 triangles. Table 1 prints "
				.. "1.9 ms in all for 530 moving and 2124 still ones",
			missing = "computed by us: the two columns contradict each other as powers of one law. Swapping which "
				.. "model moves makes AABB 17.1, 16.4, 13.6 and 13.1 times as dear" },
		{ id = "stable", kind = "claim", place = "Abstract, stability",
			about = "DASSD stays stable when the moving model grows", scenario = "teapot_faces", figures = { "faces" },
			claims = against("When the moving model grows, DASSD grows less in ms per 1,000 faces than %s",
				"shows high stability when the triangle number of the motion model is large"),
			why = "What stability is, is not said: here it is time by triangle added. From the first row of Table 2 "
				.. "to the last the paper's own BSP grows 3.92 times, its DASSD 4.00 times.",
			gallery = true },
		{ id = "best", kind = "number", place = "Tables 1 and 2, gains computed",
			about = "In Table 1 DASSD saves 42 % at most, beside BSP at 6009 triangles; in Table 2 64 to 68 % beside "
				.. "BSP and 93 to 97 % beside AABB",
			missing = "computed by us, printed nowhere: what the paper calls more than 50 % are a translation and a "
				.. "rotation" },
		{ id = "translation", kind = "figure", place = "Abstract, translation",
			about = "Time of a translation: more than 50 % less than AABB and BSP",
			numbers = { { "less time than AABB and BSP, more than", 50 } }, unit = "%",
			scenario = "teapot_translation", figures = { "translation" },
			claims = against("DASSD takes less than half the time of %s", TRANSLATION,
				"the figure, its path and its models"),
			why = "The figure is missing from our copy. The path, the models and the update of the tree are ours." },
		{ id = "rotation", kind = "figure", place = "Abstract, rotation",
			about = "Time of a rotation: more than 50 % less than k-DOP and AABB",
			numbers = { { "less time than k-DOP and AABB, more than", 50 } }, unit = "%",
			scenario = "teapot_rotation", figures = { "rotation" },
			claims = { turned "the 14-DOP tree", turned "the 18-DOP tree", turned "the refitted AABB tree",
				turned "the AABB tree rebuilt in every step" },
			why = "The figure is missing from our copy, and k is not given: 14 and 18 are rows." },
		{ id = "accuracy", kind = "claim", place = "Abstract, accuracy",
			about = "At six random places AABB and k-DOP are in most cases more than 0.02 away from where DASSD is, "
				.. "and a distance over 0.02 is visible; of BSP no result is told",
			numbers = { { "difference that is visible, beyond", 0.02 } },
			scenario = "teapot_accuracy", tables = { "model_units", "relative" }, figures = { "gap" },
			claims = {
				{ "AABB and k-DOPs report more than 0.02 model units too early at most places",
					source = "quoted", quote = FAR, lacks = UNIT },
				{ "AABB and k-DOPs report more than 0.02 diameters too early at most places",
					source = "quoted", quote = FAR, lacks = UNIT },
				{ "DASSD and BSP report the same places", source = "theorem" },
			},
			why = "The unit of 0.02 is not given, so the difference is shown in model units and divided by the "
				.. "size." },
		{ id = "errors", kind = "claim", place = "Abstract, errors",
			about = "Tests between boxes make errors likelier; going over from boxes to triangles and points makes "
				.. "them fewer, and accuracy 'remarkably' and 'invariably' better",
			missing = "of errors it has no other measure than the places above, where DASSD is exact here" },
		{ id = "kettles", kind = "claim", place = "Abstract, models",
			about = "Two kettle models with many triangles, with planes, surfaces and rings; a teapot of 530 faces, "
				.. "and models of other numbers of faces",
			missing = "the models are not public; Utah teapots stand for all of them" },
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
		{ id = "section1", kind = "claim", place = "Section 1, OBB and k-DOP",
			about = "An OBB is complicated to construct, and its test takes up to 15 axes; a k-DOP is harder to "
				.. "construct than an AABB or an OBB, must be updated when its object turns, and is simple to test by "
				.. "k/2 intervals",
			missing = "how hard is not measured there; by the time to build Wei et al. 2000 say the opposite of OBB "
				.. "and k-DOP. The mean of the vertices is said to be the centre of an OBB: such a box need not hold "
				.. "its object" },
		{ id = "map", kind = "claim", place = "Tables 1 and 2, a map",
			about = "Where DASSD is faster than the refitted AABB tree, over the faces of both teapots",
			scenario = "teapot_map", figures = { "faster" } },
		{ id = "far", kind = "claim", place = "Tables 1 and 2, a scene far from them",
			about = "How much longer than the refitted AABB tree DASSD can take: what a search over shapes and poses "
				.. "found, a lower bound",
			scenario = "dassd_worst", tables = { "ratio", "triangles" },
			claims = {
				{ "On both scenes the ratio of the times is what was foretold of the counts, within a factor of 3",
					source = "ours" },
			} },
		{ id = "region", kind = "formula", place = "Equations 1 to 4",
			about = "The region in which both bounding boxes overlap", scenario = "dassd_parameters",
			tables = { "time", "pairs" }, claims = {
				{ "Without cells DASSD is slower", source = "quoted",
					quote = "The space division method reduces the collision detection time",
					place = "Abstract" },
			} },
		{ id = "cells", kind = "formula", place = "Equations 5 to 8 and 17",
			about = "5 to 8 stand where the region is divided into cells, 17 within the test of triangles",
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
		{ id = "coherence", kind = "claim", place = "Abstract, correlation in space and time",
			about = "'the spatial correlation of the object is used to reduce the detection range, which improves the "
				.. "efficiency of the algorithm'; how, our copy does not say. Read as: cells and contacts of the "
				.. "last step are used again", scenario = "dassd_coherence",
			tables = { "first", "all" }, figures = { "coherence" },
			claims = {
				{ "Until the first contact, testing the last one first saves half of the time",
					source = "ours" },
				{ "For all contacts, keeping cells saves time", source = "ours" },
			} },
		{ id = "background", kind = "claim", place = "Abstract, earlier methods",
			about = "AABB trees have many nodes to test and are slow 'in several cases'; division of space suits "
				.. "objects that are few and evenly spread, and else is slow and takes considerable storage",
			missing = "no case, number or measure is named. Tests of the AABB tree stand in teapot_faces, by count" },
		{ id = "advantages", kind = "claim", place = "Abstract, result and conclusion",
			about = "Superior for complex models; a smaller range of detection; boxes easy to update, fast, compact "
				.. "and simple to test; contacts likelier within a cell; suited to virtual assembly in real time",
			missing = "no measure is named; Tables 1 and 2 and the two motions are what it rests on" },
	},
}
