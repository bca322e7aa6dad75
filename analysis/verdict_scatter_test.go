package analysis

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/assembly"
)

// scatterClaims names the test of each claim of verdict_scatter.go.
var scatterClaims = map[string]string{
	"scatter.slots":            "TestSayScatter",
	"scatter.no-conflict":      "TestSayScatter",
	"scatter.writers":          "TestSayScatter",
	"scatter.rails":            "TestSayScatter",
	"scatter.only-rails":       "TestSayScatter",
	"scatter.without-rails":    "TestSayScatter",
	"scatter.one-pass":         "TestSayScatter",
	"scatter.colours":          "TestSayScatter",
	"scatter.fewest-colours":   "TestSayScatter",
	"scatter.most-devices":     "TestSayScatter",
	"scatter.too-many-colours": "TestSayScatter",
	"scatter.tied":             "TestSayScatter",
	"specialisation.variants":  "TestSaySpecialisation",
	"specialisation.coverage":  "TestSaySpecialisation",
	"specialisation.discrete":  "TestSaySpecialisation",
}

// scattered returns what devices write, with so many writers of the fullest
// position, colours, and colours that 95 % of the devices have. No colouring has
// fewer colours than least.
func scattered(writers, colours, cover, least int) *assembly.Scatter {
	return &assembly.Scatter{
		Slots: 1000, DistinctSlots: 1000, Positions: 500, SlotsPerPosition: 2,
		Writers:    assembly.Fan{Max: writers},
		Colouring:  assembly.Colouring{Colours: colours, LowerBound: least, Cover95: cover},
		Strategies: []assembly.Strategy{{ReadBytes: 1}, {ReadBytes: 2}, {ReadBytes: 4096}},
	}
}

