package builtin

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// The bits that a multiplier can have.
const (
	MinBits = 2
	MaxBits = 128
)

// MultiplierOptions say which multiplier to generate. A zero value other than
// Bits asks for the default.
type MultiplierOptions struct {
	Bits int // of each operand, MinBits to MaxBits

	// A and B are the operands, from 0 to 2^Bits-1; nil is 2^Bits-1. A bit that
	// is 1 rises from 0 to 1.2 V after 0.1 ns, a bit that is 0 stays at 0 V.
	A, B *big.Int

	// Step and Stop are the step and stop time of .tran, in seconds. The default
	// step is 2 ps. The default stop time is 2 ns for each 16 bits or part below 16:
	// the carries of all ones times all ones settle in 1.6 ns at 16 bits, and their
	// longest path grows in proportion to Bits.
	Step, Stop float64

	Title string
}

// The times of .tran by default, in seconds.
const (
	defaultStep = 2e-12
	defaultStop = 2e-9 // at 16 bits or fewer
)

// Multiplier returns the netlist of an n×n carry-save array multiplier in
// level-1 CMOS: inputs a0 b0 … behind drivers of 1 ohm, product p0 … p<2n-1>.
//
// It has n² AND gates for the partial products a<i>·b<j>, n²-2n full adders of
// nine NOR gates, and n adders with an input of 0, in which two of the nine are
// inverters: 42n²-40n MOSFETs. With 16 bits it is ISCAS-85's c6288 gate for
// gate: 2416 gates, 10112 MOSFETs, 5122 nodes, 34 branch currents.
//
// Supplies are the global nodes vdd (1.2 V) and vss (0 V). The transient starts with
// every node at 0 V (uic) and needs no operating point.
//
// [1] M. C. Hansen, H. Yalcin, J. P. Hayes, Unveiling the ISCAS-85 benchmarks,
// IEEE Design & Test 16(3):72–80, 1999.
func Multiplier(o MultiplierOptions) (string, error) {
	if o.Bits < MinBits || o.Bits > MaxBits {
		return "", fmt.Errorf("got a multiplier of %d bits, want %d to %d", o.Bits, MinBits, MaxBits)
	}
	a, err := operand("A", o.A, o.Bits)
	if err != nil {
		return "", err
	}
	b, err := operand("B", o.B, o.Bits)
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(o.Title, "\r\n") {
		return "", fmt.Errorf("got title %q, want one line", o.Title)
	}
	step, stop, err := o.times()
	if err != nil {
		return "", err
	}
	w := &strings.Builder{}
	if o.Title == "" {
		o.Title = fmt.Sprintf("mul%d: %dx%d array multiplier in level-1 CMOS", o.Bits, o.Bits, o.Bits)
	}
	fmt.Fprintf(w, "%s\n* %v * %v = %v on p%d..p0\n", o.Title, a, b, new(big.Int).Mul(a, b), 2*o.Bits-1)
	w.WriteString(gates)
	drivers(w, "a", a, o.Bits)
	drivers(w, "b", b, o.Bits)
	(&array{w: w, n: o.Bits}).build()
	fmt.Fprintf(w, ".options method=trap\n.tran %s %s uic\n", seconds(step), seconds(stop))
	save(w, o.Bits)
	w.WriteString(".end\n")
	return w.String(), nil
}

// operand returns the operand x, all ones if it is nil.
func operand(name string, x *big.Int, bits int) (*big.Int, error) {
	most := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	most.Sub(most, big.NewInt(1))
	if x == nil {
		return most, nil
	}
	if x.Sign() < 0 || x.Cmp(most) > 0 {
		return nil, fmt.Errorf("got operand %s = %v, want 0 to %v", name, x, most)
	}
	return x, nil
}

// times returns the step and the stop time of .tran.
func (o *MultiplierOptions) times() (step, stop float64, err error) {
	step, stop = o.Step, o.Stop
	if step == 0 {
		step = defaultStep
	}
	if stop == 0 {
		stop = defaultStop * max(1, float64(o.Bits)/16)
	}
	if !(step > 0 && stop > 0 && stop < 1e30) {
		return 0, 0, fmt.Errorf("got step %g and stop time %g, want both above 0", step, stop)
	}
	return step, stop, nil
}

// seconds prints a time as SPICE reads it.
func seconds(t float64) string { return strconv.FormatFloat(t, 'g', -1, 64) }

// gates has the models and the gates. The supplies are global.
const gates = `.global vdd vss
.model nch nmos (level=1 vto=0.4 kp=500u gamma=0.3 phi=0.7 lambda=0.05
+ cgso=0.5n cgdo=0.5n cgbo=0 cj=1m mj=0.5 pb=0.8 fc=0.5 is=1e-15)
.model pch pmos (level=1 vto=-0.4 kp=200u gamma=0.3 phi=0.7 lambda=0.08
+ cgso=0.5n cgdo=0.5n cgbo=0 cj=1m mj=0.5 pb=0.8 fc=0.5 is=1e-15)
.subckt not out in
mp out in vdd vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mn out in vss vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
.ends
.subckt nor out in1 in2
mp2 int in2 vdd vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mp1 out in1 int vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mn1 out in1 vss vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
mn2 out in2 vss vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
.ends
.subckt and out in1 in2
mp2 outx in2 vdd vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mp1 outx in1 vdd vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mn1 outx in1 int vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
mn2 int in2 vss vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
mp3 out outx vdd vdd pch w=1u l=0.2u ad=0.5p as=0.5p
mn3 out outx vss vss nch w=0.5u l=0.2u ad=0.25p as=0.25p
.ends
vdd vdd 0 1.2
vss vss 0 0
`

// drivers writes a source and a resistor for each bit of an operand.
func drivers(w *strings.Builder, name string, x *big.Int, bits int) {
	for k := range bits {
		value := "dc 0"
		if x.Bit(k) == 1 {
			value = "pulse(0 1.2 0.1n 0.1n 0.1n 1 2)"
		}
		fmt.Fprintf(w, "v%s%d d%s%d 0 %s\nr%s%d d%s%d %s%d 1\n", name, k, name, k, value, name, k, name, k, name, k)
	}
}

// save writes .save for the supply current and the product.
func save(w *strings.Builder, bits int) {
	w.WriteString(".save i(vdd)")
	for k := range 2 * bits {
		if k%16 == 0 {
			w.WriteString("\n+")
		}
		fmt.Fprintf(w, " v(p%d)", k)
	}
	w.WriteByte('\n')
}
