// Oracletimeline shows pages of nrprof report in Chromium. It compares what the timeline
// draws with the rows of nrprof export, presses keys, clicks and searches. It checks that
// a page requests nothing, also where names of a trace are markup. It measures the pages
// 1280 and 390 pixels wide, light and dark, and the time of a frame while the timeline of
// a million ranges moves.
package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/nrkit/nrkit/internal/testkit/chromium"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// An oracle shows pages and judges them.
type oracle struct {
	nrprof, chromium, dir, shots string
	only                         string // the case to judge, "" for all
	browser                      *chromium.Browser
}

func main() {
	o := &oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the nrprof to test")
	flag.StringVar(&o.chromium, "chromium", "", "the browser")
	flag.StringVar(&o.shots, "shots", "", "the `DIR` for pages and screenshots (default: nothing is kept)")
	flag.StringVar(&o.only, "case", "", "judge only the case `NAME`")
	flag.Parse()
	var err error
	if o.dir, err = os.MkdirTemp("", "oracletimeline"); err == nil {
		err = o.check()
		if rerr := os.RemoveAll(o.dir); err == nil && rerr != nil {
			fmt.Println(rerr) // Chromium may still write into its profile
		}
	}
	if err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
}

// A testCase is a trace with the rows that nrprof export writes for it.
type testCase struct {
	name string
	path string
	than string // the run before, for a page of two runs; "" for one run
	page string
	rows []exported
}

// An exported row is a range.
type exported struct {
	Name  string `json:"name"`
	Start int64  `json:"start"`
	NS    int64  `json:"ns"`
}

// check goes through all cases.
func (o *oracle) check() error {
	var err error
	if o.browser, err = chromium.Start(o.chromium, filepath.Join(o.dir, "profile")); err != nil {
		return err
	}
	defer o.browser.End()
	ring := filepath.Join(o.dir, "ring.nrt")
	if text, err := exec.Command(o.nrprof, "run", "ring", "-o", ring).CombinedOutput(); err != nil {
		return fmt.Errorf("nrprof run: %w\n%s", err, text)
	}
	again := filepath.Join(o.dir, "again.nrt")
	if text, err := exec.Command(o.nrprof, "run", "ring", "--ordering", "colamd", "-o", again).CombinedOutput(); err != nil {
		return fmt.Errorf("nrprof run: %w\n%s", err, text)
	}
	hostile, many := filepath.Join(o.dir, "hostile.nrt"), filepath.Join(o.dir, "many.nrt")
	if err := errors.Join(save(hostile, hostileTrace()), save(many, walktest.NR(62_500, true))); err != nil {
		return err
	}
	var errs []error
	for _, c := range []*testCase{{name: "ring", path: ring}, {name: "gpu", path: "testdata/nsys/newton.sqlite"}, {name: "hostile", path: hostile}, {name: "pair", path: again, than: ring}, {name: "many", path: many}} {
		if o.only != "" && o.only != c.name {
			continue
		}
		if err := o.judge(c); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

// judge writes the page of a case and looks at it.
func (o *oracle) judge(c *testCase) error {
	c.page = filepath.Join(cmp.Or(o.shots, o.dir), c.name+".html")
	if text, err := exec.Command(o.nrprof, append([]string{"report", "-o", c.page}, c.inputs()...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("nrprof report: %w\n%s", err, text)
	}
	if err := o.export(c); err != nil {
		return err
	}
	p, err := o.open(c)
	if err != nil {
		return err
	}
	defer p.close()
	err = errors.Join(p.decoded(), p.right("probe.ordered()"), p.drawn(), p.levels(), p.searches(), p.uses(), p.looks())
	if c.than != "" {
		err = errors.Join(err, p.right("probe.aligned()"))
	}
	if c.name == "many" {
		err = errors.Join(err, p.frames())
	}
	return errors.Join(err, p.confined())
}

// inputs returns the arguments that name the traces of a case.
func (c *testCase) inputs() []string {
	if c.than == "" {
		return []string{c.path}
	}
	return []string{c.than, c.path, "--align", "iteration", "--vary", "ordering"}
}

// export reads the rows of nrprof export: of two runs, by way of Chrome JSON.
func (o *oracle) export(c *testCase) error {
	path := filepath.Join(o.dir, c.name+".csv")
	inputs := c.inputs()
	if c.than != "" {
		both := filepath.Join(o.dir, c.name+".json")
		if text, err := exec.Command(o.nrprof, append([]string{"export", "-o", both}, inputs...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("nrprof export: %w\n%s", err, text)
		}
		inputs = []string{both}
	}
	if text, err := exec.Command(o.nrprof, append([]string{"export", "-o", path}, inputs...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("nrprof export: %w\n%s", err, text)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	for _, row := range rows[1:] {
		start, err := strconv.ParseInt(row[column["start_ns"]], 10, 64)
		ns, err2 := strconv.ParseInt(row[column["dur_ns"]], 10, 64)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		c.rows = append(c.rows, exported{row[column["name"]], start, ns})
	}
	return nil
}

// save writes a capture.
func save(path string, t *trace.Trace) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(trace.Save(f, t), f.Close())
}

// attack is a name that a page must show as text.
const attack = `</script><img src=x onerror="document.title='owned'"><!--`

// hostileTrace has names that are markup, and a counter of such a name.
func hostileTrace() *trace.Trace {
	names := []string{attack, "&lt;b&gt;", "\u202egnp.exe", "residual " + attack}
	events := []trace.Event{{Kind: trace.Begin, Index: 7}}
	for k := range int64(50) {
		events = append(events, trace.Event{Time: 100 * k, Kind: trace.Begin, Name: int32(k%2 + 1), Index: trace.NoIndex},
			trace.Event{Time: 100 * k, Kind: trace.Arg, Name: 3, Value: 0.5}, trace.Event{Time: 100*k + 1, Kind: trace.Counter, Name: 3, Value: 1 / float64(k+1)},
			trace.Event{Time: 100*k + 60, Kind: trace.End, Name: int32(k%2 + 1)})
	}
	events = append(events, trace.Event{Time: 6000, Kind: trace.End})
	return trace.FromEvents(trace.Header{Program: attack}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1, Name: attack}}, events)
}
