// Embree: rtcCollide on triangles and on boxes, both as user geometry. It lists candidates, in float.
// The update of a moved body is its tree, built anew or refitted to its placed triangles.
#include "peer.h"

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include <embree3/rtcore.h>
#include <pmmintrin.h>
#include <xmmintrin.h>

namespace {

// Embree wants denormals flushed to zero. The control word is put back.
struct Flushed {
	const unsigned before = _mm_getcsr();
	Flushed() {
		_MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
		_MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
	}
	~Flushed() { _mm_setcsr(before); }
	Flushed(const Flushed &) = delete;
};

// Embree lets no exception of its own or of a callback out: it ends the call and keeps an error.
struct Device {
	RTCDevice it;
	Device() : it(rtcNewDevice("threads=1,user_threads=1,set_affinity=0")) {
		if (!it) check("rtcNewDevice"); // NULL asks for the error of a device that was not made
		if (!it) throw std::runtime_error("rtcNewDevice gave no device and no error");
	}
	~Device() { rtcReleaseDevice(it); }
	Device(const Device &) = delete;
	void check(const char *call) const {
		const RTCError error = rtcGetDeviceError(it);
		if (error == RTC_ERROR_OUT_OF_MEMORY) throw peer::OutOfMemory(call);
		if (error != RTC_ERROR_NONE)
			throw std::runtime_error(std::string(call) + ": Embree's error " + std::to_string(error));
	}
};

struct Release {
	void operator()(RTCGeometry g) const { rtcReleaseGeometry(g); }
	void operator()(RTCScene s) const { rtcReleaseScene(s); }
};
using Geometry = std::unique_ptr<RTCGeometryTy, Release>;
using Scene = std::unique_ptr<RTCSceneTy, Release>;

float down(double x) {
	return std::nextafter(static_cast<float>(x), -std::numeric_limits<float>::infinity());
}
float up(double x) { return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity()); }

enum Quality { LOW, MEDIUM, REFIT };
const char *const qualities[] = { "low", "medium", "refit", nullptr };

// A scene of one user geometry: boxes of 6 floats.
class Boxed {
  public:
	Boxed(const Device &device, std::size_t count, int quality)
	    : boxes(6 * count), device_(device), geometry_(rtcNewGeometry(device.it, RTC_GEOMETRY_TYPE_USER)),
	      scene_(rtcNewScene(device.it)) {
		device.check("rtcNewGeometry, rtcNewScene");
		const RTCBuildQuality q[] = { RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_MEDIUM,
			                          RTC_BUILD_QUALITY_REFIT }; // by Quality
		const RTCGeometry geometry = geometry_.get();
		rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(count));
		rtcSetGeometryUserData(geometry, this);
		rtcSetGeometryBoundsFunction(geometry, bound, nullptr);
		rtcSetGeometryBuildQuality(geometry, q[quality]);
		rtcSetSceneBuildQuality(scene_.get(),
		                        quality == MEDIUM ? RTC_BUILD_QUALITY_MEDIUM : RTC_BUILD_QUALITY_LOW);
		rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_DYNAMIC);
		rtcAttachGeometry(scene_.get(), geometry);
		device.check("rtcAttachGeometry");
	}
	Boxed(const Boxed &) = delete;

	void commit() {
		rtcCommitGeometry(geometry_.get());
		rtcCommitScene(scene_.get());
		device_.check("rtcCommitScene");
	}
	RTCScene scene() { return scene_.get(); }

	std::vector<float> boxes;

  private:
	static void bound(const RTCBoundsFunctionArguments *args) {
		const Boxed *me = static_cast<const Boxed *>(args->geometryUserPtr);
		const float *b = me->boxes.data() + 6 * static_cast<std::size_t>(args->primID);
		RTCBounds *o = args->bounds_o;
		o->lower_x = b[0], o->lower_y = b[1], o->lower_z = b[2];
		o->upper_x = b[3], o->upper_y = b[4], o->upper_z = b[5];
	}
	const Device &device_;
	Geometry geometry_;
	Scene scene_;
};

void box_triangles(const HnPluginMesh &mesh, const double *xyz, std::vector<float> &boxes) {
	for (int32_t i = 0; i < mesh.triangle_count; ++i) {
		double v[9];
		peer::load(v, mesh, xyz, i);
		float *b = boxes.data() + 6 * static_cast<std::ptrdiff_t>(i);
		for (int k = 0; k < 3; ++k) {
			b[k] = down(std::min({ v[k], v[k + 3], v[k + 6] }));
			b[k + 3] = up(std::max({ v[k], v[k + 3], v[k + 6] }));
		}
	}
}

