# python/harness.py: the example of docs/reference/library.md, answers against the program's own, errors, threads.
. "$ROOT/tests/cli/lib.sh"
python=
for one in python3 /usr/bin/python3; do
	if [ -z "$python" ] && $one -c 'import numpy, pandas' 2>/dev/null; then python=$one; fi
done
[ -n "$python" ] || skip "no numpy and pandas"
HARNESS_LIB=$(realpath "$(dirname "$(realpath "$HARNESS")")/libharness.so")
export HARNESS_LIB PYTHONPATH=$ROOT/python PYTHONDONTWRITEBYTECODE=1

cat >teapot_faces.lua <<'LUA'
local h = require "harness"
local a, b = h.mesh { file = "a.obj" }, h.mesh { file = "b.obj" }
return h.scenario {
	name = "teapot_faces", sweep = { algorithm = { h.brute(), h.wide() } }, runs = 6,
	scene = function () return { bodies = { { a }, { b, motion = h.line { from = { 0, 0, 0 }, to = { 3, 0, 0 }, steps = 31 } } } } end,
}
LUA
$python -c '
import harness
harness.shape("torus").write("a.obj")
harness.teapot(400).write("b.obj")'
expect 0 "$HARNESS" teapot_faces.lua -q --no-figures

awk '$0 == "    import numpy as np" { on = 1 } on && !/^    / && !/^$/ { exit } on { sub(/^    /, ""); print }' \
	"$ROOT/docs/reference/library.md" >example.py
grep -q Pair example.py || fail "no example of Python in docs/reference/library.md"
expect 0 $python example.py
grep -qE '^[1-9][0-9]* of 1000 poses touch$' out.txt || fail "the example finds no contacts"
grep -qE '^brute +[0-9.]+$' out.txt || fail "the example reads no run"

cat >check.py <<'PY'
import copy
import os
import pickle
import sys
import threading
import numpy as np
import harness

def refused(call, *words):
	try:
		call()
	except harness.Error as error:
		assert all(word in str(error) for word in words), error
	else:
		assert False, words

a, b = harness.read("a.obj"), harness.read("b.obj")
assert a.vertices.shape[1] == 3 and a.triangles.max() == len(a.vertices) - 1
pair = harness.Pair(a, b, bins=8)
poses = np.tile(np.eye(4), (31, 1, 1))
poses[:, 0, 3] = np.linspace(0, 3, 31)
rows = harness.run("results/teapot_faces/latest").points
counts = [len(pair.all(pose)) for pose in poses]
assert sum(counts) == rows["contacts"].iloc[0], (sum(counts), rows["contacts"])
os.mkdir("read")
with open("read/summary.csv", "w") as file:  # points alone, and of the scenario's own reading
	file.write("role,reading,steps\npoint,,1\npoint,leaf=2,2\naa,,3\n")
read = harness.run("read")
assert list(read.points["steps"]) == [1]
for one in (copy.copy(read), copy.deepcopy(read), pickle.loads(pickle.dumps(read))):
	assert one.folder == read.folder and not hasattr(one, "samples")
hits, contacts = pair.touch(poses, contacts=True)
assert (hits == (np.array(counts) > 0)).all() and 0 < hits.sum() < 31
assert (contacts[~hits] == -1).all() and (contacts[hits] >= 0).all()
for i in np.flatnonzero(hits):
	assert (pair.all(poses[i]) == contacts[i]).all(axis=1).any()
	assert pair.first(poses[i]) is not None
many = np.repeat(poses, 50, axis=0)
for threads in (1, 2, 7):
	assert (pair.touch(many, threads=threads) == np.repeat(hits, 50)).all()
sys.setswitchinterval(1e-6)  # threads take turns within a call, too
for _ in range(40):
	found = []
	workers = [threading.Thread(target=lambda: found.append([pair.first(p) is not None for p in poses])) for _ in range(4)]
	[w.start() for w in workers], [w.join() for w in workers]
	assert found == [hits.tolist()] * 4
box = harness.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
assert box.diameter == 2 ** 0.5
kept = harness.shape("torus").vertices  # its mesh is gone
assert (kept == harness.shape("torus").vertices).all()
box.vertices[0] = 9
assert box.diameter == 2 ** 0.5
for one in (copy.copy(pair), copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):
	assert (one.touch(poses) == hits).all() and one.bytes == pair.bytes
for one in (copy.copy(a), copy.deepcopy(a), pickle.loads(pickle.dumps(a))):  # each with memory of its own
	assert (one.vertices == a.vertices).all() and (one.triangles == a.triangles).all()
	del one
assert harness.Pair(a, b).touch(poses).any()
assert pair.touch([]).shape == (0,) and pair.touch(np.empty((0, 4, 4)), contacts=True)[1].shape == (0, 2)
bare = harness.Mesh(np.empty((0, 3)), np.empty((0, 3), int))
assert not harness.Pair(bare, box).touch(np.eye(4))[0]
refused(lambda: harness.Mesh([[0, 0, 0]], [[0, 1, 2]]), "index")
refused(lambda: harness.Mesh([[0, 0, 0]], [[0, 0.5, 0]]), "whole")
refused(lambda: harness.Mesh(np.zeros((8, 3)), np.zeros((6, 4), int)), "triangles must be (m, 3), not (6, 4)")
refused(lambda: harness.Mesh(np.zeros((3, 8)), [[0, 0, 0]]), "vertices must be (n, 3), not (3, 8)")
refused(lambda: harness.Mesh(np.zeros(9), [[0, 1, 2]]), "vertices must be (n, 3), not (9,)")
assert len(harness.Mesh([], []).triangles) == 0
refused(lambda: harness.read("nowhere.obj"), "nowhere.obj")
refused(lambda: harness.Pair(a, b, bin=8), "did you mean", "bins")
refused(lambda: pair.touch(np.eye(3)), "(4, 4)")
refused(lambda: pair.first(poses), "a pose must be (4, 4), not (31, 4, 4)")
refused(lambda: pair.all(poses[:1]), "a pose must be (4, 4), not (1, 4, 4)")
refused(lambda: pair.touch(np.diag([1, 1, -1, 1])), "pose 0 of 1", "rotation")
refused(lambda: harness.run("nowhere"), "nowhere")
assert harness.choose_simd("baseline") == "baseline" and (pair.touch(poses) == hits).all()
refused(lambda: harness.choose_simd("mmx"), "mmx")
refused(lambda: harness.teapot(2**32 + 400), "faces is 4294967696")
refused(lambda: pair.touch(poses, threads=2**32 + 1), "threads is 4294967297")
assert (pair.touch(poses, threads=np.int64(2)) == hits).all()
refused(lambda: harness.read("a.obj\0.stl"), "zero byte")
refused(lambda: harness.read(b"caf\xe9.obj"), "caf\\xe9.obj")  # a name in Latin-1
refused(lambda: harness.shape("x" + 30 * "\u00e9"), "no shape is called")  # of which the text has 40 bytes
PY
expect 0 $python check.py

# the library that is named and no other, and of this interface
HARNESS_LIB=./nowhere.so fails 1 "nowhere.so" $python -c 'import harness'
mkdir -p tree/python
sed 's/^_API_VERSION = .*/_API_VERSION = 999/' "$ROOT/python/harness.py" >tree/python/harness.py
PYTHONPATH=tree/python fails 1 "version [0-9]* of the interface, harness.py 999" $python -c 'import harness'
