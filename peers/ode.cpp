// ODE: its triangle meshes (OPCODE, float) for pairs, its spaces for boxes.
#include "peer.h"

#include <memory>

#include <ode/ode.h>

namespace {

enum { CONTACTS_MAX = 0xffff }; // the most that the flags of dCollide can say

// ODE counts its users by itself.
struct Library {
	Library() {
		if (!dInitODE2(0)) throw peer::OutOfMemory("dInitODE2");
		if (dAllocateODEDataForThread(dAllocateMaskAll)) return;
		dCloseODE();
		throw peer::OutOfMemory("dAllocateODEDataForThread");
	}
	~Library() { dCloseODE(); }
	Library(const Library &) = delete;
};

struct Destroy {
	void operator()(dGeomID g) const { dGeomDestroy(g); }
	void operator()(dTriMeshDataID d) const { dGeomTriMeshDataDestroy(d); }
	void operator()(dSpaceID s) const { dSpaceDestroy(s); } // and what is in it
};
using Geom = std::unique_ptr<dxGeom, Destroy>;
using MeshData = std::unique_ptr<dxTriMeshData, Destroy>;
using Space = std::unique_ptr<dxSpace, Destroy>;

void set_pose(dGeomID geom, const HnPluginPose &pose) {
	dMatrix3 r = {};
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) r[4 * i + j] = static_cast<dReal>(pose.r[i][j]);
	dGeomSetRotation(geom, r);
	dGeomSetPosition(geom, pose.t[0], pose.t[1], pose.t[2]);
}

// ODE merges points that lie together; without this the merged point has no triangle.
int first_of(dGeomID, int first, int) { return first; }

// OPCODE builds no tree of a single triangle, but its collider of two meshes reads the tree (the release
// notes of OPCODE 1.3 except that case). The same triangle twice has a tree.
void repeat_triangle(std::vector<dTriIndex> &indices) {
	for (int k = 0; k < 3; ++k) indices.push_back(indices[static_cast<std::size_t>(k)]);
}

class Pairs {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_PAIRS;
	static constexpr bool FINISHES = false;
	Pairs(HnPluginHost *, const HnPluginScene *scene, bool first, const double *)
	    : scene_(scene), first_(first), contacts_(first ? 1 : CONTACTS_MAX) {
		for (int32_t m = 0; m < scene->mesh_count; ++m) {
			const HnPluginMesh &mesh = scene->meshes[m];
			indices_.emplace_back(mesh.triangles,
			                      mesh.triangles + 3 * static_cast<std::ptrdiff_t>(mesh.triangle_count));
			if (mesh.triangle_count == 1) repeat_triangle(indices_.back());
			data_.emplace_back(dGeomTriMeshDataCreate());
			const dTriMeshDataID data = data_.back().get();
			dGeomTriMeshDataBuildDouble(data, mesh.xyz, 3 * sizeof(double), mesh.vertex_count,
			                            indices_.back().data(), static_cast<int>(indices_.back().size()),
			                            3 * sizeof(dTriIndex));
			still_.push_back(geom_of(data));
			moving_.push_back(geom_of(data));
		}
	}
	void begin() {}
	void update(const HnPluginStep &) {}
	void pair(const HnPluginPair &p, HnPluginContacts *out) {
		const dGeomID a = still_[mesh(p.a)].get(), b = moving_[mesh(p.b)].get();
		set_pose(b, *p.relative);
		const int flags = first_ ? 1 | static_cast<int>(CONTACTS_UNIMPORTANT) : CONTACTS_MAX;
		const int n = dCollide(a, b, flags, contacts_.data(), sizeof(dContactGeom));
		hits_.clear();
		const int last_a = last(p.a), last_b = last(p.b);
		for (int i = 0; i < n; ++i)
			hits_.emplace_back(std::min(contacts_[i].side1, last_a), std::min(contacts_[i].side2, last_b));
		std::sort(hits_.begin(), hits_.end()); // one pair of triangles has several points
		hits_.erase(std::unique(hits_.begin(), hits_.end()), hits_.end());
		for (const auto &hit : hits_) peer::push(out, p.a, hit.first, p.b, hit.second);
	}

