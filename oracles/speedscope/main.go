// Oraclespeedscope opens exports of nrprof in speedscope, in Chromium, and compares
// the times and calls in speedscope with nrprof phases.
//
// usage: oraclespeedscope -nrprof PROGRAM -speedscope DIRECTORY
//
// DIRECTORY is dist/release of the npm package speedscope. The program is run from
// the root of the module. The inputs are
//
//	run        a run of a circuit with every time step timed
//	recording  what nrprof record captures of such a run
//	cut        what is left of a run that was killed
//	points     ranges of no length, wherever they may lie
//	merge      run and recording as two ranks
//	newton     testdata/nsys/newton.sqlite
//	others     the exports of $NRKIT_ORACLE/nsys, if that is set
//
// Each is exported as Chrome JSON; run, recording and newton as pprof too. Each
// check is one line, and compares every phase:
//
//	total  of all threads of the host, from the objects of speedscope, to the
//	       nanosecond; and the row of the sandwich view, to the digits that it shows.
//	       A range that never ends is shown until the last event of its thread, which
//	       is no longer than phases counts
//	calls  the boxes of the time order view (Chrome JSON)
//
// It ends with status 1 if a check is wrong, or if Chromium is missing or shows
// nothing in time.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

func main() {
	cli.HeedSignals()
	o := oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the program to test")
	flag.StringVar(&o.app, "speedscope", "", "dist/release of speedscope")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclespeedscope: error:", err)
		os.Exit(1)
	}
	if o.failed > 0 {
		fmt.Printf("%d wrong\n", o.failed)
		os.Exit(1)
	}
}

// An oracle is one run of the checks.
type oracle struct {
	nrprof, app string
	dir         string
	browser     *browser
	failed      int
}

func (o *oracle) wrong(format string, args ...any) {
	o.failed++
	fmt.Printf("WRONG: %s\n", fmt.Sprintf(format, args...))
}

func (o *oracle) path(name string) string { return filepath.Join(o.dir, name) }

func (o *oracle) run() (err error) {
	if o.nrprof == "" || o.app == "" {
		return fmt.Errorf("want -nrprof and -speedscope")
	}
	if _, err := os.Stat(filepath.Join(o.app, "index.html")); err != nil {
		return fmt.Errorf("speedscope: %w", err)
	}
	if o.dir, err = os.MkdirTemp("", "oraclespeedscope"); err != nil {
		return err
	}
	defer func() {
		if e := os.RemoveAll(o.dir); err == nil {
			err = e
		}
	}()
	if o.browser, err = newBrowser(o.app, o.dir); err != nil {
		return err
	}
	defer o.browser.close()
	if err := o.captures(); err != nil {
		return err
	}
	return o.exports()
}

// captures checks a run, a recording of a run, and a merge of both, which are
// processes of two ranks.
func (o *oracle) captures() error {
	solve := []string{"run", "ring", "--sample", "1", "--steps", "200"}
	if _, err := o.call(append(solve, "-o", o.path("run.nrt"))...); err != nil {
		return err
	}
	record := append([]string{"record", "-o", o.path("recording.nrt"), "--", o.nrprof}, append(solve, "--nvtx")...)
	if _, err := o.call(record...); err != nil {
		return err
	}
	for _, name := range []string{"run", "recording"} {
		for _, suffix := range []string{".json", ".pb.gz"} {
			if err := o.check(name, suffix, o.path(name+".nrt")); err != nil {
				return err
			}
		}
	}
	if err := o.cut(); err != nil {
		return err
	}
	if err := o.points(); err != nil {
		return err
	}
	return o.check("merge", ".json", o.path("run.nrt"), o.path("recording.nrt"))
}

// cut checks what a killed run leaves, whose outer ranges never end.
func (o *oracle) cut() error {
	path := o.path("cut.nrt")
	if _, err := o.call("run", "ring", "--sample", "1", "--steps", "3000", "-o", path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := os.Truncate(path, info.Size()*2/3); err != nil {
		return err
	}
	want, err := o.phases([]string{path})
	if err != nil {
		return err
	}
	if want.Open == 0 {
		o.wrong("cut.nrt: all ranges end")
	}
	return o.check("cut", ".json", path)
}

// points checks ranges of no length wherever they may lie, and ranges that begin
// and end together with others.
func (o *oracle) points() error {
	names := []string{"outer", "inner", "point"}
	var events []trace.Event
	var open []int32
	begin := func(ns int64, name int32, index int64) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: ns, Name: name, Index: index})
		open = append(open, name)
	}
	end := func(ns int64) {
		events = append(events, trace.Event{Kind: trace.End, Time: ns, Name: open[len(open)-1]})
		open = open[:len(open)-1]
	}
	point := func(ns int64, name int32, index int64) { begin(ns, name, index); end(ns) }
	for k := range int64(200) {
		at := 50 * k
		begin(at, 0, k)
		point(at, 2, trace.NoIndex) // the first child
		begin(at, 1, trace.NoIndex)
		point(at, 2, k)
		end(at + 20)
		point(at+20, 1, trace.NoIndex) // between ranges of its name
		begin(at+20, 1, trace.NoIndex)
		begin(at+30, 2, trace.NoIndex) // around another
		point(at+30, 0, k)
		end(at + 30)
		point(at+50, 2, trace.NoIndex) // the last child, where all end
		end(at + 50)
		end(at + 50)
	}
	tr := trace.FromEvents(trace.Header{Program: "points"}, names, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
	path := o.path("written.json")
	w, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(chrome.Write(w, tr), w.Close()); err != nil {
		return err
	}
	return o.check("points", ".json", path)
}

// exports checks exports of Nsight Systems.
func (o *oracle) exports() error {
	const own = "testdata/nsys/newton.sqlite"
	for _, suffix := range []string{".json", ".pb.gz"} {
		if err := o.check("newton", suffix, own); err != nil {
			return err
		}
	}
	var files []string
	if data := os.Getenv("NRKIT_ORACLE"); data != "" {
		more, err := filepath.Glob(filepath.Join(data, "nsys", "*.sqlite"))
		if err != nil || len(more) == 0 {
			return fmt.Errorf("%s: found no exports: %v", data, err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		if err := o.check(filepath.Base(file), ".json", file); err != nil {
			return err
		}
	}
	return nil
}

// check exports inputs under a name and compares what speedscope shows of them.
func (o *oracle) check(name, suffix string, inputs ...string) error {
	out := name + suffix
	if _, err := o.call(append(append([]string{"export"}, inputs...), "-o", o.path(out))...); err != nil {
		return err
	}
	want, err := o.phases(inputs)
	if err != nil {
		return err
	}
	if len(want.Phases) == 0 {
		fmt.Printf("%-52s no phases: nothing to compare\n", out)
		return nil
	}
	shown, err := o.browser.open(out)
	if err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	if shown.Error != "" {
		o.wrong("%s: speedscope does not show it: %s", out, shown.Error)
		return nil
	}
	f, err := readFile(o.path(out))
	if err != nil {
		return err
	}
	before := o.failed
	c := &comparison{oracle: o, file: out, calls: suffix == ".json", open: f.open, want: want}
	c.add(shown, f.devices)
	c.compare()
	if o.failed == before {
		fmt.Printf("%-52s %2d phases, %6d ranges on %2d threads: equal\n", out, c.named, c.ranges, len(shown.Profiles))
	}
	return nil
}
