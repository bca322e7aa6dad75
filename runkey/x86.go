package runkey

import "slices"

// A register is one of the four that CPUID fills.
type register uint8

const (
	eax register = iota
	ebx
	ecx
	edx
)

// A state is what of the registers the operating system must save before the
// instructions of a feature may be used.
type state uint8

const (
	always  state = iota
	ymm           // XCR0 bits 1 and 2
	zmm           // XCR0 bits 1, 2, 5, 6 and 7
	tiles         // XCR0 bits 17 and 18
	general       // XCR0 bit 19: the registers of APX
)

// Leaves of CPUID, and their subleaves in the low 8 bits.
const (
	leafBasic     = 0x1 << 8
	leafFeatures  = 0x7 << 8
	leafFeatures1 = 0x7<<8 | 1
	leafXsave     = 0xd<<8 | 1
	leafTrace     = 0x14 << 8
	leafKeyLocker = 0x19 << 8
	leafTiles     = 0x1e<<8 | 1
	leafVector    = 0x24 << 8
	leafExtended  = 0x80000001 << 8
	leafAddress   = 0x80000008 << 8
)

// An x86Feature is one bit of CPUID.
type x86Feature struct {
	name  string // as LLVM calls it, where it does
	linux string // in /proc/cpuinfo; "" when it is not there
	leaf  uint64
	reg   register
	bit   uint8
	needs state

	// mayHide says that Linux leaves the flag out though the CPU has the
	// feature: it was switched off, or the kernel is too old or too new.
	mayHide bool
}

