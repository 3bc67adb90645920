// A plug-in of pairs in C++: sorts the boxes of triangles along one axis and sweeps over them. It is small and
// right; put your own algorithm in its place. docs/howto/plugins.md explains each part.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <vector>

extern "C" {
#include "plugin.h"
}

namespace {

struct Box {
	std::array<double, 3> low, high;
	bool meets(const Box &other) const {
		for (int k = 0; k < 3; ++k)
			if (low[k] > other.high[k] || other.low[k] > high[k]) return false;
		return true;
	}
};

// What a mesh or a placed body becomes: the box of each triangle, and the order of their low ends.
struct Boxes {
	std::vector<Box> box;
	std::vector<int32_t> order;

	void fill(const double *xyz, const HnPluginMesh &mesh, int axis) {
		box.resize(static_cast<std::size_t>(mesh.triangle_count));
		order.resize(box.size());
		for (std::size_t i = 0; i < box.size(); ++i) {
			const int32_t *t = mesh.triangles + 3 * i;
			for (std::size_t k = 0; k < 3; ++k) {
				const double a = xyz[3 * t[0] + k], b = xyz[3 * t[1] + k], c = xyz[3 * t[2] + k];
				box[i].low[k] = std::min({ a, b, c });
				box[i].high[k] = std::max({ a, b, c });
			}
		}
		std::iota(order.begin(), order.end(), 0);
		std::sort(order.begin(), order.end(),
		          [&](int32_t a, int32_t b) { return box[a].low[axis] < box[b].low[axis]; });
	}
};

class Sweep {
public:
	Sweep(HnPluginHost *host, const HnPluginScene *scene, bool first, int axis)
	    : host_(host), scene_(scene), first_(first), axis_(axis), meshes_(scene->mesh_count) {
		int32_t vertices = 0;
		for (int32_t m = 0; m < scene->mesh_count; ++m) {
			meshes_[m].fill(scene->meshes[m].xyz, scene->meshes[m], axis);
			vertices = std::max(vertices, scene->meshes[m].vertex_count);
		}
		placed_.resize(3 * static_cast<std::size_t>(vertices) + 3);
	}

	void begin() { np_ = box_tests_ = 0; }

	int32_t pair(const HnPluginPair &pair, HnPluginContacts *out) {
		const HnPluginMesh &mesh = mesh_of(pair.b);
		host_->place(pair.relative, mesh.xyz, mesh.vertex_count, placed_.data());
		moving_.fill(placed_.data(), mesh, axis_);
		const Boxes &a = meshes_[scene_->bodies[pair.a].mesh], &b = moving_;
		std::size_t i = 0, j = 0;
		while (i < a.order.size() && j < b.order.size()) {
			const bool from_a = a.box[a.order[i]].low[axis_] <= b.box[b.order[j]].low[axis_];
			const int32_t status = from_a ? sweep(pair, a, b, a.order[i++], j, true, out)
			                              : sweep(pair, b, a, b.order[j++], i, false, out);
			if (status != HN_PLUGIN_OK || (first_ && out->count > 0)) return status;
		}
		return HN_PLUGIN_OK;
	}

	void count(int64_t *values) const {
		values[0] = np_;
		values[1] = box_tests_;
	}

	std::size_t bytes() const {
		std::size_t sum = 0;
		for (const Boxes &m : meshes_) sum += m.box.size() * (sizeof(Box) + sizeof(int32_t));
		return sum;
	}

	HnPluginHost *host() { return host_; }

private:
	const HnPluginMesh &mesh_of(int32_t body) const { return scene_->meshes[scene_->bodies[body].mesh]; }

	static void load(double *out, const double *xyz, const int32_t *t) {
		for (int k = 0; k < 9; ++k) out[k] = xyz[3 * t[k / 3] + k % 3];
	}

