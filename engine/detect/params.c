// Parameter texts of algorithms, and what an algorithm says of itself with them.
#include "detect/params.h"

#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "detect/pairs.h"

int32_t detect_params_make(void **out, const HnDetectClass *class, const char *params) {
	void *def = mem_alloc(class->params.def_size);
	if (def == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = param_parse(&class->params, def, class->name, params);
	if (status == HN_OK) status = detect_preset_apply(class, def);
	if (status == HN_OK) {
		if (class->set != NULL) status = param_set_settle(class->set, def);
		if (status == HN_OK && class->check != NULL) status = class->check(def);
		if (status == HN_OK && class->pairs != NULL) status = pairs_check(class, def);
		if (status != HN_OK) status = error_prefix(status, "%s", class->name);
	}
	if (status != HN_OK) {
		mem_free(def, class->params.def_size);
		return status;
	}
	*out = def;
	return HN_OK;
}

int32_t detect_settle(const HnDetectClass *class, void *def, const char **wrong) {
	int32_t status = detect_preset_apply(class, def);
	*wrong = NULL;
	if (status != HN_OK || class->set == NULL) return status;
	status = param_set_check_given(class->set, def, class->name, wrong);
	if (status != HN_OK) return status;
	*wrong = NULL;
	status = param_set_settle(class->set, def);
	return status == HN_OK ? status : error_prefix(status, "%s", class->name);
}

int32_t detect_check(const HnDetectClass *class, const char *params) {
	void *def = NULL;
	int32_t status = detect_params_make(&def, class, params);
	if (status == HN_OK) mem_free(def, class->params.def_size);
	return status;
}

static int32_t params_ask(bool *out, bool (*question)(const void *params), const HnDetectClass *class,
                          const char *params) {
	void *def = NULL;
	*out = false;
	if (question == NULL) return HN_OK;
	int32_t status = detect_params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = question(def);
	mem_free(def, class->params.def_size);
	return HN_OK;
}

// Checks the parameters even if the class needs none of them for its answer.
static int32_t question_check(const bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(class, "an algorithm");
	return status == HN_OK ? detect_check(class, params) : status;
}

int32_t hn_detect_conservative(bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = question_check(out, class, params);
	return status != HN_OK ? status : params_ask(out, class->conservative, class, params);
}

int32_t hn_detect_unsound(bool *out, const HnDetectClass *class, const char *params) {
	int32_t status = question_check(out, class, params);
	return status != HN_OK ? status : params_ask(out, class->unsound, class, params);
}

int32_t detect_lazy(bool *out, const HnDetectClass *class, const char *params) {
	return params_ask(out, class->lazy, class, params);
}

int32_t detect_fronted(bool *out, const HnDetectClass *class, const char *params) {
	*out = class->timed.broad != NULL;
	if (class->pairs == NULL) return HN_OK;
	void *def = NULL;
	int32_t status = detect_params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = pairs_fronted(class, def);
	mem_free(def, class->params.def_size);
	return HN_OK;
}

int32_t detect_coherent(bool *out, const HnDetectClass *class, const char *params, HnQuery query) {
	void *def = NULL;
	int32_t status = detect_params_make(&def, class, params);
	if (status != HN_OK) return status;
	*out = (class->coherent != NULL && class->coherent(def, query)) ||
	       (class->pairs != NULL && pairs_fronted(class, def));
	mem_free(def, class->params.def_size);
	return HN_OK;
}

int32_t detect_idle(bool out[DETECT_PARAMS_MAX], const HnDetectClass *class, const char *params) {
	void *def = NULL;
	int32_t status = detect_params_make(&def, class, params);
	if (status != HN_OK) return status;
	CHECK(class->params.count <= DETECT_PARAMS_MAX);
	uint64_t used = class->set != NULL ? param_set_used(class->set, def) : 0;
	for (int32_t i = 0; i < class->params.count; ++i) {
		const Param *p = &class->params.params[i];
		out[i] = (class->idle != NULL && class->idle(def, p->name)) ||
		         (param_owner(p) != NULL && (used >> p->more->slot & 1) == 0);
	}
	mem_free(def, class->params.def_size);
	return HN_OK;
}

const char *detect_oracle(HnQuery query) { return query == HN_QUERY_BOXES ? hn_broad_name(0) : "brute"; }

bool detect_is_oracle(const HnDetectClass *class, const char *params, HnQuery query) {
	void *def = NULL;
	if (strcmp(class->name, detect_oracle(query)) != 0) return false;
	if (class->pairs == NULL) return true;
	if (detect_params_make(&def, class, params) != HN_OK) return false;
	bool all = pairs_all(class, def);
	mem_free(def, class->params.def_size);
	return all;
}
