package runkey

import (
	"slices"
	"strings"
)

// An armFeature is a feature of AArch64 that code depends on.
type armFeature struct {
	name  string // as Arm calls it, in lower case, without FEAT_
	linux string // in /proc/cpuinfo
	word  uint8  // 1: AT_HWCAP, 2: AT_HWCAP2
	bit   uint8
}

// armFeatures are the bits by which Linux tells features to programs
// (arch/arm64/include/uapi/asm/hwcap.h, names of arch/arm64/kernel/cpuinfo.c).
// evtstrm and cpuid, services of the kernel, are not among them.
var armFeatures = [...]armFeature{
	{"fp", "fp", 1, 0}, {"advsimd", "asimd", 1, 1}, {"aes", "aes", 1, 3}, {"pmull", "pmull", 1, 4},
	{"sha1", "sha1", 1, 5}, {"sha256", "sha2", 1, 6}, {"crc32", "crc32", 1, 7}, {"lse", "atomics", 1, 8},
	{"fp16", "fphp", 1, 9}, {"fp16", "asimdhp", 1, 10}, {"rdm", "asimdrdm", 1, 12}, {"jscvt", "jscvt", 1, 13},
	{"fcma", "fcma", 1, 14}, {"lrcpc", "lrcpc", 1, 15}, {"dpb", "dcpop", 1, 16}, {"sha3", "sha3", 1, 17},
	{"sm3", "sm3", 1, 18}, {"sm4", "sm4", 1, 19}, {"dotprod", "asimddp", 1, 20}, {"sha512", "sha512", 1, 21},
	{"sve", "sve", 1, 22}, {"fhm", "asimdfhm", 1, 23}, {"dit", "dit", 1, 24}, {"lse2", "uscat", 1, 25},
	{"lrcpc2", "ilrcpc", 1, 26}, {"flagm", "flagm", 1, 27}, {"ssbs", "ssbs", 1, 28}, {"sb", "sb", 1, 29},
	{"pauth", "paca", 1, 30}, {"pauth-generic", "pacg", 1, 31}, {"gcs", "gcs", 1, 32}, {"cmpbr", "cmpbr", 1, 33},
	{"fprcvt", "fprcvt", 1, 34}, {"f8mm8", "f8mm8", 1, 35}, {"f8mm4", "f8mm4", 1, 36}, {"sve-f16mm", "svef16mm", 1, 37},
	{"sve-eltperm", "sveeltperm", 1, 38}, {"sve-aes2", "sveaes2", 1, 39}, {"sve-bfscale", "svebfscale", 1, 40},
	{"sve2p2", "sve2p2", 1, 41}, {"sme2p2", "sme2p2", 1, 42}, {"sme-sbitperm", "smesbitperm", 1, 43},
	{"sme-aes", "smeaes", 1, 44}, {"sme-sfexpa", "smesfexpa", 1, 45}, {"sme-stmop", "smestmop", 1, 46}, {"sme-smop4", "smesmop4", 1, 47},

	{"dpb2", "dcpodp", 2, 0}, {"sve2", "sve2", 2, 1}, {"sve-aes", "sveaes", 2, 2}, {"sve-pmull128", "svepmull", 2, 3},
	{"sve-bitperm", "svebitperm", 2, 4}, {"sve-sha3", "svesha3", 2, 5}, {"sve-sm4", "svesm4", 2, 6}, {"flagm2", "flagm2", 2, 7},
	{"frintts", "frint", 2, 8}, {"sve-i8mm", "svei8mm", 2, 9}, {"f32mm", "svef32mm", 2, 10}, {"f64mm", "svef64mm", 2, 11},
	{"sve-bf16", "svebf16", 2, 12}, {"i8mm", "i8mm", 2, 13}, {"bf16", "bf16", 2, 14}, {"dgh", "dgh", 2, 15},
	{"rng", "rng", 2, 16}, {"bti", "bti", 2, 17}, {"mte", "mte", 2, 18}, {"ecv", "ecv", 2, 19},
	{"afp", "afp", 2, 20}, {"rpres", "rpres", 2, 21}, {"mte3", "mte3", 2, 22}, {"sme", "sme", 2, 23},
	{"sme-i16i64", "smei16i64", 2, 24}, {"sme-f64f64", "smef64f64", 2, 25}, {"sme-i8i32", "smei8i32", 2, 26},
	{"sme-f16f32", "smef16f32", 2, 27}, {"sme-b16f32", "smeb16f32", 2, 28}, {"sme-f32f32", "smef32f32", 2, 29},
	{"sme-fa64", "smefa64", 2, 30}, {"wfxt", "wfxt", 2, 31}, {"ebf16", "ebf16", 2, 32}, {"sve-ebf16", "sveebf16", 2, 33},
	{"cssc", "cssc", 2, 34}, {"rprfm", "rprfm", 2, 35}, {"sve2p1", "sve2p1", 2, 36}, {"sme2", "sme2", 2, 37},
	{"sme2p1", "sme2p1", 2, 38}, {"sme-i16i32", "smei16i32", 2, 39}, {"sme-bi32i32", "smebi32i32", 2, 40},
	{"sme-b16b16", "smeb16b16", 2, 41}, {"sme-f16f16", "smef16f16", 2, 42}, {"mops", "mops", 2, 43}, {"hbc", "hbc", 2, 44},
	{"sve-b16b16", "sveb16b16", 2, 45}, {"lrcpc3", "lrcpc3", 2, 46}, {"lse128", "lse128", 2, 47}, {"fpmr", "fpmr", 2, 48},
	{"lut", "lut", 2, 49}, {"faminmax", "faminmax", 2, 50}, {"f8cvt", "f8cvt", 2, 51}, {"f8fma", "f8fma", 2, 52},
	{"f8dp4", "f8dp4", 2, 53}, {"f8dp2", "f8dp2", 2, 54}, {"f8e4m3", "f8e4m3", 2, 55}, {"f8e5m2", "f8e5m2", 2, 56},
	{"sme-lutv2", "smelutv2", 2, 57}, {"sme-f8f16", "smef8f16", 2, 58}, {"sme-f8f32", "smef8f32", 2, 59},
	{"sme-sf8fma", "smesf8fma", 2, 60}, {"sme-sf8dp4", "smesf8dp4", 2, 61}, {"sme-sf8dp2", "smesf8dp2", 2, 62}, {"poe", "poe", 2, 63},
}

