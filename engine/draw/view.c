#include "draw/view.h"

DrawView view_standard(void) {
	HnVec3 toward = vec3_unit((HnVec3){ 3, -5, 3 }), right = vec3_unit((HnVec3){ 5, 3, 0 });
	return (DrawView){ .right = right, .up = vec3_cross(toward, right), .toward = toward, .scale = 1 };
}

HnVec3 view_project(const DrawView *view, HnVec3 p) {
	return (HnVec3){ view->left + view->scale * vec3_dot(view->right, p),
		             view->top - view->scale * vec3_dot(view->up, p),
		             view->scale * vec3_dot(view->toward, p) };
}

void bounds_add(DrawBounds *bounds, HnVec3 projected) {
	const double at[2] = { projected.x, projected.y };
	for (int i = 0; i < 2; ++i) {
		if (!bounds->any || at[i] < bounds->lo[i]) bounds->lo[i] = at[i];
		if (!bounds->any || at[i] > bounds->hi[i]) bounds->hi[i] = at[i];
	}
	bounds->any = true;
}

void view_fit(DrawView *view, const DrawBounds *bounds, double width, double height, double margin) {
	double wide = bounds->hi[0] - bounds->lo[0], high = bounds->hi[1] - bounds->lo[1];
	double across = (width - 2 * margin) / wide, down = (height - 2 * margin) / high;
	double scale = across < down ? across : down;
	if (!bounds->any || !(scale > 0) || !isfinite(scale)) scale = 1;
	view->scale = scale;
	view->left = width / 2 - scale * (bounds->lo[0] + wide / 2);
	view->top = height / 2 - scale * (bounds->lo[1] + high / 2);
}
