package netlist

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// nested returns subcircuits, each with ten instances of the one before, the first of
// which has the lines of inner.
func nested(levels int, inner string) string {
	b := &strings.Builder{}
	b.WriteString("t\n.subckt s0 a\n" + inner + "\n.ends\n")
	for k := 1; k <= levels; k++ {
		fmt.Fprintf(b, ".subckt s%d a\n", k)
		for i := range 10 {
			fmt.Fprintf(b, "x%d a s%d\n", i, k-1)
		}
		b.WriteString(".ends\n")
	}
	fmt.Fprintf(b, "x1 1 s%d\n", levels)
	return b.String()
}

// TestMemory has inputs of at most 100 kB whose expansion would take a gigabyte or
// more: they are refused before it begins, with at most 64 MiB allocated in all.
func TestMemory(t *testing.T) {
	long := strings.Repeat("y", 1000)
	pwl := &strings.Builder{}
	for k := range 3000 {
		fmt.Fprintf(pwl, " %dn 1", k)
	}
	for name, c := range map[string]struct{ text, want string }{
		"elements":       {nested(7, "r1 a 0 1"), "expanded netlist takes more than 512 MiB, the limit for a text of "},
		"names":          {strings.ReplaceAll(nested(5, "r1 a 0 1"), "\nx", "\nx"+long), "expanded netlist takes more than 512 MiB"},
		"nodes":          {nested(5, strings.Repeat("r%d a "+long+"%d 1\n", 10)), "expanded netlist takes more than 512 MiB"},
		"models":         {nested(6, "d1 a 0 m\n.model m d is={k}\n.param k=1e-15"), "expanded netlist takes more than 512 MiB"},
		"sources":        {nested(5, "i1 a 0 pwl("+pwl.String()+" {k} 1)"), "expanded netlist takes more than 512 MiB"},
		"initial values": {nested(6, "r1 a b 1\n.ic v(b)=1 v(c)=1 v(d)=1"), "expanded netlist takes more than 512 MiB"},
	} {
		var err error
		text := c.text
		if name == "nodes" {
			for k := range 20 { // distinct names
				text = strings.Replace(text, "%d", fmt.Sprint(k), 1)
			}
		}
		used := allocated(func() { _, err = Parse("x.cir", strings.NewReader(text)) })
		var e *SyntaxError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || e.Line == 0 {
			t.Errorf("%s: got error %v, want %s", name, err, c.want)
		}
		if used > 64<<20 {
			t.Errorf("%s: %d MiB allocated for %d bytes", name, used>>20, len(text))
		}
	}
}

// The cost that is computed is that of the expansion, and not much more.
func TestCost(t *testing.T) {
	for _, inner := range []string{"r1 a 0 1", "r1 a b 1\nc1 b 0 1n", "d1 a n1 m\nr1 n1 0 1\n.model m d is={1e-15*2}"} {
		p := newParser(&Reader{})
		if err := p.readFile("x.cir", strings.NewReader(nested(4, inner)), nil, 0, ""); err != nil {
			t.Fatal(err)
		}
		if err := p.link(p.top, nil); err != nil {
			t.Fatal(err)
		}
		p.main = newFrame(p.top, p.out)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := p.expand(); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if took := int64(after.HeapAlloc - before.HeapAlloc); took > p.top.cost.fixed*5/4+1<<16 || took < p.top.cost.fixed/4 {
			t.Errorf("%q: %d elements take %d bytes, %d were computed", inner, len(p.out.Elements), took, p.top.cost.fixed)
		}
		runtime.KeepAlive(p)
	}
}

// Sources of parallel instances, warnings and files included again are bounded too.
func TestRepeated(t *testing.T) {
	pwl := &strings.Builder{}
	for k := range 3000 {
		fmt.Fprintf(pwl, " %dn 1", k)
	}
	_, err := Parse("x.cir", strings.NewReader(nested(5, "i1 a 0 pwl("+pwl.String()+") m=2")))
	if err == nil || !strings.Contains(err.Error(), "sources of the expanded netlist take more than 512 MiB") {
		t.Errorf("got error %v", err)
	}
	n, err := Parse("x.cir", strings.NewReader(nested(4, "r1 a 0 0")))
	if err != nil || len(n.Warnings) != maxWarnings+1 || n.Warnings[maxWarnings].Msg != "9000 more warnings are not listed" {
		t.Errorf("%d warnings, error %v", len(n.Warnings), err)
	}
	comment := strings.Repeat("* "+strings.Repeat("x", 1022)+"\n", 1024)
	rd := &Reader{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(comment)), nil }}
	if _, err = rd.Parse("x.cir", strings.NewReader("t\n"+strings.Repeat(".include a\n", 100))); err == nil || err.Error() != "a: files that are included again have more than 67108864 bytes" {
		t.Errorf("got error %v", err)
	}
	if _, err = (&Reader{MaxElements: 100}).Parse("x.cir", strings.NewReader(nested(3, "r1 a 0 1"))); err == nil || !strings.Contains(err.Error(), "expanded netlist has more than 100 elements and instances") {
		t.Errorf("got error %v", err)
	}
}
