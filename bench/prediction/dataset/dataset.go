// Package dataset has the measured times that predictions are fitted to: a line of
// JSON for each matrix and ordering.
package dataset

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/nrkit/nrkit/prediction"
)

// Own is the name of the orderings that the libraries choose by default. Their features
// are of another ordering.
const Own = "own"

// A Row is what was measured on one matrix under one ordering.
type Row struct {
	Matrix   string              `json:"matrix"`
	Family   string              `json:"family"`
	Ordering string              `json:"ordering"`
	Features prediction.Features `json:"features"` // from the symbolic analysis

	// Times are the least CPU seconds by solver and phase, such as `klu/refactor`, and
	// by ordering, such as `ordering/amd`.
	Times map[string]float64 `json:"times"`

	// Counts are what solvers report of their factors, such as `klu/l`, and the pages of
	// a phase, such as `umfpack/factor_pages`: see Keep.
	Counts map[string]float64 `json:"counts"`
}

// Name returns matrix and ordering.
func (r *Row) Name() string { return r.Matrix + " " + r.Ordering }

// Read reads files of rows. A later row replaces the times and counts of an earlier row
// of the same name.
func Read(paths ...string) ([]Row, error) {
	var rows []Row
	at := map[string]int{}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		in := bufio.NewScanner(f)
		in.Buffer(nil, 1<<20)
		for line := 1; in.Scan(); line++ {
			var r Row
			if err := json.Unmarshal(in.Bytes(), &r); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, line, err)
			}
			k, ok := at[r.Name()]
			if !ok {
				at[r.Name()] = len(rows)
				rows = append(rows, r)
				continue
			}
			rows[k].Features = r.Features
			for name, t := range r.Times {
				rows[k].Times[name] = t
			}
			for name, t := range r.Counts {
				rows[k].Counts[name] = t
			}
		}
		if err := in.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// Write writes rows to a file, times with four digits.
func Write(path string, rows []Row) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	out := json.NewEncoder(f)
	for k := range rows {
		for name, t := range rows[k].Times {
			rows[k].Times[name] = round(t)
		}
		if err := out.Encode(&rows[k]); err != nil {
			return err
		}
	}
	return nil
}

// round keeps four digits of a positive number.
func round(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return y
}
