// Contacts as pairs of bodies.
#pragma once

#include "run/group/agree.h"

// The pairs of bodies of these contacts, sorted and each once; their triangles are 0. The caller frees *out,
// also after an error. HN_ERR_NO_MEMORY.
int32_t contacts_bodies(ContactList *out, const ContactList *contacts);
