package sparseio

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
)

// dataFolder returns the folder of matrices and of what other programs say
// about them, or skips the test.
func dataFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE does not name the folder that holds mtx/ and oracle/")
	}
	return dir
}

// TestOdd reads all quirky and malformed Matrix Market files and compares what
// becomes of them with testdata/odd.tsv, and what is accepted with slowRead.
func TestOdd(t *testing.T) {
	dir := filepath.Join(dataFolder(t), "mtx", "odd")
	text, err := os.ReadFile("testdata/odd.tsv")
	if err != nil {
		t.Fatal(err)
	}
	expected := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if line[0] != '#' {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			expected[fields[0]] = append(fields[1:], "")
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.mtx"))
	if err != nil || len(names) != len(expected) {
		t.Fatalf("want %d files, got %d (%v)", len(expected), len(names), err)
	}
	for _, name := range names {
		base := filepath.Base(name)
		t.Run(base, func(t *testing.T) { checkOdd(t, name, expected[base]) })
	}
}

func checkOdd(t *testing.T, name string, want []string) {
	f, err := Open(name, Options{})
	if want[0] == "FAIL" {
		if err == nil {
			t.Fatalf("want error %s, got %v", want[1], f.Matrix.Pattern)
		}
		msg := strings.TrimPrefix(err.Error(), name)
		if !regexp.MustCompile(want[1]).MatchString(msg) {
			t.Fatalf("want error %s, got %s", want[1], msg)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	a := f.Matrix.Pattern
	got := fmt.Sprintln(a.Rows, a.Cols, a.NNZ(), f.Entries, f.Duplicates, f.Field, f.Symmetry)
	var codes []string
	for _, w := range f.Warnings {
		codes = append(codes, w.Code)
	}
	if got != want[1]+"\n" || strings.Join(codes, " ") != want[2] {
		t.Fatalf("want %q, warnings %q; got %q, warnings %q", want[1], want[2], got, codes)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	slow, slowErr := slowRead(string(text), false)
	if slowErr != nil {
		t.Fatal(slowErr)
	}
	if d := slow.differs(f, false); d != "" {
		t.Fatal(d)
	}
}

// TestAgreement compares the counts of every Matrix Market file of the data
// folder with those of an independent program.
func TestAgreement(t *testing.T) {
	dir := dataFolder(t)
	names, err := filepath.Glob(filepath.Join(dir, "mtx", "*.mtx*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files (%v)", err)
	}
	for _, name := range names {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".gz"), ".mtx")
		t.Run(base, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, "oracle", base+".json"))
			if err != nil {
				t.Fatal(err)
			}
			checkAgreement(t, name, text)
		})
	}
}

func checkAgreement(t *testing.T, name string, oracle []byte) {
	var want struct {
		Rows, Cols, NNZ, Dups int
		Entries               int `json:"nnz_file"`
		Zeros                 int `json:"explicit_zeros"`
		Field, Symmetry       string
	}
	if err := json.Unmarshal(oracle, &want); err != nil {
		t.Fatal(err)
	}
	for _, skip := range []bool{false, true} {
		f := readUnpacked(t, name, Options{PatternOnly: skip})
		zeros := f.ExplicitZeros
		if f.Matrix.Complex() { // the other program looks at the real part only
			zeros, _ = countZeros(&sparsity.Triplets{Values: f.Matrix.Values})
		}
		a := f.Matrix.Pattern
		if a.Rows != want.Rows || a.Cols != want.Cols || a.NNZ() != want.NNZ || f.Entries != want.Entries ||
			f.Duplicates != want.Dups || !skip && zeros != want.Zeros || f.Field != want.Field || f.Symmetry != want.Symmetry {
			t.Errorf("want %+v, got %d×%d nnz %d entries %d dups %d zeros %d %s %s", want, a.Rows, a.Cols, a.NNZ(), f.Entries,
				f.Duplicates, zeros, f.Field, f.Symmetry)
		}
	}
}

// readUnpacked reads a file that gzip may have compressed.
func readUnpacked(t *testing.T, name string, opt Options) *File {
	t.Helper()
	r, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var in io.Reader = r
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Read("in.mtx", in, opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