	// Tests the box of triangle `own` with those of the other list that begin inside it.
	int32_t sweep(const HnPluginPair &pair, const Boxes &mine, const Boxes &others, int32_t own,
	              std::size_t next, bool from_a, HnPluginContacts *out) {
		for (; next < others.order.size(); ++next) {
			const int32_t other = others.order[next];
			if (others.box[other].low[axis_] > mine.box[own].high[axis_]) break;
			++box_tests_;
			if (!mine.box[own].meets(others.box[other])) continue;
			const int32_t status = test(pair, from_a ? own : other, from_a ? other : own, out);
			if (status != HN_PLUGIN_OK || (first_ && out->count > 0)) return status;
		}
		return HN_PLUGIN_OK;
	}

	int32_t test(const HnPluginPair &pair, int32_t i, int32_t j, HnPluginContacts *out) {
		double a[9], b[9];
		load(a, mesh_of(pair.a).xyz, mesh_of(pair.a).triangles + 3 * static_cast<std::size_t>(i));
		load(b, placed_.data(), mesh_of(pair.b).triangles + 3 * static_cast<std::size_t>(j));
		++np_;
		if (!host_->triangles_meet(a, b)) return HN_PLUGIN_OK;
		if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
		out->data[out->count++] = HnPluginContact{ pair.a, i, pair.b, j };
		return HN_PLUGIN_OK;
	}

	HnPluginHost *host_;
	const HnPluginScene *scene_;
	bool first_;
	int axis_;
	std::vector<Boxes> meshes_; // of each mesh, in its own frame
	Boxes moving_;              // of the body that is placed in the frame of the other
	std::vector<double> placed_;
	int64_t np_ = 0, box_tests_ = 0;
};

// No exception may leave a plug-in.
template <class Call> int32_t guarded(HnPluginHost *host, Call call) {
	try {
		return call();
	} catch (const std::bad_alloc &) {
		return HN_PLUGIN_ERR_MEMORY;
	} catch (const std::exception &e) {
		std::snprintf(host->error, sizeof host->error, "%s", e.what());
		return HN_PLUGIN_ERR_FAILED;
	}
}

int32_t create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query, const double *values) {
	return guarded(host, [&] {
		*self = new Sweep(host, scene, query == HN_PLUGIN_QUERY_FIRST, static_cast<int>(values[0]));
		return HN_PLUGIN_OK;
	});
}
void destroy(void *self) { delete static_cast<Sweep *>(self); }
void begin(void *self) { static_cast<Sweep *>(self)->begin(); }
int32_t pair(void *self, const HnPluginPair *given, HnPluginContacts *out) {
	Sweep *sweep = static_cast<Sweep *>(self);
	return guarded(sweep->host(), [&] { return sweep->pair(*given, out); });
}
void count(void *self, int64_t *values) { static_cast<Sweep *>(self)->count(values); }
std::size_t bytes(const void *self) { return static_cast<const Sweep *>(self)->bytes(); }

const char *const axes[] = { "x", "y", "z", nullptr };
const HnPluginParam params[] = {
	{ "axis", "the axis along which triangles are sorted", HN_PLUGIN_CHOICE, 0, 0, 0, axes },
};
const HnPluginCounter counters[] = {
	{ "np", "tests", "triangle-pair tests" },
	{ "box_tests", "tests", "tests of the boxes of two triangles" },
};

HnPlugin describe() {
	HnPlugin p = {};
	p.size = sizeof p;
	p.version = HN_PLUGIN_VERSION;
	p.kind = HN_PLUGIN_PAIRS;
	p.name = "NAME";
	p.about = "boxes of triangles, sorted along an axis and swept";
	p.source = "an example";
	p.semantics = "surfaces, double, touching counts";
	p.can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST | HN_PLUGIN_CAN_APPROACH;
	p.answers = HN_PLUGIN_EXACT;
	p.params = params;
	p.param_count = 1;
	p.counters = counters;
	p.counter_count = 2;
	p.create = create;
	p.destroy = destroy;
	p.begin = begin;
	p.pair = pair;
	p.count = count;
	p.bytes = bytes;
	return p;
}

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const HnPlugin plugin = describe();
	return index == 0 ? &plugin : nullptr;
}
