package phases_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

// parse makes a trace of words: names with ( begin a range that ) ends, others
// are ranges of 10 ns; a ! before a name makes it a call of the driver, "arg"
// an argument. Each begin and end is 10 ns after what was before.
func parse(text string) *trace.Trace {
	t := &trace.Trace{Tracks: []trace.Track{{Process: 1, Thread: 1, Device: -1}}}
	index := map[string]int32{}
	var events []trace.Event
	var open []int32
	now := int64(0)
	add := func(kind trace.Kind, name int32) {
		now += 10
		events = append(events, trace.Event{Time: now, Kind: kind, Name: name, Index: trace.NoIndex})
	}
	pop := func() {
		add(trace.End, open[len(open)-1])
		open = open[:len(open)-1]
	}
	for _, word := range strings.Fields(text) {
		if word == ")" {
			pop()
			continue
		}
		name, opens := strings.CutSuffix(word, "(")
		text, call := strings.CutPrefix(name, "!")
		sort := ""
		if call {
			sort = trace.SortAPI
		}
		i, ok := index[name]
		if !ok {
			i = int32(len(t.Names))
			index[name] = i
			t.Names, t.Sorts = append(t.Names, tsl(text)), append(t.Sorts, sort)
		}
		if word == "arg" {
			add(trace.Arg, i)
			continue
		}
		add(trace.Begin, i)
		open = append(open, i)
		if !opens {
			pop()
		}
	}
	e := trace.FromEvents(t.Header, t.Names, t.Tracks, events)
	e.Sorts = t.Sorts
	return e
}

// tsl makes the text of XLA of M:prefix, T:path or T#instruction.
func tsl(text string) string {
	if path, ok := strings.CutPrefix(text, "T:"); ok {
		path, op, _ := strings.Cut(path, "#")
		return "TSL:Thunk:#name=" + path + ",hlo_op=op" + op + "#"
	}
	if op, ok := strings.CutPrefix(text, "T#"); ok {
		return "TSL:Thunk:#hlo_op=" + op + "#"
	}
	if prefix, ok := strings.CutPrefix(text, "M:"); ok {
		return "TSL:XlaModule:#prefix=" + prefix + ",hlo_module=jit_f,program_id=1#"
	}
	return text
}

