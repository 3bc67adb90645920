// Template: the loops over objects with one kind of volume. In a profile the functions are named sphere_keys,
// sphere_filter and so on: _keys _filter.
// In: BV (type), VOLUME(op): key(out, volume), which returns false if the volume is invalid, and overlaps(a,
// b).
#if !defined(BV) || !defined(VOLUME)
#error "volume.inl needs BV and VOLUME"
#endif

static int64_t VOLUME(keys)(Aabb *out, const void *volumes, const int32_t *ids, int64_t count) {
	const BV *v = volumes;
	for (int64_t i = 0; i < count; ++i)
		if (!VOLUME(key)(&out[i], &v[ids != NULL ? ids[i] : i]) || !key_is_valid(&out[i])) return i;
	return count;
}

static int64_t VOLUME(filter)(const void *volumes, HnBroadPair *pairs, int64_t count) {
	const BV *v = volumes;
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		HnBroadPair pair = pairs[i];
		pairs[kept] = pair;
		kept += VOLUME(overlaps)(&v[pair.a], &v[pair.b]);
	}
	return kept;
}

#undef BV
#undef VOLUME
