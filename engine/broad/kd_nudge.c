// Resting objects that change in one step but not in the one before, and stay near their tile, keep their
// lane: they do not wake, to come to rest again some steps later. Their pairs are dropped from the kept ones
// and searched for among all that rest. So a step costs what changes.
#include "broad/kd_tree.h"

#include "base/error.h"

// The high bits of a resting object's state: the step in which it last changed, modulo 15, from 1 on; 0:
// none. Steps that are as far apart as the modulus are taken for one after the other, which only wakes an
// object.
enum { STAMP = 16, STAMPS = 15 };

static uint8_t stamp_of(int32_t step) { return (uint8_t)(STAMP * (1 + step % STAMPS)); }

bool nudges_pay(const KdTree *tree) {
	enum { FEW = 24 };
	return tree->params.rest > 0 && FEW * tree->objects->changed.count <= resting(tree);
}

bool object_nudge(KdTree *tree, int32_t id, int64_t count) {
	const Aabb *box = &tree->objects->keys[id];
	uint8_t *where = &tree->where.data[id], place = *where & PLACE;
	if (place < FRESH || (*where & ~(STAMP - 1)) == stamp_of(tree->steps)) return false;
	set_list(tree, place);
	if (!set_stays(&tree->sets[place], tree->slots.data[id], box)) return false;
	set_leave(&tree->sets[place], tree->slots.data[id]);
	*where = (uint8_t)(place | STIRRED | stamp_of(tree->steps + 1));
	kd_item(&tree->items.data[count], box, id);
	return true;
}

int32_t nudges_settle(KdTree *tree, int64_t count) {
	KdSet *loose = &tree->sets[LOOSE];
	if (!set_reserve(loose, count)) return HN_ERR_NO_MEMORY;
	items_order(tree, LOOSE, count);
	int32_t status = kept_add(tree, LOOSE);
	for (int64_t i = 0; i < count; ++i) {
		int32_t id = loose->order.data[i];
		uint8_t *where = &tree->where.data[id];
		*where &= (uint8_t)~STIRRED;
		set_return(&tree->sets[*where & PLACE], tree->slots.data[id], &tree->objects->keys[id]);
	}
	set_clear(loose);
	return status;
}
