// Umfpack-fronts compares package multifrontal with UMFPACK: how many pivots extend a front, and how
// many start another one, the rows of the front with most rows, and the columns of the
// front with most columns.
//
// usage: umfpack-fronts -fronts PROGRAM -tmp DIR FILE.mtx…
//
// Of each file, the pattern counts, with a full diagonal whose values are large, so that all
// pivots come from it. Matrices that are made here are added.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/multifrontal"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// mostEntries is how many entries a matrix may have.
const mostEntries = 50_000

func main() {
	program := flag.String("fronts", "", "program over UMFPACK")
	tmp := flag.String("tmp", "", "folder for files between")
	flag.Parse()
	wrong, checks, left := 0, 0, 0
	check := func(name string, a *sparsity.Pattern) {
		if !a.Square() || a.NNZ() > mostEntries || a.Cols == 0 {
			left++
			return
		}
		for _, method := range []string{"amd", "rcm"} {
			checks++
			if err := compare(*program, *tmp, method, withDiagonal(a)); err != nil {
				wrong++
				fmt.Printf("%s, %s: %v\n", name, method, err)
			}
		}
	}
	for _, path := range flag.Args() {
		f, err := sparseio.Open(path, sparseio.Options{})
		if err != nil {
			wrong++
			fmt.Println(err)
			continue
		}
		check(filepath.Base(path), f.Matrix.Pattern)
	}
	made := made()
	for _, name := range slices.Sorted(maps.Keys(made)) {
		check(name, made[name])
	}
	fmt.Printf("umfpack-fronts: %d checks, %d wrong; %d matrices left out, because they are not square or too large\n", checks, wrong, left)
	if wrong > 0 || checks == 0 {
		os.Exit(1)
	}
}

// made returns matrices of several kinds.
func made() map[string]*sparsity.Pattern {
	all := map[string]*sparsity.Pattern{
		"grid":     matgen.Grid2D(30, 30),
		"dense":    matgen.Dense(70, 70),
		"arrow":    matgen.Arrow(500, 3),
		"blocks":   matgen.HiddenBlocks(600, 40, 500, 1),
		"power":    matgen.PowerGrid(20, 20, 4, 1),
		"elements": matgen.Unknowns(matgen.Grid2D(8, 8), 4),
	}
	for seed := range uint64(20) {
		all[fmt.Sprintf("random %d", seed)] = matgen.RandomSquare(50+20*int(seed), 3, seed)
		all[fmt.Sprintf("symmetric %d", seed)] = matgen.RandomSymmetric(50+20*int(seed), 4, seed)
		all[fmt.Sprintf("circuit %d", seed)] = matgen.Circuit(20+10*int(seed), seed)
		all[fmt.Sprintf("tree %d", seed)] = matgen.KTree(100+30*int(seed), 3, seed)
	}
	return all
}

// withDiagonal returns a with all entries of the diagonal, and values of which they are the
// largest.
func withDiagonal(a *sparsity.Pattern) *sparsity.Matrix {
	t := &sparsity.Triplets{Rows: a.Rows, Cols: a.Cols}
	for j := range int32(a.Cols) {
		t.Row, t.Col = append(t.Row, j), append(t.Col, j)
		for _, i := range a.Col(int(j)) {
			t.Row, t.Col = append(t.Row, i), append(t.Col, j)
		}
	}
	m, _ := t.Compress()
	return matgen.Dominant(m.Pattern, 1)
}

// compare runs both under an order.
func compare(program, tmp, method string, m *sparsity.Matrix) error {
	how, _, err := named.Lookup(method)
	if err != nil {
		return err
	}
	order, _ := how.Apply(m.Pattern, named.Control{})
	file, orderFile := filepath.Join(tmp, "matrix"), filepath.Join(tmp, "order")
	if err := dump.Write(file, m); err != nil {
		return err
	}
	b, err := binary.Append(nil, binary.LittleEndian, []int32(order))
	if err != nil {
		return err
	}
	if err := os.WriteFile(orderFile, b, 0o600); err != nil {
		return err
	}
	out, err := exec.Command(program, file, orderFile).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	got := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		key, number, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if got[key], err = strconv.ParseInt(number, 10, 64); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	if got["interchanges"] != 0 {
		return fmt.Errorf("UMFPACK interchanged %d rows", got["interchanges"])
	}
	c := multifrontal.Follow(sparsity.Permute(m.Pattern, order, order), multifrontal.Options{Visits: 1 << 40})
	for _, x := range []struct {
		name  string
		count int64
	}{{"rows", c.Rows}, {"cols", c.Cols}, {"extended", c.Extended}, {"started", c.Pivots - c.Extended}} {
		if x.count != got[x.name] {
			return fmt.Errorf("%s: %d, UMFPACK has %d", x.name, x.count, got[x.name])
		}
	}
	return nil
}
