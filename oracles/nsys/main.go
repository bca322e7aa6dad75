// Oraclensys compares the reports of package nsys/stats with the reports of the
// installed nsys, and the values that internal/sqlite reads with the values that
// Python's sqlite3 reads.
//
// usage: oraclensys [-nsys PROGRAM] [-limit DURATION] [-values]
//
// The databases are in $NRKIT_ORACLE/nsys. For each database, nsys and nrkit print
// every report of 2022 and every rule. The outputs are compared byte for byte, with
// rows of equal sort keys in any order. If nsys prints nothing, nrkit must have no
// data. The differences that docs/nsys.md lists are counted separately. If nsys
// needs longer than the limit for a report, the report is left out and named. Then
// all values of all tables are compared.
//
// It ends with status 1 if something differs, or if nsys or python3 is missing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclensys: error:", err)
		os.Exit(1)
	}
}

// A report counts what was compared.
type report struct {
	show         bool
	equal, wrong int
	known, slow  []string
	rows, values int // of tables
}

// check compares two texts.
func (r *report) check(path, what, got, want string) {
	switch {
	case got != want:
		r.wrong++
		fmt.Printf("%s: %s: wrong\n got %s\nwant %s\n", filepath.Base(path), what, got, want)
	default:
		r.equal++
		if r.show {
			fmt.Printf("%s: %s: equal\n", filepath.Base(path), what)
		}
	}
}

func run() error {
	n := nsysProgram{}
	r := &report{}
	flag.StringVar(&n.program, "nsys", "nsys", "the program")
	flag.DurationVar(&n.limit, "limit", 4*time.Second, "time for each report of nsys")
	flag.BoolVar(&r.show, "values", false, "print what is equal, too")
	flag.Parse()
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		return errors.New("NRKIT_ORACLE is unset: want the folder with nsys/*.sqlite")
	}
	paths, err := filepath.Glob(filepath.Join(root, "nsys", "*.sqlite"))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no databases in %s", filepath.Join(root, "nsys"))
	}
	for _, program := range []string{n.program, "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			return err
		}
	}
	version, err := exec.Command(n.program, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", n.program, err)
	}
	fmt.Printf("%s", version)
	if n.dir, err = os.MkdirTemp("", "oraclensys"); err != nil {
		return err
	}
	defer os.RemoveAll(n.dir)
	for _, path := range paths {
		if err := n.compare(path, r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	reports := r.equal
	fmt.Printf("reports: %d equal, %d wrong, %d known to differ, %d left out\n", r.equal, r.wrong, len(r.known), len(r.slow))
	for _, s := range r.known {
		fmt.Println("  differs:", s)
	}
	if len(r.slow) > 0 {
		fmt.Printf("  longer than %v: %s\n", n.limit, strings.Join(r.slow, ", "))
	}
	for _, path := range paths {
		if err := compareTables(path, r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	fmt.Printf("tables: %d equal, %d rows, %d values\n", r.equal-reports, r.rows, r.values)
	if r.wrong > 0 {
		return fmt.Errorf("%d of %d differ", r.wrong, r.wrong+r.equal)
	}
	return nil
}
