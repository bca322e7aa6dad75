// Oraclenvtxt checks with nsys itself what nrprof says about reports of Nsight
// Systems, and what nrprof adds to them.
//
// usage: oraclenvtxt -nrprof PROGRAM -dir DIRECTORY
//
// It runs a circuit under nsys, recorded by nrprof at the same time, and checks
//
//	phases     the names and counts of the phases in the report equal the names and
//	           counts in the capture, read through nsys export
//	merge      ImportNvtxt adds a range for every range of the capture, and nsys
//	           exports it again under its name
//	clock      the ranges that were added begin when nsys saw the same ranges
//	           begin: the median difference is the difference of the clocks, since
//	           no program can read both clocks at the same instant
//	escapes    names with quotes, commas, backslashes and other letters survive
//	           as the format allows
//
// It ends with status 1 if a check is wrong, or if nsys is missing.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// clockBound is how far the clocks may be apart, in ns.
const clockBound = 100_000

func main() {
	o := oracle{}
	flag.StringVar(&o.nrprof, "nrprof", "", "the program")
	flag.StringVar(&o.dir, "dir", "", "an empty directory")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclenvtxt: error:", err)
		os.Exit(1)
	}
}

// An oracle is one run.
type oracle struct{ nrprof, dir, nsys string }

func (o *oracle) run() error {
	if o.nrprof == "" || o.dir == "" {
		return fmt.Errorf("want -nrprof and -dir")
	}
	found, problems := launch.Finder{Path: os.Getenv("PATH")}.NSYS()
	if len(found) == 0 {
		return fmt.Errorf("found no nsys: %s", strings.Join(problems, "; "))
	}
	o.nsys = found[0].Path
	if _, err := o.call(o.nrprof, "nsys", "-o", o.path("run"), "--", o.nrprof, "run", "rc", "--steps", "2000", "--sample", "1", "--nvtx", "-o", o.path("run.nrt")); err != nil {
		return err
	}
	for _, check := range []func() error{o.phases, o.merge, o.escapes} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (o *oracle) path(name string) string { return filepath.Join(o.dir, name) }

// call runs a program and returns its standard output.
func (o *oracle) call(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return out, nil
}

// phases compares the phases of the report with those of the capture.
func (o *oracle) phases() error {
	capture, err := o.counts("run.nrt")
	if err != nil {
		return err
	}
	report, err := o.counts("run.nsys-rep")
	if err != nil {
		return err
	}
	if capture[trace.PhaseRecording] == 0 {
		return errors.New("phases: the capture has no ranges of its recording")
	}
	delete(capture, trace.PhaseRecording) // of the capture alone: tools see ranges as they happen
	if len(capture) < 10 || !reflect.DeepEqual(capture, report) {
		return fmt.Errorf("phases: got %v from the report, want %v as in the capture", report, capture)
	}
	sum := int64(0)
	for _, n := range capture {
		sum += n
	}
	fmt.Printf("phases    %d names, %d ranges: equal\n", len(capture), sum)
	return nil
}

// counts returns the counts of phases.
func (o *oracle) counts(file string) (map[string]int64, error) {
	out, err := o.call(o.nrprof, "phases", "--json", o.path(file))
	if err != nil {
		return nil, err
	}
	var s trace.Summary
	if err := json.Unmarshal(out, &s); err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, p := range s.Phases {
		counts[p.Name] = p.Count
	}
	return counts, nil
}

// A span is a range of a report.
type span struct {
	name       string
	start, end int64
}

// merge adds the capture to the report and compares the two.
func (o *oracle) merge() error {
	if _, err := o.call(o.nrprof, "export", o.path("run.nrt"), "--into", o.path("run.nsys-rep"), "-o", o.path("merged.nsys-rep")); err != nil {
		return err
	}
	added, err := o.added("merged.nsys-rep")
	if err != nil {
		return err
	}
	added = slices.DeleteFunc(added, func(s span) bool { return s.name == trace.PhaseRecording })
	seen, err := o.seen("run.sqlite")
	if err != nil {
		return err
	}
	if len(added) != len(seen) || len(added) == 0 {
		return fmt.Errorf("merge: got %d ranges added, want %d as nsys saw", len(added), len(seen))
	}
	fmt.Printf("merge     %d ranges added, as many as nsys saw\n", len(added))
	byName := map[string][]span{}
	for _, s := range seen {
		byName[s.name] = append(byName[s.name], s)
	}
	var apart []int64
	for _, s := range added {
		of := byName[s.name]
		if len(of) == 0 {
			return fmt.Errorf("merge: %q was added more often than nsys saw it", s.name)
		}
		byName[s.name] = of[1:]
		apart = append(apart, s.start-of[0].start, s.end-of[0].end)
	}
	slices.Sort(apart)
	median := apart[len(apart)/2]
	if median > clockBound || median < -clockBound {
		return fmt.Errorf("clock: ranges that were added are %d ns after those that nsys saw, want within %d", median, clockBound)
	}
	fmt.Printf("clock     median difference %d ns, 5 to 95 %%: %d to %d ns\n", median, apart[len(apart)/20], apart[len(apart)*19/20])
	return nil
}

// seen returns the ranges of an export, in the order of their begins.
func (o *oracle) seen(file string) ([]span, error) {
	e, err := nsys.Open(o.path(file))
	if err != nil {
		return nil, err
	}
	defer e.Close() // was only read
	t, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		return nil, err
	}
	var list []span
	for r := range t.Ranges() {
		list = append(list, span{t.Names[r.Name], r.Start, r.End})
	}
	return sorted(list), nil
}

