-- The split rule of Wang et al. 2018 (eq. 3 and 4) minimises f(p) = |n_l - n_r| + lambda n_c over planes p
-- across the axes. n_l and n_r are the numbers of triangles on one side of p (read as wholly), and n_c the
-- number of triangles that p crosses. The paper gives no lambda and no numbers for the rule. Here it is
-- compared with the usual rules, in the paper's trees of oriented boxes and in trees of axis-aligned boxes.
-- `all` takes the best plane of the three axes (eq. 4); `longest` looks along one axis alone. Triangle tests
-- are not shown for axis-aligned boxes, because all rules have the same: with one triangle in a leaf, two
-- leaves are reached whenever their boxes meet, whatever the tree. This does not hold for oriented boxes,
-- which need not contain the boxes of their children.
-- Takes: about 27 s on an AMD EPYC.
local h = require "harness"
local wang2018 = require "models.wang2018"

local lambdas = { 0, 0.5, 1, 2, 4, 16 }
local volumes = { obb = h.rapid, aabb = h.aabb }
local usual = { "mean", "median", "middle" } -- along the longest axis, as is usual

local algorithms, quick = {}, {}
local read, oriented = {}, {} -- the labels that claims ask for
local shown, penalties = { obb = {}, aabb = {} }, { obb = {}, aabb = {} }
local function add(volume, label, parameters)
	parameters.label = volume .. " " .. label
	algorithms[#algorithms + 1] = volumes[volume](parameters)
	if parameters.lambda ~= 0.5 and parameters.lambda ~= 2 and parameters.lambda ~= 4 then
		quick[#quick + 1] = algorithms[#algorithms]
	end
	if not label:find "longest" then
		table.insert(read, parameters.label)
		if volume == "obb" then table.insert(oriented, parameters.label) end
	end
	table.insert(shown[volume], parameters.label)
end
for _, volume in ipairs { "obb", "aabb" } do
	for _, point in ipairs(usual) do add(volume, point, { point = point }) end
	add(volume, "all sah", { axis = "all", point = "sah" })
	for _, lambda in ipairs(lambdas) do
		add(volume, ("longest %g"):format(lambda), { point = "penalty", lambda = lambda })
		add(volume, ("all %g"):format(lambda), { axis = "all", point = "penalty", lambda = lambda })
		table.insert(penalties[volume], ("%s all %g"):format(volume, lambda))
	end
end

-- The least value of a column among algorithms, and the label of the algorithm that has it.
local function least(r, model, list, column)
	local best, whose
	for _, label in ipairs(list) do
		local point = { model = model, algorithm = label }
		local value = (#list == 1 or r:has(point)) and r:value(point, column)
		if value and (not best or value < best) then best, whose = value, label end
	end
	return best, whose
end

-- Is the least of `ours` below the least of `theirs`, for every model?
local function less(r, ours, theirs, column)
	local verdicts = {}
	for i, model in ipairs(r:values "model") do
		local a, a_name = least(r, model, ours, column)
		local b, b_name = least(r, model, theirs, column)
		local text = ("%s: %s / %s = %.3g"):format(model, a_name, b_name, a / b)
		local limit = { ratio = a / b, limit = 1 }
		verdicts[i] = r:fact(a < b, text, limit)
	end
	return r:all(verdicts)
end

local function usual_of(volume)
	local list = {}
	for i, point in ipairs(usual) do list[i] = volume .. " " .. point end
	return list
end

local models = {
	teapot = function () return h.teapot { faces = 2124 } end,
	tank = function () return h.shape.tank { faces = 2000 } end,
	blob = function () return h.shape.blob { faces = 2000 } end,
}

local titles = { nb = "Tests of volumes", np = "Tests of triangles", build_ms = "Time to build",
	step_ms = "Time of a step", volume_sum = "Volumes of all nodes", tree_height = "Height",
	overlap_sum = "Volumes that siblings have in common" }
local function says(volume, value) return volume == "obb" or value ~= "np" end
local tables, figures, claims = {}, {}, {}
for volume in pairs(volumes) do
	local kind = volume == "obb" and "rapid" or volume
	local text = volume == "obb" and "oriented" or "axis-aligned"
	for value, title in pairs(titles) do
		tables[volume .. "_" .. value] = says(volume, value) and { rows = "algorithm", columns = "model",
			value = value, where = { algorithm = shown[volume] },
			title = ("%s, %s boxes"):format(title, text) } or nil
	end
	for _, value in ipairs { "nb", "np" } do
		figures[volume .. "_" .. value] = says(volume, value) and { x = kind .. "_lambda", y = value,
			series = kind .. "_axis", panels = "model", where = { kind = kind, [kind .. "_point"] = "penalty" },
			title = ("%s, %s boxes"):format(titles[value], text), xlabel = "lambda" } or nil
	end
	claims["Best lambda, " .. text .. " boxes: fewer tests of volumes than the best usual rule"] =
		function (r) return less(r, penalties[volume], usual_of(volume), "nb") end
	claims["Lambda 1, " .. text .. " boxes: fewer tests of volumes than the mean of the longest axis"] =
		function (r) return less(r, { volume .. " all 1" }, { volume .. " mean" }, "nb") end
	claims["Best lambda, " .. text .. " boxes: fewer tests of volumes than the surface area heuristic"] =
		function (r) return less(r, penalties[volume], { volume .. " all sah" }, "nb") end
end
claims["Best lambda, oriented boxes: fewer tests of triangles than the best usual rule"] =
	function (r) return less(r, penalties.obb, usual_of "obb", "np") end

return h.scenario {
	name = "split_penalty",
	paper = "wang2018",
	title = "The split rule with a penalty for triangles that cross",
	order = { "model", "algorithm" },
	inspect = { "quality" },

	sweep = { model = { "teapot", "tank", "blob" }, algorithm = algorithms },
	drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 1000, beside = true },
	quick = { model = "tank", algorithm = quick, drawn = 8 },

	stand_ins = { "the models are ours" },
	untuned = "its question is the setting itself",
	readings = {
		leaf = wang2018.leaf(read),
		descent = wang2018.descent(oriented),
		storage = { of = oriented, key = "storage", ours = "leaves", others = { "parent" },
			open = "whether the trees keep the nodes of their leaves: Section 1.1 splits before Section 1.3 leaves "
				.. "them out",
			because = "the rule is told before leaves are left out" },
	},

	-- the same model twice, turned at random
	scene = function (p)
		local mesh = models[p.model]()
		local poses = h.touching { count = 20, seed = 1, on = { mesh, mesh } }
		return { bodies = { { mesh }, { mesh, motion = poses } } }
	end,

	tables = tables,
	figures = figures,
	claims = claims,
}
