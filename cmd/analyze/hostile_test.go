package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"github.com/nrkit/nrkit/internal/hostile"
)

// hostileRuns is how many runs TestHostileNames makes; with those of nrprof there are 2,000.
const hostileRuns = 500

// A nest makes files with hostile names.
type nest struct {
	t   *testing.T
	rng *rand.Rand
	dir string
}

// write writes a file, with a hostile name in one of three, and returns its path.
func (n *nest) write(ext string, text []byte) string {
	name := fmt.Sprintf("in%d", n.rng.IntN(1000))
	if n.rng.IntN(3) == 0 {
		name = hostile.FileName(n.rng)
	}
	path := filepath.Join(n.dir, name+ext)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		n.t.Fatal(err)
	}
	return path
}

func raw(s string) string { return s }

const matrixText = `%%MatrixMarket matrix coordinate real general
% a comment
4 4 8
1 1 4
2 2 4
3 3 4
4 4 4
1 2 1
2 1 1
3 4 1
4 1 2
`

// matrix writes a Matrix Market file, right or wrong, the first with hostile
// names of rows and columns beside it.
func (n *nest) matrix() string {
	if n.rng.IntN(2) == 0 {
		path := n.write(".mtx", []byte(matrixText))
		for _, suffix := range []string{"_rowname.txt", "_colname.txt"} {
			var names string
			for range 4 {
				names += strings.ReplaceAll(hostile.Name(n.rng), "\n", "\v") + "\n"
			}
			if err := os.WriteFile(strings.TrimSuffix(path, ".mtx")+suffix, []byte(names), 0o666); err != nil {
				n.t.Fatal(err)
			}
		}
		return path
	}
	return n.write(".mtx", []byte(hostile.Infect(n.rng, matrixText, raw)))
}

// archive writes a tar archive whose members have hostile names.
func (n *nest) archive() string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for range 1 + n.rng.IntN(3) {
		name := strings.ReplaceAll(hostile.Name(n.rng), "\x00", "") + ".mtx"
		if err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(matrixText)), Mode: 0o644}); err != nil {
			continue // a name that the format does not have
		}
		w.Write([]byte(matrixText))
	}
	w.Close()
	z.Close()
	return n.write(".tar.gz", b.Bytes())
}

// zip writes an archive that is nearly one of NumPy.
func (n *nest) zip() string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	name := hostile.Name(n.rng)
	for range 1 + n.rng.IntN(2) {
		f, err := w.Create(name + ".npy")
		if err != nil {
			n.t.Fatal(err)
		}
		f.Write([]byte("\x93NUMPY\x01\x00" + string(rune(n.rng.IntN(100))) + hostile.Infect(n.rng, "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", raw)))
	}
	w.Close()
	return n.write(".npz", b.Bytes())
}

const boeingText = `A title                                                                 KEY
             3             1             1             1             0
rua                        2             2             2             0
(3i4)           (2i4)           (2e12.4)
   1   2   3
   1   2
  1.0000E+00  2.0000E+00
`

// boeing writes a Rutherford-Boeing file.
func (n *nest) boeing() string {
	return n.write(".rb", []byte(hostile.Infect(n.rng, boeingText, raw)))
}

const stampsText = `{"format":"nr-devices","version":1,"title":"rc","n_unknowns":4,"index_base":0,"ground":-1,"colour":3,"groups":[
{"model":"vsource","n_devices":1,"param_names":[],"voltage_like":[],"shared_params":{},"jac_rows":[[0,-1,2,2]],"jac_cols":[[2,2,0,-1]],"res_rows":[[0,-1,2]],"params":[[]]},
{"model":"resistor","n_devices":1,"param_names":["r","v"],"voltage_like":[1],"shared_params":{"tnom":27.0},"jac_rows":[[0,0,1,1]],"jac_cols":[[0,1,0,1]],"res_rows":[[0,1]],"params":[[1000.0,0.0]]}]}
`

// stamps writes devices.
func (n *nest) stamps() string {
	return n.write(".json", []byte(hostile.Infect(n.rng, stampsText, func(s string) string {
		b, _ := json.Marshal(s)
		return string(b[1 : len(b)-1])
	})))
}

const circuitText = "* low pass\nv1 a 0 1\nr1 a b 1k\nc1 b 0 1n\nd1 b 0 dmod\n.model dmod d is=1e-14\n.tran 10n 100n\n.end\n"

// circuit writes a netlist.
func (n *nest) circuit() string {
	return n.write(".cir", []byte(hostile.Infect(n.rng, circuitText, raw)))
}

// missing returns a path of nothing.
func (n *nest) missing() string { return filepath.Join(n.dir, "no"+hostile.FileName(n.rng)) }

// any writes a file of any kind.
func (n *nest) any() string {
	all := []func() string{n.matrix, n.archive, n.zip, n.boeing, n.stamps, n.circuit, n.missing}
	return all[n.rng.IntN(len(all))]()
}

