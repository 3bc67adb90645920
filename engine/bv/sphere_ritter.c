// The sphere of two points that are far apart, grown over every point outside (Ritter 1990).
#include "bv/ball.h"

extern const SphereFit sphere_by_ritter;
const SphereFit sphere_by_ritter = {
	.fit.name = "ritter",
	.fit.about = "begins with two points that are far apart, and grows over each point outside",
	.ball = ball_fit_ritter,
};
