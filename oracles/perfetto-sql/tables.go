package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// Figures are what is compared, by name.
type figures map[string]float64

// tables compares the tables of the module with nrprof phases, whose histogram has
// no rejected time steps. Times of ranges
// without an end are left out: Perfetto ends them at its last event.
func (c *checker) tables(s subject) (string, error) {
	text, err := c.call("phases", "--json", s.capture)
	if err != nil {
		return "", err
	}
	var sum trace.Summary
	if err := json.Unmarshal(text, &sum); err != nil {
		return "", err
	}
	got, err := c.figures(s, &sum)
	if err != nil {
		return "", err
	}
	want := expected(&sum)
	if sum.Device != nil && exact(&sum) {
		t, err := trace.Open(s.capture)
		if err != nil {
			return "", err
		}
		for name, ns := range idle(t) {
			want["idle in "+name] = float64(ns)
		}
		if err := t.Close(); err != nil {
			return "", err
		}
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if math.Abs(got[name]-want[name]) > 1e-9*math.Abs(want[name]) {
			return "", fmt.Errorf("%s: want %v, got %v", name, want[name], got[name])
		}
	}
	for name, v := range got {
		if _, known := want[name]; !known && v != 0 {
			return "", fmt.Errorf("%s: nrprof phases has none, got %v", name, v)
		}
	}
	return fmt.Sprintf("%d figures", len(want)), nil
}

// exact says whether all steps were timed and all ranges have an end.
func exact(s *trace.Summary) bool { return s.Sample < 2 && s.Open == 0 }

// expected returns the figures of nrprof phases: of what was timed.
func expected(s *trace.Summary) figures {
	f := figures{"open": float64(s.Open)}
	for _, p := range s.Phases {
		count := p.Count
		if p.Estimated {
			count = p.Measured
		} else if exact(s) {
			f["total of "+p.Name] = float64(p.Total)
			f["self of "+p.Name] = float64(p.Self)
		}
		f["calls of "+p.Name] = float64(count)
		if p.Wait != nil && exact(s) && *p.Wait > 0 {
			f["wait in "+p.Name] = float64(*p.Wait)
		}
	}
	if u := s.Steps; u != nil {
		f["steps"] = float64(u.Timed)
		f["preempted steps"] = float64(s.PreemptedSteps)
		if s.Sample > 1 && s.Open == 0 { // of a killed run the count is an estimate
			f["untimed steps"] = float64(u.Count - u.Timed)
		}
		if s.Open == 0 {
			f["time of steps"] = float64(u.Total)
		}
	}
	for _, p := range s.Paths {
		if exact(s) && (p.Name == "factor" || p.Name == "refactor") && strings.Contains(p.Path, trace.PhaseTimestep+"/") {
			f[p.Name+"s in steps"] += float64(p.Count)
		}
	}
	if exact(s) {
		for k, n := range s.Histogram {
			if n > 0 {
				f[fmt.Sprintf("steps of %d iterations", k)] = float64(n)
			}
		}
	}
	if d := s.Device; d != nil {
		f["operations"], f["device time"] = float64(d.Work), float64(d.NS)
		f["synchronizing"], f["wait"] = float64(d.Calls), float64(d.Wait)
	}
	return f
}

// figures returns the same from the tables. The total of a phase has no range
// that lies in another of its name.
func (c *checker) figures(s subject, sum *trace.Summary) (figures, error) {
	text := `INCLUDE PERFETTO MODULE nrprof.nr;
WITH RECURSIVE around(id, outer_id) AS (
  SELECT id, around_id FROM nr_phases WHERE around_id IS NOT NULL
  UNION ALL SELECT a.id, p.around_id FROM around AS a JOIN nr_phases AS p ON p.id = a.outer_id WHERE p.around_id IS NOT NULL
), waits_in(id, phase_id) AS (
  SELECT id, phase_id FROM nr_waits WHERE phase_id IS NOT NULL
  UNION ALL SELECT w.id, a.outer_id FROM nr_waits AS w JOIN around AS a ON a.id = w.phase_id
)
SELECT 'open', '', SUM(is_open) FROM nr_phases
UNION ALL SELECT 'calls of ', HEX(name), COUNT(*) FROM nr_phases GROUP BY name
UNION ALL SELECT 'steps', '', COUNT(*) FROM nr_steps
UNION ALL SELECT 'preempted steps', '', COUNT(cpu_dur) FROM nr_steps`
	if sum.Open == 0 {
		text += `
UNION ALL SELECT 'untimed steps', '', SUM(steps) FROM nr_untimed
UNION ALL SELECT 'time of steps', '', SUM(dur) FROM nr_steps`
	}
	if exact(sum) {
		text += `
UNION ALL SELECT 'steps of ' || iterations || ' iterations', '', COUNT(*) FROM nr_steps
  WHERE rejected IS NULL GROUP BY iterations
UNION ALL SELECT 'total of ', HEX(n.name), SUM(n.dur) FROM nr_phases AS n
  WHERE n.id NOT IN (SELECT a.id FROM around AS a JOIN nr_phases AS i ON i.id = a.id JOIN nr_phases AS o ON o.id = a.outer_id WHERE i.name = o.name)
  GROUP BY n.name
UNION ALL SELECT 'factors in steps', '', SUM(factors) FROM nr_steps
UNION ALL SELECT 'refactors in steps', '', SUM(refactors) FROM nr_steps
UNION ALL SELECT 'self of ', HEX(name), SUM(self_dur) FROM nr_phases GROUP BY name
UNION ALL SELECT 'wait in ', HEX(p.name), SUM(w.dur) FROM waits_in AS i JOIN nr_waits AS w ON w.id = i.id JOIN nr_phases AS p ON p.id = i.phase_id
  GROUP BY p.name`
	}
	if sum.Device != nil {
		text += `
UNION ALL SELECT 'operations', '', COUNT(*) FROM nr_work
UNION ALL SELECT 'device time', '', SUM(dur) FROM nr_work
UNION ALL SELECT 'synchronizing', '', COUNT(*) FROM nr_waits
UNION ALL SELECT 'wait', '', SUM(dur) FROM nr_waits`
	}
	if sum.Device != nil && exact(sum) {
		text += `
UNION ALL SELECT 'idle in ', HEX(name), SUM(idle_dur) FROM nr_phase_work GROUP BY name`
	}
	rows, err := c.query(s.trace, text+";")
	if err != nil {
		return nil, err
	}
	f := figures{}
	for _, r := range rows {
		f[r[0]+r.text(1)] = float64(r.int(2))
	}
	return f, nil
}
