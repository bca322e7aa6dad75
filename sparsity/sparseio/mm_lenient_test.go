package sparseio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestLenient reads files that the format forbids. Each is refused with an error
// that names Options.Lenient, and read with the warnings that stand here.
func TestLenient(t *testing.T) {
	const coordinate = "%%MatrixMarket matrix coordinate "
	for name, c := range map[string]struct{ text, want, warnings string }{
		"pattern with values": {"pattern general\n2 2 2\n1 1\n2 2 6\n", "x .; . x",
			"4:5 lenient-pattern-values 1"},
		"a number behind the value": {"real general\n2 2 2\n1 1 1 99\n2 2 5 % five\n", "1 .; . 5",
			"3:7 lenient-extra-text 2"},
		"real hermitian": {"real hermitian\n2 2 1\n2 1 3\n", ". 3; 3 .", "1:1 lenient-hermitian-field -"},
		"skew diagonal": {"real skew-symmetric\n2 2 2\n2 1 3\n2 2 7\n", ". -3; 3 7",
			"4:1 lenient-skew-diagonal 1"},
		"skew pattern": {"pattern skew-symmetric\n2 2 1\n2 1\n", ". x; x .", "1:1 lenient-skew-pattern -"},
		"not square": {"real symmetric\n3 2 2\n2 1 3\n2 2 4\n", ". 3; 3 4; . .",
			"2:1 lenient-not-square -"},
		"both triangles": {"real symmetric\n3 3 4\n1 1 1\n2 1 5\n3 2 2\n1 2 5\n", "1 5 .; 5 . 2; . 2 .",
			"6:1 lenient-both-triangles 1"},
		"triangles that differ": {"real symmetric\n3 3 5\n2 1 5\n1 2 5\n1 3 7\n3 1 8\n2 3 9\n", ". 5 7; 5 . 9; 8 9 .",
			"4:1 lenient-both-triangles 2, 5:1 lenient-triangles-differ 1, 7:1 upper-triangle 1"},
		"both triangles, skew": {"integer skew-symmetric\n2 2 2\n2 1 5\n1 2 -5\n", ". -5; 5 .",
			"4:1 lenient-both-triangles 1"},
		"both triangles, one twice": {"real symmetric\n2 2 3\n1 2 5\n2 1 2\n2 1 3\n", ". 5; 5 .",
			"3:1 lenient-both-triangles 1, 0:0 duplicates 1"},
	} {
		_, err := Read("in.mtx", strings.NewReader(coordinate+c.text), Options{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !syntax.Lenient {
			t.Errorf("%s: want an error that says Lenient, got %v", name, err)
		}
		f, err := Read("in.mtx", strings.NewReader(coordinate+c.text), Options{Lenient: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := dense(f); got != c.want {
			t.Errorf("%s: want %s, got %s", name, c.want, got)
		}
		wanted := map[string]bool{}
		for _, w := range strings.Split(c.warnings, ", ") {
			wanted[w] = true
		}
		for _, w := range f.Warnings {
			n := "-"
			if m := slowCounted.FindStringSubmatch(w.Msg); m != nil {
				n = m[1]
			}
			if got := fmt.Sprintf("%d:%d %s %s", w.Line, w.Col, w.Code, n); !wanted[got] || len(f.Warnings) != len(wanted) {
				t.Errorf("%s: want warnings %s, got %s", name, c.warnings, got)
			}
		}
	}
}

// TestLenientIsSaid reads what TestIllegal refuses: an error says Lenient where
// that helps, and nowhere else.
func TestLenientIsSaid(t *testing.T) {
	names, err := filepath.Glob("testdata/illegal/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	helps := 0
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		in := ar.Files[1]
		_, strict := Read(in.Name, strings.NewReader(string(in.Data)), Options{})
		f, err := Read(in.Name, strings.NewReader(string(in.Data)), Options{Lenient: true})
		var syntax *SyntaxError
		if !errors.As(strict, &syntax) || syntax.Lenient != (err == nil) {
			t.Errorf("%s: %v; with Lenient %v", name, strict, err)
		}
		if err == nil {
			helps++
			if len(f.Warnings) == 0 || !strings.HasPrefix(f.Warnings[0].Code, "lenient-") {
				t.Errorf("%s: read with warnings %v", name, f.Warnings)
			}
		}
	}
	if helps == 0 || helps == len(names) {
		t.Errorf("%d of %d files are read with Lenient", helps, len(names))
	}
}

// TestLenientPeers checks that every file which SciPy, fast_matrix_market and
// CHOLMOD all accept is accepted with Lenient, with the dimensions and the number
// of entries that SciPy found.
func TestLenientPeers(t *testing.T) {
	dir := filepath.Join(dataFolder(t), "mtx", "odd")
	text, err := os.ReadFile(filepath.Join(dir, "ODD.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	scipy := regexp.MustCompile(`^(coo|dense) \((\d+), (\d+)\)(?: nnz=(\d+))?`)
	all, refused := 0, 0
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		accepted := len(row) == 4 && row[0] != "file"
		for _, peer := range row[1:] {
			accepted = accepted && peer != "" && !strings.HasPrefix(peer, "REJECT") && !strings.HasPrefix(peer, "CRASH")
		}
		if !accepted {
			continue
		}
		all++
		f, err := Open(filepath.Join(dir, row[0]), Options{Lenient: true})
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := Open(filepath.Join(dir, row[0]), Options{}); err != nil {
			refused++
		}
		m := scipy.FindStringSubmatch(row[1])
		if m == nil {
			t.Fatalf("%s: what SciPy found is %q", row[0], row[1])
		}
		a := f.Matrix.Pattern
		if fmt.Sprint(a.Rows) != m[2] || fmt.Sprint(a.Cols) != m[3] {
			t.Errorf("%s: want %s×%s, got %d×%d", row[0], m[2], m[3], a.Rows, a.Cols)
		}
		// SciPy counts repeated positions one by one.
		if n, _ := strconv.Atoi(m[4]); m[4] != "" && f.Duplicates == 0 && n != a.NNZ() {
			t.Errorf("%s: want %d entries, got %d", row[0], n, a.NNZ())
		}
	}
	if all < 100 || refused == 0 {
		t.Errorf("%d files that all accept, %d of them refused without Lenient: the test compares too little", all, refused)
	}
	t.Logf("%d files that all three accept, %d of them refused without Lenient", all, refused)
}
