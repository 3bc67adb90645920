// Constants of math/elementary.c. Each is the nearest wide number. They were computed from their defining
// series in integer arithmetic of 1464 bits (pi by Machin's formula, ln 2 as 2 atanh(1/3)).

// 1 / n!
static const Wide s_inverse_factorial[] = {
	{ 0x1p+0, 0.0 },
	{ 0x1p+0, 0.0 },
	{ 0x1p-1, 0.0 },
	{ 0x1.5555555555555p-3, 0x1.5555555555555p-57 },
	{ 0x1.5555555555555p-5, 0x1.5555555555555p-59 },
	{ 0x1.1111111111111p-7, 0x1.1111111111111p-63 },
	{ 0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65 },
	{ 0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73 },
	{ 0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76 },
	{ 0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73 },
	{ 0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76 },
	{ 0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80 },
	{ 0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83 },
	{ 0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87 },
	{ 0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92 },
	{ 0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97 },
	{ 0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101 },
	{ 0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103 },
	{ 0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107 },
	{ 0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112 },
	{ 0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120 },
	{ 0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120 },
	{ 0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124 },
	{ 0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130 },
	{ 0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135 },
	{ 0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139 },
	{ 0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd1654p-143 },
	{ 0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149 },
	{ 0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153 },
};

// 1 / (2 n + 1)
static const Wide s_inverse_odd[] = {
	{ 0x1p+0, 0.0 },
	{ 0x1.5555555555555p-2, 0x1.5555555555555p-56 },
	{ 0x1.999999999999ap-3, -0x1.999999999999ap-57 },
	{ 0x1.2492492492492p-3, 0x1.2492492492492p-57 },
	{ 0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58 },
	{ 0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59 },
	{ 0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58 },
	{ 0x1.1111111111111p-4, 0x1.1111111111111p-60 },
	{ 0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61 },
	{ 0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59 },
	{ 0x1.8618618618618p-5, 0x1.8618618618618p-59 },
	{ 0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60 },
	{ 0x1.47ae147ae147bp-5, -0x1.eb851eb851eb8p-61 },
	{ 0x1.2f684bda12f68p-5, 0x1.2f684bda12f68p-59 },
	{ 0x1.1a7b9611a7b96p-5, 0x1.1a7b9611a7b96p-61 },
	{ 0x1.0842108421084p-5, 0x1.0842108421084p-60 },
	{ 0x1.f07c1f07c1f08p-6, -0x1.f07c1f07c1f08p-61 },
	{ 0x1.d41d41d41d41dp-6, 0x1.075075075075p-60 },
	{ 0x1.bacf914c1badp-6, -0x1.bacf914c1badp-60 },
	{ 0x1.a41a41a41a41ap-6, 0x1.069069069069p-60 },
	{ 0x1.8f9c18f9c18fap-6, -0x1.f3831f3831f38p-61 },
	{ 0x1.7d05f417d05f4p-6, 0x1.7d05f417d05f4p-62 },
	{ 0x1.6c16c16c16c17p-6, -0x1.f49f49f49f49fp-61 },
};

// atan(i / 8)
static const Wide s_atan_eighth[] = {
	{ 0.0, 0.0 },
	{ 0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59 },
	{ 0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57 },
	{ 0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56 },
	{ 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56 },
	{ 0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58 },
	{ 0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56 },
	{ 0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56 },
	{ 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55 },
};

static const Wide s_pi = { 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53 },
                  s_half_pi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };
static const double s_ln2[] = { 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111 };

// The bits of 2 / pi, after 64 zero bits. The first bit has the weight 1/2.
static const uint64_t s_two_over_pi[20] = {
	0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
	0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
	0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};
