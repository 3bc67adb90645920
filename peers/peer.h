// What the wrappers of libraries share: the functions that a plug-in hands out, made of a class, and the test
// of candidates' triangles. It needs engine/api/plugin.h and nothing else of the engine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <new>
#include <type_traits>
#include <vector>

extern "C" {
#include "plugin.h"
}

namespace peer {

// A library has no memory: `what` says where.
class OutOfMemory : public std::bad_alloc {
  public:
	explicit OutOfMemory(const char *what) : what_(what) {}
	const char *what() const noexcept override { return what_; }

  private:
	const char *what_;
};

// No exception may leave a plug-in.
template <class Call> int32_t guarded(HnPluginHost *host, Call call) {
	try {
		return call();
	} catch (const std::bad_alloc &e) {
		std::snprintf(host->error, sizeof host->error, "%s", e.what());
		return HN_PLUGIN_ERR_MEMORY;
	} catch (const std::exception &e) {
		std::snprintf(host->error, sizeof host->error, "%s", e.what());
		return HN_PLUGIN_ERR_FAILED;
	}
}

// Has the buffer room for one contact more?
inline bool has_room(HnPluginContacts *out) { return out->count < out->capacity || out->grow(out); }

inline void push(HnPluginContacts *out, int32_t a, int32_t i, int32_t b, int32_t j) {
	if (!has_room(out)) throw OutOfMemory("the engine's buffer of contacts");
	out->data[out->count++] = HnPluginContact{ a, i, b, j };
}

// A pair of boxes or bodies, the lower number first.
inline void push_ordered(HnPluginContacts *out, int32_t a, int32_t i, int32_t b, int32_t j) {
	if (a < b)
		push(out, a, i, b, j);
	else
		push(out, b, j, a, i);
}

// Do two boxes of 6 floats meet? Touching counts.
inline bool boxes_meet(const float *a, const float *b) {
	for (int k = 0; k < 3; ++k)
		if (a[k] > b[k + 3] || b[k] > a[k + 3]) return false;
	return true;
}

// The pairs of boxes that a step asks for: both there, not both fixed.
inline bool boxes_asked(const HnPluginScene *scene, const HnPluginStep *step, int32_t a, int32_t b) {
	if (scene->boxes_fixed && scene->boxes_fixed[a] && scene->boxes_fixed[b]) return false;
	return !step->boxes_there || (step->boxes_there[a] && step->boxes_there[b]);
}

// The boxes of the step before. A library that wants to be told of changes alone is told of these.
class Changes {
  public:
	// Whether box i differs from what it was; remembers it.
	bool take(std::size_t i, const float *box) {
		if (known_.size() < 6 * (i + 1)) known_.resize(6 * (i + 1), std::numeric_limits<float>::quiet_NaN());
		float *known = known_.data() + 6 * i;
		if (std::equal(box, box + 6, known)) return false;
		std::copy(box, box + 6, known);
		return true;
	}

  private:
	std::vector<float> known_;
};

inline bool bodies_asked(const HnPluginScene *scene, int32_t a, int32_t b) {
	return !scene->bodies[a].fixed || !scene->bodies[b].fixed;
}

inline void load(double *out, const HnPluginMesh &mesh, const double *xyz, int32_t triangle) {
	const int32_t *t = mesh.triangles + 3 * static_cast<std::ptrdiff_t>(triangle);
	for (int k = 0; k < 9; ++k) out[k] = xyz[3 * static_cast<std::ptrdiff_t>(t[k / 3]) + k % 3];
}

// The engine's exact test of two triangles behind a library that lists candidates.
struct Finish {
	bool on;
	const HnPluginHost *host;
	int64_t np = 0;
	bool meet(const double *a, const double *b) {
		if (!on) return true;
		++np;
		return host->triangles_meet(a, b) != 0;
	}
};

// The plug-in of a class T. T has a constructor (host, scene, first, values), begin(), update(step), and
// pair(pair, out) or query(step, out), count(values), bytes().
template <class T> struct Calls {
	static int32_t create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
	                      const double *values) {
		return guarded(host, [&] {
			*self = new Calls{ host, T(host, scene, query == HN_PLUGIN_QUERY_FIRST, values) };
			return HN_PLUGIN_OK;
		});
	}
	static Calls *of(void *self) { return static_cast<Calls *>(self); }
	static void destroy(void *self) { delete of(self); }
	static void begin(void *self) { of(self)->it.begin(); }
	static int32_t update(void *self, const HnPluginStep *step) {
		return guarded(of(self)->host, [&] { return of(self)->it.update(*step), HN_PLUGIN_OK; });
	}
	static int32_t pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
		return guarded(of(self)->host, [&] { return of(self)->it.pair(*pair, out), HN_PLUGIN_OK; });
	}
	static int32_t query(void *self, const HnPluginStep *step, HnPluginContacts *out) {
		return guarded(of(self)->host, [&] { return of(self)->it.query(*step, out), HN_PLUGIN_OK; });
	}
	static void count(void *self, int64_t *values) { values[0] = of(self)->it.tests(); }

	HnPluginHost *host;
	T it;
};

inline const HnPluginCounter counters[] = { { "np", "tests", "the engine's tests of two triangles" } };

template <class T>
HnPlugin plugin(int32_t kind, const char *name, const char *about, const char *library, const char *semantics,
                uint32_t can, int32_t answers) {
	HnPlugin p = {};
	p.size = sizeof p;
	p.version = HN_PLUGIN_VERSION;
	p.kind = kind;
	p.name = name;
	p.about = about;
	p.source = p.library = library;
	p.semantics = semantics;
	p.can = can;
	p.answers = answers;
	p.create = Calls<T>::create;
	p.destroy = Calls<T>::destroy;
	p.begin = Calls<T>::begin;
	p.update = Calls<T>::update;
	if constexpr (T::KIND == HN_PLUGIN_PAIRS)
		p.pair = Calls<T>::pair;
	else
		p.query = Calls<T>::query;
	if constexpr (T::FINISHES) {
		p.counters = counters;
		p.counter_count = 1;
		p.count = Calls<T>::count;
	}
	return p;
}

template <std::size_t n> HnPlugin with(HnPlugin p, const HnPluginParam (&params)[n]) {
	p.params = params;
	p.param_count = static_cast<int32_t>(n);
	return p;
}

} // namespace peer
