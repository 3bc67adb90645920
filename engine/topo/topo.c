// The rules for the axis and the point of a split.
#include "topo/topo.h"

#define TOPO_AXIS(name) extern const TopoAxisRule topo_axis_##name;
#include "topo/axis.def"
#undef TOPO_AXIS
#define TOPO_POINT(name) extern const TopoPointRule topo_point_##name;
#include "topo/point.def"
#undef TOPO_POINT

static const TopoAxisRule *const s_axis_rules[] = {
#define TOPO_AXIS(name) &topo_axis_##name,
#include "topo/axis.def"
#undef TOPO_AXIS
	NULL,
};

static const TopoPointRule *const s_point_rules[] = {
#define TOPO_POINT(name) &topo_point_##name,
#include "topo/point.def"
#undef TOPO_POINT
	NULL,
};

enum {
	AXIS_RULES = sizeof s_axis_rules / sizeof s_axis_rules[0],
	POINT_RULES = sizeof s_point_rules / sizeof s_point_rules[0],
};

const TopoAxisRule *topo_axis_rule(int32_t index) {
	return index >= 0 && index < AXIS_RULES ? s_axis_rules[index] : NULL;
}

const TopoPointRule *topo_point_rule(int32_t index) {
	return index >= 0 && index < POINT_RULES ? s_point_rules[index] : NULL;
}

const char *topo_axis_name(int32_t index) {
	const TopoAxisRule *rule = topo_axis_rule(index);
	return rule != NULL ? rule->name : NULL;
}

const char *topo_point_name(int32_t index) {
	const TopoPointRule *rule = topo_point_rule(index);
	return rule != NULL ? rule->name : NULL;
}

PartKind topo_axis_part(int32_t index) {
	const TopoAxisRule *rule = topo_axis_rule(index);
	return rule != NULL ? (PartKind){ rule->name, &rule->params, rule->about } : (PartKind){ 0 };
}

PartKind topo_point_part(int32_t index) {
	const TopoPointRule *rule = topo_point_rule(index);
	return rule != NULL ? (PartKind){ rule->name, &rule->params, rule->about } : (PartKind){ 0 };
}
