package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// A busyScript makes traces with work on devices at random, and keeps what the
// tables must say of them.
type busyScript struct {
	names   []string
	sorts   []string
	tracks  []Track
	events  []Event
	work    []piece
	calls   []piece
	threads map[Track]bool
}

// A piece is an operation or a call.
type piece struct {
	track      Track
	name, sort string
	begin, end int64
	bytes      float64
}

func (s *busyScript) name(name, sort string) int32 {
	for i := range s.names {
		if s.names[i] == name && s.sorts[i] == sort && (len(s.events)%7 > 0 || sort == "") { // else the trace has the name again
			return int32(i)
		}
	}
	s.names, s.sorts = append(s.names, name), append(s.sorts, sort)
	return int32(len(s.names) - 1)
}

// emit adds a piece, which does not overlap others of its track.
func (s *busyScript) emit(track int32, p piece) {
	name := s.name(p.name, p.sort)
	s.events = append(s.events, Event{Time: p.begin, Index: NoIndex, Track: track, Name: name, Kind: Begin})
	if p.bytes > 0 {
		s.events = append(s.events, Event{Time: p.begin, Value: p.bytes, Track: track, Name: s.name("bytes", ""), Kind: Arg})
	}
	s.events = append(s.events, Event{Time: p.end, Track: track, Name: name, Kind: End})
	p.track = s.tracks[track]
	if OnDevice(p.sort) {
		s.work = append(s.work, p)
	} else if p.sort == SortAPI || p.sort == SortSync {
		s.calls = append(s.calls, p)
		tr := p.track
		tr.Lane, tr.Name = 0, ""
		s.threads[tr] = true
	}
}

// random fills the script: streams of some devices of some processes, and lanes of
// threads that call.
func (s *busyScript) random(r *rand.Rand) {
	s.threads = map[Track]bool{}
	for process := range int64(1 + r.IntN(2)) {
		for device := range int32(r.IntN(3)) {
			for stream := range int32(1 + r.IntN(3)) {
				s.tracks = append(s.tracks, Track{Process: process, Device: device, Stream: stream, Rank: int32(process % 2)})
			}
		}
		for lane := range int32(1 + r.IntN(2)) {
			s.tracks = append(s.tracks, Track{Process: process, Thread: 1, Device: -1, Lane: lane, Name: fmt.Sprint("lane ", lane), Rank: int32(process % 2)})
		}
	}
	s.name("nothing", SortAPI) // so that the trace is one of devices
	for i := range s.tracks {
		at := int64(r.IntN(50))
		for range r.IntN(12) {
			p := piece{begin: at + int64(r.IntN(20)), name: fmt.Sprint("n", r.IntN(4))}
			p.end = p.begin + int64(r.IntN(30))
			at = p.end
			if s.tracks[i].Device < 0 {
				p.sort = []string{SortAPI, SortSync, SortOS, ""}[r.IntN(4)]
			} else if p.sort = []string{SortKernel, SortMemcpy, SortMemset, SortGraph}[r.IntN(4)]; p.sort == SortMemcpy {
				p.bytes = float64(1 + r.IntN(100))
			}
			s.emit(int32(i), p)
		}
	}
}

func (s *busyScript) trace() *Trace {
	t := FromEvents(Header{}, s.names, s.tracks, s.events)
	t.Sorts = s.sorts
	return t
}

// covered counts the moments in which one of the pieces ran: slow and obvious.
func covered(list []piece) int64 {
	moments := map[int64]bool{}
	for _, p := range list {
		for x := p.begin; x < p.end; x++ {
			moments[x] = true
		}
	}
	return int64(len(moments))
}

// only returns the pieces for which keep holds.
func only(list []piece, keep func(p *piece) bool) []piece {
	return slices.DeleteFunc(slices.Clone(list), func(p piece) bool { return !keep(&p) })
}

// devices returns what the table of devices must have.
func (s *busyScript) devices() []DeviceWork {
	list := []DeviceWork{}
	of := func(d DeviceWork) []piece {
		return only(s.work, func(p *piece) bool {
			return p.track.Rank == d.Rank && p.track.Process == d.Process && p.track.Device == d.Device
		})
	}
	for _, p := range s.work {
		d := DeviceWork{Rank: p.track.Rank, Process: p.track.Process, Device: p.track.Device}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b DeviceWork) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Device, b.Device), cmp.Compare(a.Process, b.Process))
	})
	for k, d := range list {
		pieces := of(d)
		first, last := pieces[0].begin, pieces[0].end
		for _, p := range pieces {
			first, last = min(first, p.begin), max(last, p.end)
		}
		kernel := func(p *piece) bool { return p.sort == SortKernel || p.sort == SortGraph }
		d.Operations, d.Span, d.Busy = int64(len(pieces)), last-first, covered(pieces)
		d.Kernels, d.Memory = covered(only(pieces, kernel)), covered(only(pieces, func(p *piece) bool { return !kernel(p) }))
		d.Idle = d.Span - d.Busy
		list[k] = d
	}
	return list
}

