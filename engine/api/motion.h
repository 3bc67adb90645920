// Motions: fill poses, one per step.

// Rotation by angle (radians) about a unit axis; the identity where one of the numbers is not finite.
HnMat3 hn_motion_axis_angle(HnVec3 axis, double angle);
// Straight line from `from` to `to`, both ends included (steps = 1: from), rotation r throughout.
// HN_ERR_BAD_INPUT for what is not finite.
int32_t hn_motion_line(HnPose *out, int32_t steps, HnVec3 from, HnVec3 to, const HnMat3 *r);
// Turns about an axis through `centre`: step i has angle begin + (end - begin) * i / (steps - 1), radians.
// Before that the mesh is moved by `offset`: x' = R (x + offset - centre) + centre. Any length of axis;
// HN_ERR_BAD_INPUT for a zero axis and for what is not finite.
int32_t hn_motion_spin(HnPose *out, int32_t steps, HnVec3 axis, HnVec3 centre, double begin, double end,
                       HnVec3 offset);

// A pose that a path goes through: x' = R(rotation) x + position, at a time.
typedef struct HnKeyPose {
	double at;
	HnQuaternion rotation; // of length 1 (its square to 1e-9)
	HnVec3 position;
} HnKeyPose;
// Through the key poses, at least two, whose times increase. Each key stands, exactly as it is, at the step
// nearest to its time, the first one at the first step and the last one at the last: step
// floor((at - first) / (last - first) * (steps - 1) + 1/2). Between two keys all steps are equal: the
// position moves linearly, the rotation by quaternion_slerp. HN_ERR_BAD_INPUT for times that do not increase,
// for what is not finite or no rotation, and where two keys would fall on one step.
int32_t hn_motion_path(HnPose *out, int32_t steps, const HnKeyPose *keys, int32_t key_count);

// A random walk from `from`, unrotated, that stays inside a ball about `from` (radius > 0) or in a box
// (radius = 0). Each step moves by `step` in a uniform direction and turns by `turn` radians about a uniform
// axis through the moving origin. Where it would leave it is reflected: each coordinate at its side of the
// box, in the ball the distance from the centre at the radius (to rounding).
typedef struct HnRandomWalkDef {
	int32_t steps;
	uint64_t seed;
	double step, turn, radius;
	HnVec3 from, lo, hi;
} HnRandomWalkDef;
// HN_ERR_BAD_INPUT for what is not finite or beyond 2^200, an empty box, and a start outside of it. Fewer
// steps of the same seed are the beginning of more.
int32_t hn_motion_random_walk(HnPose *out, const HnRandomWalkDef *def);

// Does the moving mesh, at this pose in the still mesh's frame, touch it? 1, 0 or an error.
typedef int32_t (*HnMotionQuery)(void *context, const HnPose *relative);
typedef struct HnTouchingDef {
	const HnMesh *still, *moving; // the meshes on which the poses are found
	int32_t count;                // poses wanted, >= 1
	uint64_t seed;
	double depth; // of the moving mesh's diameter, pushed in past first contact; 0: first contact
	HnMotionQuery query;
	void *context; // passed to the query; the engine does not look at it
} HnTouchingDef;
// For each pose a seeded rotation and direction; the moving mesh comes in from outside, the middles of the
// two boxes on the line, until first contact, then is pushed in. A direction that never meets, or that leads
// out again when pushed in, is drawn again; HN_ERR_BAD_INPUT after 100. What is sure (depth 0): the query
// says contact at the pose, and none at most 1e-12 of the moving mesh's diameter further out. March steps are
// 1/256 of the smaller mesh's diameter (of very unlike meshes: 1/16384 of the way): none of them further out
// was in contact, but a contact that lasts less than one step may be passed over. A pose depends on the seed
// and its index alone.
int32_t hn_motion_touching(HnPose *out, const HnTouchingDef *def);
