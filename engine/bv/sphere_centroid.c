// The sphere centred at the mean of its points.
#include "bv/ball.h"

extern const SphereFit sphere_by_centroid;
const SphereFit sphere_by_centroid = {
	.fit.name = "centroid",
	.fit.about = "centred at the mean of the points",
	.fit.params = { ball_mean_params, 1, sizeof(BallMean) },
	.once = ball_mean_once,
	.ball = ball_fit_centroid,
};