// x86Features are the features of x86-64 that code depends on: those that LLVM
// asks the host for (llvm/lib/TargetParser/Host.cpp), and those by which
// libraries choose how to copy memory. What only kernels use is not among them.
//
// Bits: Intel SDM volume 2A, CPUID, and AMD APM volume 3, appendix E. Names of
// Linux: arch/x86/include/asm/cpufeatures.h.
var x86Features = [...]x86Feature{
	{"cx8", "cx8", leafBasic, edx, 8, always, false},
	{"cmov", "cmov", leafBasic, edx, 15, always, false},
	{"mmx", "mmx", leafBasic, edx, 23, always, false},
	{"fxsr", "fxsr", leafBasic, edx, 24, always, false},
	{"sse", "sse", leafBasic, edx, 25, always, false},
	{"sse2", "sse2", leafBasic, edx, 26, always, false},
	{"sse3", "pni", leafBasic, ecx, 0, always, false},
	{"pclmul", "pclmulqdq", leafBasic, ecx, 1, always, false},
	{"ssse3", "ssse3", leafBasic, ecx, 9, always, false},
	{"fma", "fma", leafBasic, ecx, 12, ymm, false},
	{"cx16", "cx16", leafBasic, ecx, 13, always, false},
	{"sse4.1", "sse4_1", leafBasic, ecx, 19, always, false},
	{"sse4.2", "sse4_2", leafBasic, ecx, 20, always, false},
	{"movbe", "movbe", leafBasic, ecx, 22, always, false},
	{"popcnt", "popcnt", leafBasic, ecx, 23, always, false},
	{"aes", "aes", leafBasic, ecx, 25, always, false},
	{"xsave", "xsave", leafBasic, ecx, 26, ymm, false},
	{"avx", "avx", leafBasic, ecx, 28, ymm, false},
	{"f16c", "f16c", leafBasic, ecx, 29, ymm, false},
	{"rdrnd", "rdrand", leafBasic, ecx, 30, always, true},

	{"sahf", "lahf_lm", leafExtended, ecx, 0, always, false},
	{"lzcnt", "abm", leafExtended, ecx, 5, always, false},
	{"sse4a", "sse4a", leafExtended, ecx, 6, always, false},
	{"prfchw", "3dnowprefetch", leafExtended, ecx, 8, always, false},
	{"xop", "xop", leafExtended, ecx, 11, ymm, false},
	{"lwp", "lwp", leafExtended, ecx, 15, always, true},
	{"fma4", "fma4", leafExtended, ecx, 16, ymm, false},
	{"tbm", "tbm", leafExtended, ecx, 21, always, false},
	{"mwaitx", "mwaitx", leafExtended, ecx, 29, always, false},
	{"rdtscp", "rdtscp", leafExtended, edx, 27, always, false},
	{"64bit", "lm", leafExtended, edx, 29, always, false},
	{"clzero", "clzero", leafAddress, ebx, 0, always, false},
	{"rdpru", "rdpru", leafAddress, ebx, 4, always, true},
	{"wbnoinvd", "wbnoinvd", leafAddress, ebx, 9, always, true},

	{"fsgsbase", "fsgsbase", leafFeatures, ebx, 0, always, true},
	{"sgx", "sgx", leafFeatures, ebx, 2, always, true},
	{"bmi", "bmi1", leafFeatures, ebx, 3, always, false},
	{"hle", "hle", leafFeatures, ebx, 4, always, true},
	{"avx2", "avx2", leafFeatures, ebx, 5, ymm, false},
	{"bmi2", "bmi2", leafFeatures, ebx, 8, always, false},
	{"erms", "erms", leafFeatures, ebx, 9, always, true},
	{"invpcid", "invpcid", leafFeatures, ebx, 10, always, true},
	{"rtm", "rtm", leafFeatures, ebx, 11, always, true},
	{"mpx", "mpx", leafFeatures, ebx, 14, always, true},
	{"avx512f", "avx512f", leafFeatures, ebx, 16, zmm, false},
	{"avx512dq", "avx512dq", leafFeatures, ebx, 17, zmm, false},
	{"rdseed", "rdseed", leafFeatures, ebx, 18, always, true},
	{"adx", "adx", leafFeatures, ebx, 19, always, false},
	{"avx512ifma", "avx512ifma", leafFeatures, ebx, 21, zmm, false},
	{"clflushopt", "clflushopt", leafFeatures, ebx, 23, always, false},
	{"clwb", "clwb", leafFeatures, ebx, 24, always, false},
	{"avx512pf", "avx512pf", leafFeatures, ebx, 26, zmm, false},
	{"avx512er", "avx512er", leafFeatures, ebx, 27, zmm, false},
	{"avx512cd", "avx512cd", leafFeatures, ebx, 28, zmm, false},
	{"sha", "sha_ni", leafFeatures, ebx, 29, always, false},
	{"avx512bw", "avx512bw", leafFeatures, ebx, 30, zmm, false},
	{"avx512vl", "avx512vl", leafFeatures, ebx, 31, zmm, false},
	{"prefetchwt1", "", leafFeatures, ecx, 0, always, true},
	{"avx512vbmi", "avx512vbmi", leafFeatures, ecx, 1, zmm, false},
	{"pku", "ospke", leafFeatures, ecx, 4, always, true},
	{"waitpkg", "waitpkg", leafFeatures, ecx, 5, always, true},
	{"avx512vbmi2", "avx512_vbmi2", leafFeatures, ecx, 6, zmm, false},
	{"shstk", "user_shstk", leafFeatures, ecx, 7, always, true},
	{"gfni", "gfni", leafFeatures, ecx, 8, always, false},
	{"vaes", "vaes", leafFeatures, ecx, 9, ymm, false},
	{"vpclmulqdq", "vpclmulqdq", leafFeatures, ecx, 10, ymm, false},
	{"avx512vnni", "avx512_vnni", leafFeatures, ecx, 11, zmm, false},
	{"avx512bitalg", "avx512_bitalg", leafFeatures, ecx, 12, zmm, false},
	{"avx512vpopcntdq", "avx512_vpopcntdq", leafFeatures, ecx, 14, zmm, false},
	{"rdpid", "rdpid", leafFeatures, ecx, 22, always, true},
	{"kl", "", leafFeatures, ecx, 23, always, true},
	{"cldemote", "cldemote", leafFeatures, ecx, 25, always, true},
	{"movdiri", "movdiri", leafFeatures, ecx, 27, always, true},
	{"movdir64b", "movdir64b", leafFeatures, ecx, 28, always, true},
	{"enqcmd", "enqcmd", leafFeatures, ecx, 29, always, true},
	{"avx5124vnniw", "avx512_4vnniw", leafFeatures, edx, 2, zmm, false},
	{"avx5124fmaps", "avx512_4fmaps", leafFeatures, edx, 3, zmm, false},
	{"fsrm", "fsrm", leafFeatures, edx, 4, always, true},
	{"uintr", "uintr", leafFeatures, edx, 5, always, true},
	{"avx512vp2intersect", "avx512_vp2intersect", leafFeatures, edx, 8, zmm, true},
	{"serialize", "serialize", leafFeatures, edx, 14, always, true},
	{"tsxldtrk", "tsxldtrk", leafFeatures, edx, 16, always, true},
	{"pconfig", "pconfig", leafFeatures, edx, 18, always, true},
	{"ibt", "ibt", leafFeatures, edx, 20, always, true},
	{"amx-bf16", "amx_bf16", leafFeatures, edx, 22, tiles, true},
	{"avx512fp16", "avx512_fp16", leafFeatures, edx, 23, zmm, true},
	{"amx-tile", "amx_tile", leafFeatures, edx, 24, tiles, true},
	{"amx-int8", "amx_int8", leafFeatures, edx, 25, tiles, true},

	{"sha512", "sha512", leafFeatures1, eax, 0, ymm, true},
	{"sm3", "sm3", leafFeatures1, eax, 1, ymm, true},
	{"sm4", "sm4", leafFeatures1, eax, 2, ymm, true},
	{"raoint", "", leafFeatures1, eax, 3, always, true},
	{"avxvnni", "avx_vnni", leafFeatures1, eax, 4, ymm, true},
	{"avx512bf16", "avx512_bf16", leafFeatures1, eax, 5, zmm, true},
	{"cmpccxadd", "cmpccxadd", leafFeatures1, eax, 7, always, true},
	{"fzrm", "fzrm", leafFeatures1, eax, 10, always, true},
	{"fsrs", "fsrs", leafFeatures1, eax, 11, always, true},
	{"fsrc", "fsrc", leafFeatures1, eax, 12, always, true},
	{"amx-fp16", "amx_fp16", leafFeatures1, eax, 21, tiles, true},
	{"hreset", "", leafFeatures1, eax, 22, always, true},
	{"avxifma", "avx_ifma", leafFeatures1, eax, 23, ymm, true},
	{"movrs", "", leafFeatures1, eax, 31, always, true},
	{"avxvnniint8", "", leafFeatures1, edx, 4, ymm, true},
	{"avxneconvert", "", leafFeatures1, edx, 5, ymm, true},
	{"amx-complex", "", leafFeatures1, edx, 8, tiles, true},
	{"avxvnniint16", "", leafFeatures1, edx, 10, ymm, true},
	{"prefetchi", "", leafFeatures1, edx, 14, always, true},
	{"usermsr", "", leafFeatures1, edx, 15, always, true},
	{"apxf", "", leafFeatures1, edx, 21, general, true},

	{"xsaveopt", "xsaveopt", leafXsave, eax, 0, ymm, true},
	{"xsavec", "xsavec", leafXsave, eax, 1, ymm, true},
	{"xsaves", "xsaves", leafXsave, eax, 3, ymm, true},
	{"ptwrite", "", leafTrace, ebx, 4, always, true},
	{"widekl", "", leafKeyLocker, ebx, 2, always, true},
	{"amx-fp8", "", leafTiles, eax, 4, tiles, true},
	{"amx-transpose", "", leafTiles, eax, 5, tiles, true},
	{"amx-tf32", "", leafTiles, eax, 6, tiles, true},
	{"amx-avx512", "", leafTiles, eax, 7, tiles, true},
	{"amx-movrs", "", leafTiles, eax, 8, tiles, true},
}