func sorted(list []span) []span {
	slices.SortStableFunc(list, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	return list
}

// added returns the ranges that ImportNvtxt added to a report: they are in the
// JSON that nsys exports, not in SQLite.
func (o *oracle) added(file string) ([]span, error) {
	text := o.path(file + ".json")
	if _, err := o.call(o.nsys, "export", "--type=json", "--quiet=true", "--output="+text, o.path(file)); err != nil {
		return nil, err
	}
	f, err := os.Open(text)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	var list []span
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var line struct {
			NvtxtEvent *struct {
				Nvtx struct {
					Type                          int
					Timestamp, EndTimestamp, Text string
				}
			}
		}
		if json.Unmarshal(in.Bytes(), &line) != nil || line.NvtxtEvent == nil {
			continue // strings and other events
		}
		n := line.NvtxtEvent.Nvtx
		s := span{name: n.Text}
		if s.start, err = strconv.ParseInt(n.Timestamp, 10, 64); err != nil {
			return nil, err
		}
		if s.end = s.start; n.EndTimestamp != "" { // absent from ranges of no duration
			if s.end, err = strconv.ParseInt(n.EndTimestamp, 10, 64); err != nil {
				return nil, err
			}
		}
		list = append(list, s)
	}
	return sorted(list), in.Err()
}

// odd is a trace with names that the format cannot write, and what becomes of
// them.
const odd = `{"otherData": {"program": "odd, \"program\"", "start": %q}, "traceEvents": [
 {"ph": "X", "pid": 5, "tid": 99999999, "ts": 1, "dur": 9, "name": "a \"b\", c\\"},
 {"ph": "X", "pid": 5, "tid": 99999999, "ts": 2, "dur": 3.456, "name": "größe ←"},
 {"ph": "B", "pid": 5, "tid": 7, "ts": 2, "name": "never ends"},
 {"ph": "X", "pid": 5, "tid": 7, "ts": 3, "dur": 0, "name": "line\nbreak"}]}`

// escapes adds the odd trace to the report.
func (o *oracle) escapes() error {
	e, err := nsys.Open(o.path("run.sqlite"))
	if err != nil {
		return err
	}
	t, _, err := timeline.Read(e, timeline.Options{})
	if cerr := e.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	start := t.Header.Start.Add(1e9).Format("2006-01-02T15:04:05.999999999Z07:00")
	if err := os.WriteFile(o.path("odd.json"), fmt.Appendf(nil, odd, start), 0o666); err != nil {
		return err
	}
	if _, err := o.call(o.nrprof, "export", o.path("odd.json"), "--into", o.path("run.nsys-rep"), "-o", o.path("odd.nsys-rep")); err != nil {
		return err
	}
	got, err := o.added("odd.nsys-rep")
	if err != nil {
		return err
	}
	want := []span{{"a 'b', c/", 1_000_001_000, 1_000_010_000}, {"größe ←", 1_000_002_000, 1_000_005_456}, {"line break", 1_000_003_000, 1_000_003_000}}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("escapes: got %v, want %v", got, want)
	}
	fmt.Println("escapes   as the format allows")
	return nil
}
