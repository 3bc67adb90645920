/// @file
/// Motions. Each function fills an array of poses, one for each step. The caller provides the array: out has
/// room for `steps` poses, for hn_motion_random_walk and hn_motion_touching as many as the definition says.

/// The rotation by angle (radians) about a unit axis. The identity if a number is not finite.
HnMat3 hn_motion_axis_angle(HnVec3 axis, double angle);
/// A straight line from `from` to `to`, both ends included, with the constant rotation r. steps = 1 gives
/// `from`. HN_ERR_BAD_INPUT if a number is not finite.
int32_t hn_motion_line(HnPose *out, int32_t steps, HnVec3 from, HnVec3 to, const HnMat3 *r);
/// A turn about an axis through `centre`. Step i has the angle begin + (end - begin) * i / (steps - 1) in
/// radians. The mesh is moved by `offset` first: x' = R (x + offset - centre) + centre. The axis may have any
/// length except 0. HN_ERR_BAD_INPUT for a zero axis and if a number is not finite.
int32_t hn_motion_spin(HnPose *out, int32_t steps, HnVec3 axis, HnVec3 centre, double begin, double end,
                       HnVec3 offset);

/// A pose that a path passes through at a given time: x' = R(rotation) x + position.
typedef struct HnKeyPose {
	double at;             ///< the time
	HnQuaternion rotation; ///< of length 1 (its squared length is 1 to within 1e-9)
	HnVec3 position;       ///< where the mesh's origin is
} HnKeyPose;
/// A path through at least two key poses with increasing times. The first key is at the first step and the
/// last key at the last step. Every key is kept exactly and stands at the step nearest to its time: step
/// floor((at - first) / (last - first) * (steps - 1) + 1/2). All steps between two keys are equal: the
/// position moves linearly and the rotation follows quaternion_slerp. HN_ERR_BAD_INPUT if the times do not
/// increase, a number is not finite, a quaternion is no rotation, or two keys fall on the same step.
int32_t hn_motion_path(HnPose *out, int32_t steps, const HnKeyPose *keys, int32_t key_count);

/// A random walk that starts at `from` without rotation. It stays inside a ball about `from` (radius > 0) or
/// inside the box lo .. hi (radius = 0). Each step moves by `step` in a uniform direction and turns by `turn`
/// radians about a uniform axis through the moving origin. A step that would leave is reflected. In the box
/// each coordinate is reflected at the side it crosses. In the ball the distance from the centre is reflected
/// at the radius (to rounding).
typedef struct HnRandomWalkDef {
	int32_t steps; ///< number of poses
	uint64_t seed; ///< of all random choices
	double step;   ///< length of a step
	double turn;   ///< angle of a step, in radians
	double radius; ///< of the ball; 0: the box
	HnVec3 from;   ///< the start
	HnVec3 lo;     ///< the least corner of the box
	HnVec3 hi;     ///< the greatest corner of the box
} HnRandomWalkDef;
/// Fills out with a random walk of def->steps poses. HN_ERR_BAD_INPUT if a number is not finite or exceeds
/// 2^200, the box is empty, or the start is outside it. With the same seed, a shorter walk is the beginning
/// of a longer one.
int32_t hn_motion_random_walk(HnPose *out, const HnRandomWalkDef *def);

/// Tells whether the moving mesh touches the still mesh; `relative` is its pose in the still mesh's frame.
/// Returns 1, 0 or a negative error.
typedef int32_t (*HnMotionQuery)(void *context, const HnPose *relative);
/// What hn_motion_touching finds.
typedef struct HnTouchingDef {
	const HnMesh *still;  ///< the mesh that stays
	const HnMesh *moving; ///< the mesh for which the poses are found
	int32_t count;        ///< number of poses, >= 1
	uint64_t seed;        ///< of rotations and directions
	/// how far to push in past first contact, as a fraction of the moving mesh's diameter, 0 .. 1
	double depth;
	HnMotionQuery query; ///< tells whether the meshes touch, such as hn_touch_query_hit
	void *context;       ///< passed to the query; the engine does not look at it
} HnTouchingDef;
/// Finds poses in which two meshes touch. Each pose has a rotation and a direction drawn from the seed; it
/// depends only on the seed and its index. The moving mesh comes in from outside along a line on which the
/// centres of both bounding boxes lie. It stops at first contact and is then pushed in by `depth`. A new
/// direction is drawn if the meshes never meet, or if they no longer touch after the push. HN_ERR_BAD_INPUT
/// after 100 directions.
///
/// Guarantee for depth 0: the query reports contact at the pose, and it reports none at some point at most
/// 1e-12 of the moving mesh's diameter further out. The search marches in steps of 1/256 of the smaller
/// mesh's diameter, or 1/16384 of the way if that is longer. No step further out was in contact, but a
/// contact shorter than one step may be passed over.
int32_t hn_motion_touching(HnPose *out, const HnTouchingDef *def);