// finish: the engine tests the candidates' triangles; else they are the answer.
template <bool finish> class Pairs {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_PAIRS;
	static constexpr bool FINISHES = finish;
	Pairs(HnPluginHost *host, const HnPluginScene *scene, bool, const double *values)
	    : host_(host), scene_(scene), finish_{ finish, host } {
		const int quality = static_cast<int>(values[0]);
		Flushed flushed;
		for (int32_t m = 0; m < scene->mesh_count; ++m) {
			const HnPluginMesh &mesh = scene->meshes[m];
			still_.push_back(make(mesh, quality == REFIT ? LOW : quality));
			moving_.push_back(make(mesh, quality));
			box_triangles(mesh, mesh.xyz, still_.back()->boxes);
			still_.back()->commit();
			if (quality == REFIT) {
				moving_.back()->boxes = still_.back()->boxes;
				moving_.back()->commit();
			}
			placed_.resize(std::max(placed_.size(), 3 * static_cast<std::size_t>(mesh.vertex_count)));
		}
	}
	void begin() { finish_.np = 0; }
	void update(const HnPluginStep &step) {
		if (scene_->body_count != 2) return;
		HnPluginPose relative;
		step.relative(&step, 0, 1, &relative);
		move(1, relative);
	}
	void pair(const HnPluginPair &p, HnPluginContacts *out) {
		if (scene_->body_count != 2) move(p.b, *p.relative);
		pair_ = &p, out_ = out;
		Flushed flushed;
		rtcCollide(still_[mesh(p.a)]->scene(), moving_[mesh(p.b)]->scene(), visit, this);
		device_.check("rtcCollide");
	}
	int64_t tests() const { return finish_.np; }

  private:
	std::size_t mesh(int32_t body) const { return static_cast<std::size_t>(scene_->bodies[body].mesh); }
	std::unique_ptr<Boxed> make(const HnPluginMesh &mesh, int quality) {
		return std::make_unique<Boxed>(device_, static_cast<std::size_t>(mesh.triangle_count), quality);
	}
	void move(int32_t body, const HnPluginPose &relative) {
		const HnPluginMesh &m = scene_->meshes[mesh(body)];
		host_->place(&relative, m.xyz, m.vertex_count, placed_.data());
		Flushed flushed;
		box_triangles(m, placed_.data(), moving_[mesh(body)]->boxes);
		moving_[mesh(body)]->commit();
	}
	static void visit(void *self, RTCCollision *hits, unsigned count) {
		Pairs *me = static_cast<Pairs *>(self);
		for (unsigned i = 0; i < count; ++i)
			me->take(static_cast<int32_t>(hits[i].primID0), static_cast<int32_t>(hits[i].primID1));
	}
	void take(int32_t i, int32_t j) {
		double a[9], b[9];
		const HnPluginMesh &ma = scene_->meshes[mesh(pair_->a)], &mb = scene_->meshes[mesh(pair_->b)];
		peer::load(a, ma, ma.xyz, i);
		peer::load(b, mb, placed_.data(), j);
		if (finish_.meet(a, b)) peer::push(out_, pair_->a, i, pair_->b, j);
	}

	HnPluginHost *host_;
	const HnPluginScene *scene_;
	Device device_;
	peer::Finish finish_;
	std::vector<std::unique_ptr<Boxed>> still_, moving_;
	std::vector<double> placed_;
	const HnPluginPair *pair_ = nullptr;
	HnPluginContacts *out_ = nullptr;
};

class Boxes {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_BOXES;
	static constexpr bool FINISHES = false;
	Boxes(HnPluginHost *, const HnPluginScene *scene, bool, const double *values)
	    : scene_(scene),
	      tree_(device_, static_cast<std::size_t>(scene->box_count), static_cast<int>(values[0])) {}
	void begin() {}
	void update(const HnPluginStep &step) {
		Flushed flushed;
		std::copy(step.boxes, step.boxes + 6 * static_cast<std::ptrdiff_t>(scene_->box_count),
		          tree_.boxes.begin());
		tree_.commit();
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		Flushed flushed;
		step_ = &step, out_ = out;
		rtcCollide(tree_.scene(), tree_.scene(), visit, this);
		device_.check("rtcCollide");
	}

  private:
	// Of one scene against itself, each pair comes in both orders. A leaf of a refitted tree has several
	// boxes, which Embree does not compare.
	static void visit(void *self, RTCCollision *hits, unsigned count) {
		Boxes *me = static_cast<Boxes *>(self);
		for (unsigned i = 0; i < count; ++i) {
			const int32_t a = static_cast<int32_t>(hits[i].primID0),
			              b = static_cast<int32_t>(hits[i].primID1);
			const float *boxes = me->step_->boxes;
			if (a < b && peer::boxes_asked(me->scene_, me->step_, a, b) &&
			    peer::boxes_meet(boxes + 6 * static_cast<std::ptrdiff_t>(a),
			                     boxes + 6 * static_cast<std::ptrdiff_t>(b)))
				peer::push(me->out_, a, 0, b, 0);
		}
	}

	const HnPluginScene *scene_;
	Device device_;
	Boxed tree_;
	const HnPluginStep *step_ = nullptr;
	HnPluginContacts *out_ = nullptr;
};

const HnPluginParam params[] = { { "quality", "of its tree", HN_PLUGIN_CHOICE, 0, 0, 0, qualities } };

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const char library[] = "Embree " RTC_VERSION_STRING;
	static const HnPlugin all[] = {
		peer::with(peer::plugin<Pairs<true>>(
		               HN_PLUGIN_PAIRS, "embree", "rtcCollide, the engine's triangle test", library,
		               "surfaces, touching counts; boxes in float, triangles exact by the engine; the "
		               "tree of the moved body is built anew or refitted",
		               HN_PLUGIN_CAN_ALL, HN_PLUGIN_INEXACT),
		           params),
		peer::with(peer::plugin<Pairs<false>>(
		               HN_PLUGIN_PAIRS, "embree_candidates", "rtcCollide alone", library,
		               "pairs of triangles whose boxes meet, in float; the tree of the moved body is built "
		               "anew or refitted",
		               HN_PLUGIN_CAN_ALL, HN_PLUGIN_CANDIDATES),
		           params),
		peer::with(
		    peer::plugin<Boxes>(HN_PLUGIN_BOXES, "embree_boxes", "Embree's rtcCollide on boxes", library,
		                        "boxes, float, touching counts; each reported pair is compared once more",
		                        HN_PLUGIN_CAN_ALL | HN_PLUGIN_COHERENT, HN_PLUGIN_INEXACT),
		    params),
	};
	return index >= 0 && index < 3 ? &all[index] : nullptr;
}
