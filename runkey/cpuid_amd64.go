package runkey

// cpuidAsm executes CPUID.
func cpuidAsm(leaf, subleaf uint32) (a, b, c, d uint32)

// xgetbvAsm reads XCR0. OSXSAVE must be set.
func xgetbvAsm() uint64

func askCPU(leaf, subleaf uint32) [4]uint32 {
	a, b, c, d := cpuidAsm(leaf, subleaf)
	return [4]uint32{a, b, c, d}
}

// savedState returns XCR0, 0 where the system does not let programs read it.
func savedState() uint64 {
	if askCPU(1, 0)[ecx]>>bitOSXSAVE&1 == 0 {
		return 0
	}
	return xgetbvAsm()
}
