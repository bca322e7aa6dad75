// Generate writes the matrices of package matrices as Matrix Market files, the same
// files on every machine.
//
// usage: generate -o DIR [-only NAME,…] [-l]
//
// Each file appears whole or not at all. -l lists the matrices. All files together
// take about two gigabytes.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/matrices"
	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "generate: error:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("generate", flag.ContinueOnError)
	dir := fs.String("o", "", "folder to write to")
	only := fs.String("only", "", "names, separated by commas; all unless given")
	list := fs.Bool("l", false, "list the names")
	if err := fs.Parse(args); err != nil {
		return err
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	if *list {
		for _, m := range chosen {
			fmt.Fprintf(stdout, "%-16s %s\n", m.Name, m.What)
		}
		return nil
	}
	if *dir == "" {
		return fmt.Errorf("want -o, the folder to write to")
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	for _, m := range chosen {
		if err := write(*dir, m, stdout); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the matrices of the names given, all for no names.
func choose(names string) ([]matrices.Matrix, error) {
	all := matrices.All()
	if names == "" {
		return all, nil
	}
	var chosen []matrices.Matrix
	for _, name := range strings.Split(names, ",") {
		k := slices.IndexFunc(all, func(m matrices.Matrix) bool { return m.Name == name })
		if k < 0 {
			return nil, fmt.Errorf("no matrix %q; -l lists them", name)
		}
		chosen = append(chosen, all[k])
	}
	return chosen, nil
}

// write writes one matrix and says how large it is.
func write(dir string, m matrices.Matrix, stdout io.Writer) error {
	path := filepath.Join(dir, m.Name+".mtx")
	a := m.Make()
	fmt.Fprintf(stdout, "%s: %d rows, %d entries\n", path, a.Pattern.Rows, a.Pattern.NNZ())
	return atomicfile.WriteFile(path, func(w io.Writer) error {
		return sparseio.WriteMatrixMarket(w, a, sparseio.WriteOptions{Comment: m.What})
	})
}
