package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A readFlags holds the flags that say how matrix files are read; every command
// that reads them takes these.
type readFlags struct {
	lenient  bool
	variable string
}

// register adds the flags to cmd.
func (f *readFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.lenient, "lenient", false,
		"read Matrix Market files that break the format but that other programs read, such as symmetric matrices with both triangles or patterns with values; warn about each deviation")
	cmd.Flags().StringVar(&f.variable, "variable", "",
		"read the sparse variable `NAME` of a MATLAB .mat file that has several; a field of a structure is written as Problem.A")
}

// source returns the input that path is.
func (p *program) source(cmd *cobra.Command, path string, workers int) analysis.Source {
	return func() (*sparseio.File, error) { return p.readFile(cmd, path, workers) }
}

// laterSource is source for a file that is read while the analysis of another one has
// the progress line.
func (p *program) laterSource(cmd *cobra.Command, path string, workers int) analysis.Source {
	quiet := *p
	quiet.bar = nil
	return quiet.source(cmd, path, workers)
}

// namedSource is source with the names of rows and columns, where files beside
// it have them.
func (p *program) namedSource(cmd *cobra.Command, path string, workers int) analysis.Source {
	return func() (*sparseio.File, error) {
		f, err := p.readFile(cmd, path, workers)
		if err == nil {
			sparseio.OpenNames(path, f)
		}
		return f, err
	}
}

// readFile reads one file, and adds advice to the errors of new users.
func (p *program) readFile(cmd *cobra.Command, path string, workers int) (*sparseio.File, error) {
	opt := sparseio.Options{Workers: workers, Lenient: p.reading.lenient, Variable: p.reading.variable, Progress: p.read(path)}
	var f *sparseio.File
	var err error
	if path == "-" {
		f, err = sparseio.Read("stdin", p.Stdin, opt)
	} else {
		f, err = sparseio.Open(path, opt)
	}
	var syntax *sparseio.SyntaxError
	switch {
	case err == nil:
		p.warnOfFile(cmd, f)
		return f, nil
	case errors.As(err, &syntax) && syntax.Lenient:
		return nil, cli.WithHint(err, "--lenient reads this file, and a warning reports how")
	case errors.As(err, &syntax) && len(syntax.Variables) > 0:
		return nil, cli.WithHint(err, "--variable takes the name of a variable, for example --variable "+syntax.Variables[0])
	case path == "-":
		return nil, err
	}
	return nil, p.fileError(cmd, path, err)
}

// warnOfFile prints what the reader warns of where no report has it.
func (p *program) warnOfFile(cmd *cobra.Command, f *sparseio.File) {
	if cmd.Root() == cmd {
		return
	}
	for _, w := range f.Warnings {
		if cmd.Name() == "convert" || strings.HasPrefix(w.Code, "lenient-") {
			p.Warn(w.String())
		}
	}
}

// fileError adds advice to an error about the file path.
func (p *program) fileError(cmd *cobra.Command, path string, err error) error {
	cache := ""
	if f := cmd.Flags().Lookup("cache"); f != nil && f.Value.String() == userCache { // what follows it is no value of it
		cache = fmt.Sprintf("--cache takes its folder after =, as in --cache=%s", path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return cli.WithHint(err, cmp.Or(cli.FileHint(cmd, path), cache))
	}
	if info, serr := os.Stat(path); serr == nil && info.IsDir() {
		hint := cache
		if hint == "" && cmd.Root() == cmd {
			hint = "--series takes all matrices of a directory as iterations of one solve"
		}
		return cli.WithHint(fmt.Errorf("%s: is a directory, want a matrix file", path), hint)
	}
	return err
}

// expandDirectories replaces each directory by the matrix files in it.
func expandDirectories(args []string) ([]string, error) {
	var out []string
	for _, path := range args {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			out = append(out, path) // errors come when it is opened
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, e := range entries {
			if !e.IsDir() && looksLikeMatrix(e.Name()) {
				names = append(names, e.Name())
			}
		}
		names = withoutVectors(names)
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: no matrix files in this directory", path)
		}
		slices.SortFunc(names, compareNatural)
		for _, name := range names {
			out = append(out, filepath.Join(path, name))
		}
	}
	return out, nil
}

// withoutVectors returns names without those of vectors that belong to a matrix
// among them: NAME_b.mtx and NAME_x.mtx beside NAME.mtx, and the vectors of a folder
// that nrprof record wrote.
func withoutVectors(names []string) []string {
	have := map[string]bool{}
	for _, name := range names {
		have[name] = true
	}
	listed := vectorFinder{}
	kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		stem := sparseio.Stem(name)
		for _, suffix := range []string{"_b", "_x", "_rhs"} {
			if matrix, ok := strings.CutSuffix(stem, suffix); ok && (have[matrix+name[len(stem):]] || listed.has(name)) {
				return true
			}
		}
		return false
	})
	if len(kept) == 0 {
		return names // a vector alone is meant
	}
	return kept
}

// looksLikeMatrix reports whether the extension is one of a matrix file.
func looksLikeMatrix(name string) bool {
	ext := filepath.Ext(name)
	switch ext {
	case ".gz", ".zst", ".xz":
		ext = filepath.Ext(name[:len(name)-len(ext)])
	}
	switch ext {
	case ".mtx", ".mm", ".rb", ".npz", ".mat", ".petsc", ".rua", ".rsa", ".rza", ".pua", ".psa", ".cua", ".csa", ".hb":
		return true
	}
	return false
}

// compareNatural orders names so that numbers in them count as numbers: it9
// comes before it10.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		x, restA := leadingDigits(a)
		y, restB := leadingDigits(b)
		if x != "" && y != "" {
			if c := compareNumbers(x, y); c != 0 {
				return c
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

// leadingDigits splits s behind the digits it starts with.
func leadingDigits(s string) (digits, rest string) {
	k := 0
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	return s[:k], s[k:]
}

// compareNumbers compares strings of digits by value, and equal values by
// length.
func compareNumbers(x, y string) int {
	a, b := x, y
	for len(a) > 1 && a[0] == '0' {
		a = a[1:]
	}
	for len(b) > 1 && b[0] == '0' {
		b = b[1:]
	}
	switch {
	case len(a) != len(b):
		return len(a) - len(b)
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return len(x) - len(y)
}
