//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"

	"github.com/nrkit/nrkit/nsys"
)

// phaseTransient is the range that parts of runs are recorded of.
const phaseTransient = "transient"

// compareRanges compares the ranges in the export with those that were made.
func (l *lab) compareRanges(c scenario, dir string, o outcome) error {
	if c.ranges == nil && !c.engine {
		return nil
	}
	got, err := exported(filepath.Join(dir, "out.sqlite"))
	if err != nil {
		return err
	}
	want := c.ranges
	if c.engine {
		if want, err = l.engineRanges(c, o, got); err != nil {
			return err
		}
	}
	if c.maybe {
		for name, n := range got.all {
			if n > want[name] {
				return fmt.Errorf("got %d ranges %q, want at most %d", n, name, want[name])
			}
		}
		return nil
	}
	if !maps.Equal(got.all, want) {
		return fmt.Errorf("got ranges %v, want %v", got.all, want)
	}
	return nil
}

// engineRanges returns the ranges that the engine says it made, from its
// document run/v1. Of a part of the run they are those that lie in the
// transient of an equal run that was recorded whole, but for the iterations,
// which the engine counts apart.
func (l *lab) engineRanges(c scenario, o outcome, got ranges) (map[string]int, error) {
	at := bytes.IndexByte(o.stdout, '{')
	if at < 0 {
		return nil, errors.New("the run printed no document")
	}
	var doc struct {
		NVTX struct {
			Ranges map[string]int `json:"ranges"`
		} `json:"nvtx"`
		Counts struct {
			Iterations int `json:"nr_iterations"`
			Operating  int `json:"op_iterations"`
		} `json:"counts"`
	}
	if err := json.NewDecoder(bytes.NewReader(o.stdout[at:])).Decode(&doc); err != nil {
		return nil, err
	}
	if doc.NVTX.Ranges["nr_iteration"] != doc.Counts.Iterations || doc.Counts.Iterations == 0 {
		return nil, fmt.Errorf("the engine counts %d iterations and %d ranges of them", doc.Counts.Iterations, doc.NVTX.Ranges["nr_iteration"])
	}
	if len(c.flags) == 0 {
		l.inTransient = got.inTransient
		return doc.NVTX.Ranges, nil
	}
	if l.inTransient == nil {
		return nil, errors.New("the check engine has to run before")
	}
	if n := doc.Counts.Iterations - doc.Counts.Operating; l.inTransient["nr_iteration"] != n {
		return nil, fmt.Errorf("got %d iterations in the transient, the engine counts %d", l.inTransient["nr_iteration"], n)
	}
	return l.inTransient, nil
}

// ranges are how many ranges of each name an export has, in all and in the
// first transient, that one included.
type ranges struct{ all, inTransient map[string]int }

// exported reads an export.
func exported(path string) (counts ranges, err error) {
	e, err := nsys.Open(path)
	if err != nil {
		return counts, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	list, err := e.Ranges()
	if err != nil {
		return counts, err
	}
	counts = ranges{map[string]int{}, map[string]int{}}
	transient := -1
	for k := range list.Len() {
		name := e.Text(list.Text(k))
		counts.all[name]++
		if name == phaseTransient && transient < 0 {
			transient = k
		}
	}
	for k := range list.Len() {
		if transient >= 0 && list.Start[k] >= list.Start[transient] && list.End[k] <= list.End[transient] {
			counts.inTransient[e.Text(list.Text(k))]++
		}
	}
	return counts, nil
}
