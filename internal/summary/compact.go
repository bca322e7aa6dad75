package summary

import (
	"math"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// figures calls f for each row of phases of a table, with the time of which its share
// is.
func figures(s *trace.Summary, f func(p *trace.Phase)) {
	lists := [][]trace.Phase{s.Phases, s.Paths}
	if g := s.Regimes; g != nil {
		lists = append(lists, g.Cold.Phases, g.WarmUp.Phases, g.Steady.Phases, g.Outside.Phases)
		if g.Preempted != nil {
			lists = append(lists, g.Preempted.Phases)
		}
	}
	for _, list := range lists {
		for i := range list {
			f(&list[i])
		}
	}
}

// compact leaves out of a table what other figures say: a mean that is the total by the
// count, a share that is the total by the time of the program, and a path that is the
// names around. A figure that is 0 although these say otherwise becomes −0.
func compact(s *trace.Summary) {
	worked := float64(s.Worked())
	figures(s, func(p *trace.Phase) {
		p.Mean = without(p.Mean, ratio(float64(p.Total), float64(p.Count)))
		p.Share = without(p.Share, ratio(float64(p.Total), worked))
	})
	paths(s, func(p *trace.Phase, path string) {
		if p.Path == path {
			p.Path = ""
		}
	})
}

// expand is the reverse of compact.
func expand(s *trace.Summary) {
	worked := float64(s.Worked())
	figures(s, func(p *trace.Phase) {
		p.Mean = with(p.Mean, ratio(float64(p.Total), float64(p.Count)))
		p.Share = with(p.Share, ratio(float64(p.Total), worked))
	})
	paths(s, func(p *trace.Phase, path string) {
		if p.Path == "" {
			p.Path = path
		}
	})
}

// without returns 0 for a figure that others say.
func without(x, said float64) float64 {
	switch {
	case x == said:
		return 0
	case x == 0:
		return math.Copysign(0, -1)
	}
	return x
}

// with returns the figure for which without returned x.
func with(x, said float64) float64 {
	switch {
	case x == 0 && math.Signbit(x):
		return 0
	case x == 0:
		return said
	}
	return x
}

// paths calls f for each path with the path that the names around it make.
func paths(s *trace.Summary, f func(p *trace.Phase, path string)) {
	var names []string
	for i := range s.Paths {
		p := &s.Paths[i]
		names = append(names[:min(max(p.Depth, 0), len(names))], p.Name)
		f(p, strings.Join(names, "/"))
	}
}