// armSet returns the features that the words AT_HWCAP and AT_HWCAP2 of the
// auxiliary vector tell.
func armSet(hwcap, hwcap2 uint64) Set {
	var names []string
	for _, f := range armFeatures {
		word := hwcap
		if f.word == 2 {
			word = hwcap2
		}
		if word>>f.bit&1 != 0 {
			names = append(names, f.name)
		}
	}
	return SetOf(names...)
}

// armLinux returns the features that the line Features of /proc/cpuinfo tells.
func armLinux(flags []string) Set {
	have := SetOf(flags...)
	var names []string
	for _, f := range armFeatures {
		if _, ok := slices.BinarySearch(have, f.linux); ok {
			names = append(names, f.name)
		}
	}
	return SetOf(names...)
}

// appleFeatures are the names below hw.optional by which macOS tells features
// of AArch64 that programs may use [1]. A name of the list that is 1 is a
// feature, called as Arm calls it; appleName has the others. CSV2 and CSV3,
// which no code depends on, are not among them, nor is caps, which repeats them.
//
// [1] developer.apple.com/documentation/kernel/1387446-sysctlbyname/determining_instruction_set_characteristics
var appleFeatures = [...]string{
	"floatingpoint", "arm.AdvSIMD", "AdvSIMD", "neon", "neon_fp16",
	"armv8_crc32", "armv8_1_atomics", "armv8_2_fhm", "armv8_2_sha512", "armv8_2_sha3", "armv8_3_compnum",
	"arm.FEAT_AES", "arm.FEAT_AFP", "arm.FEAT_BF16", "arm.FEAT_BTI", "arm.FEAT_CRC32", "arm.FEAT_CSSC",
	"arm.FEAT_DIT", "arm.FEAT_DPB", "arm.FEAT_DPB2", "arm.FEAT_DotProd", "arm.FEAT_EBF16", "arm.FEAT_ECV",
	"arm.FEAT_FCMA", "arm.FEAT_FHM", "arm.FEAT_FP16", "arm.FEAT_FPAC", "arm.FEAT_FPACCOMBINE", "arm.FEAT_FRINTTS",
	"arm.FEAT_FlagM", "arm.FEAT_FlagM2", "arm.FEAT_HBC", "arm.FEAT_I8MM", "arm.FEAT_JSCVT", "arm.FEAT_LRCPC",
	"arm.FEAT_LRCPC2", "arm.FEAT_LSE", "arm.FEAT_LSE2", "arm.FEAT_MTE", "arm.FEAT_MTE2", "arm.FEAT_MTE3",
	"arm.FEAT_MTE4", "arm.FEAT_PACIMP", "arm.FEAT_PAuth", "arm.FEAT_PAuth2", "arm.FEAT_PMULL", "arm.FEAT_RDM",
	"arm.FEAT_RPRES", "arm.FEAT_SB", "arm.FEAT_SHA1", "arm.FEAT_SHA256", "arm.FEAT_SHA3", "arm.FEAT_SHA512",
	"arm.FEAT_SME", "arm.FEAT_SME2", "arm.FEAT_SME2p1", "arm.FEAT_SME_B16B16", "arm.FEAT_SME_F16F16",
	"arm.FEAT_SME_F64F64", "arm.FEAT_SME_I16I64", "arm.FEAT_SPECRES", "arm.FEAT_SPECRES2", "arm.FEAT_SSBS",
	"arm.FEAT_SVE_B16B16", "arm.FEAT_WFxT", "arm.SME_B16F32", "arm.SME_BI32I32", "arm.SME_F16F32",
	"arm.SME_F32F32", "arm.SME_I16I32", "arm.SME_I8I32",
}

// appleSet returns the features of which ask says that they are 1, by their
// names below hw.optional.
func appleSet(ask func(name string) bool) Set {
	var names []string
	for _, name := range appleFeatures {
		if ask(name) {
			names = append(names, appleName(name))
		}
	}
	return SetOf(names...)
}

// appleName returns how Arm calls what is name below hw.optional. Systems
// before macOS 12 have names of their own for some.
func appleName(name string) string {
	switch name {
	case "floatingpoint":
		return "fp"
	case "neon":
		return "advsimd"
	case "neon_fp16":
		return "fp16"
	case "armv8_crc32":
		return "crc32"
	case "armv8_1_atomics":
		return "lse"
	case "armv8_2_fhm":
		return "fhm"
	case "armv8_2_sha512":
		return "sha512"
	case "armv8_2_sha3":
		return "sha3"
	case "armv8_3_compnum":
		return "fcma"
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "arm."), "FEAT_")
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}
