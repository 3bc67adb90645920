"""The engine and the results of runs, for Python.

Models and pairs of models need numpy, data frames of runs need pandas; nothing is compiled. The library is the
one that HARNESS_LIB names, else that of this source tree or prefix, else what the system finds.

    import harness
    still, moving = harness.read("still.obj"), harness.shape("torus", segments=96)
    pair = harness.Pair(still, moving)
    hits = pair.touch(poses)                        # poses: (n, 4, 4); an array of n booleans, on all processors
    rows = harness.run("results/teapot_faces/latest").summary

Answers are exact: those of `wide` in a scene with the same pose. Lengths are in the models' unit. Numbers of
vertices and triangles count from 0. An error of the engine is a harness.Error with its text.
"""

import ctypes
import ctypes.util
import functools
import operator
import os
import pathlib
import threading

import numpy as np

_HERE = pathlib.Path(__file__).resolve().parent
_API_VERSION = 4  # HN_API_VERSION of engine/api/base.h


class Error(Exception):
    """What the engine refuses; the text says where and why."""


class _Mesh(ctypes.Structure):
    _fields_ = [("xyz", ctypes.POINTER(ctypes.c_double)), ("triangles", ctypes.POINTER(ctypes.c_int32)),
                ("vertex_count", ctypes.c_int32), ("triangle_count", ctypes.c_int32)]


class _Contacts(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_int32)), ("count", ctypes.c_int64), ("capacity", ctypes.c_int64)]


_POINTER, _TEXT, _INT = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32
_FUNCTIONS = {  # name: result, arguments
    "hn_error_text": (_TEXT, []),
    "hn_simd_choose": (_INT, [_TEXT]),
    "hn_simd_chosen": (_TEXT, []),
    "hn_mesh_create": (_INT, [_POINTER, _INT, _INT]),
    "hn_mesh_destroy": (None, [_POINTER]),
    "hn_mesh_validate": (_INT, [_POINTER]),
    "hn_mesh_read": (_INT, [_POINTER, _TEXT, ctypes.c_double, _TEXT, _TEXT]),
    "hn_mesh_write": (_INT, [_POINTER, _TEXT]),
    "hn_mesh_diameter": (ctypes.c_double, [_POINTER]),
    "hn_teapot_create": (_INT, [_POINTER, _INT]),
    "hn_shape_create": (_INT, [_POINTER, _TEXT, _TEXT]),
    "hn_pair_create": (_INT, [_POINTER, _POINTER, _POINTER, _TEXT]),
    "hn_pair_destroy": (None, [_POINTER]),
    "hn_pair_bytes": (ctypes.c_size_t, [_POINTER]),
    "hn_pair_context_create": (_INT, [_POINTER, _POINTER]),
    "hn_pair_context_destroy": (None, [_POINTER]),
    "hn_pair_first": (_INT, [_POINTER, _POINTER, _POINTER]),
    "hn_pair_all": (_INT, [_POINTER, _POINTER, _POINTER]),
    "hn_pair_first_many": (_INT, [_POINTER, _POINTER, ctypes.c_int64, _INT, _POINTER, _POINTER]),
    "hn_contact_buffer_free": (None, [_POINTER]),
}


def _path():
    if os.environ.get("HARNESS_LIB"):
        return os.environ["HARNESS_LIB"]
    for path in (_HERE / "../libharness.so", _HERE / "../../../lib/libharness.so"):
        if path.exists():
            return str(path)
    return ctypes.util.find_library("harness")


def _load():
    path = _path()
    if path is None:
        raise ImportError("harness: no libharness.so; set HARNESS_LIB to its path")
    library = ctypes.CDLL(path)
    version = library.hn_api_version()
    if version != _API_VERSION:
        raise ImportError(f"harness: {path} has version {version} of the interface, harness.py {_API_VERSION}")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_C = _load()


def _check(status):
    if status < 0:  # a text may have a path in another encoding, or end within a letter
        raise Error(_C.hn_error_text().decode(errors="backslashreplace"))
    return status


def _bytes(text):
    text = os.fsencode(text)
    if b"\0" in text:  # the engine would read up to there
        raise Error(f"a text with a zero byte: {text!r}")
    return text


