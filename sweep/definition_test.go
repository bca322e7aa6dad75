package sweep

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const example = `
repeat: 3
cold: 2
timeout: 90
seed: 7
baseline: b
env: {A: "{x}", B: null}
args: [-v]
matrix:
  x: [1, 0x10, yes]
  y: [p, q]
configurations:
  - name: b
    env: {C: d}
  - {name: c, args: [--fast, "{y}"]}
`

func TestParse(t *testing.T) {
	d, err := Parse("s.yaml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	values := func(x, y string) Configuration {
		return Configuration{Name: x + " " + y, Values: map[string]string{"x": x, "y": y}}
	}
	want := &Definition{Repeat: 3, Cold: 2, Timeout: 90 * time.Second, Seed: 7, Baseline: "b",
		Common: Settings{Env: []Variable{{Name: "A", Value: "{x}"}, {Name: "B", Unset: true}}, Args: []string{"-v"}},
		Matrix: []Axis{{"x", []string{"1", "0x10", "yes"}}, {"y", []string{"p", "q"}}},
		Configurations: []Configuration{
			{Name: "b", Settings: Settings{Env: []Variable{{Name: "C", Value: "d"}}}},
			{Name: "c", Settings: Settings{Args: []string{"--fast", "{y}"}}},
			values("1", "p"), values("1", "q"), values("0x10", "p"), values("0x10", "q"), values("yes", "p"), values("yes", "q"),
		}}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	d, err = Parse("s.yaml", []byte("env: &e {A: &v b}\nconfigurations: [{name: a, env: *e}, {name: *v}]"))
	if err != nil || d.Configurations[0].Env[0].Value != "b" || d.Configurations[1].Name != "b" {
		t.Errorf("aliases: got %+v, %v", d, err)
	}
	d, err = Parse("s.yaml", []byte("configurations: [{name: a}]"))
	if err != nil || d.Repeat != 5 || d.Cold != 1 || d.Timeout != 0 || d.Baseline != "a" {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "s.yaml: is empty: want a mapping with matrix or configurations"},
		{"- a", `s.yaml:1:1: want a sweep, a mapping, got a list`},
		{"a: [", "s.yaml:1: did not find expected node content"},
		{"repeat: 2", "s.yaml:1:1: nothing to run: want matrix or configurations"},
		{"repeet: 2", `s.yaml:1:1: unknown key "repeet", want repeat, cold, timeout, seed, baseline, env, args, matrix or configurations`},
		{"repeat: 0", `s.yaml:1:9: want a whole number from 1 to 10000, got "0"`},
		{"repeat: []", `s.yaml:1:9: want a text, got a list`},
		{"cold: -1", `s.yaml:1:7: want a whole number from 0 to 10000, got "-1"`},
		{"timeout: soon", `s.yaml:1:10: want a time such as 90s or 10m, got "soon"`},
		{"timeout: 0", `s.yaml:1:10: want a time such as 90s or 10m, got "0"`},
		{"env: {'A=B': c}", `s.yaml:1:7: want the name of a variable, got "A=B"`},
		{"env: {A: [1]}", `s.yaml:1:10: want a text, got a list`},
		{"args: a b", `s.yaml:1:7: want a list, got "a b"`},
		{"matrix: {}", "s.yaml:1:9: want at least one axis, got none"},
		{"matrix: {x: []}", "s.yaml:1:13: want values of x, got none"},
		{"matrix: {x: [1, 1]}", "s.yaml:1:17: 1 is given twice"},
		{"matrix: {cache: [1]}", `s.yaml:1:10: want an axis name made of letters, digits, _ and -, other than capture, cache, configuration, run; got "cache"`},
		{"matrix: {a b: [1]}", `s.yaml:1:10: want an axis name made of letters, digits, _ and -, other than capture, cache, configuration, run; got "a b"`},
		{"configurations: [{env: {}}]", "s.yaml:1:18: a configuration has no name"},
		{"configurations: [{name: a}, {name: a}]", `s.yaml:1:1: two configurations have the name "a"`},
		{"configurations: [{name: a, nmae: b}]", `s.yaml:1:28: unknown key "nmae", want name, env or args`},
		{"configurations: [{name: a}]\nbaseline: b", `s.yaml:1:1: no configuration has the name of the baseline, "b"`},
		{`configurations: [{name: "a\nb"}]`, `s.yaml:1:25: want a name without control characters, got "a\nb"`},
		{`matrix: {x: ["a\tb"]}`, `s.yaml:1:14: want a value without control characters, got "a\tb"`},
		{"repeat: 1\nrepeat: 2", "s.yaml:2:1: repeat is given twice"},
		{"repeat: 10000\nconfigurations: [{name: a}]", "s.yaml:1:1: want at most 10000 runs, got 1 configurations with 10001 runs each"},
		{"matrix: {a: [1,2,3,4,5,6,7,8,9,10], b: [1,2,3,4,5,6,7,8,9,10], c: [1,2,3,4,5,6,7,8,9,10,11]}", "s.yaml:1:1: the matrix has more than 1000 configurations"},
		{"&a [*a]", "s.yaml:1:1: want a sweep, a mapping, got a list"},
		{"&a {env: *a}", "s.yaml:1:1: want a text, got a mapping"},
		{"configurations: [{name: a, args: &c [b, *c]}]", "s.yaml:1:34: want a text, got a list"},
		{"configurations: &c [{name: a}]\n<<: *c", "s.yaml:2:1: want a name, got \"<<\""},
	} {
		_, err := Parse("s.yaml", []byte(c.text))
		var at *SyntaxError
		if !errors.As(err, &at) || err.Error() != c.want {
			t.Errorf("%q: got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte("matrix: {x: [1]}\nconfigurations: [{name: a}]"))
	f.Add([]byte("a: &b {c: *b}\n<<: *b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Parse("s.yaml", text)
		if err != nil {
			var at *SyntaxError
			if !errors.As(err, &at) || at.Msg == "" {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		p, err := NewPlan(d, []string{"x"})
		if err != nil {
			return
		}
		if want := len(d.Configurations) * (d.Cold + d.Repeat); len(p.Runs) != want {
			t.Fatalf("%d runs, want %d", len(p.Runs), want)
		}
		p.command(p.Runs[0], "dir", []string{"A=b"})
	})
}
