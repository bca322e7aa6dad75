package sparseio

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const twoByThree = "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n"

// TestOpenNames has files of names beside a matrix of two rows and three columns.
func TestOpenNames(t *testing.T) {
	long := strings.Repeat("x", maxName)
	for _, c := range []struct {
		title      string
		files      map[string]string
		rows, cols []string
		warn       string // in the only warning
	}{
		{"none", nil, nil, nil, ""},
		{"both", map[string]string{"a_rowname.txt": "r1\nr2\n", "a_colname.txt": "c1\nc2\nc3"}, []string{"r1", "r2"}, []string{"c1", "c2", "c3"}, ""},
		{"rows alone", map[string]string{"a_rowname.txt": "r1\nr2\n"}, []string{"r1", "r2"}, nil, ""},
		{"blanks", map[string]string{"a_rowname.txt": " r 1  \r\n\r\n"}, []string{"r 1", ""}, nil, ""},
		{"longest", map[string]string{"a_rowname.txt": long + "\nr2\n"}, []string{long, "r2"}, nil, ""},
		{"too long", map[string]string{"a_rowname.txt": "r1\n" + long + "xxx\n"}, nil, nil, "line 2 has more than 4096 bytes"},
		{"nodes of rows", map[string]string{"a_nodename.txt": "n1\nn2\n", "a_colname.txt": "1\n2\n3\n"}, []string{"n1", "n2"}, []string{"1", "2", "3"}, ""},
		{"too few", map[string]string{"a_rowname.txt": "r1\n"}, nil, nil, "a_rowname.txt: the row names are ignored: want 2 lines, one per row, got 1"},
		{"too many", map[string]string{"a_colname.txt": "1\n2\n3\n\n"}, nil, nil, "want 3 lines, one per column, got more"},
		{"of another matrix", map[string]string{"b_rowname.txt": "r1\nr2\n"}, nil, nil, ""},
		{"folder", map[string]string{"a_rowname.txt/x": ""}, nil, nil, "is not a regular file"},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"a.mtx", "a.mtx.gz"} {
			f, err := Read("a.mtx", strings.NewReader(twoByThree), Options{})
			if err != nil {
				t.Fatal(err)
			}
			OpenNames(filepath.Join(dir, name), f)
			if !slices.Equal(f.RowNames, c.rows) || !slices.Equal(f.ColNames, c.cols) || (f.RowNames == nil) != (f.RowNamesFrom == "") {
				t.Errorf("%s: got %q from %s, %q", c.title, f.RowNames, f.RowNamesFrom, f.ColNames)
			}
			if c.warn == "" && len(f.Warnings) > 0 || c.warn != "" && (len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].String(), c.warn)) {
				t.Errorf("%s: got warnings %v, want %q", c.title, f.Warnings, c.warn)
			}
		}
	}
}