const (
	bitOSXSAVE = 27 // of ECX of leaf 1: XGETBV may be used
	bitAVX10   = 19 // of EDX of leaf 7, subleaf 1
)

// A cpuid answers like the instruction, eax to edx.
type cpuid func(leaf, subleaf uint32) [4]uint32

// x86Set returns the features that CPUID tells and whose registers are saved,
// as xcr0 says.
//
// macOS saves the registers of AVX-512 from when a thread first uses them, and
// XCR0 does not say so before; with lazyZMM the bits of AVX are enough.
func x86Set(ask cpuid, xcr0 uint64, lazyZMM bool) Set {
	var names []string
	var last uint64
	var got [4]uint32
	for i := range x86Features {
		f := &x86Features[i]
		if f.leaf != last {
			last, got = f.leaf, leafOf(ask, f.leaf)
		}
		if got[f.reg]>>f.bit&1 != 0 && saved(f.needs, xcr0, lazyZMM) {
			names = append(names, f.name)
		}
	}
	if leafOf(ask, leafFeatures1)[edx]>>bitAVX10&1 != 0 && saved(zmm, xcr0, lazyZMM) {
		version := leafOf(ask, leafVector)[ebx] & 0xff
		for i, name := range [...]string{"avx10.1", "avx10.2"} {
			if uint32(i) < version {
				names = append(names, name)
			}
		}
	}
	return SetOf(names...)
}

