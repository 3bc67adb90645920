// Bullet: GImpact's trees for pairs, btDbvt and bt32BitAxisSweep3 for boxes. The trees list candidates, in
// float.
#include "peer.h"

#include <cfloat>
#include <cmath>
#include <memory>

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

namespace {

btTransform transform_of(const HnPluginPose &pose) {
	btMatrix3x3 r;
	for (int i = 0; i < 3; ++i)
		r[i].setValue(btScalar(pose.r[i][0]), btScalar(pose.r[i][1]), btScalar(pose.r[i][2]));
	return btTransform(r, btVector3(btScalar(pose.t[0]), btScalar(pose.t[1]), btScalar(pose.t[2])));
}

// The largest magnitude of a coordinate.
double farthest_of(const HnPluginScene *scene) {
	double farthest = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m) {
		const HnPluginMesh &mesh = scene->meshes[m];
		for (std::ptrdiff_t i = 0; i < 3 * static_cast<std::ptrdiff_t>(mesh.vertex_count); ++i)
			farthest = std::max(farthest, std::fabs(mesh.xyz[i]));
	}
	return farthest;
}

// GImpact rounds both bounds of a box to the nearest of 65,536 steps, so that boxes that touch come apart.
// Its margin is to prevent that: a step of the longest axis, at whose ends GImpact adds 1, and what vertices
// and poses in float may be off by.
btScalar margin_of(const HnPluginMesh &mesh, double farthest) {
	double longest = 0;
	for (int k = 0; k < 3; ++k) {
		double lo = mesh.xyz[k], hi = lo;
		for (int32_t i = 1; i < mesh.vertex_count; ++i) {
			lo = std::min(lo, mesh.xyz[3 * static_cast<std::ptrdiff_t>(i) + k]);
			hi = std::max(hi, mesh.xyz[3 * static_cast<std::ptrdiff_t>(i) + k]);
		}
		longest = std::max(longest, hi - lo);
	}
	return btScalar((longest + 2) / 65535 + 32 * FLT_EPSILON * farthest);
}

// A mesh in float, and its tree.
struct Shape {
	Shape(const HnPluginMesh &mesh, btScalar margin)
	    : xyz(mesh.xyz, mesh.xyz + 3 * static_cast<std::ptrdiff_t>(mesh.vertex_count)),
	      triangles(mesh.triangles, mesh.triangles + 3 * static_cast<std::ptrdiff_t>(mesh.triangle_count)),
	      array(mesh.triangle_count, triangles.data(), 3 * sizeof(int), mesh.vertex_count, xyz.data(),
	            3 * sizeof(btScalar)),
	      shape(&array) {
		shape.setMargin(margin);
		shape.updateBound();
		shape.getMeshPart(0)->updateBound();
	}
	Shape(const Shape &) = delete;
	const btGImpactBoxSet *tree() { return shape.getMeshPart(0)->getBoxSet(); }

	std::vector<btScalar> xyz;
	std::vector<int> triangles;
	btTriangleIndexVertexArray array;
	btGImpactMeshShape shape;
};

