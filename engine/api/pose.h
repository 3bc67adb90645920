/// @file
/// Vectors, matrices and rigid poses, in doubles.

/// A vector or point.
typedef struct HnVec3 {
	double x; ///< along the first axis
	double y; ///< along the second
	double z; ///< along the third
} HnVec3;

/// A matrix, or the rotation that it is.
typedef struct HnMat3 {
	double m[3][3]; ///< m[row][column]
} HnMat3;

/// A quaternion of length 1 is a rotation; q and -q are the same rotation.
typedef struct HnQuaternion {
	double w; ///< the real part
	double x; ///< of i
	double y; ///< of j
	double z; ///< of k
} HnQuaternion;
/// The rotation by angle (radians) about unit_axis. No rotation, (1, 0, 0, 0), if a number is not finite.
HnQuaternion hn_quaternion_axis_angle(HnVec3 unit_axis, double angle);
/// Scales q to length 1. Returns false and leaves q unchanged if q is zero, not finite or NULL.
bool hn_quaternion_normalize(HnQuaternion *q);
/// The rotation of q, which may have any length but 0. The identity if q is zero or not finite.
HnMat3 hn_quaternion_matrix(HnQuaternion q);

/// A rigid pose: x' = R x + t.
typedef struct HnPose {
	HnMat3 r; ///< the rotation R
	HnVec3 t; ///< the translation t, which follows the rotation
} HnPose;

/// The pose that moves nothing: R = I, t = 0.
HnPose hn_pose_identity(void);
/// The pose of b in the frame of a: R = Ra^T Rb, t = Ra^T (tb - ta). Every algorithm is given this relative
/// pose. The identity if a or b is NULL.
HnPose hn_pose_relative(const HnPose *a, const HnPose *b);
/// Places n vertices (3 doubles each) with the arithmetic that every algorithm uses. out must have room for 3
/// * n doubles and may not overlap xyz. Does nothing if a pointer is NULL or n is below 1.
void hn_pose_place_all(const HnPose *p, const double *xyz, int64_t n, double *out);
