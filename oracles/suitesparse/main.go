// Oracle compares nrkit with established tools on the same matrices, given the same
// permutations: every figure that is unique must be equal.
//
// usage: oracle -trees PROGRAM FILE.mtx…
//
// PROGRAM is the compiled bench/peers/trees.c. Oracle prints one line for each
// matrix and ends with status 1 if any figure differs.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func main() {
	trees := flag.String("trees", "", "the compiled bench/peers/trees.c")
	flag.Parse()
	failed := 0
	for _, path := range flag.Args() {
		c := &comparison{name: filepath.Base(path)}
		if err := c.run(*trees, path); err != nil {
			c.differences = append(c.differences, err.Error())
		}
		fmt.Printf("%-50s %3d figures, %d differ\n", c.name, c.compared, len(c.differences))
		for _, d := range c.differences {
			fmt.Println("   ", d)
		}
		failed += len(c.differences)
	}
	if failed > 0 || flag.NArg() == 0 {
		fmt.Fprintf(os.Stderr, "oracle: %d matrices, %d differences\n", flag.NArg(), failed)
		os.Exit(1)
	}
}

// A comparison collects what differs on one matrix.
type comparison struct {
	name        string
	dir         string
	figures     map[string]float64
	compared    int
	differences []string
}

// run reads the matrix, runs the peers and compares everything.
func (c *comparison) run(trees, path string) error {
	f, err := sparseio.Open(path, sparseio.Options{PatternOnly: true})
	if err != nil {
		return err
	}
	a := f.Matrix.Pattern
	if c.dir, err = os.MkdirTemp("", "oracle"); err != nil {
		return err
	}
	defer os.RemoveAll(c.dir)
	file := filepath.Join(c.dir, "matrix")
	if err := dump.Write(file, &sparsity.Matrix{Pattern: a}); err != nil {
		return err
	}
	out, err := exec.Command(trees, file, c.dir).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", trees, err)
	}
	if c.figures, err = parse(out); err != nil {
		return err
	}
	c.structure(a)
	if a.Square() {
		for _, order := range []string{"natural", "amd", "metis"} {
			c.symmetric(order, a)
		}
		c.quality(a)
	}
	c.column(a)
	return nil
}

// equal notes a figure that must be the same.
func (c *comparison) equal(what string, ours, theirs float64) {
	c.compared++
	if ours != theirs {
		c.differences = append(c.differences, fmt.Sprintf("%s: nrkit %.17g, peer %.17g", what, ours, theirs))
	}
}

// same notes an array that must be the same.
func (c *comparison) same(what string, ours, theirs []int32) {
	c.compared++
	if len(ours) != len(theirs) {
		c.differences = append(c.differences, fmt.Sprintf("%s: %d elements, peer %d", what, len(ours), len(theirs)))
		return
	}
	for k := range ours {
		if ours[k] != theirs[k] {
			c.differences = append(c.differences, fmt.Sprintf("%s: element %d is %d, peer %d", what, k, ours[k], theirs[k]))
			return
		}
	}
}

// ints reads a file of 32-bit integers, nil when there is none.
func (c *comparison) ints(order, what string) []int32 {
	b, err := os.ReadFile(filepath.Join(c.dir, order+"."+what))
	if err != nil {
		return nil
	}
	x := make([]int32, len(b)/4)
	for k := range x {
		x[k] = int32(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return x
}

// parse collects "name<TAB>number" lines.
func parse(out []byte) (map[string]float64, error) {
	m := map[string]float64{}
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		name, number, _ := strings.Cut(sc.Text(), "\t")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, err
		}
		m[name] = v
	}
	return m, sc.Err()
}
