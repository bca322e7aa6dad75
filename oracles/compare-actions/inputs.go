package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A side is the runs of a program with three phases.
type side struct {
	runs   int
	seed   uint64
	factor float64 // of the time of a linear solve; 0: 1
	solve  string  // name of that phase; "": linear_solve
	names  func(k int) string
}

// write writes the runs as Chrome JSON.
func (s side) write(dir, _ string) error {
	for k := range s.runs {
		name := fmt.Sprintf("%d.json", k)
		if s.names != nil {
			name = s.names(k)
		}
		if err := os.WriteFile(filepath.Join(dir, name), s.trace(uint64(k)), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// trace returns a run of 60 time steps of two iterations each. The times of a run are
// one percent slower or faster, as on a quiet machine.
func (s side) trace(k uint64) []byte {
	type event struct {
		Name  string  `json:"name"`
		Phase string  `json:"ph"`
		Time  float64 `json:"ts"`
		PID   uint64  `json:"pid"`
		TID   int     `json:"tid"`
	}
	rng := rand.New(rand.NewPCG(s.seed, k))
	speed := 1 + 0.01*rng.NormFloat64()
	now := 1000.0
	var events []event
	add := func(phase, name string) {
		now++
		events = append(events, event{name, phase, now, 100*s.seed + k, 1})
	}
	span := func(name string, inside func()) {
		add("B", name)
		inside()
		add("E", name)
	}
	takes := func(us float64) func() {
		return func() { now += us * speed * (1 + 0.02*rng.Float64()) }
	}
	solve, factor := "linear_solve", 1.0
	if s.solve != "" {
		solve = s.solve
	}
	if s.factor != 0 {
		factor = s.factor
	}
	span("transient", func() {
		for range 60 {
			span("timestep", func() {
				for range 2 {
					span("nr_iteration", func() {
						span("build_system", takes(500))
						span(solve, takes(1000*factor))
						span("convergence", takes(100))
					})
				}
			})
		}
	})
	text, err := json.Marshal(map[string]any{"traceEvents": events})
	if err != nil {
		panic(err) // numbers and strings
	}
	return text
}

// A matrix is a matrix of the folder testdata under a name.
type matrix struct{ name, from string }

// matrices returns what copies matrices.
func matrices(list ...matrix) func(dir, root string) error {
	return func(dir, root string) error {
		for _, m := range list {
			text, err := os.ReadFile(filepath.Join(root, "testdata", m.from))
			if err != nil {
				return err
			}
			path := filepath.Join(dir, m.name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(path, text, 0o666); err != nil {
				return err
			}
		}
		return nil
	}
}

// text returns what writes one file.
func text(name, content string) func(dir, root string) error {
	return func(dir, _ string) error { return os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666) }
}
