// The header of a PLY file: it describes the elements of the body. For ply.c only.
#pragma once

#include "base/array.h"
#include "mesh/scan.h"

typedef enum PlyType {
	PLY_INT8,
	PLY_UINT8,
	PLY_INT16,
	PLY_UINT16,
	PLY_INT32,
	PLY_UINT32,
	PLY_FLOAT32,
	PLY_FLOAT64
} PlyType;

typedef enum PlyForm { PLY_NO_FORM, PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } PlyForm;

// The use of a property.
typedef enum PlyRole { PLY_X, PLY_Y, PLY_Z, PLY_INDICES, PLY_STRIP, PLY_UNUSED } PlyRole;

typedef struct PlyProperty {
	Token name;
	PlyType type, count_type; // count_type is set for a list
	bool list;
	PlyRole role;
} PlyProperty;

typedef struct PlyElement {
	Token name;
	int64_t count, line; // line of the header, for errors
	int64_t first_property, property_count;
	bool vertex, face, strips;
} PlyElement;

typedef struct PlyHeader {
	PlyForm form;
	ARRAY(PlyElement) elements;
	ARRAY(PlyProperty) properties; // of all elements, one after the other
	int64_t vertex_count, face_count;
} PlyHeader;

// The size in bytes of a value of this type in a binary file.
int32_t ply_type_size(PlyType type);
// Reads the header up to the line end before the body. Checks that vertices and faces are described and that
// the rest of the file can contain the claimed number of elements. Call ply_header_free in any case.
int32_t ply_header_read(PlyHeader *h, Scanner *s);
void ply_header_free(PlyHeader *h);
