/// @file
/// Two meshes that are asked often: at one pose, or at many on several threads. Their trees are built once,
/// in the frame of each mesh, so a query costs what it looks at and not what the meshes hold. Answers are
/// exact, as those of detectors: the contacts of `wide` (detect.h) in a scene with these meshes and this
/// pose. They do not depend on threads or the instruction set.
///
/// Meshes are surfaces. Two triangles meet if they share a point, and one without area is the segment or
/// point that it is. A mesh wholly inside another has no contact with it.
///
///     hn_pair_create(&pair, still, moving, "");
///     hn_pair_first_many(pair, poses, count, 0, hits, NULL);      // on all processors
///
///     hn_pair_context_create(&context, pair);                     // one for each thread
///     hit = hn_pair_first(context, &pose, NULL);

/// Two meshes with their trees. It does not change after it was made, so any number of threads may use it.
typedef struct HnPair HnPair;
/// Borrows both meshes, which must outlive the pair and stay as they are; each may be without triangles, and
/// both may be the same. They may be structs that the caller filled with arrays of its own.
/// params are parameters of `wide`, like "bins=32"; "" for the defaults. Errors: HN_ERR_BAD_INPUT (a mesh
/// that hn_mesh_validate would refuse or change, or wrong params), HN_ERR_NOT_FOUND (an unknown parameter),
/// HN_ERR_NO_MEMORY.
int32_t hn_pair_create(HnPair **out, const HnMesh *still, const HnMesh *moving, const char *params);
/// Destroys the pair. Its contexts may be destroyed later, but not be asked. NULL is allowed.
void hn_pair_destroy(HnPair *pair);
/// The bytes of both trees; 0 for NULL.
size_t hn_pair_bytes(const HnPair *pair);

/// What one thread needs for queries. Its memory grows with the largest answer and is kept.
typedef struct HnPairContext HnPairContext;
/// Makes a context, which borrows the pair. HN_ERR_NO_MEMORY.
int32_t hn_pair_context_create(HnPairContext **out, const HnPair *pair);
/// Destroys a context. NULL is allowed.
void hn_pair_context_destroy(HnPairContext *context);
/// Forgets the last hit. A query begins near the last hit, which helps where poses are ordered; whether there
/// is a contact never depends on it, but which one is found may.
void hn_pair_context_begin(HnPairContext *context);

/// The queries take the pose of the moving mesh in the frame of the still one. HN_ERR_BAD_INPUT if it is not
/// finite, beyond 2^200, or no rotation (to 1e-9). In contacts body_a is 0, the still mesh, and body_b 1.
///
/// Whether the meshes touch: 1, 0 or a negative error. contact: NULL, or filled with one of the contacts if
/// there is one.
int32_t hn_pair_first(HnPairContext *context, const HnPose *pose, HnContact *contact);
/// All contacts, each once, in an order that is always the same for a pair and a pose. out is cleared first.
int32_t hn_pair_all(HnPairContext *context, const HnPose *pose, HnContactBuffer *out);
/// Asks at `count` poses, on up to `threads` threads; 0: as many as the calling thread may use processors.
/// hits gets 1 or 0 for each pose; contacts is NULL or gets a contact for each pose with a hit. Neighbours
/// among the poses are asked one after the other by the same thread, in blocks that do not depend on
/// `threads`. So the answers do not either. HN_ERR_BAD_INPUT names the first wrong pose, and none is asked
/// then. After HN_ERR_NO_MEMORY some of hits and contacts may be set.
int32_t hn_pair_first_many(const HnPair *pair, const HnPose *poses, int64_t count, int32_t threads,
                           uint8_t *hits, HnContact *contacts);
