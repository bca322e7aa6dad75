package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// call runs nrprof, for as long as Chromium may take, and returns its standard
// output.
func (o *oracle) call(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.nrprof, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("nrprof %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return out, nil
}

// phases returns what nrprof phases says of the inputs.
func (o *oracle) phases(inputs []string) (*trace.Summary, error) {
	out, err := o.call(append([]string{"phases", "--json"}, inputs...)...)
	if err != nil {
		return nil, err
	}
	s := &trace.Summary{}
	if err := json.Unmarshal(out, s); err != nil {
		return nil, err
	}
	for _, p := range s.Phases {
		if p.Estimated || p.CountEstimated {
			return nil, fmt.Errorf("%v: %s is estimated", inputs, p.Name)
		}
	}
	return s, nil
}

// A file is what Chrome JSON itself says.
type file struct {
	devices map[string]bool // streams of devices, by pid and tid
	open    map[string]int  // ranges that never end, by name
}

// readFile reads Chrome JSON; of a pprof file it knows nothing.
func readFile(path string) (*file, error) {
	f := &file{map[string]bool{}, map[string]int{}}
	if !strings.HasSuffix(path, ".json") {
		return f, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Events []struct {
			Phase string `json:"ph"`
			Name  string `json:"name"`
			PID   int64  `json:"pid"`
			TID   int64  `json:"tid"`
			Args  struct {
				Device *int64 `json:"device"`
			} `json:"args"`
		} `json:"traceEvents"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	for _, e := range doc.Events {
		switch e.Phase {
		case "B":
			f.open[e.Name]++
		case "E":
			f.open[e.Name]--
		case "M":
			if e.Name == "thread_name" && e.Args.Device != nil {
				f.devices[fmt.Sprint(e.PID, " ", e.TID)] = true
			}
		}
	}
	return f, nil
}

var numbers = regexp.MustCompile(`\(?pid (\d+)\)?, .*\(?tid (\d+)\)$`)

// A comparison is that of one file.
type comparison struct {
	*oracle
	file   string
	calls  bool // are known
	open   map[string]int
	want   *trace.Summary
	totals map[string]frame // in ns, by name
	named  int
	ranges int64
}

// add adds up the profiles of threads of the host, and compares the rows of each
// with the frames behind them.
func (c *comparison) add(s *shown, devices map[string]bool) {
	c.totals = map[string]frame{}
	for _, p := range s.Profiles {
		scale, ok := map[string]float64{"nanoseconds": 1, "microseconds": 1000}[p.Unit]
		if !ok {
			c.wrong("%s: %s is in %s", c.file, p.Name, p.Unit)
			continue
		}
		c.rows(p, scale)
		if m := numbers.FindStringSubmatch(p.Name); m != nil && devices[m[1]+" "+m[2]] {
			continue
		}
		for _, f := range p.Frames {
			sum := c.totals[f.Name]
			c.totals[f.Name] = frame{f.Name, sum.Total + f.Total*scale, sum.Calls + f.Calls}
		}
	}
}

// inSight is how many rows the page waits for at least.
const inSight = 500

// rows checks that the table shows every frame, or those in sight, with its total.
func (c *comparison) rows(p profile, scale float64) {
	if len(p.Rows) < min(len(p.Frames), inSight) {
		c.wrong("%s: %s has %d rows, want %d", c.file, p.Name, len(p.Rows), len(p.Frames))
	}
	left := slices.Clone(p.Frames)
	for _, r := range p.Rows {
		ns, digit, err := duration(r.Total)
		i := slices.IndexFunc(left, func(f frame) bool {
			return f.Name == r.Name && math.Abs(ns-f.Total*scale) <= digit
		})
		if err != nil || i < 0 {
			c.wrong("%s: %s shows %q for %q, which is no total of the profile: %v", c.file, p.Name, r.Total, r.Name, err)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
}

// duration returns the nanoseconds of a time as speedscope prints it, 1.23ms (4%)
// or 2:05 (4%), and how many its last digit has.
func duration(s string) (ns, digit float64, err error) {
	s, _, _ = strings.Cut(s, " ")
	if minutes, seconds, ok := strings.Cut(s, ":"); ok {
		m, err1 := strconv.ParseFloat(minutes, 64)
		sec, err2 := strconv.ParseFloat(seconds, 64)
		if err1 != nil || err2 != nil {
			return 0, 0, fmt.Errorf("%q is no time", s)
		}
		return (m*60 + sec) * 1e9, 1e9, nil
	}
	for _, u := range []struct {
		unit string
		ns   float64
	}{{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}} {
		if v, ok := strings.CutSuffix(s, u.unit); ok {
			n, err := strconv.ParseFloat(v, 64)
			return n * u.ns, 0.01 * u.ns, err
		}
	}
	return 0, 0, fmt.Errorf("%q is no time", s)
}

// compare compares each phase.
func (c *comparison) compare() {
	for _, p := range c.want.Phases {
		got, ok := c.totals[p.Name]
		switch {
		case !ok && p.Count == 0:
			continue
		case !ok:
			c.wrong("%s: speedscope does not show %q", c.file, p.Name)
			continue
		case c.open[p.Name] > 0: // phases counts it until the program was last alive
			if got.Total > float64(p.Total)+0.5 {
				c.wrong("%s: %q, which never ends, takes %.3f ns, want %d at most", c.file, p.Name, got.Total, p.Total)
			}
		case math.Abs(got.Total-float64(p.Total)) > 0.5+1e-12*got.Total:
			c.wrong("%s: %q takes %.3f ns, want %d", c.file, p.Name, got.Total, p.Total)
		}
		if c.calls && got.Calls != p.Count {
			c.wrong("%s: %q has %d calls, want %d", c.file, p.Name, got.Calls, p.Count)
		}
		c.named++
		c.ranges += p.Count
	}
	if c.named == 0 {
		c.wrong("%s: phases lists nothing", c.file)
	}
}
