package runkey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// set returns the features as the code of the live readers takes them.
func (r *recorded) set() (arch string, s Set) {
	switch {
	case r.apple != "":
		have := strings.Fields(r.apple)
		return "arm64", appleSet(func(name string) bool { return slices.Contains(have, name) })
	case r.arm:
		return "arm64", armLinux(strings.Fields(r.linux))
	}
	return "amd64", x86Linux(strings.Fields(r.linux))
}

// Sets of real CPUs have hashes of their own; so has each set with one feature
// more or less.
func TestHashesDiffer(t *testing.T) {
	seen := map[string]string{}
	add := func(hash, what string) {
		t.Helper()
		if other, ok := seen[hash]; ok {
			t.Errorf("%s and %s have hash %s", what, other, hash)
		}
		seen[hash] = what
	}
	for _, r := range recordedCPUs() {
		arch, s := r.set()
		if len(s) < 5 {
			t.Errorf("%s: %d features", r.name, len(s))
		}
		hash := ISAHash(arch, s)
		if len(hash) != 16 || hash != ISAHash(arch, SetOf(s...)) {
			t.Errorf("%s: hash %q", r.name, hash)
		}
		add(hash, r.name)
		for i, f := range s {
			less := slices.Delete(slices.Clone(s), i, i+1)
			if ISAHash(arch, less) == hash {
				t.Errorf("%s: the hash does not change without %s", r.name, f)
			}
		}
		if ISAHash(arch, SetOf(append(s, "new")...)) == hash || ISAHash("riscv64", s) == hash {
			t.Errorf("%s: the hash does not change with a feature or the architecture", r.name)
		}
	}
	if len(seen) < 12 {
		t.Errorf("%d CPUs, want 12 or more", len(seen))
	}
}

