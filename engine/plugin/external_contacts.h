// Contacts that another program found, read from a CSV file.
#pragma once

#include "plugin/external.h"
#include "scene/scene.h"

typedef struct ExternalContacts {
	HnContact *data; // step after step, sorted, each once
	int64_t count, capacity;
	int64_t *begin; // of each step, and the end; NULL if they were read without a scene
	int32_t step_count;
} ExternalContacts;

// Reads the file. Its columns are step (from 1), body_a, body_b and, of triangles, triangle_a, triangle_b
// (from 0). boxes: the bodies are objects. sha256: what the file must have, or NULL; found: what it has, or
// NULL. scene: in which all of them must be; NULL: any numbers will do, and the contacts are not kept.
// HN_ERR_BAD_INPUT names file, line and column. *out is to be freed, also after an error.
int32_t external_contacts_read(ExternalContacts *out, ExternalGrain *grain, bool boxes, const char *path,
                               const char *sha256, char *found, const HnScene *scene);
void external_contacts_free(ExternalContacts *contacts);
