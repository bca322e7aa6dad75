//go:build linux

package main

// bounds are what figures of a circuit may be at most; 0 leaves a check out.
type bounds struct {
	op     float64 // of SPICE's tolerance
	waves  float64 // of the swing
	plain  float64 // of the swing, without nrkit's test of residuals; 0 for waves
	volts  float64
	counts float64 // relative

	ring bool // period and amplitude
	bits int  // of a product
	word uint64
}

// usual are the bounds of circuits that have no others: a hundredth of SPICE's
// tolerance for operating points, and SPICE's reltol for waveforms.
var usual = bounds{op: 0.01, waves: 1e-3, counts: 0.01}

// special are the bounds of some circuits. Both programs find the balance of
// ring, which no unknown holds firmly, to fewer digits. Volts are of 1 V (rc),
// 20 V (graetz), 139 V (mul) and 1.2 V, which rise in 20 ps; mul's are reltol of
// its source, the others less than ngspice promises.
var special = map[string]bounds{
	"rc":     {op: 0.01, volts: 1e-6, counts: 0.01},
	"graetz": {op: 0.01, volts: 5e-6, counts: 0.01},
	"mul":    {op: 0.01, volts: 5e-2, counts: 0.01},
	"ring":   {op: 0.2, counts: 0.01, ring: true},
	"mul4":   {op: 0.01, volts: 1e-2, counts: 0.01, bits: 8, word: 15 * 15},
	// Its phase depends on how the balance ends, as that of ring does.
	// ngspice ends its iteration at another iterate within the tolerance.
	"gain_stage":   {op: 0.2, counts: 0.01},
	"ring_level3":  {op: 0.02, counts: 0.01, ring: true},
	"adder_level2": {op: 0.01, waves: 2e-3, counts: 0.01},
	// ngspice has more unknowns, whose convergence takes iterations: the derivatives
	// of capacitors and inductors with expressions. With these unknowns written out
	// (behavioural_lc_expanded), the counts agree.
	"behavioural_lc": {op: 0.01, waves: 1e-3, counts: 0.3},
	// The input current is a peak at the edges of the step.
	"opamp741": {op: 0.01, waves: 3e-3, plain: 1e-4, counts: 0.01},
	// Against a solution with steps of 5 ns, nrkit is up to 12 mV off. One time point fewer before the flip, after an
	// iterate that the test refuses, moves nrkit by 6 mV.
	"schmitt": {op: 0.01, waves: 3e-3, plain: 1e-4, counts: 0.01},
	// It has no operating point, and starts without one.
	"switches": {waves: 1e-3, counts: 0.01},
	"c6288":    {volts: 1e-2, counts: 0.01, bits: 32, word: 0xfffe0001},
}
