// FCL: trees of OBB, RSS, OBBRSS and kIOS for pairs, its broad-phase managers for boxes and for scenes.
// Built without -march: Eigen's alignment is part of the packaged library's ABI.
#include "peer.h"

#include <limits>
#include <memory>

#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_interval_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

namespace {

using Transform = fcl::Transform3d;
using Manager = fcl::BroadPhaseCollisionManagerd;

Transform transform_of(const HnPluginPose &pose) {
	Transform out = Transform::Identity();
	for (int i = 0; i < 3; ++i) {
		for (int j = 0; j < 3; ++j) out.linear()(i, j) = pose.r[i][j];
		out.translation()(i) = pose.t[i];
	}
	return out;
}

// The trees of all meshes, and the query of a pair.
class Trees {
  public:
	virtual ~Trees() = default;
	virtual void collide(int32_t a, int32_t b, const HnPluginPose &relative, bool first,
	                     fcl::CollisionResultd *) = 0;
	virtual std::shared_ptr<fcl::CollisionGeometryd> geometry(int32_t mesh) = 0;
};

template <class Volume, class Node> class TreesOf : public Trees {
  public:
	explicit TreesOf(const HnPluginScene *scene) : scene_(scene) {
		for (int32_t m = 0; m < scene->mesh_count; ++m) models_.push_back(model_of(scene->meshes[m]));
	}

	// fcl::collide does the same for OBB, OBBRSS and kIOS. For RSS it would copy and refit the models.
	void collide(int32_t a, int32_t b, const HnPluginPose &relative, bool first,
	             fcl::CollisionResultd *result) override {
		fcl::CollisionRequestd request;
		request.num_max_contacts = first ? 1 : std::numeric_limits<std::size_t>::max();
		request.enable_contact = false;
		Node node;
		fcl::detail::initialize(node, *models_[mesh(a)], Transform::Identity(), *models_[mesh(b)],
		                        transform_of(relative), request, *result);
		fcl::detail::collide(&node);
	}

	std::shared_ptr<fcl::CollisionGeometryd> geometry(int32_t mesh) override {
		return models_[static_cast<std::size_t>(mesh)];
	}

  private:
	using Model = fcl::BVHModel<Volume>;

	std::size_t mesh(int32_t body) const { return static_cast<std::size_t>(scene_->bodies[body].mesh); }

	static std::shared_ptr<Model> model_of(const HnPluginMesh &mesh) {
		auto model = std::make_shared<Model>();
		std::vector<fcl::Vector3d> points;
		std::vector<fcl::Triangle> triangles;
		for (int32_t i = 0; i < mesh.vertex_count; ++i)
			points.emplace_back(mesh.xyz[3 * i], mesh.xyz[3 * i + 1], mesh.xyz[3 * i + 2]);
		for (int32_t i = 0; i < mesh.triangle_count; ++i) {
			const int32_t *t = mesh.triangles + 3 * i;
			triangles.emplace_back(t[0], t[1], t[2]);
		}
		model->beginModel(mesh.triangle_count, mesh.vertex_count);
		model->addSubModel(points, triangles);
		model->endModel();
		model->computeLocalAABB();
		return model;
	}

	const HnPluginScene *scene_;
	std::vector<std::shared_ptr<Model>> models_;
};

const char *const volumes[] = { "obb", "rss", "obbrss", "kios", nullptr };

std::unique_ptr<Trees> make_trees(const HnPluginScene *scene, double volume) {
	using namespace fcl;
	switch (static_cast<int>(volume)) {
	case 0:
		return std::make_unique<TreesOf<OBBd, detail::MeshCollisionTraversalNodeOBBd>>(scene);
	case 1:
		return std::make_unique<TreesOf<RSSd, detail::MeshCollisionTraversalNodeRSSd>>(scene);
	case 2:
		return std::make_unique<TreesOf<OBBRSSd, detail::MeshCollisionTraversalNodeOBBRSSd>>(scene);
	default:
		return std::make_unique<TreesOf<kIOSd, detail::MeshCollisionTraversalNodekIOSd>>(scene);
	}
}

const char *const managers[] = { "tree", "tree_array", "sap", "ssap", "interval", nullptr };

std::unique_ptr<Manager> make_manager(double which) {
	switch (static_cast<int>(which)) {
	case 0:
		return std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
	case 1:
		return std::make_unique<fcl::DynamicAABBTreeCollisionManager_Arrayd>();
	case 2:
		return std::make_unique<fcl::SaPCollisionManagerd>();
	case 3:
		return std::make_unique<fcl::SSaPCollisionManagerd>();
	default:
		return std::make_unique<fcl::IntervalTreeCollisionManagerd>();
	}
}

void take(const fcl::CollisionResultd &result, int32_t a, int32_t b, HnPluginContacts *out) {
	for (std::size_t i = 0; i < result.numContacts(); ++i) {
		const fcl::Contactd &c = result.getContact(i);
		peer::push(out, a, static_cast<int32_t>(c.b1), b, static_cast<int32_t>(c.b2));
	}
}

class Pairs {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_PAIRS;
	static constexpr bool FINISHES = false;
	Pairs(HnPluginHost *, const HnPluginScene *scene, bool first, const double *values)
	    : first_(first), trees_(make_trees(scene, values[0])) {}
	void begin() {}
	void update(const HnPluginStep &) {}
	void pair(const HnPluginPair &p, HnPluginContacts *out) {
		fcl::CollisionResultd result;
		trees_->collide(p.a, p.b, *p.relative, first_, &result);
		take(result, p.a, p.b, out);
	}