// leafOf returns a leaf, zeros where the CPU has none of that number.
func leafOf(ask cpuid, number uint64) [4]uint32 {
	leaf, sub := uint32(number>>8), uint32(number&0xff)
	if ask(leaf&0x80000000, 0)[eax] < leaf {
		return [4]uint32{}
	}
	if leaf == 7 && sub > 0 && ask(7, 0)[eax] < sub {
		return [4]uint32{}
	}
	return ask(leaf, sub)
}

func saved(s state, xcr0 uint64, lazyZMM bool) bool {
	var want uint64
	switch s {
	case ymm:
		want = 0x6
	case zmm:
		want = 0xe6
		if lazyZMM {
			want = 0x6
		}
	case tiles:
		want = 0x60000
	case general:
		want = 0x80000
	}
	return xcr0&want == want
}

// x86Linux returns the features that flags of /proc/cpuinfo tell.
func x86Linux(flags []string) Set {
	have := SetOf(flags...)
	var names []string
	for i := range x86Features {
		f := &x86Features[i]
		if _, ok := slices.BinarySearch(have, f.linux); ok && f.linux != "" {
			names = append(names, f.name)
		}
	}
	return SetOf(names...)
}

// x86Names returns the words that leaves 8000_0002 to 8000_0004 hold, the name
// of the model, and who made it with family, model and stepping.
func x86Names(ask cpuid) (model, signature string) {
	maker := ask(0, 0)
	if ask(0x80000000, 0)[eax] >= 0x80000004 {
		var b []byte
		for leaf := uint32(0x80000002); leaf <= 0x80000004; leaf++ {
			for _, r := range ask(leaf, 0) {
				b = appendBytes(b, r)
			}
		}
		model = clean(b)
	}
	b := appendBytes(appendBytes(appendBytes(nil, maker[ebx]), maker[edx]), maker[ecx])
	return model, clean(b) + " " + x86Signature(ask(1, 0)[eax])
}

// x86Signature returns family, model and stepping of EAX of leaf 1.
func x86Signature(a uint32) string {
	family, model := a>>8&0xf, a>>4&0xf
	if family == 6 || family == 15 {
		model |= a >> 16 & 0xf << 4
	}
	if family == 15 {
		family += a >> 20 & 0xff
	}
	return slashed(family, model, a&0xf)
}
