package analysis

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/units"
)

// fewPasses is the number of colours up to which assembly in passes is
// advised.
const fewPasses = 64

// sayScatter says where the devices write and how to assemble them.
func sayScatter(d *Document) string {
	a := d.Assembly
	if a == nil || a.All.Slots == 0 {
		return ""
	}
	var b strings.Builder
	s := a.All
	fmt.Fprintf(&b, "%s add %s to %s, %s to each.", units.Plural(a.Devices, "device"),
		units.Plural(s.Slots, "slot"), units.Plural(s.Positions, "position"), units.Significant(s.SlotsPerPosition))
	if s.Writers.Max <= 1 {
		b.WriteString(" No position has more than one writer: they can all be assembled at once.")
		return b.String()
	}
	w := a.WithoutRails
	if w == nil {
		fmt.Fprintf(&b, " No position has more than %s; %s%s", units.Plural(s.Writers.Max, "writer"), sayColours(s), sayTied(s))
		return b.String()
	}
	fmt.Fprintf(&b, " %s of all scatter traffic goes to the rows and columns of %s; with them up to %s write one position, and assembly without atomics takes %s.",
		units.Share(a.Rails.SlotShare), units.Plural(len(a.Rails.Unknowns), "rail"), units.Plural(s.Writers.Max, "device"), units.Plural(s.Colouring.Colours, "colour"))
	if w.Writers.Max == 0 {
		b.WriteString(" Nothing is left without them.")
		return b.String()
	}
	fmt.Fprintf(&b, " Without rails, whose voltages are known, no position has more than %s; %s%s",
		units.Plural(w.Writers.Max, "writer"), sayColours(w), sayTied(s))
	return b.String()
}

// sayColours says how many passes without atomics it takes, as the end of a
// sentence.
func sayColours(s *assembly.Scatter) string {
	c := s.Colouring
	if c.Colours == 1 {
		return "one pass assembles them all without atomics."
	}
	text := units.Integer(c.Colours) + " colours, a pass each, assemble without atomics"
	if c.Colours == c.LowerBound {
		text += ", the fewest there can be"
	}
	if c.Cover95 < c.Colours {
		text += fmt.Sprintf("; %s have 95 %% of the devices", units.Integer(c.Cover95))
	}
	text += "."
	if c.Colours > fewPasses {
		text += fmt.Sprintf(" That is too many: sum over a list made once, which reads %s and gives the same bits at every run.",
			units.Size(float64(s.Strategies[2].ReadBytes)))
	}
	return text
}

// tied is the share of slots from which on tied terminals are worth a word.
const tied = 0.2

// sayTied says how many additions devices with tied terminals save, "" when
// they are few.
func sayTied(s *assembly.Scatter) string {
	if float64(s.Slots-s.DistinctSlots) < tied*float64(s.Slots) {
		return ""
	}
	return fmt.Sprintf(" Terminals are tied together: a device that sums its own slots first leaves %s of %s additions.",
		units.Integer(s.DistinctSlots), units.Integer(s.Slots))
}

// saySpecialisation says whether versions of the device code for constant
// parameters pay.
func saySpecialisation(d *Document) string {
	if d.Assembly == nil || d.Assembly.Specialisation.Devices == 0 {
		return ""
	}
	s := d.Assembly.Specialisation
	text := fmt.Sprintf("The static parameters have %s in %s: with one version of the code for each, warps of one version are %s full",
		units.Plural(s.Variants, "configuration"), units.Plural(len(d.Assembly.Models), "model"), units.Share(s.WarpEfficiency))
	for _, c := range s.Coverage {
		if c.Share >= 0.9 && c.Variants < s.Variants {
			text += fmt.Sprintf("; the largest %s have %s of the devices", units.Integer(c.Variants), units.Share(c.Share))
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
		text += fmt.Sprintf(". Parameters that decide branches have %s in all", units.Plural(s.DiscreteVariants, "configuration"))
	}
	return text + "."
}
