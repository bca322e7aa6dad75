package main

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"

	"github.com/nrkit/nrkit/internal/threadtime"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/lu"
)

// window is the systems of a series that are timed, its last ones.
const window = 64

// rounds of a measurement, and the seconds of each.
const (
	rounds  = 9
	seconds = 0.02
)

// measure prints what the guard costs.
func measure(list []source, names *regexp.Regexp, opt lu.GuardOptions) error {
	runtime.LockOSThread()
	fmt.Println("| series | n | entries of A | refactor µs | guard µs | ratio | refactor+solve µs | guard µs | ratio | looks | probes | checks |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	var groups [3]group
	for _, src := range list {
		if !names.MatchString(src.name) {
			continue
		}
		r, err := cost(src, opt)
		if errors.Is(err, errRepivots) {
			fmt.Printf("| %s | | | | | | | | | | | |\n", src.name)
			continue
		} else if err != nil {
			return fmt.Errorf("%s: %w", src.name, err)
		}
		groups[r.group()].add(r)
		fmt.Printf("| %s | %d | %d | %.3g | %.3g | %.3f | %.3g | %.3g | %.3f | %.2f | %.2f | %.2f |\n", src.name, r.y[0].a.Cols, r.y[0].a.NNZ(),
			r.us[0], r.us[1], r.us[1]/r.us[0], r.us[2], r.us[3], r.us[3]/r.us[2], r.per(r.stats.Looks), r.per(r.stats.Probes), r.per(r.stats.Checks))
	}
	fmt.Printf("\n| geometric mean | series | refactor | refactor+solve |\n| --- | ---: | ---: | ---: |\n")
	for k, g := range groups {
		n := float64(max(g.series, 1))
		fmt.Printf("| %s | %d | %.3f | %.3f |\n", groupNames[k], g.series, math.Exp(g.logs[0]/n), math.Exp(g.logs[1]/n))
	}
	return nil
}

// A group is series whose ratios are averaged.
type group struct {
	series int
	logs   [2]float64
}

// groupNames are the groups that [costing.group] numbers.
var groupNames = [3]string{"nothing suspicious, 100 unknowns or more", "nothing suspicious, fewer unknowns", "watched"}

// group returns the number of the group.
func (c *costing) group() int {
	switch {
	case c.per(c.stats.Looks) > 0.5:
		return 2
	case c.y[0].a.Cols < 100:
		return 1
	}
	return 0
}

// add adds a series.
func (g *group) add(c *costing) {
	g.series++
	g.logs[0] += math.Log(c.us[1] / c.us[0])
	g.logs[1] += math.Log(c.us[3] / c.us[2])
}

// errRepivots says that the pivots do not hold in the window: then new pivots are timed,
// not the guard.
var errRepivots = errors.New("pivots do not hold in the timed systems")

// A costing is the timed systems of a series and the results.
type costing struct {
	y     []system
	x     []float64
	us    [4]float64 // refactor, the same guarded, refactor and solve, the same guarded
	stats lu.GuardStats
}

// per returns a count per system.
func (c *costing) per(n int64) float64 { return float64(n) / float64(c.stats.Refactors) }

// cost times the last systems of a series.
func cost(src source, opt lu.GuardOptions) (*costing, error) {
	c := &costing{}
	var g *lu.Guarded
	err := src.each(func(y system) error {
		if g == nil {
			g = lu.NewGuarded(y.a, newton.DefaultOrder(y.a), opt)
		}
		y.values, y.b = slices.Clone(y.values), slices.Clone(y.b)
		if c.y = append(c.y, y); len(c.y) > window {
			c.y = c.y[1:]
		}
		if err := g.Refactor(ctx, y.values); err != nil {
			return err
		}
		g.Solve(slices.Clone(y.b))
		return nil
	})
	if err != nil && len(c.y) < window {
		return nil, err
	}
	plain, err := lu.NewSolver(g.Solver().Factors(), c.y[0].a)
	if err != nil {
		return nil, err
	}
	plain.Tolerance = anyPivot
	c.x = make([]float64, c.y[0].a.Cols)
	before := g.Stats.Factors
	g.Stats = lu.GuardStats{Factors: before}
	works := [4]func(system) error{
		func(y system) error { return plain.Refactor(y.values) },
		func(y system) error { return g.Refactor(ctx, y.values) },
		func(y system) error {
			err := plain.Refactor(y.values)
			plain.SolveInto(c.x, y.b)
			return err
		},
		func(y system) error {
			err := g.Refactor(ctx, y.values)
			copy(c.x, y.b)
			g.Solve(c.x)
			return err
		},
	}
	if err := c.time(works); err != nil {
		return nil, err
	}
	if c.stats = g.Stats; c.stats.Factors != before {
		return nil, errRepivots
	}
	return c, nil
}

// time runs the works in turn and keeps the least time of each, per system.
func (c *costing) time(works [4]func(system) error) error {
	for k := range c.us {
		c.us[k] = math.Inf(1)
	}
	repeat := [4]int{}
	for round := range rounds + 1 {
		for k, work := range works {
			if round == 0 {
				t, err := c.pass(work, 1)
				if err != nil {
					return err
				}
				repeat[k] = max(1, int(seconds/t))
				continue
			}
			t, err := c.pass(work, repeat[k])
			if err != nil {
				return err
			}
			c.us[k] = min(c.us[k], t*1e6/float64(repeat[k]*len(c.y)))
		}
	}
	return nil
}

// pass returns the CPU seconds of the thread for the systems, so many times.
func (c *costing) pass(work func(system) error, times int) (float64, error) {
	start, _ := threadtime.CPU()
	for range times {
		for _, y := range c.y {
			if err := work(y); err != nil {
				return 0, err
			}
		}
	}
	end, _ := threadtime.CPU()
	return max(float64(end-start)/1e9, 1e-6), nil
}