// TestHostileNames runs every command on names that attack a terminal and
// documents: nothing but printed characters is in standard output, standard
// error and the files of -o, no name begins a line, and drawings and pages are
// well-formed.
func TestHostileNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Chdir(t.TempDir())
	for seed := range uint64(hostileRuns) {
		n := &nest{t: t, rng: rand.New(rand.NewPCG(seed, 12)), dir: t.TempDir()}
		list := hostileCommands(n)
		args := list[seed%uint64(len(list))]()
		what := fmt.Sprintf("%d: %q", seed, args)
		var stdout, stderr bytes.Buffer
		run(args, strings.NewReader(hostile.Name(n.rng)), &stdout, &stderr)
		checkText(t, what+": stdout", unindented(stdout.String()), args)
		checkText(t, what+": stderr", stderr.String(), nil)
		if args[0] == "plot" && stdout.Len() > 0 {
			if msg := hostile.Markup(stdout.String(), false); msg != "" {
				t.Errorf("%s: the drawing: %s", what, msg)
			}
		}
		checkFiles(t, what, filepath.Join(n.dir, "out"))
		os.RemoveAll(n.dir)
	}
}

// checkText checks output of a run.
func checkText(t *testing.T, what, text string, args []string) {
	t.Helper()
	if bad := hostile.Unquoted(text); len(bad) > 0 {
		t.Errorf("%s: %d unquoted, the first %s", what, len(bad), bad[0])
	}
	if slices.Contains(args, "--width=70") {
		for line := range strings.Lines(text) {
			if n := displaywidth.String(strings.TrimSuffix(line, "\n")); n > 70 {
				t.Errorf("%s: %d columns in %q", what, n, line)
			}
		}
	} else if bad := hostile.ForgedLines(text); len(bad) > 0 {
		t.Errorf("%s: a name begins the line %q", what, bad[0])
	}
	if slices.Contains(args, "--markdown") {
		if bad := hostile.Tables(text); len(bad) > 0 {
			t.Errorf("%s: a name has cells of its own: %q", what, bad[0])
		}
	}
}

// checkFiles checks the files of a folder, which need not be there.
func checkFiles(t *testing.T, what, dir string) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(path) {
		case ".npy", ".png":
			return nil
		case ".svg", ".html":
			if msg := hostile.Markup(string(text), filepath.Ext(path) == ".html"); msg != "" {
				t.Errorf("%s: %s: %s", what, d.Name(), msg)
			}
		}
		checkText(t, what+": "+d.Name(), unindented(string(text)), nil)
		return nil
	})
}

// unindented returns text without the tabs at the begin of its lines, which
// drawings have.
func unindented(text string) string { return strings.ReplaceAll(text, "\n\t", "\n") }

// hostileCommands returns what makes the arguments of one run, for every
// command, with the files that they take.
func hostileCommands(n *nest) []func() []string {
	format := func() string { return []string{"--width=0", "--width=70", "--markdown", "--json"}[n.rng.IntN(4)] }
	name := func() string { return strings.ReplaceAll(hostile.Name(n.rng), "\x00", "") }
	out := func() string { return filepath.Join(n.dir, "out") }
	with := func(command string, more ...func() string) func() []string {
		return func() []string {
			args := strings.Fields(command)
			for _, f := range more {
				args = append(args, f())
			}
			return args
		}
	}
	return []func() []string{
		with("", n.matrix, format), with("", n.archive, format), with("", n.zip, format), with("", n.boeing, format), with("", n.any, format),
		with("", n.matrix, n.matrix, format), with("-o", out, n.matrix), with("-o", out, n.archive), with("--circuit", n.circuit, format), with("--circuit", n.any),
		with("--stamps", n.stamps, format), with("--stamps", n.stamps, n.matrix, format), with("--ordering", name, n.matrix), with("--exact", name, n.matrix),
		with("compare", n.matrix, n.matrix, format), with("compare", n.any, n.any, format), with("compare --orderings natural,amd", n.matrix, format), with("compare --fail-above", name, n.matrix, n.matrix),
		with("convert", n.any, n.missing), with("convert", n.matrix, n.missing), with("convert --field", name, n.matrix, n.missing),
		with("order", n.matrix), with("order", n.any), with("order --for", name, n.matrix), with("order --goal", name, n.matrix), with("order --for klu", n.any), with("order -o", n.missing, n.matrix),
		with("plot spy", n.matrix), with("plot spy", n.archive), with("plot levels", n.matrix), with("plot tree", n.archive), with("plot speedup", n.matrix), with("plot", name, n.matrix), with("plot spy", n.any),
		with("help", name), with("", name), with("", name, name), with("", func() string { return "--" + name() }), with("completion", name), with("__complete", name), with("", n.missing),
	}
}
