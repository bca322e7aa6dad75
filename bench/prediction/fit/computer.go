package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// A computer has the rows that were measured on it, and its calibration.
type computer struct {
	name    string // of the dataset, such as epyc
	machine *prediction.Machine
	rows    []dataset.Row // without the time of pages
	before  bool          // whether newton/lu was measured before its refactorizations and solves became faster
}

// readComputers reads datasets. The calibration of the computer of x.jsonl is x.json.
func readComputers(paths []string) (all []*computer, err error) {
	for _, path := range paths {
		base := strings.TrimSuffix(path, ".jsonl")
		c := &computer{name: filepath.Base(base), machine: &prediction.Machine{}}
		c.before = c.name == "epyc" // commit 95044268
		b, err := os.ReadFile(base + ".json")
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, c.machine); err != nil {
			return nil, fmt.Errorf("%s.json: %w", base, err)
		}
		if c.rows, err = dataset.Read(path); err != nil {
			return nil, err
		}
		dataset.Keep(c.rows)
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("want datasets")
	}
	return all, nil
}

// shipped returns the row of the shipped table that analyze uses on the computer if it is
// not calibrated.
func (c *computer) shipped() *prediction.Machine {
	if m, ok := prediction.Shipped(c.machine.Microarchitecture); ok {
		return m
	}
	return prediction.Generic()
}
