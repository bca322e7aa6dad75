package startup

import (
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// nvtxTrace makes a trace of lines "TRACK begin|end NAME", each a microsecond
// after the one before.
func nvtxTrace(start time.Time, tracks []trace.Track, lines string) *trace.Trace {
	var names []string
	index := map[string]int32{}
	var events []trace.Event
	open := map[int32][]int32{}
	at := int64(0)
	for line := range strings.Lines(lines) {
		at += 1000
		track, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		word, name, _ := strings.Cut(what, " ")
		k := int32(track[0] - '0')
		if word == "end" {
			n := len(open[k]) - 1
			events = append(events, trace.Event{Time: at, Track: k, Kind: trace.End, Name: open[k][n], Index: trace.NoIndex})
			open[k] = open[k][:n]
			continue
		}
		if _, ok := index[name]; !ok {
			index[name] = int32(len(names))
			names = append(names, name)
		}
		open[k] = append(open[k], index[name])
		events = append(events, trace.Event{Time: at, Track: k, Kind: trace.Begin, Name: index[name], Index: trace.NoIndex})
	}
	return trace.FromEvents(trace.Header{Start: start}, names, tracks, events)
}

func TestNVTX(t *testing.T) {
	tracks := []trace.Track{{Process: 1, Thread: 1, Device: -1}, {Process: 1, Thread: 2, Device: -1}, {Process: 1, Device: 0}}
	const plain = "0 begin import\n0 end\n0 begin run\n0 begin inner\n0 end\n0 end\n0 begin run\n0 end\n"
	for _, c := range []struct {
		name, lines string
		runs        Runs
		want        string
		warning     string
	}{
		{"one thread", plain, Runs{}, "10 before:import=1 #1:run@12=3 #2:run@16=1 ?2 33", ""},
		{"the thread of the first run", "1 begin work\n1 end\n" + plain, Runs{}, "12 before:import=1 #1:run@14=3 #2:run@18=1 ?2 31", "1 range is on other threads"},
		{"a run elsewhere first", "1 begin run\n1 end\n" + plain, Runs{}, "10 #1:run@10=1 ?0 39", "4 ranges are on other threads"},
		{"no run: the first range", "1 begin a\n1 end\n0 begin b\n0 end\n", Runs{}, "10 before:a=1 ?0 39", "1 range is on other threads"},
		{"work on a device is none", "2 begin run\n2 end\n" + plain, Runs{}, "12 before:import=1 #1:run@14=3 #2:run@18=1 ?2 31", ""},
		{"domains are left out", "0 begin TSL:XlaCompile\n0 end\n0 begin sim:parse\n0 end\n0 begin run\n0 end\n", Runs{}, "14 #1:run@14=1 ?0 35", "1 range of domain sim ignored; --domain sim includes such ranges"},
		{"a domain", "0 begin TSL:XlaCompile\n0 end\n0 begin sim:parse\n0 end\n0 begin sim:run\n0 end\n", Runs{Domains: []string{"sim"}}, "12 before:parse=1 #1:run@14=1 ?1 35", ""},
		{"no domain", "0 begin parse: netlist\n0 end\n0 begin run\n0 end\n", Runs{}, "10 before:parse: netlist=1 #1:run@12=1 ?1 37", ""},
		{"a run by its whole name", "0 begin sim:go\n0 end\n", Runs{Names: []string{"sim:go"}}, "10 #1:sim:go@10=1 ?0 39", ""},
		{"no end", "0 begin run\n0 end\n0 begin x\n0 begin y\n", Runs{}, "10 after:x=38 #1:run@10=1 ?1 0", `range "x" has no end`},
		{"domains within", "0 begin run\n0 begin TSL:a\n0 end\n0 end\n0 begin TSL:b\n0 begin run\n0 end\n0 end\n", Runs{}, "10 #1:run@10=3 #2:run@15=1 ?2 34", ""},
	} {
		start := time.Unix(1000, 0)
		r, warnings := ofTrace(nvtxTrace(start.Add(9*time.Microsecond), tracks, c.lines), start, 50_000, &c.runs)
		s, more := split(r, 50_000)
		checkSum(t, &s, 50_000)
		if got := text(&s); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if all := strings.Join(append(warnings, more...), "; "); (all == "") != (c.warning == "") || !strings.Contains(all, c.warning) {
			t.Errorf("%s: got warnings %q, want %q", c.name, all, c.warning)
		}
	}
}

func TestSourceOfAProcess(t *testing.T) {
	for _, c := range []struct {
		asked    Source
		counting int
		all      int64
		markers  int
		want     bool
	}{
		{Auto, 3, 3, 0, true},
		{Auto, 3, 3, 5, true},
		{Auto, 0, 3, 5, false}, // of libraries
		{Auto, 0, 3, 0, true},  // there is something to warn of
		{Auto, 0, 0, 0, false},
		{NVTX, 0, 0, 5, true},
	} {
		if got := takeNVTX(c.asked, c.counting, c.all, c.markers); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
