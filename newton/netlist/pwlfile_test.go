package netlist

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestPWLFile reads points of PWL sources from files.
func TestPWLFile(t *testing.T) {
	files := map[string]string{
		"dir/A b.csv": "* time, value\n0, 1\n\n1m,2 \r\n2e-3 -3\n",
		"dir/odd":     "0 1\n1\n", "dir/word": "0 1\n1 x\n", "dir/back": "0 1\n# back\n-1 2\n", "dir/none": "\n",
	}
	opened := 0
	rd := &Reader{Open: func(path string) (io.ReadCloser, error) {
		opened++
		text, ok := files[path]
		if !ok {
			return nil, errors.Join(os.ErrNotExist)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
	for _, q := range [][2]string{
		{"v1 1 0 pwl file \"A b.csv\"\ni1 1 0 pwl file='A b.csv' m=2\nv2 2 0 dc 5 pwl(file = \"A b.csv\") ac 1", "1 [0 1 0.001 2 0.002 -3] 2 [0 2 0.001 4 0.002 -6] 5 [0 1 0.001 2 0.002 -3] "},
		{"v1 1 0 pwl file \"odd\"", "dir/odd:2: got \"1\", want a time and a value"},
		{"v1 1 0 pwl file word", "dir/word:2: got \"x\", want a number"},
		{"v1 1 0 pwl file back", "dir/back:3: got time -1 after 0, want ascending times"},
		{"v1 1 0 pwl file none", "dir/none: got no points, want lines with a time and a value"},
		{"v1 1 0 pwl\n+ file no.csv", "dir/main.cir:3: file does not exist"},
		{"v1 1 0 pwl file", "dir/main.cir:2: got the end of the line, want the name of a file behind file"},
		{"v1 1 0 pwl file \"\"", `dir/main.cir:2: got """", want the name of a file behind file`},
		{"v1 1 0 pwl file='A b.csv' td=1n r=0", "1 [0 1 0.001 2 0.002 -3] "},
		{"v1 1 0 pwl file='A b.csv' td=1n r=2m", "dir/main.cir:2: v1: got r=0.002 of pwl, want it below the last time 0.002"},
		{"v1 1 0 pwl file 'A b.csv' 1 2", `dir/main.cir:2: got "1", want points or a file, not both`},
	} {
		n, err := rd.Parse("dir/main.cir", strings.NewReader("t\n"+q[0]+"\n.op\n"))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			for _, e := range n.Elements {
				got += fmt.Sprint(e.Source.DC) + " " + fmt.Sprint(e.Source.Arg) + " "
			}
		}
		if got != q[1] {
			t.Errorf("%s:\ngot  %s\nwant %s", q[0], got, q[1])
		}
	}
	if _, err := Parse("x", strings.NewReader("t\nv1 1 0 pwl file y\n")); err == nil || !strings.Contains(err.Error(), "x:2: got file \"y\", but this netlist has no directory") {
		t.Errorf("got error %v", err)
	}
}

// FuzzPoints reads any text as points: no time is before the last, or there is an error with a line.
func FuzzPoints(f *testing.F) {
	f.Add("0,1\n1,2\n")
	f.Add("* x\n0 1k\n\t1,2\n")
	f.Add("0 0A\n0 0A")
	f.Fuzz(func(t *testing.T, text string) {
		xy, err := readPoints("x", text)
		if err != nil {
			return
		}
		for k := 2; k < len(xy); k += 2 {
			if !(xy[k] >= xy[k-2]) { // equal times are a jump
				t.Errorf("got time %g after %g", xy[k], xy[k-2])
			}
		}
		if len(xy) == 0 || len(xy)%2 != 0 {
			t.Errorf("got %d numbers", len(xy))
		}
	})
}
