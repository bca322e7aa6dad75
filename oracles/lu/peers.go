package main

import (
	"bufio"
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
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// peers are the programs compared with.
type peers struct {
	klu, splu, python string
	limit             time.Duration
}

// figures runs a program that prints lines "name<TAB>number".
func (p *peers) figures(argv ...string) (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	var errs bytes.Buffer
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: stopped after %v", filepath.Base(argv[0]), p.limit)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(argv[0]), err, errs.String())
	}
	figures := map[string]float64{}
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		name, number, _ := strings.Cut(sc.Text(), "\t")
		if figures[name], err = strconv.ParseFloat(number, 64); err != nil {
			return nil, err
		}
	}
	return figures, sc.Err()
}

// runKLU factorises m with KLU and returns its figures and its order. The
// figures are nil when time ran out.
func (p *peers) runKLU(dir string, m *sparsity.Matrix, threshold float64, scale int) (map[string]float64, lu.Plan, error) {
	file, order := filepath.Join(dir, "matrix"), filepath.Join(dir, "order")
	if err := dump.Write(file, m); err != nil {
		return nil, lu.Plan{}, err
	}
	figures, err := p.figures(p.klu, file, "1", fmt.Sprint(threshold), fmt.Sprint(scale), "amd", order)
	plan, e := readOrder(order, m.Pattern.Cols)
	if e != nil {
		return nil, plan, e
	}
	return figures, plan, err
}

// readOrder reads what klu writes: blocks, rows, columns, boundaries.
func readOrder(path string, n int) (lu.Plan, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return lu.Plan{}, err
	}
	x := make([]int32, len(b)/4)
	for k := range x {
		x[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	if len(x) < 2+2*n || len(x) != 2+2*n+int(x[0]) {
		return lu.Plan{}, fmt.Errorf("%s: %d integers for order %d", path, len(x), n)
	}
	return lu.Plan{Row: x[1 : 1+n], Col: x[1+n : 1+2*n], BlockPtr: x[1+2*n:]}, nil
}

// runSuperLU factorises m, as one block in the order of plan, with SuperLU.
func (p *peers) runSuperLU(dir string, m *sparsity.Matrix, plan lu.Plan, threshold float64) (map[string]float64, error) {
	b := m.Permute(plan.Row, plan.Col)
	if b.Complex() { // both parts of each value, one after the other
		both := make([]float64, 0, 2*len(b.Values))
		for k, re := range b.Values {
			both = append(both, re, b.Imag[k])
		}
		b = &sparsity.Matrix{Pattern: b.Pattern, Values: both}
	}
	file := filepath.Join(dir, "permuted")
	if err := dump.Write(file, b); err != nil {
		return nil, err
	}
	return p.figures(p.python, p.splu, file, "1", fmt.Sprint(threshold))
}
