//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// A rival is a program that orders a graph.
type rival struct {
	name, program string
	args          []string // behind the names of graph and order
}

// rivals are what nested dissection is measured beside on graphs of three
// dimensions. All run on one core.
var rivals = []rival{
	{"METIS", "metis_order", nil},
	{"SCOTCH", "scotch_order", []string{"default"}},
	{"SCOTCH for quality", "scotch_order", []string{"quality"}},
}

// A result is what an order costs and leads to.
type result struct {
	L, Flops, Parallel float64
	CPU, Wall          float64 // seconds, the least of all rounds
}

// A solid is a matrix with the results of all.
type solid struct {
	name      string
	rows, nnz int
	ours, two result // with one worker, and with two
	rivals    []result
	stats     ordering.NDStats
}

// least returns the least figure of the rivals.
func (s *solid) least(figure func(result) float64) float64 {
	least := math.Inf(1)
	for _, r := range s.rivals {
		least = min(least, figure(r))
	}
	return least
}

func entries(r result) float64 { return r.L }
func flops(r result) float64   { return r.Flops }

// solids measures the graphs of three dimensions and writes their section of
// the results.
func (c *config) solids() error {
	if err := c.compile("scotch_order", "-I/usr/include/scotch", "-lscotch", "-lscotcherrexit"); err != nil {
		return err
	}
	var all []solid
	for _, m := range matrices.Solids() {
		if !c.only.MatchString(m.Name) {
			continue
		}
		s, err := c.solid(m)
		if err != nil {
			return err
		}
		all = append(all, s)
		fmt.Fprintf(c.out, "%-18s %7d | L %.3f, %.3f of METIS | flops %.3f, %.3f | T1/T∞ %.3f | CPU %.2f, %.3f s | wall %.2f  %+v\n", s.name, s.rows,
			s.ours.L/s.least(entries), s.ours.L/s.rivals[0].L, s.ours.Flops/s.least(flops), s.ours.Flops/s.rivals[0].Flops,
			s.ours.Parallel/s.rivals[0].Parallel, s.ours.CPU/s.rivals[0].CPU, s.ours.CPU, s.two.Wall/s.rivals[0].Wall, s.stats)
	}
	t := solidTable{all: all}
	t.summary(c.out)
	if c.results == "" {
		return nil
	}
	return t.write(c.results)
}

// solid measures one matrix.
func (c *config) solid(m matrices.Matrix) (solid, error) {
	s := solid{name: m.Name}
	g, path, err := c.graph(m.Name, func() (*sparsity.Pattern, error) { return m.Pattern(), nil })
	if err != nil {
		return s, err
	}
	s.rows, s.nnz = g.Cols, g.NNZ()
	var p sparsity.Perm
	var one, two times
	for range c.rounds {
		start := begin()
		p, s.stats = ordering.ND(g, ordering.NDOptions{})
		one.add(start.end())
		start = begin()
		ordering.ND(g, ordering.NDOptions{Workers: 2})
		two.add(start.end())
	}
	s.ours, s.two = c.result(g, p, one), result{CPU: two.cpu, Wall: two.wall}
	for _, r := range rivals {
		x, err := c.rival(r, g, path)
		if err != nil {
			return s, err
		}
		s.rivals = append(s.rivals, x)
	}
	return s, nil
}

func (c *config) result(g *sparsity.Pattern, p sparsity.Perm, t times) result {
	f := analyse(g, p)
	return result{L: f.l, Flops: f.flops, Parallel: f.parallel, CPU: t.cpu, Wall: t.wall}
}

// rival returns the result of a rival, as it was kept if it is to be kept.
func (c *config) rival(r rival, g *sparsity.Pattern, path string) (result, error) {
	order := strings.TrimSuffix(path, ".bin") + "." + strings.ReplaceAll(r.name, " ", "_")
	kept := order + ".json"
	var x result
	if text, err := os.ReadFile(kept); c.kept && err == nil {
		return x, json.Unmarshal(text, &x)
	}
	var least times
	for range c.rounds {
		t, err := c.runRival(r, path, order)
		if err != nil {
			return x, err
		}
		least.add(t)
	}
	p, err := readOrder(order, g.Cols)
	if err != nil {
		return x, err
	}
	if err := p.Check(); err != nil {
		return x, fmt.Errorf("%s: %w", order, err)
	}
	x = c.result(g, p, least)
	text, err := json.Marshal(x)
	if err != nil {
		return x, err
	}
	return x, os.WriteFile(kept, text, 0o644)
}

// runRival lets a rival order the graph at path on the first core.
func (c *config) runRival(r rival, path, order string) (times, error) {
	args := append([]string{"-c", "0", filepath.Join(c.work, r.program), path, order}, r.args...)
	out, err := exec.Command("taskset", args...).Output()
	if err != nil {
		return times{}, fmt.Errorf("%s on %s: %w", r.name, path, err)
	}
	var t [2]float64
	for k, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		_, value, _ := strings.Cut(line, "\t")
		if t[min(k, 1)], err = strconv.ParseFloat(value, 64); err != nil {
			return times{}, err
		}
	}
	return times{cpu: t[0], wall: t[1]}, nil
}
