package diagnose

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// imbalanceAcrossRanks finds phases in which one rank takes longer than the
// others, which wait for it or end before it. The time that perfect balance
// saves is the longest minus the mean (the imbalance time of DeRose, Homer and
// Johnson, Euro-Par 2007). Below worth of the longest rank it clears.
//
// A phase is looked at by its self time, in which no other phase is, so that
// what differs is named and not all that lies around it; phases in which ranks
// wait for each other are not. Where no one phase has that much, the ranks as a
// whole are compared.
func imbalanceAcrossRanks() Rule {
	return Rule{
		ID:      "imbalance-across-ranks",
		Meaning: "One rank takes longer than the mean of all ranks, in a phase or as a whole. The other ranks wait for this rank, or end earlier",
		Needs:   "two files or more of one job, one file per rank, or one file that they were merged into",
		Summary: true,
		Check:   checkImbalance,
	}
}

// An imbalance is what the ranks took for one thing.
type imbalance struct {
	name             string // of the phase; "" for all of a rank
	least, most, sum int64  // ns
	leastOf, mostOf  int32  // ranks
	n                int64
	error            float64 // largest standard error of a rank, where some of the time steps were timed; ns
}

// sure returns the excess less twice the standard error: what chance hardly adds.
func (b *imbalance) sure() float64 { return float64(b.excess()) - 2*b.error }

func (b *imbalance) add(rank int32, ns int64) {
	if b.n == 0 || ns < b.least {
		b.least, b.leastOf = ns, rank
	}
	if b.n == 0 || ns > b.most {
		b.most, b.mostOf = ns, rank
	}
	b.sum += ns
	b.n++
}

// excess returns the longest minus the mean.
func (b *imbalance) excess() int64 { return b.most - b.sum/b.n }

func checkImbalance(in *Input) Outcome {
	if len(in.Ranks) < 2 {
		return Abstain("there is only one rank; give one file per rank, or a merged file in which all time steps were timed")
	}
	if why := strangers(in.Ranks); why != "" {
		return Abstain(why)
	}
	whole, phases := balances(in.Ranks)
	if whole.most == 0 {
		return Abstain("the ranks have no ranges of the program")
	}
	worst := whole
	for _, b := range phases {
		if b.sure() >= worth*float64(whole.most) && (worst.name == "" || b.excess() > worst.excess()) {
			worst = b
		}
	}
	part := share(worst.excess(), whole.most)
	if part < worth {
		return Clear(fmt.Sprintf("the slowest of %s takes %s longer than the mean", units.Plural(whole.n, "rank"), units.Share(share(whole.excess(), max(whole.sum/whole.n, 1)))))
	}
	return Found(worst.finding(in, whole))
}

// strangers says why ranks are not those of one job; "" when they may be.
func strangers(ranks []Rank) string {
	first := ranks[0].Summary
	for _, r := range ranks[1:] {
		if r.Summary.Program != first.Program {
			return fmt.Sprintf("the files come from different programs: %q and %q", first.Program, r.Summary.Program)
		}
		for _, key := range slices.Sorted(maps.Keys(first.Labels)) {
			if value, ok := r.Summary.Labels[key]; ok && key != "rank" && value != first.Labels[key] {
				return fmt.Sprintf("the files come from different jobs: label %s is %q and %q", key, first.Labels[key], value)
			}
		}
	}
	return ""
}

// balances compares the ranks as a whole and by phase, those with the largest
// excess first. A rank without a phase took no time for it.
func balances(ranks []Rank) (whole imbalance, phases []imbalance) {
	names := map[string]bool{}
	has := make([]map[string]*trace.Phase, len(ranks)) // by rank and name
	for k, r := range ranks {
		whole.add(r.Number, r.Summary.RootNS)
		has[k] = map[string]*trace.Phase{}
		for i := range r.Summary.Phases {
			p := &r.Summary.Phases[i]
			has[k][p.Name] = p
			if !balance.Waits(p.Name) {
				names[p.Name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		b := imbalance{name: name}
		for k, r := range ranks {
			ns := int64(0)
			if p := has[k][name]; p != nil {
				ns, b.error = p.Self, max(b.error, p.Error)
			}
			b.add(r.Number, ns)
		}
		phases = append(phases, b)
	}
	slices.SortStableFunc(phases, func(a, b imbalance) int { return -cmp.Compare(a.excess(), b.excess()) })
	return whole, phases
}

// finding words the worst imbalance.
func (b imbalance) finding(in *Input, whole imbalance) Finding {
	what, figure := "rank "+units.Integer(b.mostOf)+" as a whole", "root_ns"
	if b.name != "" {
		what, figure = fmt.Sprintf("rank %d in %s", b.mostOf, b.name), fmt.Sprintf("phases[] | select(.name==%q).self_ns", b.name)
	}
	of := func(rank int32) string { return fmt.Sprintf(".ranks[] | select(.rank==%d).summary.%s", rank, figure) }
	return Finding{Severity: Warning, Cost: in.Cost(b.excess()),
		Title: fmt.Sprintf("Of %s, %s takes %s longer than the mean", units.Plural(b.n, "rank"), what, units.Duration(b.excess())),
		Evidence: []Evidence{
			in.Phases(fmt.Sprintf("longest time, rank %d", b.mostOf), float64(b.most), UnitNS, of(b.mostOf)),
			in.Phases("mean of the ranks", float64(b.sum)/float64(b.n), UnitNS, fmt.Sprintf("([.ranks[].summary.%s] | add) / %d", figure, b.n)),
			in.Phases(fmt.Sprintf("shortest time, rank %d", b.leastOf), float64(b.least), UnitNS, of(b.leastOf)),
			in.Phases(fmt.Sprintf("longest rank as a whole, rank %d", whole.mostOf), float64(whole.most), UnitNS, fmt.Sprintf(".ranks[] | select(.rank==%d).summary.root_ns", whole.mostOf)),
			in.Phases("difference between the longest and the shortest rank as a whole", float64(whole.most-whole.least), UnitNS, "[.ranks[].summary.root_ns] | max - min"),
		},
		Try: imbalanceTries(b.name)}
}

func imbalanceTries(name string) []string {
	switch name {
	case trace.PhaseBuildSystem:
		return []string{"divide devices by their measured cost, not by their number (models[].load_ns of run/v1)"}
	case trace.PhaseLinearSolve, trace.PhaseFactor, trace.PhaseRefactor, trace.PhaseSolve:
		return []string{"divide the matrix by flops, not by rows: subtrees.cuts of analyze --json has such parts"}
	}
	return []string{"divide the work by its measured cost", "if the ranks have equal work, check whether the slowest rank shares its cores or its GPU (nrprof key explain)"}
}
