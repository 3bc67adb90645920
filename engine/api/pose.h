// Vectors, matrices and rigid poses, in doubles.

typedef struct Vec3 {
	double x, y, z;
} Vec3;

typedef struct Mat3 {
	double m[3][3]; // m[row][column]
} Mat3;

// Of length 1: a rotation; q and -q are the same one.
typedef struct Quaternion {
	double w, x, y, z;
} Quaternion;
Quaternion quaternion_axis_angle(Vec3 unit_axis, double angle); // radians
// To length 1; false for zero and for what is not finite.
bool quaternion_normalize(Quaternion *q);

// x' = R x + t
typedef struct Pose {
	Mat3 r;
	Vec3 t;
} Pose;

Pose pose_identity(void);
// The pose of b in the frame of a: R = Ra^T Rb, t = Ra^T (tb - ta). The one that every algorithm is given.
Pose pose_relative(const Pose *a, const Pose *b);
// n vertices (3 doubles each) placed, as every algorithm places them; out may not overlap xyz.
void pose_place_all(const Pose *p, const double *xyz, int64_t n, double *out);
