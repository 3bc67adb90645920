#include "run/group/group.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "run/group/parts.h"
#include "run/result/instances.h"
#include "run/result/precision.h"
#include "scene/scene.h"

static bool is_ok(const Session *session, int32_t member) {
	return session->result->members[member].status == ROW_OK;
}

static int32_t prepare_members(Session *session) { return session_each(session, is_ok, member_prepare); }

// Brute force and results of other programs have given their answers. Their memory is freed before anything
// is timed.
static int32_t end_check(Session *session) {
	for (int32_t i = 0; i < session->result->member_count; ++i)
		if (!member_is_timed(session->result, i)) worker_end(&session->slots[i].worker);
	return GO_ON;
}

static int32_t last_repeats(const Result *result, int32_t member) {
	for (int64_t i = result->samples.count - 1; i >= 0; --i)
		if (result->samples.data[i].member == member) return result->samples.data[i].repeats;
	return 1;
}

static int32_t reopen_member(Session *session, int32_t member) {
	session->slots[member].repeats = last_repeats(session->result, member);
	return member_open(session, member);
}

static int32_t reopen_members(Session *session) { return session_each(session, takes_part, reopen_member); }

typedef int32_t (*Part)(Session *session);

static int32_t do_parts(Session *session, const Part *part) {
	int32_t status = GO_ON;
	for (; *part != NULL && session_lasts(status); ++part) status = (*part)(session);
	return status;
}

// A later session: new workers take only builds and rounds. The first session has counted and checked, and
// every sample must find the same contacts.
static int32_t session_renewed(Session *session) {
	static const Part s_parts[] = { reopen_members, session_builds, session_rounds, NULL };
	return do_parts(session, s_parts);
}

static int32_t session_whole(Session *session) {
	static const Part s_answers[] = { prepare_members, session_agree,   session_contain,
		                              end_check,       session_inspect, NULL };
	static const Part s_times[] = { session_builds,
		                            session_calibrate,
		                            session_rounds,
		                            session_steps,
		                            session_afresh,
		                            session_count_events,
		                            NULL };
	int32_t status = do_parts(session, s_answers);
	session->answered = session_lasts(status);
	return session->answered && !session->def->count_only ? do_parts(session, s_times) : status;
}

static void session_free(Session *session) {
	size_t count = (size_t)session->result->member_count;
	for (size_t i = 0; session->slots != NULL && i < count; ++i) {
		worker_end(&session->slots[i].worker);
		mem_free(session->slots[i].answers, session->slots[i].answers_size);
	}
	mem_free(session->slots, count * sizeof *session->slots);
	mem_free(session->block, (size_t)session->block_count * sizeof *session->block);
	text_free(&session->line);
}

static int32_t session_live(Session *session, bool whole) {
	char utc[UTC_SIZE];
	utc_now(utc, 0);
	entry_session(&session->line, session->result, utc, session->def->machine->core);
	int32_t status = session_write(session);
	if (status != HN_OK) return status;
	return whole ? session_whole(session) : session_renewed(session);
}

typedef struct Attempt {
	int32_t number; // includes sessions in which a worker was killed from outside
	bool whole;     // counts and checks too; else takes only builds and rounds
	bool answered;  // all answers were counted and checked
	bool stopped, killed;
} Attempt;

// One session from start to end.
static int32_t sit(const GroupDef *def, Journal *journal, Attempt *attempt) {
	Result *result = journal->result;
	size_t count = (size_t)result->member_count;
	Session session = { .def = def, .journal = journal, .result = result, .attempt = attempt->number };
	session.slots = mem_alloc_zero(count * sizeof *session.slots);
	int64_t begin = clock_ns();
	int32_t status = session.slots != NULL ? session_live(&session, attempt->whole) : HN_ERR_NO_MEMORY;
	if (status >= 0) {
		char utc[UTC_SIZE];
		utc_now(utc, 0);
		entry_session_end(&session.line, (double)(clock_ns() - begin) * 1e-9, utc, def->machine);
		int32_t recorded = session_write(&session);
		if (recorded != HN_OK) status = recorded;
	}
	attempt->answered = session.answered;
	attempt->stopped = session.stopped;
	attempt->killed = session.killed;
	session_free(&session);
	return status < 0 ? status : HN_OK;
}

// Triangle pairs of all pairs of bodies, except pairs of two fixed bodies. For objects: pairs of the objects
// that are present, with the same exception. Of one step, or of all steps.
static double oracle_tests(const HnScene *scene, const Result *result) {
	double pairs = 0;
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t b = a + 1; b < scene->body_count; ++b)
			if (!scene_both_fixed(scene, a, b))
				pairs += (double)scene_mesh(scene, a)->triangle_count * scene_mesh(scene, b)->triangle_count;
	if (scene->objects.count == 0) return pairs * result_questions_most(result);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		const HnSceneObjects *objects = &scene->objects;
		double there = objects->count, fixed = 0;
		for (int32_t id = 0; id < objects->count; ++id) {
			bool away = objects->present != NULL && !objects->present[(int64_t)step * objects->count + id];
			there -= away;
			fixed += !away && objects->fixed != NULL && objects->fixed[id];
		}
		pairs += there * (there - 1) / 2 - fixed * (fixed - 1) / 2;
	}
	return pairs;
}

