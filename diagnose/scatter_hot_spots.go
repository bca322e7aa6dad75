package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// hotSpot is how many additions to one position are many: a warp has 32 threads,
// and the memory of a GPU does their additions one after the other.
const hotSpot = 32

// scatterHotSpots finds positions of the Jacobian to which more devices add
// than a warp has threads. On a GPU such additions queue, however many threads
// there are; the longest queue bounds the time of an assembly by atomics.
func scatterHotSpots() Rule {
	return Rule{
		ID:      "scatter-hot-spots",
		Meaning: "More than 32 additions go to one position of the Jacobian. A GPU does additions to one position one after the other",
		Needs:   "--analysis of analyze --json with --stamps or --circuit",
		Parts:   []Part{PartAnalysis},
		Summary: true,
		Check:   checkHotSpots,
	}
}

// assembly returns where devices add, or why that is not known.
func (in *Input) assembly() (*Assembly, string) {
	a, why := in.analysis()
	switch {
	case a == nil:
		return nil, why
	case a.Assembly == nil:
		return nil, a.Source + " has no devices (use analyze --stamps or --circuit)"
	}
	return a.Assembly, ""
}

// from returns evidence from the analysis.
func (in *Input) from(text string, value float64, unit, key string) Evidence {
	return Evidence{Text: text, Value: value, Unit: unit, Source: in.Analysis.Source + ": analyze/v1 " + key}
}

func checkHotSpots(in *Input) Outcome {
	a, why := in.assembly()
	if a == nil {
		return Abstain(why)
	}
	s := &a.All
	if s.Adds.Max <= hotSpot || len(s.Hottest) == 0 {
		return Clear(fmt.Sprintf("the hottest position has %s", units.Plural(s.Adds.Max, "addition")))
	}
	f := Finding{Severity: Info,
		Title: fmt.Sprintf("%s go to one position of the Jacobian, %s; %s of all additions go to the ten hottest positions", units.Plural(s.Adds.Max, "addition"), hottestName(a), units.Share(s.HottestShare)),
		Evidence: []Evidence{
			in.from("additions to the hottest position, "+hottestName(a), float64(s.Adds.Max), "additions", ".assembly.all.adds.max"),
			in.from("share of the ten hottest positions in all additions", s.HottestShare, UnitShare, ".assembly.all.hottest_share"),
			in.from("passes that need no atomics, one per colour", float64(s.Colouring.Colours), "colours", ".assembly.all.colouring.colours"),
		}}
	if d := in.Summary.Device; d != nil && d.Work > 0 {
		f.Severity = Warning // the run does use a GPU
	}
	if r := a.WithoutRails; r != nil && r.Adds.Max < s.Adds.Max {
		f.Evidence = append(f.Evidence, in.from("additions to the hottest position, without the rows and columns of supply rails", float64(r.Adds.Max), "additions", ".assembly.without_rails.adds.max"))
		f.Try = append(f.Try, fmt.Sprintf("remove supply rails from the unknowns: the hottest position then has %s", units.Plural(r.Adds.Max, "addition")))
	}
	f.Try = append(f.Try, "store each addition in a slot of its own, and sum the slots of each position through a list that is made once: this needs no atomics and gives the same bits in every run",
		"first sum the additions of one thread block to a position in shared memory")
	return Found(f)
}

// hottestName names the hottest position, 1-based as in files where it has no
// names.
func hottestName(a *Assembly) string {
	h := a.All.Hottest[0]
	if h.RowName != "" && h.ColName != "" {
		return fmt.Sprintf("(%s, %s)", h.RowName, h.ColName)
	}
	return fmt.Sprintf("(%d, %d)", h.Row+1, h.Col+1)
}