// finish: the engine tests the candidates' triangles; else they are the answer.
template <bool finish> class Pairs {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_PAIRS;
	static constexpr bool FINISHES = finish;
	Pairs(HnPluginHost *host, const HnPluginScene *scene, bool, const double *)
	    : host_(host), scene_(scene), finish_{ finish, host } {
		const double farthest = farthest_of(scene);
		for (int32_t m = 0; m < scene->mesh_count; ++m) {
			const HnPluginMesh &mesh = scene->meshes[m];
			shapes_.push_back(std::make_unique<Shape>(mesh, margin_of(mesh, farthest)));
			placed_.resize(std::max(placed_.size(), 3 * static_cast<std::size_t>(mesh.vertex_count)));
		}
	}
	void begin() { finish_.np = 0; }
	void update(const HnPluginStep &) {}
	void pair(const HnPluginPair &p, HnPluginContacts *out) {
		const HnPluginMesh &ma = scene_->meshes[mesh(p.a)], &mb = scene_->meshes[mesh(p.b)];
		found_.resize(0);
		btGImpactBoxSet::find_collision(shapes_[mesh(p.a)]->tree(), btTransform::getIdentity(),
		                                shapes_[mesh(p.b)]->tree(), transform_of(*p.relative), found_);
		if (finish_.on && found_.size() > 0)
			host_->place(p.relative, mb.xyz, mb.vertex_count, placed_.data());
		for (int i = 0; i < found_.size(); ++i) {
			double a[9], b[9];
			if (finish_.on) {
				peer::load(a, ma, ma.xyz, found_[i].m_index1);
				peer::load(b, mb, placed_.data(), found_[i].m_index2);
			}
			if (finish_.meet(a, b)) peer::push(out, p.a, found_[i].m_index1, p.b, found_[i].m_index2);
		}
	}
	int64_t tests() const { return finish_.np; }

  private:
	std::size_t mesh(int32_t body) const { return static_cast<std::size_t>(scene_->bodies[body].mesh); }

	HnPluginHost *host_;
	const HnPluginScene *scene_;
	peer::Finish finish_;
	std::vector<std::unique_ptr<Shape>> shapes_;
	std::vector<double> placed_;
	btPairSet found_;
};

btVector3 corner(const float *v) { return btVector3(v[0], v[1], v[2]); }

class Dbvt {
  public:
	explicit Dbvt(const HnPluginScene *scene) : scene_(scene) {}
	void update(const HnPluginStep &step) {
		for (int32_t i = 0; i < scene_->box_count; ++i) {
			const float *b = step.boxes + 6 * static_cast<std::ptrdiff_t>(i);
			if (!changes_.take(static_cast<std::size_t>(i), b)) continue;
			btDbvtVolume volume = btDbvtVolume::FromMM(corner(b), corner(b + 3));
			if (static_cast<int32_t>(leaves_.size()) == scene_->box_count)
				tree_.update(leaves_[i], volume);
			else
				leaves_.push_back(
				    tree_.insert(volume, reinterpret_cast<void *>(static_cast<std::intptr_t>(i))));
		}
		tree_.optimizeIncremental(1 + scene_->box_count / 100); // as btDbvtBroadphase does
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		Visit visit(scene_, step, out);
		tree_.collideTT(tree_.m_root, tree_.m_root, visit);
	}

  private:
	struct Visit : btDbvt::ICollide {
		Visit(const HnPluginScene *all, const HnPluginStep &s, HnPluginContacts *o)
		    : scene(all), step(s), out(o) {}
		void Process(const btDbvtNode *p, const btDbvtNode *q) override {
			const int32_t a = number(p), b = number(q);
			if (a != b && peer::boxes_asked(scene, &step, a, b)) peer::push_ordered(out, a, 0, b, 0);
		}
		static int32_t number(const btDbvtNode *n) {
			return static_cast<int32_t>(reinterpret_cast<std::intptr_t>(n->data));
		}
		const HnPluginScene *scene;
		const HnPluginStep &step;
		HnPluginContacts *out;
	};
	const HnPluginScene *scene_;
	btDbvt tree_;
	std::vector<btDbvtNode *> leaves_;
	peer::Changes changes_;
};

