package startup

import "github.com/nrkit/nrkit/trace"

// A Counted is the number of time steps, or iterations, that runs took, over all
// processes that count them: cold, reload and warm alike.
type Counted struct {
	Runs int   `json:"runs"` // number of runs whose count is known
	Min  int64 `json:"min"`  // smallest count of a run
	Max  int64 `json:"max"`  // largest count of a run
}

// counted is the time steps and iterations of a range: those that it says it
// took, or else the ranges in it. They are counted by the order of begins and
// ends: markers that arrive at once have one time.
type counted struct {
	steps, iterations int64
	stated            bool
}

// hold counts a range called name that has ended in the one that c is of.
func (c *counted) hold(name string, inner counted, runs *Runs) {
	if c.stated {
		return
	}
	c.steps += inner.steps
	c.iterations += inner.iterations
	switch {
	case runs.isStep(name):
		c.steps++
	case name == trace.PhaseIteration:
		c.iterations++
	}
}

// isStep reports whether a range of that name is a time step.
func (r *Runs) isStep(name string) bool {
	for _, own := range r.Steps {
		if name == own {
			return true
		}
	}
	return len(r.Steps) == 0 && name == trace.PhaseTimestep
}

// countOver returns how many of something the runs of processes took, nil where
// no run says.
func countOver(list []*Process, of func(*Run) int64) *Counted {
	var c Counted
	for _, p := range list {
		if p.Failed() {
			continue
		}
		for k := range p.Runs {
			n := of(&p.Runs[k])
			if n == 0 {
				continue
			}
			if c.Runs == 0 {
				c.Min = n
			}
			c.Runs++
			c.Min, c.Max = min(c.Min, n), max(c.Max, n)
		}
	}
	if c.Runs == 0 {
		return nil
	}
	return &c
}