// Each statement about assembly is made on one side of its condition and not on
// the other.
func TestSayScatter(t *testing.T) {
	tiedTogether, apart := scattered(3, 4, 4, 3), scattered(3, 4, 4, 3)
	tiedTogether.DistinctSlots, apart.DistinctSlots = 800, 801
	nothing := scattered(0, 0, 0, 0)
	nothing.Slots = 0
	for _, c := range []struct {
		name         string
		all, without *assembly.Scatter
		want         []string // keys
		says         string
	}{
		{"no slots", nothing, nil, nil, ""},
		{"one writer", scattered(1, 1, 1, 1), nil,
			[]string{"scatter.slots", "scatter.no-conflict"},
			"7 devices write 1,000 slots into 500 positions, 2.00 per position on average. No position has more than one writer: all devices can be assembled at the same time."},
		{"two writers", scattered(2, 2, 2, 2), nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.fewest-colours", "scatter.colours"},
			" No position has more than 2 writers; assembly without atomics takes 2 colours, one pass per colour, the fewest possible."},
		{"a colour more than needed", scattered(2, 3, 3, 2), nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.colours"}, "takes 3 colours, one pass per colour."},
		{"small colours at the end", scattered(2, 3, 2, 2), nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.most-devices", "scatter.colours"},
			"; the largest 2 colours have 95 % of the devices."},
		{"64 colours", scattered(9, 64, 64, 9), nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.colours"}, "takes 64 colours"},
		{"65 colours", scattered(9, 65, 65, 9), nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.colours", "scatter.too-many-colours"},
			" These are too many passes. Sum over a list that is built once: the sum reads 4.00 KiB per assembly"},
		{"tied", tiedTogether, nil,
			[]string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.colours", "scatter.tied"},
			" Terminals are tied together: if each device sums its own slots first, 800 of 1,000 additions remain."},
		{"hardly tied", apart, nil, []string{"scatter.slots", "scatter.writers", "scatter.colours", "scatter.colours"}, ""},
		{"rails alone", scattered(9, 9, 9, 9), scattered(0, 0, 0, 0),
			[]string{"scatter.slots", "scatter.rails", "scatter.only-rails"},
			" 25 % of the slots are in the rows and columns of 2 rails: with them up to 9 devices write one position, and assembly without atomics takes 9 colours. All slots are in these rows and columns."},
		{"rails and conflicts", scattered(90, 99, 90, 9), scattered(2, 2, 2, 2),
			[]string{"scatter.slots", "scatter.rails", "scatter.without-rails", "scatter.colours", "scatter.fewest-colours", "scatter.colours"},
			" Without rails, whose voltages are known, no position has more than 2 writers; assembly without atomics takes 2 colours"},
		{"rails and nothing shared", scattered(90, 99, 90, 9), scattered(1, 1, 1, 1),
			[]string{"scatter.slots", "scatter.rails", "scatter.without-rails", "scatter.one-pass"},
			"no position has more than 1 writer; one pass assembles all devices without atomics."},
	} {
		d := &Document{Assembly: &Assembly{Result: &assembly.Result{Devices: 7, All: c.all, WithoutRails: c.without,
			Rails: assembly.Rails{Unknowns: []int32{1, 5}, SlotShare: 0.25}}}}
		if got := keysOf(sayScatter, d); got != strings.Join(c.want, " ") {
			t.Errorf("%s: want the claims %q, got %q", c.name, c.want, got)
		}
		if got := said(sayScatter, d); !strings.Contains(got, c.says) {
			t.Errorf("%s: want %q, got %q", c.name, c.says, got)
		}
	}
	if got := said(sayScatter, &Document{}); got != "" {
		t.Errorf("without devices: got %q", got)
	}
}

// What is said of configurations, on both sides of each condition.
func TestSaySpecialisation(t *testing.T) {
	nine := 9
	known := assembly.Model{Devices: 5, Configurations: &nine}
	for _, c := range []struct {
		name   string
		models []assembly.Model
		s      assembly.Specialisation
		want   []string
		says   string
	}{
		{"no devices", nil, assembly.Specialisation{}, nil, ""},
		{"few cover nearly all", []assembly.Model{known},
			assembly.Specialisation{Devices: 10, Variants: 9, DiscreteVariants: 1, WarpEfficiency: 0.5, Coverage: []assembly.Cover{{Variants: 4, Share: 0.9}}},
			[]string{"specialisation.variants", "specialisation.coverage", "specialisation.variants"},
			"The static parameters have 9 configurations in 1 model: with one version of the code per configuration, the warps are 50 % full; the largest 4 configurations have 90 % of the devices."},
		{"few cover less", []assembly.Model{known},
			assembly.Specialisation{Devices: 10, Variants: 9, DiscreteVariants: 1, Coverage: []assembly.Cover{{Variants: 4, Share: 0.89}, {Variants: 9, Share: 1}}},
			[]string{"specialisation.variants", "specialisation.variants"}, ""},
		{"branches need some", []assembly.Model{known},
			assembly.Specialisation{Devices: 10, Variants: 9, DiscreteVariants: 2},
			[]string{"specialisation.variants", "specialisation.discrete", "specialisation.variants"},
			". The parameters that decide branches have 2 configurations in total."},
		{"branches need all", []assembly.Model{known}, assembly.Specialisation{Devices: 10, Variants: 9, DiscreteVariants: 9},
			[]string{"specialisation.variants", "specialisation.variants"}, ""},
		{"branches need one per model", []assembly.Model{known, known, {Devices: 3}, {Configurations: &nine}},
			assembly.Specialisation{Devices: 10, Variants: 9, DiscreteVariants: 2}, []string{"specialisation.variants", "specialisation.variants"}, ""},
	} {
		d := &Document{Assembly: &Assembly{Result: &assembly.Result{Models: c.models, Specialisation: c.s}}}
		if got := keysOf(saySpecialisation, d); got != strings.Join(c.want, " ") {
			t.Errorf("%s: want the claims %q, got %q", c.name, c.want, got)
		}
		if got := said(saySpecialisation, d); !strings.Contains(got, c.says) {
			t.Errorf("%s: want %q, got %q", c.name, c.says, got)
		}
	}
}
