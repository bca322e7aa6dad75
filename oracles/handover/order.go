package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// An order is what a file for a solver says, read anew and not by the code that wrote it.
type order struct {
	method     string
	rows, cols sparsity.Perm
	blocks     []int32
	column     bool // for any row pivots
}

// readOrder reads the file for a solver.
func readOrder(solver, path string, n int) (*order, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if solver == "petsc" {
		return readIndexSets(b, n)
	}
	method, arrays, err := readText(solver, string(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	o := &order{method: method}
	switch solver {
	case "klu":
		o.rows, o.cols = arrays["P"], arrays["Q"]
		if arrays["btf"][0] == 1 {
			o.blocks = arrays["R"]
		}
	case "umfpack":
		o.cols, o.column = arrays["Qinit"], arrays["strategy"][0] == 1
	case "cholmod":
		o.cols = arrays["UserPerm"]
	case "superlu":
		o.cols, o.column = placed(arrays["perm_c"], 0), arrays["symmetric_mode"][0] == 0
	case "mumps":
		o.cols = placed(arrays["perm_in"], 1)
	}
	if o.rows == nil {
		o.rows = o.cols
	}
	return o, nil
}

// placed returns the order of which the file has the place of each column, from base.
func placed(place []int32, base int32) sparsity.Perm {
	p := make(sparsity.Perm, len(place))
	for j, k := range place {
		p[k-base] = int32(j)
	}
	return p
}

// readText reads the text format.
func readText(solver, text string) (method string, arrays map[string][]int32, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	head := strings.Fields(lines[0])
	if len(head) != 3 || head[0] != "nrkit-order/v1" || head[1] != solver {
		return "", nil, fmt.Errorf("want an order for %s, got %q", solver, lines[0])
	}
	arrays = map[string][]int32{}
	for at := 1; at < len(lines); {
		name, count, _ := strings.Cut(lines[at], " ")
		length, err := strconv.Atoi(count)
		if err != nil || at+1+length > len(lines) {
			return "", nil, fmt.Errorf("line %d: want a name and a length, got %q", at+1, lines[at])
		}
		values := make([]int32, length)
		for k := range values {
			v, err := strconv.ParseInt(lines[at+1+k], 10, 32)
			if err != nil {
				return "", nil, err
			}
			values[k] = int32(v)
		}
		arrays[name] = values
		at += 1 + length
	}
	return head[2], arrays, nil
}

// readIndexSets reads two index sets of PETSc.
func readIndexSets(b []byte, n int) (*order, error) {
	words := make([]int32, len(b)/4)
	if err := binary.Read(bytes.NewReader(b), binary.BigEndian, words); err != nil {
		return nil, err
	}
	if len(words) != 2*(n+2) || words[0] != 1211218 || words[1] != int32(n) || words[n+2] != 1211218 || words[n+3] != int32(n) {
		return nil, fmt.Errorf("want two index sets of %d", n)
	}
	return &order{method: "?", rows: words[2 : n+2], cols: words[n+4:]}, nil
}
