package netlist

import (
	"math"
	"strings"
	"testing"
)

// at returns the value of a source of points at time t, repetitions included.
func (s *Source) at(t float64) float64 {
	t -= s.Delay
	if last := s.Arg[len(s.Arg)-2]; s.Repeats && t > last {
		t = s.Repeat + math.Mod(t-s.Repeat, last-s.Repeat)
	}
	return s.pwl(t)
}

// TestPattern compares patterns with the bits that they stand for: between edges, in
// the middle of edges, and halfway up or down.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		card, bits string // of 5 ns each, as they come; the last one stays
		delay      float64
	}{
		{"pat (5 1 0n 1n 2n 5n b1010)", "1010", 0}, {"pat 5 1 0n 1n 2n 5n b0101 R=0", "0101", 0}, {"pat 5 1 5n 1n 2n 5n b10", "10", 5e-9},
		{"pat (5 1 -7.5n 1n 2n 5n b1010)", "1010", -7.5e-9}, {"PAT(5 1 0n 1n 2n 5n B101 r=1)", "101101", 0}, {"pat(5 1 0 1n 2n 5n b1100 R=2 RB=1)", "110011001100", 0},
		{"pat(5 1 0 1n 2n 5n b10 R=-2)", "10", 0}, {"pat(5 1 0 1n 2n 5n b0 r=3)", "0", 0},
		{"pat(5 1 0 1n 2n 5n b110 R=-1)", "110110110110110", 0}, {"pat(5 1 2n 1n 2n 5n b011010 R=-1)", "011010011010011010", 2e-9},
	} {
		s := parse(t, "v1 1 0 "+c.card).Elements[0].Source
		level := func(k int) float64 { return 1 + 4*float64(c.bits[min(k, len(c.bits)-1)]-'0') }
		for k := range len(c.bits) {
			before, now, edge := level(max(k-1, 0)), level(k), 0.5e-9
			if now < before {
				edge = 1e-9
			}
			for _, p := range []struct{ t, want float64 }{{2.5e-9, now}, {0, (before + now) / 2}, {-edge / 2, before + (now-before)/4}, {edge / 2, now - (now-before)/4}} {
				at := c.delay + 5e-9*float64(k) + p.t
				if got := s.at(at); math.Abs(got-p.want) > 1e-6 {
					t.Errorf("%s at %g ns: got %g V, want %g", c.card, at*1e9, got, p.want)
				}
			}
		}
	}
	for card, want := range map[string]string{
		"pat(5 0 0 1n 1n 5n m10)":          `2: got bits "m10" of pat, want b with 0 and 1 behind it: other states are not supported`,
		"pat(5 0 0 1n 1n 5n b1z)":          `2: got bits "b1z" of pat, want b with 0 and 1 behind it: other states are not supported`,
		"pat(5 0 0 1n 1n 5n)":              `2: got ")", want the bits of pat`,
		"pat(5 0 0 1n 1n 5n b10 rb=2)":     `2: got rb=2 of pat, want 1`,
		"pat(5 0 0 1n 0 5n b10)":           `2: got rise time 1e-09, fall time 0 and bits of 5e-09 s of pat, want all positive`,
		"pat(5 0 0 5n 5n 5n b10)":          `2: got rise time 5e-09 and fall time 5e-09 of pat, want a mean below the time of a bit, 5e-09`,
		"pat(5 0 0 1n 1n 5n b10 r=999999)": `2: got more than 1000000 bits of pat with its repetitions`,
	} {
		if _, err := Parse("x.cir", strings.NewReader("title\nv1 1 0 "+card+"\n")); err == nil || err.Error() != "x.cir:"+want {
			t.Errorf("%s: got error %v, want %s", card, err, want)
		}
	}
}