class Sweep {
  public:
	explicit Sweep(const HnPluginScene *scene) : scene_(scene) {}
	void update(const HnPluginStep &step) {
		if (!sweep_) start(step);
		for (std::size_t i = 0; i < proxies_.size(); ++i) {
			const float *b = step.boxes + 6 * i;
			if (changes_.take(i, b)) sweep_->setAabb(proxies_[i], corner(b), corner(b + 3), nullptr);
		}
	}
	// The sweep's coordinates are rounded: each reported pair is compared once more.
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		const btOverlappingPairCache *cache = sweep_->getOverlappingPairCache();
		const btBroadphasePair *pairs =
		    const_cast<btOverlappingPairCache *>(cache)->getOverlappingPairArrayPtr();
		for (int i = 0; i < cache->getNumOverlappingPairs(); ++i) {
			const int32_t a = number(pairs[i].m_pProxy0), b = number(pairs[i].m_pProxy1);
			if (peer::boxes_asked(scene_, &step, a, b) &&
			    peer::boxes_meet(step.boxes + 6 * static_cast<std::ptrdiff_t>(a),
			                     step.boxes + 6 * static_cast<std::ptrdiff_t>(b)))
				peer::push_ordered(out, a, 0, b, 0);
		}
	}

  private:
	static int32_t number(const btBroadphaseProxy *p) {
		return static_cast<int32_t>(reinterpret_cast<std::intptr_t>(p->m_clientObject));
	}
	// It wants to know the world beforehand: twice the bounds of the first step.
	void start(const HnPluginStep &step) {
		btVector3 lo(0, 0, 0), hi(0, 0, 0);
		for (int32_t i = 0; i < scene_->box_count; ++i) {
			lo.setMin(corner(step.boxes + 6 * static_cast<std::ptrdiff_t>(i)));
			hi.setMax(corner(step.boxes + 6 * static_cast<std::ptrdiff_t>(i) + 3));
		}
		const btVector3 half = (hi - lo) / 2;
		sweep_ = std::make_unique<bt32BitAxisSweep3>(
		    lo - half, hi + half, static_cast<unsigned>(scene_->box_count) + 2, nullptr, true);
		for (int32_t i = 0; i < scene_->box_count; ++i) {
			const float *b = step.boxes + 6 * static_cast<std::ptrdiff_t>(i);
			void *client = reinterpret_cast<void *>(static_cast<std::intptr_t>(i));
			proxies_.push_back(sweep_->createProxy(corner(b), corner(b + 3), 0, client, 1, 1, nullptr));
		}
	}
	const HnPluginScene *scene_;
	std::unique_ptr<bt32BitAxisSweep3> sweep_;
	std::vector<btBroadphaseProxy *> proxies_;
	peer::Changes changes_;
};

template <class Structure> class Boxes {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_BOXES;
	static constexpr bool FINISHES = false;
	Boxes(HnPluginHost *, const HnPluginScene *scene, bool, const double *) : scene_(scene) {}
	void begin() { it_.reset(); }
	void update(const HnPluginStep &step) {
		if (!it_) it_ = std::make_unique<Structure>(scene_);
		it_->update(step);
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) { it_->query(step, out); }

  private:
	const HnPluginScene *scene_;
	std::unique_ptr<Structure> it_;
};

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const char library[] = "Bullet " PEER_VERSION;
	static const HnPlugin all[] = {
		peer::plugin<Pairs<true>>(
		    HN_PLUGIN_PAIRS, "bullet", "GImpact's trees, the engine's triangle test", library,
		    "surfaces, touching counts; boxes in float, with a margin of a 65536th; triangles exact by the "
		    "engine",
		    HN_PLUGIN_CAN_ALL, HN_PLUGIN_INEXACT),
		peer::plugin<Pairs<false>>(HN_PLUGIN_PAIRS, "bullet_candidates", "GImpact's trees alone", library,
		                           "pairs of triangles whose boxes may meet, in float; boxes are rounded to "
		                           "65536 steps, and have a margin of one",
		                           HN_PLUGIN_CAN_ALL, HN_PLUGIN_INEXACT),
		peer::plugin<Boxes<Dbvt>>(HN_PLUGIN_BOXES, "bullet_dbvt", "btDbvt", library,
		                          "boxes, float, touching counts; told of changed boxes alone",
		                          HN_PLUGIN_CAN_ALL | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
		peer::plugin<Boxes<Sweep>>(
		    HN_PLUGIN_BOXES, "bullet_sweep", "bt32BitAxisSweep3", library,
		    "boxes, rounded to 32 bits, touching counts; told of changed boxes alone; each "
		    "reported pair is compared once more",
		    HN_PLUGIN_CAN_ALL | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
	};
	return index >= 0 && index < 4 ? &all[index] : nullptr;
}
