package hlo_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	words "github.com/nrkit/nrkit/reports/hlo"
	"github.com/nrkit/nrkit/xla/hlo"
)

// modules reads the modules of a text.
func modules(t *testing.T, name, text string) []*hlo.Module {
	t.Helper()
	list, err := hlo.Read(strings.NewReader(text), hlo.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// stored reads a file of the tests of package xla/hlo.
func stored(t *testing.T, name string) []*hlo.Module {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "xla", "hlo", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return modules(t, name, string(text))
}

func render(t *testing.T, list []*hlo.Module, width int) string {
	t.Helper()
	var b, md bytes.Buffer
	d := words.Report(list)
	if err := reports.Text(&b, d, width); err != nil {
		t.Fatal(err)
	}
	if err := reports.Markdown(&md, d); err != nil || strings.Contains(md.String(), "%!") {
		t.Errorf("%v: %s", err, md.String())
	}
	return b.String()
}

func TestModules(t *testing.T) {
	for name, list := range map[string][]*hlo.Module{
		"optimized": stored(t, "nr_optimized.hlo"), "lowered": stored(t, "nr_lowered.mlir"),
		"both": append(stored(t, "nr_lowered.hlo"), modules(t, "small.hlo", `HloModule small, is_scheduled=true, num_partitions=2
a { ROOT x = bf16[] copy(p) }
b { y = bf16[] copy(p)
 ROOT x = bf16[] all-reduce(y), to_apply=c }
ENTRY e {
 x = bf16[<=4] conditional(i), branch_computations={a, b}
 neither
 y = (f32[], f32[]) call(x), to_apply=missing
}`)...),
	} {
		got := render(t, list, 80)
		golden.Equal(t, name+".txt", []byte(got))
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns in %q", name, n, line)
			}
		}
	}
}

// Of long lists the first are shown, and how many are not.
func TestManyRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("HloModule m, is_scheduled=true\nc { ROOT r = pred[] copy(q) }\n")
	for k := range 30 {
		fmt.Fprintf(&b, "b%d { ROOT r = f32[] op%02d(q), metadata={op_name=\"nr_solve\"} }\n", k, k)
	}
	b.WriteString("ENTRY e {\n")
	for k := range 30 {
		fmt.Fprintf(&b, "w%d = f32[] while(x), condition=c, body=b%d\n", k, k)
	}
	got := render(t, modules(t, "", b.String()+"}\n"), 80)
	for _, want := range []string{"w0, w1, w2, w3, w4 and 25 others: on a GPU, each iteration of a while", "w19 ", "10 more rows are in --json.", "op17 ", "12 more rows are in", "22 more rows are in"} {
		if !strings.Contains(strings.Join(strings.Fields(got), " ")+" ", want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "w20 ") || strings.Contains(got, "op18 ") {
		t.Errorf("too many rows in\n%s", got)
	}
}
