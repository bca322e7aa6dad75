package trace

import (
	"fmt"
	"testing"
)

// TestCheck plants each sort of problem, and what is nearly one.
func TestCheck(t *testing.T) {
	names := []string{"timestep", "nr_iteration", "solve", "mine", "linear_solve"}
	b := func(time int64, name int32) Event { return Event{Time: time, Name: name, Kind: Begin} }
	e := func(time int64, name int32) Event { return Event{Time: time, Name: name, Kind: End} }
	for _, c := range []struct {
		what   string
		events []Event
		want   string // sort track time name
	}{
		{"good", []Event{b(0, 0), b(0, 1), e(5, 1), e(5, 0)}, ""},
		{"unclosed", []Event{b(0, 0), b(2, 1), e(5, 1)}, "unclosed 0 0 timestep;"},
		{"nothing open", []Event{e(3, -1)}, "nesting 0 3 name -1;"},
		{"other end", []Event{b(0, 0), e(3, 1), e(4, 0)}, "nesting 0 3 nr_iteration;"},
		{"outer end", []Event{b(0, 0), b(1, 1), e(3, 0)}, "unclosed 0 1 nr_iteration;nesting 0 3 timestep;"},
		{"order", []Event{{Time: 5, Kind: Instant}, {Time: 4, Kind: Instant}}, "order 0 4 timestep;"},
		{"negative", []Event{b(5, 0), e(4, 0)}, "negative 0 4 timestep;order 0 4 timestep;"},
		{"kind", []Event{{Kind: 9}}, "kind 0 0 timestep;"},
		{"name", []Event{{Kind: Counter, Name: 9}}, "reference 0 0 name 9;"},
		{"track", []Event{{Kind: Instant, Track: 7}}, "reference -1 0 timestep;"},
		{"no phase", []Event{b(0, 1), b(0, 3), e(1, 3), e(2, 1)}, "phase 0 0 mine;"},
		{"no phase outside", []Event{b(0, 3), b(0, 1), e(1, 1), e(2, 3)}, ""},
		{"no phase in a leaf", []Event{b(0, 2), b(0, 3), e(1, 3), e(2, 2)}, ""},
		{"place", []Event{b(0, 1), b(0, 2), e(1, 2), e(2, 1)}, "place 0 0 solve;"},
		{"right place", []Event{b(0, 4), b(0, 2), e(1, 2), e(2, 4)}, ""},
		{"other tracks", []Event{b(3, 0), {Track: 1, Time: 1, Kind: Begin}, e(4, 0), {Track: 1, Time: 2, Kind: End}}, ""},
	} {
		tracks := []Track{{Thread: 1, Name: "a"}, {Thread: 1, Device: 1, Name: "a"}}
		got := ""
		for _, p := range Check(FromEvents(Header{}, names, tracks, c.events)) {
			got += fmt.Sprintf("%s %d %d %s;", p.Sort, p.Track, p.Time, p.Name)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

func TestCheckIdentity(t *testing.T) {
	same := []Track{{Process: 1, Thread: 1, Name: "a"}, {Process: 1, Thread: 1, Name: "b"}, {Process: 2, Thread: 1}}
	got := Check(FromEvents(Header{}, nil, same, nil))
	if len(got) != 1 || got[0].Sort != ProblemIdentity || got[0].Track != 1 {
		t.Errorf("got %v", got)
	}
}

// TestCheckRepeats: a problem that comes again is counted, not told again.
func TestCheckRepeats(t *testing.T) {
	var events []Event
	for i := range 1000 {
		events = append(events, Event{Time: int64(i), Name: -1, Kind: End})
	}
	got := Check(FromEvents(Header{}, nil, oneTrack, events))
	if len(got) != 1 || got[0].Count != 1000 || got[0].Time != 0 {
		t.Errorf("got %v", got)
	}
}

// TestCheckRepeatedPlace: the same for what is remembered of a name in a phase.
func TestCheckRepeatedPlace(t *testing.T) {
	var s script
	s.in("nr_iteration", 0, func() {
		for range 3 {
			s.in("mine", 1, nil)
			s.in("solve", 1, nil)
		}
	})
	got := Check(s.trace())
	if len(got) != 2 || got[0].Count != 3 || got[1].Count != 3 {
		t.Errorf("got %v", got)
	}
}