def _int32(value, name):
    """A whole number of 32 bits: ctypes would cut off the higher ones."""
    value = operator.index(value)
    if not -2**31 <= value < 2**31:
        raise Error(f"{name} is {value}, must be a whole number of 32 bits")
    return value


def choose_simd(name="auto"):
    """Chooses the instruction set of the kernels: "auto", "baseline", "avx2" or "avx512". Returns the one in use."""
    _check(_C.hn_simd_choose(_bytes(name)))
    return _C.hn_simd_chosen().decode()


def _rows(values, shape):
    """An array of three columns; one without elements has no rows."""
    rows = np.asarray(values)
    if rows.size > 0 and (rows.ndim != 2 or rows.shape[1] != 3):
        raise Error(f"{shape}, not {rows.shape}")
    return rows.reshape(-1, 3)


class Mesh:
    """A triangle mesh: from vertices (n, 3) and triangles (m, 3), or by read, shape or teapot."""

    def __init__(self, vertices, triangles):
        vertices = np.ascontiguousarray(_rows(vertices, "vertices must be (n, 3)"), np.float64)
        given = _rows(triangles, "triangles must be (m, 3)")
        triangles = np.ascontiguousarray(given, np.int32)
        if not np.array_equal(given, triangles):
            raise Error("triangles: indices must be whole numbers of 32 bits")
        self._pointer = _made(_C.hn_mesh_create, len(vertices), len(triangles))
        self._array("xyz", "vertex_count", np.float64)[:] = vertices
        self._array("triangles", "triangle_count", np.int32)[:] = triangles
        _check(_C.hn_mesh_validate(self._pointer))

    def _array(self, name, count, dtype):
        mesh = ctypes.cast(self._pointer, ctypes.POINTER(_Mesh)).contents
        count = getattr(mesh, count)
        if count == 0:
            return np.empty((0, 3), dtype)
        return np.ctypeslib.as_array(getattr(mesh, name), (count, 3))

    @property
    def vertices(self):
        """A copy of the positions, (n, 3). A mesh does not change."""
        return self._array("xyz", "vertex_count", np.float64).copy()

    @property
    def triangles(self):
        """A copy of the indices of the vertices, (m, 3)."""
        return self._array("triangles", "triangle_count", np.int32).copy()

    @property
    def diameter(self):
        """The largest distance between two vertices of triangles."""
        return _C.hn_mesh_diameter(self._pointer)

    def write(self, path):
        """Writes the mesh; the ending of the path gives the format: .obj, .off, .ply or .stl."""
        _check(_C.hn_mesh_write(self._pointer, _bytes(path)))

    def __reduce__(self):  # a copy of the pointer would be freed twice
        return type(self), (self.vertices, self.triangles)

    def __del__(self):
        if getattr(self, "_pointer", None):
            _C.hn_mesh_destroy(self._pointer)


def _made(create, *arguments):
    out = ctypes.c_void_p()
    _check(create(ctypes.byref(out), *arguments))
    return out


def _mesh(create, *arguments):
    mesh = Mesh.__new__(Mesh)
    mesh._pointer = _made(create, *arguments)
    return mesh


def _params(params):
    return _bytes(" ".join(f"{name}={value}" for name, value in sorted(params.items())))


def read(path, scale=1.0):
    """A mesh from a file: .obj, .off, .ply or .stl."""
    return _mesh(_C.hn_mesh_read, _bytes(path), scale, None, None)


def shape(name, **params):
    """A generated mesh, as h.shape makes it in scenarios: shape("torus", segments=96)."""
    return _mesh(_C.hn_shape_create, _bytes(name), _params(params))


def teapot(faces):
    """The Utah teapot of exactly so many triangles, 100 to 1,000,000."""
    return _mesh(_C.hn_teapot_create, _int32(faces, "faces"))


def _poses(poses):
    """(n, 4, 4) or (4, 4) matrices as rows of twelve numbers: the rotation by rows, then the translation."""
    poses = np.asarray(poses, np.float64)
    if poses.shape == (0,):  # an empty list
        poses = poses.reshape(0, 4, 4)
    if poses.shape[-2:] != (4, 4) or poses.ndim not in (2, 3):
        raise Error(f"poses must be (4, 4) or (n, 4, 4), not {poses.shape}")
    poses = poses.reshape(-1, 4, 4)
    if not (poses[:, 3] == (0, 0, 0, 1)).all():
        raise Error("the last row of a pose must be 0, 0, 0, 1")
    rows = np.concatenate([poses[:, :3, :3].reshape(-1, 9), poses[:, :3, 3]], axis=1)
    return np.ascontiguousarray(rows)