  private:
	bool first_;
	std::unique_ptr<Trees> trees_;
};

void *number(int32_t i) { return reinterpret_cast<void *>(static_cast<std::intptr_t>(i)); }
int32_t number_of(const fcl::CollisionObjectd *o) {
	return static_cast<int32_t>(reinterpret_cast<std::intptr_t>(o->getUserData()));
}

// A manager calls back with each pair of objects whose boxes meet.
struct Visit {
	const HnPluginScene *scene;
	const HnPluginStep *step;
	HnPluginContacts *out;
	Trees *trees; // NULL: boxes
	bool first;
};

bool visit_boxes(fcl::CollisionObjectd *p, fcl::CollisionObjectd *q, void *data) {
	Visit *v = static_cast<Visit *>(data);
	const int32_t a = number_of(p), b = number_of(q);
	if (peer::boxes_asked(v->scene, v->step, a, b)) peer::push_ordered(v->out, a, 0, b, 0);
	return false;
}

bool visit_bodies(fcl::CollisionObjectd *p, fcl::CollisionObjectd *q, void *data) {
	Visit *v = static_cast<Visit *>(data);
	const int32_t a = std::min(number_of(p), number_of(q)), b = std::max(number_of(p), number_of(q));
	if (!peer::bodies_asked(v->scene, a, b)) return false;
	HnPluginPose relative;
	v->step->relative(v->step, a, b, &relative);
	fcl::CollisionResultd result;
	v->trees->collide(a, b, relative, v->first, &result);
	take(result, a, b, v->out);
	return v->first && v->out->count > 0;
}

class Boxes {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_BOXES;
	static constexpr bool FINISHES = false;
	Boxes(HnPluginHost *, const HnPluginScene *scene, bool, const double *values)
	    : scene_(scene), which_(values[0]) {}
	void begin() { manager_.reset(); }
	void update(const HnPluginStep &step) {
		if (manager_) {
			move(step);
			manager_->update();
			return;
		}
		objects_.clear();
		for (int32_t i = 0; i < scene_->box_count; ++i)
			objects_.push_back(std::make_unique<Object>(unit_, i));
		move(step);
		manager_ = make_manager(which_);
		std::vector<fcl::CollisionObjectd *> all;
		for (auto &o : objects_) all.push_back(o.get());
		manager_->registerObjects(all);
		manager_->setup();
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		Visit visit = { scene_, &step, out, nullptr, false };
		manager_->collide(&visit, visit_boxes);
	}

