// Makes nodes of four children from a binary tree.
#pragma once

#include "wide/topo.h"

// A node of the binary tree: the triangles begin to end - 1 of the order. Nodes are stored depth first: the
// left child is the next node.
typedef struct WideBinaryNode {
	int32_t begin, end, right; // right: the right child; 0: a leaf
	float area;                // half the surface of the box
	float cost[WIDE];          // written by wide_collapse: the least cost of the node as 1 to 4 children
} WideBinaryNode;
typedef ARRAY(WideBinaryNode) WideBinary;

// Fills the nodes and the leaves of the topology. False: no memory.
bool wide_collapse(WideTopo *topo, WideBinary *binary);