  private:
	std::size_t mesh(int32_t body) const { return static_cast<std::size_t>(scene_->bodies[body].mesh); }
	static Geom geom_of(dTriMeshDataID data) {
		Geom geom(dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr));
		dGeomTriMeshSetTriMergeCallback(geom.get(), first_of);
		return geom;
	}
	int last(int32_t body) const { return scene_->meshes[mesh(body)].triangle_count - 1; }

	Library library_; // first made, last gone
	const HnPluginScene *scene_;
	bool first_;
	std::vector<dContactGeom> contacts_;
	std::vector<std::pair<int, int>> hits_;
	std::vector<std::vector<dTriIndex>> indices_;
	std::vector<MeshData> data_;
	std::vector<Geom> still_,
	    moving_; // they refer to data_; two of each mesh: a body may meet another of its own mesh
};

const char *const spaces[] = { "hash", "sap", "simple", nullptr };

class Boxes {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_BOXES;
	static constexpr bool FINISHES = false;
	Boxes(HnPluginHost *, const HnPluginScene *scene, bool, const double *values)
	    : scene_(scene), space_(make_space(static_cast<int>(values[0]))) {
		for (int32_t i = 0; i < scene->box_count; ++i) {
			boxes_.push_back(dCreateBox(space_.get(), 1, 1, 1));
			dGeomSetData(boxes_.back(), reinterpret_cast<void *>(static_cast<std::intptr_t>(i)));
		}
	}
	void begin() {}
	void update(const HnPluginStep &step) {
		for (std::size_t i = 0; i < boxes_.size(); ++i) {
			const float *b = step.boxes + 6 * i;
			if (!changes_.take(i, b)) continue;
			double middle[3], size[3];
			for (int k = 0; k < 3; ++k) {
				middle[k] = (static_cast<double>(b[k]) + b[k + 3]) / 2;
				size[k] = static_cast<double>(b[k + 3]) - b[k];
			}
			dGeomBoxSetLengths(boxes_[i], size[0], size[1], size[2]);
			dGeomSetPosition(boxes_[i], middle[0], middle[1], middle[2]);
		}
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		step_ = &step, out_ = out, full_ = false;
		dSpaceCollide(space_.get(), this, visit);
		if (full_) throw peer::OutOfMemory("the engine's buffer of contacts");
	}

  private:
	static Space make_space(int which) {
		if (which == 0) return Space(dHashSpaceCreate(nullptr));
		return Space(which == 1 ? dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ)
		                        : dSimpleSpaceCreate(nullptr));
	}
	static int32_t number(dGeomID g) {
		return static_cast<int32_t>(reinterpret_cast<std::intptr_t>(dGeomGetData(g)));
	}
	// No exception may pass through ODE, whose interface is C.
	static void visit(void *self, dGeomID p, dGeomID q) {
		Boxes *me = static_cast<Boxes *>(self);
		const int32_t a = number(p), b = number(q);
		if (me->full_ || !peer::boxes_asked(me->scene_, me->step_, a, b) ||
		    !peer::boxes_meet(me->step_->boxes + 6 * static_cast<std::ptrdiff_t>(a),
		                      me->step_->boxes + 6 * static_cast<std::ptrdiff_t>(b)))
			return;
		me->full_ = !peer::has_room(me->out_);
		if (!me->full_) peer::push_ordered(me->out_, a, 0, b, 0);
	}

	Library library_;
	const HnPluginScene *scene_;
	Space space_;
	std::vector<dGeomID> boxes_; // the space's own
	peer::Changes changes_;
	const HnPluginStep *step_ = nullptr;
	HnPluginContacts *out_ = nullptr;
	bool full_ = false;
};

const HnPluginParam params[] = { { "space", "its broad phase", HN_PLUGIN_CHOICE, 0, 0, 0, spaces } };

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const HnPlugin all[] = {
		peer::plugin<Pairs>(HN_PLUGIN_PAIRS, "ode", "ODE's triangle meshes (OPCODE)", "ODE " PEER_VERSION,
		                    "surfaces, float; at most 65535 points, culled by the library",
		                    HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST, HN_PLUGIN_INEXACT),
		peer::with(
		    peer::plugin<Boxes>(HN_PLUGIN_BOXES, "ode_boxes", "ODE's spaces", "ODE " PEER_VERSION,
		                        "boxes, double, touching counts; told of changed boxes alone; each reported "
		                        "pair is compared once more",
		                        HN_PLUGIN_CAN_ALL | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
		    params),
	};
	return index >= 0 && index < 2 ? &all[index] : nullptr;
}
