package startup

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseMarker(t *testing.T) {
	for _, c := range []struct {
		line string
		want string // "" for none
	}{
		{"nrprof: begin parse", "0 parse"},
		{"  nrprof:begin  read the netlist \r", "0 read the netlist"},
		{"nrprof: begin", ""},
		{"nrprof: beginning", ""},
		{"nrprof: end", "1 "},
		{"nrprof: end parse", "1 parse"},
		{"nrprof: ended", ""},
		{"nrprof: error: no such file", ""},
		{"@nrprof import", "2 import"},
		{"@nrprof", "2 "},
		{"@nrprof\timport jax", "2 import jax"},
		{"@nrprofile", ""},
		{"echo @nrprof import", ""},
		{"nrprof", ""},
		{"", ""},
		{"@nrprof " + strings.Repeat("x", maxName), "2 " + strings.Repeat("x", maxName)},
		{"@nrprof " + strings.Repeat("x", maxName+1), ""},
		{"nrprof: begin " + strings.Repeat("x", maxName+1), ""},
	} {
		got := ""
		if m, ok := parseMarker(c.line); ok {
			got = fmt.Sprint(m.action, " ", m.name)
		}
		if got != c.want {
			t.Errorf("%.40q: got %.40q, want %.40q", c.line, got, c.want)
		}
	}
}

// follow makes a process of markers, each a microsecond after the one before.
func follow(lines string, runs Runs) (Split, []string) {
	s := &markers{out: reducer{isRun: runs.is}, runs: &runs}
	at := int64(0)
	for line := range strings.Lines(lines) {
		at += 1000
		if m, ok := parseMarker(line); ok {
			s.take(m, at)
		}
	}
	wall := at + 1000
	warnings := s.finish(wall)
	out, more := split(&s.out, wall)
	return out, append(warnings, more...)
}

// text writes a split in microseconds.
func text(s *Split) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.BeforeNS/1000)
	for _, p := range s.Parts {
		fmt.Fprintf(&b, " %s:%s=%d", p.Place, p.Name, p.NS/1000)
		if p.Count != 1 {
			fmt.Fprintf(&b, "(%d)", p.Count)
		}
	}
	for _, r := range s.Runs {
		fmt.Fprintf(&b, " #%d:%s@%d=%d", r.Number, r.Name, r.StartNS/1000, r.NS/1000)
	}
	fmt.Fprintf(&b, " ?%d %d", s.UnattributedNS/1000, s.AfterNS/1000)
	return b.String()
}

func TestMarkers(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		runs        []string
		want        string
		warning     string // part of the only one, "" for none
	}{
		{"stages", "x\n@nrprof import\n@nrprof parse\nx\n@nrprof first_run\n@nrprof second_run\n@nrprof\nx\n", nil,
			"2 before:import=1 before:parse=2 #1:first_run@5=1 #2:second_run@6=1 ?0 2", ""},
		{"ranges", "nrprof: begin main\nnrprof: begin parse\nnrprof: end parse\nnrprof: begin run\nnrprof: end\nnrprof: begin save\nnrprof: end\nnrprof: begin run\nnrprof: end run\nnrprof: end main\n", nil,
			"1 before:parse=1 between:save=1 #1:run@4=1 #2:run@8=1 ?5 1", ""},
		{"a run in a run", "nrprof: begin run\nnrprof: begin transient\nnrprof: end\nnrprof: end\n", nil,
			"1 #1:run@1=3 ?0 1", ""},
		{"the inner one by its name", "nrprof: begin run\nnrprof: begin transient\nnrprof: end\nnrprof: end\n", []string{"transient"},
			"1 #1:transient@2=1 ?2 1", ""},
		{"the same name twice", "nrprof: begin a\nnrprof: end\nnrprof: begin a\nnrprof: end\n@nrprof run\n@nrprof done\n@nrprof\n", nil,
			"1 before:a=2(2) after:done=1 #1:run@5=1 ?2 1", ""},
		{"no run", "@nrprof a\n@nrprof b\n@nrprof\n", nil, "1 before:a=1 before:b=1 ?0 1", ""},
		{"nothing", "x\n", nil, "2 ?0 0", ""},
		{"an end of nothing", "nrprof: end x\n@nrprof run\n@nrprof\n", nil, "2 #1:run@2=1 ?0 1", "1 marker ends a range that had not begun"},
		{"no end", "@nrprof a\n@nrprof run\n", nil, "1 before:a=1 before:run=1 ?0 0", `range "run" has no end`},
		{"no end within one", "nrprof: begin run\nnrprof: begin x\nnrprof: end run\n", nil, "1 #1:run@1=2 ?0 1", "1 range had no end marker"},
		{"numbers", "@nrprof run_2\n@nrprof run_1\n@nrprof\n", nil, "1 #1:run_2@1=1 #2:run_1@2=1 ?0 1", `"run_2" is the first run`},
	} {
		s, warnings := follow(c.lines, Runs{Names: c.runs})
		if got := text(&s); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if all := strings.Join(warnings, "; "); (all == "") != (c.warning == "") || !strings.Contains(all, c.warning) {
			t.Errorf("%s: got warnings %q, want %q", c.name, all, c.warning)
		}
	}
}

// FuzzMarkers: whatever a program prints, the parts add up to the process.
func FuzzMarkers(f *testing.F) {
	f.Add("@nrprof a\n@nrprof run\nnrprof: begin b\nnrprof: end\n@nrprof", "run")
	f.Add("nrprof: begin run\nnrprof: begin run\nnrprof: end run\nnrprof: end run\nnrprof: end", "")
	f.Add("nrprof: end a\n@nrprof a\nnrprof: begin b\n@nrprof c\nnrprof: end b", "b")
	f.Fuzz(func(t *testing.T, lines, run string) {
		var runs Runs
		if run != "" {
			runs.Names = []string{run}
		}
		s, _ := follow(lines, runs)
		wall := int64(1000 * (1 + strings.Count(lines, "\n")))
		if !strings.HasSuffix(lines, "\n") && lines != "" {
			wall += 1000
		}
		checkSum(t, &s, wall)
	})
}

// checkSum reports parts that do not add up to a process, or are none.
func checkSum(t *testing.T, s *Split, wall int64) {
	t.Helper()
	sum := s.BeforeNS + s.UnattributedNS + s.AfterNS
	least := min(s.BeforeNS, s.UnattributedNS, s.AfterNS)
	for _, p := range s.Parts {
		sum, least = sum+p.NS, min(least, p.NS)
	}
	for _, r := range s.Runs {
		sum, least = sum+r.NS, min(least, r.NS)
	}
	if sum != wall || least < 0 {
		t.Errorf("parts sum to %d of %d, the least is %d: %s", sum, wall, least, text(s))
	}
	if len(s.Parts) > 3*maxParts {
		t.Errorf("%d phases", len(s.Parts))
	}
}
