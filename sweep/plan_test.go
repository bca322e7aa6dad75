package sweep

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// plan returns the plan of a definition.
func plan(t *testing.T, text string, command ...string) *Plan {
	t.Helper()
	d, err := Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(d, command)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every configuration runs once in each round, cold rounds first.
func TestRounds(t *testing.T) {
	p := plan(t, "repeat: 40\ncold: 2\nconfigurations: [{name: a}, {name: b}, {name: c}]", "x")
	first := map[int]int{}
	for round := range 42 {
		runs := p.Runs[3*round : 3*round+3]
		seen := []int{}
		for k, r := range runs {
			seen = append(seen, r.Configuration)
			if r.Round != round || r.Cold != (round < 2) || r.Number != 3*round+k+1 {
				t.Errorf("got %+v in round %d", r, round)
			}
		}
		first[seen[0]]++
		slices.Sort(seen)
		if !slices.Equal(seen, []int{0, 1, 2}) {
			t.Errorf("round %d runs %v", round, seen)
		}
	}
	for c, n := range first {
		if n > 25 { // of 42; 14 are expected
			t.Errorf("configuration %d is the first of %d rounds: their order is not drawn", c, n)
		}
	}
	if diff := cmp.Diff(p.Runs, plan(t, "repeat: 40\ncold: 2\nconfigurations: [{name: a}, {name: b}, {name: c}]", "x").Runs); diff != "" {
		t.Errorf("the same sweep has another order\n%s", diff)
	}
}

func TestCommand(t *testing.T) {
	p := plan(t, example, "sim", "--x={x}", "{capture}", "{cache}", "{run}-{configuration}", "{}", "{z}", "{y}")
	var got []string
	for _, r := range p.Runs {
		if r.Round > 0 {
			continue
		}
		args, env := p.command(r, "/d", []string{"B=gone", "BB=stays", "C=e", "A=f"})
		for k := range args {
			args[k] = strings.ReplaceAll(args[k], p.id(r), "ID")
		}
		got = append(got, strings.Join(args, " ")+" | "+strings.Join(env, " "))
	}
	slices.Sort(got)
	want := []string{}
	for k, name := range []string{"b", "c", "1 p", "1 q", "0x10 p", "0x10 q", "yes p", "yes q"} {
		x, y, ok := strings.Cut(name, " ")
		if !ok {
			x, y = "{x}", "{y}"
		}
		number := 0
		for _, r := range p.Runs[:8] {
			if r.Configuration == k {
				number = r.Number
			}
		}
		line := "sim --x=" + x + " /d/captures/ID.nrt /d/cache/000" + string(rune('1'+k)) + " " + string(rune('0'+number)) + "-" + name + " {} {z} " + y + " -v"
		switch name {
		case "b":
			line += " | BB=stays A={x} C=d"
		case "c":
			line += " --fast {y} | BB=stays C=e A={x}"
		default:
			line += " | BB=stays C=e A=" + x
		}
		want = append(want, line)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// An axis that nothing depends on is a mistake.
func TestUnusedAxis(t *testing.T) {
	d, err := Parse("s.yaml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	d.Configurations[1].Args = nil
	if _, err := NewPlan(d, []string{"sim", "{yy}"}); err == nil || !strings.HasPrefix(err.Error(), "no command, argument or variable contains {y}") {
		t.Errorf("got %v", err)
	}
}

// What stands in braces and means nothing is told.
func TestUnknownWords(t *testing.T) {
	p := plan(t, example, "sim", "{capture}", "{captrue}", "{}", "{{x}}", "{a b}", "{zz", "{captrue} {q}")
	if got := p.Unknown(); !slices.Equal(got, []string{"captrue", "q"}) {
		t.Errorf("got %q", got)
	}
}

// Whatever decides what is run is in the hash.
func TestHash(t *testing.T) {
	a := "configurations: [{name: a, env: {V: w}}]"
	seen := map[string]bool{plan(t, a, "x").hash(): true}
	for _, p := range []*Plan{
		plan(t, a, "y"), plan(t, a, "x", ""), plan(t, a+"\nrepeat: 6", "x"), plan(t, a+"\ntimeout: 1s", "x"), plan(t, a+"\nargs: [z]", "x"),
		plan(t, "configurations: [{name: a, env: {V: u}}]", "x"), plan(t, "configurations: [{name: a, env: {V: null}}]", "x"),
	} {
		if seen[p.hash()] {
			t.Errorf("%+v has the hash of another", p)
		}
		seen[p.hash()] = true
	}
	if !seen[plan(t, "# another comment\n"+a, "x").hash()] {
		t.Error("a comment makes another sweep")
	}
}