static int32_t describe_scene(Journal *journal, const HnScene *scene) {
	Result *result = journal->result;
	int64_t triangles = 0;
	for (int32_t a = 0; a < scene->body_count; ++a) triangles += scene_mesh(scene, a)->triangle_count;
	result->step_count = result->group->query == HN_QUERY_APPROACH ? 1 : scene->step_count;
	result->triangle_count = triangles;
	double pairs = oracle_tests(scene, result);
	result->pair_count = pairs < 9e18 ? (int64_t)pairs : INT64_MAX;
	Text line = { 0 };
	entry_group(&line, result);
	int32_t status = journal_add(journal, &line);
	text_free(&line);
	return status;
}

static int32_t describe_instances(Journal *journal, const HnScene *scene) {
	const int32_t count = result_instances(journal->result);
	DrawnPose *poses = NULL;
	Text line = { 0 };
	int32_t status = instances_poses(&poses, journal->result, scene);
	if (poses != NULL) {
		entry_poses(&line, poses, count);
		status = journal_add(journal, &line);
	}
	mem_free(poses, (size_t)count * sizeof *poses);
	text_free(&line);
	return status;
}

// What describes the scene. It is recorded once, so that results can be read without the scene.
static int32_t describe(const GroupDef *def, Journal *journal) {
	Result *result = journal->result;
	const bool is_population = result->group->block > 0;
	if (result->step_count > 0 && (!is_population || result->poses != NULL)) return HN_OK;
	HnScene *scene = NULL;
	int32_t status = hn_scene_open(&scene, def->scene_path);
	if (status == HN_OK && result->step_count == 0) status = describe_scene(journal, scene);
	if (status == HN_OK && is_population) status = describe_instances(journal, scene);
	hn_scene_close(scene);
	return status;
}

// What is left to do. Where nothing is timed, a session with all answers ends the group. The journal does not
// tell this of an earlier process, so a group that a kill interrupted is counted from its start.
static Completeness completeness_of(const GroupDef *def, const Result *result, const Attempt *attempt) {
	if (def->count_only) return (Completeness){ false, attempt->answered };
	return result_completeness(result);
}

// Runs sessions until the group is complete. The first session of this process is a whole one, which checks
// that everything is still as an earlier process found it.
static int32_t sit_on(const GroupDef *def, Journal *journal, bool *stopped) {
	Attempt attempt = { .number = 1 };
	Completeness done = completeness_of(def, journal->result, &attempt);
	attempt.whole = !def->known || !done.prepared;
	int32_t status = HN_OK;
	bool more = !done.complete;
	while (status == HN_OK && more) {
		status = sit(def, journal, &attempt);
		done = completeness_of(def, journal->result, &attempt);
		attempt.number += attempt.killed;
		attempt.whole = !done.prepared;
		more = !done.complete && !attempt.stopped && attempt.number <= ATTEMPTS &&
		       (attempt.killed || !def->one_session);
	}
	*stopped = attempt.stopped;
	return status == HN_OK && !attempt.stopped && done.complete ? journal_finish(journal) : status;
}

static int32_t open_group(const GroupDef *def, Journal *journal, GroupEnd *end) {
	*end = (GroupEnd){ 0 };
	int32_t status = journal_open(journal, def->groups_dir, def->group, def->key);
	// a group that has rounds was counted before them
	bool is_counted = status == HN_OK && def->count_only && journal->result->rounds > 0;
	end->measured = status == HN_OK && !journal->result->finished && !is_counted;
	return status;
}

static void close_group(Journal *journal, GroupEnd *end) {
	end->finished = journal->result->finished;
	end->prepared = result_is_prepared(journal->result);
	end->failed = result_has_failed(journal->result);
	end->seconds = journal->result->seconds;
	journal_close(journal);
}

int32_t group_measure(const GroupDef *def, GroupEnd *end) {
	Journal journal;
	int32_t status = open_group(def, &journal, end);
	if (status != HN_OK) return status;
	if (end->measured) status = describe(def, &journal);
	if (end->measured && status == HN_OK) status = sit_on(def, &journal, &end->stopped);
	close_group(&journal, end);
	return status;
}

int32_t group_finish(const GroupDef *def, GroupEnd *end) {
	Journal journal;
	int32_t status = open_group(def, &journal, end);
	if (status != HN_OK) return status;
	if (end->measured && result_is_prepared(journal.result)) status = journal_finish(&journal);
	close_group(&journal, end);
	return status;
}
