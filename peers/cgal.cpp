// CGAL: box_self_intersection_d on boxes. CGAL's package is under the GPL, so this is built only if asked
// for.
#include "peer.h"

#include <utility>

#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

namespace {

class Boxes {
  public:
	static constexpr int32_t KIND = HN_PLUGIN_BOXES;
	static constexpr bool FINISHES = false;
	Boxes(HnPluginHost *, const HnPluginScene *scene, bool, const double *values)
	    : scene_(scene), cutoff_(static_cast<std::ptrdiff_t>(values[0])) {}
	void begin() {}
	void update(const HnPluginStep &step) {
		boxes_.clear();
		for (int32_t i = 0; i < scene_->box_count; ++i) {
			const float *b = step.boxes + 6 * static_cast<std::ptrdiff_t>(i);
			boxes_.emplace_back(b, i);
		}
	}
	void query(const HnPluginStep &step, HnPluginContacts *out) {
		using Traits = CGAL::Box_intersection_d::Box_traits_d<Box>;
		CGAL::box_self_intersection_d(
		    boxes_.begin(), boxes_.end(),
		    [&](const Box &p, const Box &q) {
			    if (peer::boxes_asked(scene_, &step, p.number, q.number))
				    peer::push_ordered(out, p.number, 0, q.number, 0);
		    },
		    Traits(), cutoff_, CGAL::Box_intersection_d::CLOSED);
	}

  private:
	struct Box : CGAL::Box_intersection_d::Box_d<double, 3> {
		Box(const float *box, int32_t n) : number(n) {
			std::pair<double, double> sides[3];
			for (int k = 0; k < 3; ++k) sides[k] = { box[k], box[k + 3] };
			extend(sides);
		}
		int32_t number;
	};
	const HnPluginScene *scene_;
	std::ptrdiff_t cutoff_;
	std::vector<Box> boxes_;
};

const HnPluginParam params[] = {
	{ "cutoff", "boxes below which all pairs are tested (the library's default is 10)", HN_PLUGIN_INT, 200, 1,
	  1e6, nullptr },
};

} // namespace

extern "C" const HnPlugin *harness_plugin(int32_t, int32_t index) {
	static const HnPlugin all[] = {
		peer::with(peer::plugin<Boxes>(HN_PLUGIN_BOXES, "cgal", "CGAL's box_self_intersection_d",
		                               "CGAL " CGAL_VERSION_STR,
		                               "boxes, double, touching counts; sorted anew in each step",
		                               HN_PLUGIN_CAN_ALL, HN_PLUGIN_INEXACT),
		           params),
	};
	return index == 0 ? &all[0] : nullptr;
}