// The definition of the hash, computed with
// printf 'isa/v1\namd64\navx\nsse2\n' | sha256sum | cut -c1-16.
func TestHashDefinition(t *testing.T) {
	if got, want := ISAHash("amd64", SetOf("sse2", "avx")), "910185b8212e2da0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What is known of the CPUs: who has which features.
func TestRecordedFeatures(t *testing.T) {
	for _, r := range recordedCPUs() {
		_, s := r.set()
		checkHas(t, r.name, s, r.has)
	}
}

// checkHas reports each feature of has that is not in s, and each with a hyphen
// that is.
func checkHas(t *testing.T, what string, s Set, has string) {
	t.Helper()
	if has == "" {
		t.Errorf("%s: nothing is known", what)
	}
	for _, f := range strings.Fields(has) {
		name, absent := strings.CutPrefix(f, "-")
		if slices.Contains(s, name) == absent {
			t.Errorf("%s: %s is wrong in %v", what, f, s)
		}
	}
}

// Names are of one feature of a system each, and features are told once.
func TestTables(t *testing.T) {
	bits := map[[3]uint64]string{}
	linux := map[string]string{}
	names := map[string]bool{}
	last := uint64(0)
	seen := map[uint64]bool{}
	for _, f := range x86Features {
		at := [3]uint64{f.leaf, uint64(f.reg), uint64(f.bit)}
		if bits[at] != "" || names[f.name] || f.bit > 31 || f.linux == "" && !f.mayHide || f.linux != "" && linux[f.linux] != "" {
			t.Errorf("%+v is there twice, or wrong", f)
		}
		bits[at], linux[f.linux], names[f.name] = f.name, f.name, true
		if f.leaf != last && seen[f.leaf] {
			t.Errorf("%s: leaf %#x is asked for twice", f.name, f.leaf)
		}
		last, seen[f.leaf] = f.leaf, true
	}
	bits, linux = map[[3]uint64]string{}, map[string]string{}
	for _, f := range armFeatures {
		at := [3]uint64{uint64(f.word), uint64(f.bit)}
		if bits[at] != "" || linux[f.linux] != "" || f.bit > 63 || f.word < 1 || f.word > 2 {
			t.Errorf("%+v is there twice, or wrong", f)
		}
		bits[at], linux[f.linux] = f.name, f.name
	}
	for _, name := range appleFeatures {
		if got := appleName(name); got != strings.ToLower(got) || strings.ContainsAny(got, "._") {
			t.Errorf("%s is called %s", name, got)
		}
	}
}

// fakeCPU answers for a CPU that has everything but what the mask of the leaf
// takes away.
func fakeCPU(top uint32, off map[uint32]uint32) cpuid {
	return func(leaf, sub uint32) [4]uint32 {
		switch leaf {
		case 0:
			return [4]uint32{top, 0x756e6547, 0x6c65746e, 0x49656e69} // GenuntelineI: EBX, ECX, EDX
		case 0x80000000:
			return [4]uint32{0x80000008}
		case 7:
			if sub == 0 {
				return [4]uint32{1, ^off[7], ^uint32(0), ^uint32(0)}
			}
		case 0x24:
			return [4]uint32{0, 2}
		}
		all := ^off[leaf]
		return [4]uint32{all, all, all, all}
	}
}

// Features whose registers the system does not save are not there.
func TestSavedState(t *testing.T) {
	all := x86Set(fakeCPU(0x24, nil), 0xfffff, false)
	if len(all) != len(x86Features)+2 || !slices.Contains(all, "avx10.2") {
		t.Errorf("%d features of %d and two of AVX10: %v", len(all), len(x86Features), all)
	}
	for _, c := range []struct {
		xcr0 uint64
		lazy bool
		has  string
	}{
		{0, false, "sse2 -avx -avx2 -xsave -fma -avx512f -amx-tile -apxf -avx10.1"},
		{0x6, false, "avx avx2 vaes xsave -avx512f -amx-tile -apxf -avx10.1"},
		{0x6, true, "avx avx512f avx10.1 -amx-tile"},
		{0xe6, false, "avx512f avx10.1 -amx-tile -apxf"},
		{0xc6, false, "avx -avx512f"}, // no opmask registers
		{0x600e6, false, "avx512f amx-tile -apxf"},
		{0x800e6, false, "avx512f apxf -amx-tile"},
	} {
		s := x86Set(fakeCPU(0x24, nil), c.xcr0, c.lazy)
		checkHas(t, fmt.Sprintf("XCR0 %#x, lazy %v", c.xcr0, c.lazy), s, c.has)
	}
}

// Leaves that the CPU does not have are not asked for: old ones answer with
// those of another leaf.
func TestLeavesAbsent(t *testing.T) {
	s := x86Set(fakeCPU(6, nil), 0xfffff, false)
	if slices.Contains(s, "avx2") || slices.Contains(s, "sha512") || slices.Contains(s, "ptwrite") || !slices.Contains(s, "avx") || !slices.Contains(s, "64bit") {
		t.Errorf("features of a CPU with 6 leaves: %v", s)
	}
	if s := x86Set(fakeCPU(7, nil), 0xfffff, false); !slices.Contains(s, "avx2") || slices.Contains(s, "xsaves") {
		t.Errorf("features of a CPU with 7 leaves: %v", s)
	}
	// So do subleaves: EAX of leaf 7 is the last one.
	whole := fakeCPU(0x24, nil)
	s = x86Set(func(leaf, sub uint32) [4]uint32 {
		got := whole(leaf, sub)
		if leaf == 7 && sub == 0 {
			got[eax] = 0
		}
		return got
	}, 0xfffff, false)
	if slices.Contains(s, "sha512") || slices.Contains(s, "avx10.1") || !slices.Contains(s, "avx2") || !slices.Contains(s, "xsaves") {
		t.Errorf("features of a CPU without subleaves of leaf 7: %v", s)
	}
}

func TestSignature(t *testing.T) {
	// Family, model and stepping of EAX of leaf 1: Zen 3 (5950X), Haswell-EP,
	// Sapphire Rapids, and a Pentium, which has no extended model.
	for eax, want := range map[uint32]string{0xa20f10: "25/33/0", 0x306f2: "6/63/2", 0x806f8: "6/143/8", 0x543: "5/4/3"} {
		if got := x86Signature(eax); got != want {
			t.Errorf("%#x: got %s, want %s", eax, got, want)
		}
	}
	words := map[[2]uint32][4]uint32{
		{0, 0}:          {13, 0x68747541, 0x444d4163, 0x69746e65},
		{1, 0}:          {0xa20f10},
		{0x80000000, 0}: {0x80000004},
		{0x80000002, 0}: {0x20444d41, 0x43595045, 0x37202020, 0x00000000},
	}
	model, signature := x86Names(func(a, b uint32) [4]uint32 { return words[[2]uint32{a, b}] })
	if model != "AMD EPYC 7" || signature != "AuthenticAMD 25/33/0" {
		t.Errorf("got %q and %q", model, signature)
	}
}

// The bits of the auxiliary vector mean what the flags of /proc/cpuinfo say.
func TestAuxiliary(t *testing.T) {
	word := func(b []byte, n ...uint64) []byte {
		for _, x := range n {
			for range 8 {
				b = append(b, byte(x))
				x >>= 8
			}
		}
		return b
	}
	b := word(nil, 33, 7, 16, 1<<22|1<<8, 26, 1<<1|1<<13, 0, 0, 16, 1)
	hwcap, hwcap2, ok := auxiliary(b)
	if got := armSet(hwcap, hwcap2); !ok || !slices.Equal(got, Set{"i8mm", "lse", "sve", "sve2"}) {
		t.Errorf("got %v", got)
	}
	if !slices.Equal(armSet(hwcap, hwcap2), armLinux(strings.Fields("sve atomics sve2 i8mm evtstrm cpuid"))) {
		t.Error("bits and flags differ")
	}
	if _, _, ok := auxiliary(b[:20]); ok {
		t.Error("there is no HWCAP in the first entry")
	}
}

func TestARMCPUInfo(t *testing.T) {
	one := "processor\t: 0\nFeatures\t: fp\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n\n"
	other := strings.ReplaceAll(strings.ReplaceAll(one, "0xd0c", "0xd05"), "0x3", "0x1")
	if got, want := armSignature(one+one), "0x41 0xd0c r3p1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := armSignature(one+other), "0x41 0xd05 r1p1, 0x41 0xd0c r3p1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := armModel(one + "Hardware\t: BCM2835\n"); got != "BCM2835" {
		t.Errorf("model %q", got)
	}
}