  private:
	// A manager reads an object's box alone.
	struct Object : fcl::CollisionObjectd {
		Object(const std::shared_ptr<fcl::CollisionGeometryd> &g, int32_t i) : fcl::CollisionObjectd(g) {
			setUserData(number(i));
		}
		void place(const float *box) {
			aabb.min_ = fcl::Vector3d(box[0], box[1], box[2]);
			aabb.max_ = fcl::Vector3d(box[3], box[4], box[5]);
		}
	};
	void move(const HnPluginStep &step) {
		for (std::size_t i = 0; i < objects_.size(); ++i) objects_[i]->place(step.boxes + 6 * i);
	}

	const HnPluginScene *scene_;
	double which_;
	std::shared_ptr<fcl::CollisionGeometryd> unit_ = std::make_shared<fcl::Sphered>(1.0);
	std::vector<std::unique_ptr<Object>> objects_;
	std::unique_ptr<Manager> manager_;
};

class Scene {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_SCENE;
	static constexpr bool FINISHES = false;
	Scene(HnPluginHost *, const HnPluginScene *scene, bool first, const double *values)
	    : scene_(scene), first_(first), which_(values[1]), trees_(make_trees(scene, values[0])) {}
	void begin() { manager_.reset(); }
	void update(const HnPluginStep &step) {
		const bool fresh = !manager_;
		if (fresh) {
			objects_.clear();
			for (int32_t i = 0; i < scene_->body_count; ++i) {
				objects_.push_back(
				    std::make_unique<fcl::CollisionObjectd>(trees_->geometry(scene_->bodies[i].mesh)));
				objects_.back()->setUserData(number(i));
			}
		}
		for (std::size_t i = 0; i < objects_.size(); ++i) {
			objects_[i]->setTransform(transform_of(step.poses[i]));
			objects_[i]->computeAABB();
		}
		if (!fresh) return manager_->update();
		manager_ = make_manager(which_);
		std::vector<fcl::CollisionObjectd *> all;
		for (auto &o : objects_) all.push_back(o.get());
		manager_->registerObjects(all);
		manager_->setup();
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		Visit visit = { scene_, &step, out, trees_.get(), first_ };
		manager_->collide(&visit, visit_bodies);
	}

  private:
	const HnPluginScene *scene_;
	bool first_;
	double which_;
	std::unique_ptr<Trees> trees_;
	std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
	std::unique_ptr<Manager> manager_;
};

const HnPluginParam volume = { "volume", "the bounding volume of its trees", HN_PLUGIN_CHOICE, 0, 0, 0,
	                           volumes };
const HnPluginParam manager = { "manager", "its broad phase", HN_PLUGIN_CHOICE, 0, 0, 0, managers };
const HnPluginParam pair_params[] = { volume };
const HnPluginParam box_params[] = { manager };
const HnPluginParam scene_params[] = { volume, manager };

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const char library[] = "FCL " FCL_VERSION;
	static const char semantics[] = "surfaces, double, touching counts, contact computation off, contacts "
	                                "unlimited; the packaged library is built for any processor and takes "
	                                "about 2.3 times a native build's time";
	static const uint32_t both = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST;
	static const HnPlugin all[] = {
		peer::with(peer::plugin<Pairs>(HN_PLUGIN_PAIRS, "fcl", "FCL's trees", library, semantics,
		                               both | HN_PLUGIN_CAN_APPROACH, HN_PLUGIN_INEXACT),
		           pair_params),
		peer::with(
		    peer::plugin<Boxes>(HN_PLUGIN_BOXES, "fcl_boxes", "FCL's broad-phase managers", library,
		                        "boxes, double, touching counts; the packaged library is built for any "
		                        "processor",
		                        HN_PLUGIN_CAN_ALL | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
		    box_params),
		peer::with(peer::plugin<Scene>(HN_PLUGIN_SCENE, "fcl_scene", "FCL's managers over its trees", library,
		                               semantics, both | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
		           scene_params),
	};
	return index >= 0 && index < 3 ? &all[index] : nullptr;
}
