package analysis

import (
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/units"
)

// fewPasses is the number of colours up to which assembly in passes is
// advised.
const fewPasses = 64

// sayScatter says where the devices write and how to assemble them.
func sayScatter(d *Document, p *paragraph) {
	a := d.Assembly
	if a == nil || a.All.Slots == 0 {
		return
	}
	s := a.All
	p.say("scatter.slots", "%s write %s into %s, %s per position on average.", units.Plural(a.Devices, "device"),
		units.Plural(s.Slots, "slot"), units.Plural(s.Positions, "position"), units.Significant(s.SlotsPerPosition))
	if s.Writers.Max <= 1 {
		p.say("scatter.no-conflict", " No position has more than one writer: all devices can be assembled at the same time.")
		return
	}
	w := a.WithoutRails
	if w == nil {
		p.say("scatter.writers", " No position has more than %s; ", units.Plural(s.Writers.Max, "writer"))
		sayColours(s, p)
		sayTied(s, p)
		return
	}
	p.say("scatter.rails", " %s of the slots are in the rows and columns of %s: with them up to %s write one position, and assembly without atomics takes %s.",
		units.Share(a.Rails.SlotShare), units.Plural(len(a.Rails.Unknowns), "rail"), units.Plural(s.Writers.Max, "device"), units.Plural(s.Colouring.Colours, "colour"))
	if w.Writers.Max == 0 {
		p.say("scatter.only-rails", " All slots are in these rows and columns.")
		return
	}
	p.say("scatter.without-rails", " Without rails, whose voltages are known, no position has more than %s; ", units.Plural(w.Writers.Max, "writer"))
	sayColours(w, p)
	sayTied(s, p)
}

// sayColours says how many passes without atomics it takes, as the end of a
// sentence.
func sayColours(s *assembly.Scatter, p *paragraph) {
	c := s.Colouring
	if c.Colours == 1 {
		p.say("scatter.one-pass", "one pass assembles all devices without atomics.")
		return
	}
	p.say("scatter.colours", "assembly without atomics takes %s colours, one pass per colour", units.Integer(c.Colours))
	if c.Colours == c.LowerBound {
		p.say("scatter.fewest-colours", ", the fewest possible")
	}
	if c.Cover95 < c.Colours {
		p.say("scatter.most-devices", "; the largest %s colours have 95 %% of the devices", units.Integer(c.Cover95))
	}
	p.say("scatter.colours", ".")
	if c.Colours > fewPasses {
		p.say("scatter.too-many-colours", " These are too many passes. Sum over a list that is built once: the sum reads %s per assembly and gives the same bits in every run.",
			units.Size(float64(s.Strategies[2].ReadBytes)))
	}
}

// tied is the share of slots from which on tied terminals are worth a word.
const tied = 0.2

// sayTied says how many additions devices with tied terminals save, where they
// are many.
func sayTied(s *assembly.Scatter, p *paragraph) {
	if float64(s.Slots-s.DistinctSlots) >= tied*float64(s.Slots) {
		p.say("scatter.tied", " Terminals are tied together: if each device sums its own slots first, %s of %s additions remain.",
			units.Integer(s.DistinctSlots), units.Integer(s.Slots))
	}
}

// saySpecialisation says whether versions of the device code for constant
// parameters pay.
func saySpecialisation(d *Document, p *paragraph) {
	if d.Assembly == nil || d.Assembly.Specialisation.Devices == 0 {
		return
	}
	s := d.Assembly.Specialisation
	p.say("specialisation.variants", "The static parameters have %s in %s: with one version of the code per configuration, the warps are %s full",
		units.Plural(s.Variants, "configuration"), units.Plural(len(d.Assembly.Models), "model"), units.Share(s.WarpEfficiency))
	for _, c := range s.Coverage {
		if c.Share >= 0.9 && c.Variants < s.Variants {
			p.say("specialisation.coverage", "; the largest %s configurations have %s of the devices", units.Integer(c.Variants), units.Share(c.Share))
			break
		}
	}
	models := 0 // with devices, and so with a configuration at least
	for _, m := range d.Assembly.Models {
		if m.Configurations != nil && m.Devices > 0 {
			models++
		}
	}
	if models < s.DiscreteVariants && s.DiscreteVariants < s.Variants {
		p.say("specialisation.discrete", ". The parameters that decide branches have %s in total", units.Plural(s.DiscreteVariants, "configuration"))
	}
	p.say("specialisation.variants", ".")
}
