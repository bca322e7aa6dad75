//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A variant is a matrix with its rows in place, and an order for rows and columns.
type variant struct {
	name  string
	m     *sparsity.Matrix
	order symbolic.Order

	given *sparsity.Pattern // the matrix before its rows were moved
	rows  sparsity.Perm     // the order of its rows
}

// features returns the features of the variant.
func (v *variant) features() prediction.Features {
	order := v.order
	order.Rows = v.rows
	x := symbolic.Analyze(v.given, order, symbolic.Options{Counts: true})
	return *prediction.Of(v.given, x, prediction.Options{})
}

// matrix measures one matrix under all orderings.
func (j *job) matrix(in input) ([]dataset.Row, error) {
	m, err := in.read()
	if err != nil {
		return nil, err
	}
	variants, err := variantsOf(m, j.orders)
	if err != nil {
		return nil, err
	}
	var rows []dataset.Row
	for k, v := range variants {
		r := dataset.Row{Matrix: in.name, Family: in.family, Ordering: v.name, Times: map[string]float64{}, Counts: map[string]float64{}}
		x := symbolic.Analyze(v.m.Pattern, v.order, symbolic.Options{Counts: true})
		if x.Flops > j.flops {
			fmt.Printf("%s %s: %.3g flops, left out\n", in.name, v.name, x.Flops)
			continue
		}
		r.Features = v.features()
		start := time.Now()
		for _, solver := range j.solvers {
			switch {
			case solver == "ordering" && k == 0:
				j.orderings(m, r.Times)
			case solver == "ordering":
			case solver == "lu":
				err = j.own(v, &r)
			case solver == "cholmod" && !r.Features.Symmetric:
			default:
				err = j.peer(solver, v, &r)
			}
			if err != nil {
				fmt.Printf("%s %s: %s: %v\n", in.name, v.name, solver, err)
			}
		}
		fmt.Printf("%s %s: %.3g s\n", in.name, v.name, time.Since(start).Seconds())
		rows = append(rows, r)
	}
	if len(rows) > 0 {
		rows = append(rows, j.defaults(in, m, variants[0].features()))
	}
	return rows, nil
}

// defaults measures the libraries with their own orderings on the matrix as it is.
func (j *job) defaults(in input, m *sparsity.Matrix, f prediction.Features) dataset.Row {
	r := dataset.Row{Matrix: in.name, Family: in.family, Ordering: dataset.Own, Features: f, Times: map[string]float64{}, Counts: map[string]float64{}}
	for _, solver := range j.solvers {
		if solver == "lu" || solver == "ordering" || solver == "cholmod" && !f.Symmetric {
			continue
		}
		if err := j.peer(solver, variant{m: m}, &r); err != nil {
			fmt.Printf("%s own: %s: %v\n", in.name, solver, err)
		}
	}
	return r
}

// variantsOf returns the matrix with the rows of a matching on its diagonal, under
// several orderings.
func variantsOf(m *sparsity.Matrix, names []string) ([]variant, error) {
	p := m.Pattern
	form := btf.BlockTriangular(p)
	if form.Matched < p.Cols {
		return nil, fmt.Errorf("structurally singular: rank %d of %d", form.Matched, p.Cols)
	}
	t, err := transversal.Product(m)
	if err != nil {
		return nil, err
	}
	large := t.Matching.BlockTriangular(p)
	var all []variant
	whole := btf.Form{RowPerm: sparsity.Identity(p.Cols), ColPerm: sparsity.Identity(p.Cols), BlockPtr: []int32{0, int32(p.Cols)}}
	for _, name := range names {
		parts := strings.Split(name, "+")
		blocks := whole
		switch parts[0] {
		case "product":
			blocks = large
		case "btf":
			blocks = form
		}
		method, _, err := named.Lookup(parts[len(parts)-1])
		if err != nil {
			return nil, err
		}
		rows, cols := ordering.WithinBlocks(p, blocks, func(g *sparsity.Pattern) sparsity.Perm {
			q, _ := method.Apply(g, named.Control{})
			return q
		})
		placed := m.Permute(rows.Compose(sparsity.Perm(cols.Inverse())), nil)
		all = append(all, variant{name, placed, symbolic.Order{Cols: cols, BlockPtr: blocks.BlockPtr}, p, rows})
	}
	return all, nil
}

// longest is how long a program over a library may take.
const longest = 15 * time.Second

// peer runs a program over a library. What it printed before it failed counts.
func (j *job) peer(name string, v variant, r *dataset.Row) error {
	file, order := filepath.Join(j.dir, "matrix"), filepath.Join(j.dir, "order")
	if err := dump.Write(file, v.m); err != nil {
		return err
	}
	b, err := binary.Append(nil, binary.LittleEndian, []int32(v.order.Cols))
	if err != nil {
		return err
	}
	if err := os.WriteFile(order, b, 0o600); err != nil {
		return err
	}
	if v.order.Cols == nil {
		order = "-"
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(j.dir, name), file, order, strconv.FormatFloat(j.budget, 'g', -1, 64))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if j.again == "pages" {
		cmd.Env = append(os.Environ(), "PAGES=1")
	}
	out, err := cmd.Output()
	for line := range strings.Lines(string(out)) {
		key, number, _ := strings.Cut(strings.TrimSpace(line), "\t")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		switch prediction.Phase(key) {
		case prediction.Analyze, prediction.Factor, prediction.Refactor, prediction.Solve:
			r.Times[name+"/"+key] = value
		default:
			if value > 0 || !strings.HasSuffix(key, dataset.Pages("")) {
				r.Counts[name+"/"+key] = value
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return nil
}
