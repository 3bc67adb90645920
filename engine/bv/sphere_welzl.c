// The smallest sphere, apart from rounding (Welzl 1991; Gaertner 1999).
#include "bv/ball.h"

extern const SphereFit sphere_by_welzl;
const SphereFit sphere_by_welzl = {
	.fit.name = "welzl",
	.fit.about = "the smallest enclosing sphere",
	.ball = ball_fit_smallest,
};