// show prints the phases of a trace as parse reads them: all phases with times,
// thunks as t.
func show(t *trace.Trace) string {
	var b strings.Builder
	for e := range t.Events() {
		if e.Kind != trace.Begin && e.Kind != trace.End {
			fmt.Fprint(&b, "arg ")
			continue
		}
		name := t.Names[e.Name]
		if x, ok := phases.ParseTSL(name); ok {
			name = strings.ToLower(x.Kind[:1])
			if x.Kind == phases.KindModule {
				name = "m"
			}
		}
		if e.Kind == trace.Begin {
			fmt.Fprintf(&b, "%s( ", name)
		} else {
			fmt.Fprintf(&b, ")%d ", e.Time)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestAttribute(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"one phase", "M:jit(f)( T:nr_build_system/a T:nr_build_system/b T:x )",
			"m( build_system( t( )30 t( )50 )50 t( )70 )80"},
		{"calls between are of the phase", "M:f( T:build_system/a !sync T:build_system/b !sync )",
			"m( build_system( t( )30 sync( )50 t( )70 )70 sync( )90 )100"},
		{"phases within", "M:f( T:nr_linear_solve/factor/a T:nr_linear_solve/solve/b )",
			"m( linear_solve( factor( t( )30 )30 solve( t( )50 )50 )50 )60"},
		{"iterations by their first operation", "T:while( T:nr_iteration/nr_build_system/a T:nr_iteration/nr_convergence/b !copy T:nr_iteration/nr_build_system/a T:nr_iteration/nr_convergence/b !copy )",
			"t( nr_iteration( build_system( t( )30 )30 convergence( t( )50 )50 copy( )70 )80 nr_iteration( build_system( t( )90 )90 convergence( t( )110 )110 )110 copy( )130 )140"},
		{"an operation that began several begins the inner ones anew", "T:while( T:timestep/nr_iteration/nr_build_system/a T:timestep/nr_iteration/nr_build_system/a )",
			"t( timestep( nr_iteration( build_system( t( )30 )30 )40 nr_iteration( build_system( t( )50 )50 )50 )50 )60"},
		{"iterations on a thread have gaps", "T:nr_iteration/a !copy T:nr_iteration/a",
			"nr_iteration( t( )20 )20 copy( )40 nr_iteration( t( )60 )60"},
		{"the condition is of the loop", "T:timestep/while( T:timestep/while/cond/lt T:timestep/while/body/nr_iteration/a T:timestep/while/cond/lt T:timestep/while/body/nr_iteration/a )",
			"timestep( t( t( )30 nr_iteration( t( )50 )50 t( )70 nr_iteration( t( )90 )90 )100 )100"},
		{"what is around is not opened again", "M:nr_transient( T:timestep/while( T:timestep/nr_iteration/a ) )",
			"transient( m( timestep( t( nr_iteration( t( )40 )40 )50 )50 )60 )60"},
		{"ranges of the program are phases", "nr_iteration( M:f( T:nr_iteration/nr_build_system/a ) )",
			"nr_iteration( m( build_system( t( )40 )40 )50 )60"},
		{"and end them", "M:f( T:nr_build_system/a mine T:nr_build_system/b )",
			"m( build_system( t( )30 )30 mine( )50 build_system( t( )70 )70 )80"},
		{"no path: around others", "M:f( T:nr_iteration/nr_build_system/a T#copy T:nr_iteration/nr_build_system/b )",
			"m( nr_iteration( build_system( t( )30 )30 t( )50 build_system( t( )70 )70 )70 )80"},
		{"no path, but that of the module", "M:jit(f)/nr_linear_solve( T#copy T:factor/a T#copy )",
			"linear_solve( m( t( )30 factor( t( )50 )50 t( )70 )80 )80"},
		{"modules follow one another", "M:jit(nr_build_system)( T:a ) !sync M:jit(nr_linear_solve)( T:a )",
			"build_system( m( t( )30 )40 )40 sync( )60 linear_solve( m( t( )90 )100 )100"},
		{"an argument is of the range it was of", "M:f( T:nr_build_system/a arg T:nr_build_system/b )",
			"m( build_system( t( )30 )30 arg build_system( t( )60 )60 )70"},
		{"what never ends", "M:f( T:nr_iteration/a T:nr_iteration/nr_build_system/b(",
			"m( nr_iteration( t( )30 build_system( t("},
		{"what never ends in a thunk that has", "M:f( T:nr_iteration/a !sync(",
			"m( nr_iteration( t( )30 )30 sync("},
		{"ranges in calls stay", "!sync( T:nr_build_system/a ) T:nr_build_system/b",
			"sync( t( )30 )40 build_system( t( )60 )60"},
	} {
		in := parse(c.in)
		r := phases.Attribute(in, phases.Table{})
		if got := show(r.Trace); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
		check(t, c.name, in, r.Trace)
	}
}

// Segments that the caller knows are phases.
func TestAttributeTable(t *testing.T) {
	r := phases.Attribute(parse("M:f( T:stamp/a )"), phases.NewTable(map[string]string{"stamp": "mine"}))
	if got := show(r.Trace); got != "m( mine( t( )30 )30 )40" {
		t.Errorf("got %s", got)
	}
}

// A trace without such ranges, or without phases in them, stays what it is.
func TestNothing(t *testing.T) {
	for in, notes := range map[string]string{
		"nr_iteration( a !b )":      "[]",
		"TSL:XlaCompile:#module=f#": "[]",
		"M:f( T:a T#b )":            "[none of the 3 ranges of XLA names a phase; in JAX, name phases with jax.named_scope(\"nr_build_system\") and so on]",
		"M:f( T:nr_build_system/a T:b !cuGraphLaunch T#c( !cuGraphLaunch ) )": "[phases also come from the names of 1 of 3 operations of XLA; they are approximate for fusions, which keep the name of one operation " +
			"2 launches of CUDA graphs count only under the phase of the range around them; operations within a graph have no ranges]",
	} {
		tr := parse(in)
		r := phases.Attribute(tr, phases.Table{})
		if got := fmt.Sprint(r.Notes()); got != notes {
			t.Errorf("%s: got %s", in, got)
		}
		if same := r.Trace == tr; same != (r.Phased == 0) {
			t.Errorf("%s: same trace: %v", in, same)
		}
		if phases.Has(tr) != (r.Thunks+r.Modules > 0) {
			t.Errorf("%s: got %v", in, phases.Has(tr))
		}
	}
}

// check tests the laws: what was there is still there, in order; ranges nest;
// each thunk that is not in a call lies in the phases of its path.
func check(t *testing.T, name string, in, out *trace.Trace) {
	t.Helper()
	for _, p := range trace.Check(out) {
		switch p.Sort {
		case trace.ProblemPhase, trace.ProblemPlace, trace.ProblemUnclosed:
		default:
			t.Errorf("%s: %s", name, p)
		}
	}
	want := slices.Collect(in.Events())
	stacks := make([][]string, len(in.Tracks))
	sorts := map[bool]int{}
	for e := range out.Events() {
		added := len(want) == 0 || e != want[0]
		if !added {
			want = want[1:]
		}
		sorts[added]++
		stack := &stacks[e.Track]
		text := ""
		if e.Name >= 0 {
			text = out.Names[e.Name]
		}
		if p, ok := phases.Phase(text); added && (!ok || p != text || out.Sort(e.Name) != "" || e.Kind > trace.End) {
			t.Fatalf("%s: %+v %s was added", name, e, text)
		}
		switch e.Kind {
		case trace.Begin:
			if x, ok := phases.ParseTSL(text); ok && x.Kind == phases.KindThunk && !slices.ContainsFunc(*stack, func(s string) bool { return s == "call" }) {
				for p := range (phases.Table{}).Phases(x.OpName("")) {
					if !slices.Contains(*stack, p) {
						t.Errorf("%s: %s at %d lies in %q, want %s", name, text, e.Time, *stack, p)
					}
				}
			}
			if out.Sort(e.Name) != "" {
				text = "call"
			}
			*stack = append(*stack, text)
		case trace.End:
			if n := len(*stack); n > 0 {
				*stack = (*stack)[:n-1]
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("%s: %d events are lost, the first is %+v", name, len(want), want[0])
	}
}

// words are what random traces are made of.
var words = []string{
	")", ")", ")", ")", "M:jit(f)(", "M:nr_transient/x(", "T:while(", "T:timestep/while(", "T#copy", "T#loop(", "!sync", "!launch(", "arg", "mine(", "nr_iteration(",
	"T:nr_build_system/a", "T:nr_build_system/b", "T:nr_iteration/nr_build_system/a", "T:nr_iteration/nr_linear_solve/factor/a", "T:nr_iteration/nr_linear_solve/solve/b",
	"T:timestep/nr_iteration/nr_convergence/c", "T:x", "T:nr_linear_solve/a(",
}

// sentence makes a text that parse reads of bytes.
func sentence(b []byte) string {
	var list []string
	depth := 0
	for _, c := range b {
		word := words[int(c)%len(words)]
		switch {
		case word == ")" && depth == 0:
			continue
		case word == ")":
			depth--
		case strings.HasSuffix(word, "("):
			depth++
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}

func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	phased := int64(0)
	for range 2000 {
		b := make([]byte, rng.IntN(60))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		text := sentence(b)
		in := parse(text)
		r := phases.Attribute(in, phases.Table{})
		check(t, text, in, r.Trace)
		phased += r.Phased
	}
	if phased < 10000 {
		t.Errorf("got %d thunks with phases", phased)
	}
}

// FuzzPhases looks for traces that break the laws.
func FuzzAttribute(f *testing.F) {
	f.Add([]byte{4, 15, 16, 10, 0, 14, 17, 18, 5, 19})
	f.Add([]byte{11, 15, 0, 12, 20, 12, 20, 13, 21, 0, 22, 18})
	f.Fuzz(func(t *testing.T, b []byte) {
		text := sentence(b[:min(len(b), 200)])
		in := parse(text)
		r := phases.Attribute(in, phases.Table{})
		check(t, text, in, r.Trace)
	})
}