// TestWork compares the tables with what the slow version counts.
func TestWork(t *testing.T) {
	for seed := range uint64(300) {
		var s busyScript
		s.random(rand.New(rand.NewPCG(seed, 13)))
		sum := Summarize(s.trace(), SummaryOptions{})
		got := sum.Work
		if want := s.devices(); !reflect.DeepEqual(got.Devices, want) {
			t.Fatalf("seed %d: devices\n got %+v\nwant %+v", seed, got.Devices, want)
		}
		var operations, calls int64
		for _, x := range got.Operations {
			operations += x.Count
			checkOperation(t, &s, &x)
		}
		for _, x := range got.Calls {
			calls += x.Count
			checkCall(t, &s, sum, &x)
		}
		if operations != int64(len(s.work)) || calls != int64(len(s.calls)) || got.Threads != int64(len(s.threads)) {
			t.Errorf("seed %d: got %d operations, %d calls of %d threads, want %d, %d, %d", seed, operations, calls, got.Threads, len(s.work), len(s.calls), len(s.threads))
		}
	}
}

// checkOperation compares a row with the pieces it is of.
func checkOperation(t *testing.T, s *busyScript, x *WorkTotal) {
	t.Helper()
	var all, total int64
	var bytes float64
	pieces := only(s.work, func(p *piece) bool { return p.name == x.Name && p.sort == x.Sort })
	for _, p := range s.work {
		all += p.end - p.begin
	}
	for _, p := range pieces {
		total += p.end - p.begin
		bytes += p.bytes
	}
	if x.Count != int64(len(pieces)) || x.Total != total || x.Bytes != bytes || x.Share != ratio(float64(total), float64(all)) || x.Mean != float64(total)/float64(x.Count) {
		t.Errorf("got %+v, want %d of %d ns, %g bytes", *x, len(pieces), total, bytes)
	}
	if devices := s.devices(); len(devices) > 1 {
		var sum DeviceTotal
		for _, d := range x.PerDevice {
			sum.Count, sum.Total = sum.Count+d.Count, sum.Total+d.Total
		}
		if len(x.PerDevice) != len(devices) || sum != (DeviceTotal{x.Count, x.Total}) {
			t.Errorf("%s: got %v on %d devices, want sums of %d, %d", x.Name, x.PerDevice, len(devices), x.Count, x.Total)
		}
	} else if x.PerDevice != nil {
		t.Errorf("%s: got %v on one device", x.Name, x.PerDevice)
	}
}

// checkCall does so of a row of calls.
func checkCall(t *testing.T, s *busyScript, sum *Summary, x *CallTotal) {
	t.Helper()
	var total, least, most int64
	n := int64(0)
	for _, p := range s.calls {
		if ns := p.end - p.begin; p.name == x.Name && (p.sort == SortSync) == x.Waits {
			if n == 0 {
				least, most = ns, ns
			}
			n, total, least, most = n+1, total+ns, min(least, ns), max(most, ns)
		}
	}
	share := ratio(float64(total), float64(sum.Span)*float64(len(s.threads)))
	if x.Count != n || x.Total != total || x.Min != least || x.Max != most || x.Share != share {
		t.Errorf("got %+v, want %d of %d ns, %d to %d, share %g", *x, n, total, least, most, share)
	}
}

// TestSpan: two threads at once take no longer than one, and what is before the
// first range is no part of the trace.
func TestSpan(t *testing.T) {
	tracks := []Track{{Process: 1, Thread: 1, Device: -1}, {Process: 1, Thread: 2, Device: -1}}
	event := func(kind Kind, track int32, time int64) Event {
		return Event{Kind: kind, Track: track, Time: time, Index: NoIndex}
	}
	events := []Event{event(Begin, 1, 120), event(End, 1, 230), event(Begin, 0, 100), event(End, 0, 200)} // track by track
	for _, c := range []struct {
		events     []Event
		last       int64
		span, root int64
	}{
		{nil, 50, 0, 0},
		{events, 0, 130, 210},
		{events[:3], 0, 130, 240},   // open until the last event
		{events[:3], 300, 200, 310}, // or until the program is known to have lived
	} {
		tr := FromEvents(Header{}, []string{"a"}, tracks, c.events)
		tr.Last = c.last
		if s := Summarize(tr, SummaryOptions{}); s.Span != c.span || s.RootNS != c.root {
			t.Errorf("%d events: got a span of %d and roots of %d, want %d and %d", len(c.events), s.Span, s.RootNS, c.span, c.root)
		}
	}
}

// TestWorkOfDamage: sizes that cannot be are none, and the table is one that JSON
// can hold.
func TestWorkOfDamage(t *testing.T) {
	for _, size := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -5, 1e300} {
		names := []string{"memcpy HtoD", "bytes", "bytes"}
		events := []Event{{Kind: Begin, Name: 0, Index: NoIndex}, {Kind: Arg, Name: 2, Value: size}, {Kind: Arg, Name: 1, Value: 3}, {Kind: Arg, Name: 9, Value: 7}, {Kind: End, Name: 0, Time: -4}}
		tr := FromEvents(Header{}, names, []Track{{Device: 0}}, events)
		tr.Sorts = []string{SortMemcpy, "", ""}
		s := Summarize(tr, SummaryOptions{})
		if _, err := json.Marshal(s); err != nil {
			t.Errorf("%g bytes: %v", size, err)
		}
		if w := s.Work.Operations[0]; w.Bytes != 3 || w.Total != 0 || s.Work.Devices[0].Idle != 0 {
			t.Errorf("%g bytes: got %+v", size, w)
		}
	}
}
