// Vectors, matrices and rigid poses, in doubles.

typedef struct HnVec3 {
	double x, y, z;
} HnVec3;

typedef struct HnMat3 {
	double m[3][3]; // m[row][column]
} HnMat3;

// Of length 1: a rotation; q and -q are the same one.
typedef struct HnQuaternion {
	double w, x, y, z;
} HnQuaternion;
// Radians; no rotation (1, 0, 0, 0) where one of the numbers is not finite.
HnQuaternion hn_quaternion_axis_angle(HnVec3 unit_axis, double angle);
// To length 1. False for zero, for what is not finite and for NULL; q is then unchanged.
bool hn_quaternion_normalize(HnQuaternion *q);

// x' = R x + t
typedef struct HnPose {
	HnMat3 r;
	HnVec3 t;
} HnPose;

HnPose hn_pose_identity(void);
// The pose of b in the frame of a: R = Ra^T Rb, t = Ra^T (tb - ta). The one that every algorithm is given.
// The identity where one of the two is NULL.
HnPose hn_pose_relative(const HnPose *a, const HnPose *b);
// n vertices (3 doubles each) placed, as every algorithm places them; out may not overlap xyz.
// Nothing where one of the three is NULL or n is below 1.
void hn_pose_place_all(const HnPose *p, const double *xyz, int64_t n, double *out);