def _pose(pose):
    if np.ndim(pose) != 2:
        raise Error(f"a pose must be (4, 4), not {np.shape(pose)}; touch takes several")
    return _poses(pose)


class Pair:
    """Two meshes with trees that are built once. Poses are those of `moving` in the frame of `still`.

    Any number of threads may ask at once. params are parameters of `wide`. A rotation must be one to 1e-9;
    rounded to float32 it is refused. Meshes are surfaces: one wholly inside the other has no contact with it. A pair
    and its meshes can be copied and pickled; a copy of a pair builds trees of its own.
    """

    def __init__(self, still, moving, **params):
        self._meshes, self._params = (still, moving), params
        self._own = threading.local()
        self._pointer = _made(_C.hn_pair_create, still._pointer, moving._pointer, _params(params))

    @property
    def bytes(self):
        """The bytes of both trees."""
        return _C.hn_pair_bytes(self._pointer)

    def _context(self):
        if not hasattr(self._own, "context"):
            self._own.context = _Context(self._pointer)
        return self._own.context.pointer

    def first(self, pose):
        """None, or the numbers of two triangles that meet: of still, of moving."""
        contact = np.zeros(4, np.int32)
        hit = _check(_C.hn_pair_first(self._context(), _pose(pose).ctypes, contact.ctypes))
        return (int(contact[1]), int(contact[3])) if hit else None

    def all(self, pose):
        """All pairs of triangles that meet, (n, 2)."""
        out = _Contacts()
        try:
            _check(_C.hn_pair_all(self._context(), _pose(pose).ctypes, ctypes.byref(out)))
            if out.count == 0:
                return np.empty((0, 2), np.int32)
            return np.ctypeslib.as_array(out.data, (out.count, 4))[:, [1, 3]].copy()
        finally:
            _C.hn_contact_buffer_free(ctypes.byref(out))

    def touch(self, poses, threads=0, contacts=False):
        """Whether the meshes touch at each of n poses: n booleans, the same for any number of threads.

        threads: 0 for all processors. contacts: returns also (n, 2), a pair of triangles that meet, or -1.
        """
        rows = _poses(poses)
        hits = np.zeros(len(rows), np.uint8)
        found = np.full((len(rows), 4), -1, np.int32) if contacts else None
        _check(_C.hn_pair_first_many(self._pointer, rows.ctypes, len(rows), _int32(threads, "threads"),
                                     hits.ctypes, found.ctypes if contacts else None))
        hits = hits.astype(bool)
        return (hits, found[:, [1, 3]]) if contacts else hits

    def __reduce__(self):  # builds the trees again
        return functools.partial(type(self), **self._params), self._meshes

    def __del__(self):
        if getattr(self, "_pointer", None):
            _C.hn_pair_destroy(self._pointer)


class _Context:
    def __init__(self, pair):
        self.pointer = _made(_C.hn_pair_context_create, pair)

    def __del__(self):
        if getattr(self, "pointer", None):
            _C.hn_pair_context_destroy(self.pointer)


class Run:
    """The files of a run as data frames (docs/howto/data.md), each read when it is asked for."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not (self.folder / "summary.csv").exists():
            raise Error(f"{folder}: no run: it has no summary.csv")

    def __getattr__(self, name):
        if name.startswith("_") or name == "folder":  # what copy and pickle ask of a run that has no folder yet
            raise AttributeError(name)
        import pandas
        for file in (self.folder / f"{name}.csv", self.folder / f"{name}.csv.gz"):
            if file.exists():
                return pandas.read_csv(file, dtype={"hash": "string"})
        raise AttributeError(f"{self.folder}: no {name}.csv")

    @property
    def points(self):
        """The rows of summary.csv that are points of the sweep: without twins, checks and other readings."""
        rows = self.summary
        rows = rows[rows["role"] == "point"]
        return rows[rows["reading"].isna()] if "reading" in rows else rows


def run(folder):
    """A run: run("results/teapot_faces/latest").summary, .points, .samples, .builds, .steps, .matrix."""
    return Run(folder)
