-- Deformations: the vertex positions of a body at each step. A deformation is a description, like meshes and
-- motions; it is computed when the scene is baked.
local check = require "base.check"
local fields = require "base.fields"
local names = require "base.names"
local scenes = require "vocabulary.scenes"

local deforms = {}

local STEPS_MAX = 10000000
local OF_WAVES = { length = 0.25, cycles = 1 } -- the keys that only a wave takes, with their defaults

local deform_meta = { __name = "deformation", __metatable = false }

fields.object_type("deformation", "h.deform { ... }")

local DEFORM = {
	{ "mesh", "mesh", about = "mesh of the body" },
	{ "kind", "choice", choices = engine.deform_kinds, about =
		"wave: bulges that travel; dent: one that deepens with every step; twist: one that grows with every step" },
	{ "steps", "integer", lo = 1, hi = STEPS_MAX, about = "number of shapes: that of the steps, or 1" },
	{ "share", "number", lo = 0, hi = 1, default = 1,
		about = "share of the vertices that move, rounded to a whole number; they lie around one vertex" },
	{ "amplitude", "positive", default = 0.05,
		about = "the largest displacement, in diagonals of the mesh's box; for a twist in turns, at most 1/2" },
	{ "length", "positive", optional = true,
		about = ("length of a wave, in diagonals of the mesh's box; %g"):format(OF_WAVES.length) },
	{ "cycles", "number", lo = 0, optional = true,
		about = ("wavelengths that a wave travels in all; %g"):format(OF_WAVES.cycles) },
	{ "seed", "integer", lo = 0, default = 1, about = "seed of the place and all directions" },
}

local function of_wave(at, t, name)
	if t[name] ~= nil and t.kind ~= "wave" then
		check.fail(at, { name }, ("is of kind 'wave', not '%s'"):format(t.kind))
	end
	return t[name] or OF_WAVES[name]
end

local function deform(at, t)
	local length, cycles = of_wave(at, t, "length"), of_wave(at, t, "cycles")
	local key = scenes.number_key("deform", t.kind, t.steps, t.share, t.amplitude, length, cycles, t.seed, "(",
		t.mesh.key, ")")
	return check.object(deform_meta, { at = at, key = key, count = t.steps, mesh = t.mesh, make = function ()
		return engine.deform(scenes.realize(t.mesh), t.kind, t.steps, t.share, t.amplitude, length, cycles, t.seed)
	end })
end

function deforms.define()
	names.class("deformation", "where a body's vertices are, a frame a step", {})
	names.constructor("h", "deform", DEFORM, "deformation", "deformation",
		"a seeded deformation of a body's mesh", deform)
end

return deforms
