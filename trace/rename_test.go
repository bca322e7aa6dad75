package trace

import (
	"slices"
	"strings"
	"testing"
)

// Ranges and instants of the program get their names, and nothing else does.
func TestRename(t *testing.T) {
	names := []string{"sim:step", "step", "sim:solve", "sim:call", "other:step", "sim:again"}
	var events []Event
	for i := range names {
		n := int32(i)
		events = append(events, Event{Name: n, Kind: Begin}, Event{Name: n, Kind: Arg}, Event{Name: n, Kind: Counter},
			Event{Name: n, Kind: Instant}, Event{Name: -1, Kind: FlowOut}, Event{Name: n, Kind: End})
	}
	events = append(events, Event{Name: -1, Kind: End}, Event{Name: 99, Kind: Begin})
	old := FromEvents(Header{}, names, []Track{{}}, events)
	old.Sorts = []string{"", "", "", SortAPI, "", ""}
	cut := func(name string) string {
		return strings.Replace(strings.TrimPrefix(name, "sim:"), "again", "solve", 1)
	}
	got := Rename(old, cut)

	if want := append(slices.Clone(names), "solve"); !slices.Equal(got.Names, want) || len(got.Sorts) != 7 || got.Sort(6) != "" || got.Sort(3) != SortAPI {
		t.Errorf("got names %q of sorts %q", got.Names, got.Sorts)
	}
	to := []int32{1, 1, 6, 3, 4, 6} // step is there already, two become solve
	k := 0
	for e := range got.Events() {
		want := events[k]
		if k < 6*len(names) && (want.Kind == Begin || want.Kind == End || want.Kind == Instant) {
			want.Name = to[want.Name]
		}
		if e != want {
			t.Errorf("event %d: got %+v, want %+v", k, e, want)
		}
		k++
	}
	if k != len(events) {
		t.Errorf("got %d events, want %d", k, len(events))
	}
	if len(old.Names) != len(names) || len(old.Sorts) != 6 {
		t.Error("the trace itself has changed")
	}
	if same := Rename(old, func(s string) string { return s }); same != old {
		t.Error("a trace whose names stay is another one")
	}
}

// Ranges of a domain that are phases without its name make a summary as if they
// had been phases from the start.
func TestRenameUnits(t *testing.T) {
	var bare, scoped script
	for range 3 {
		bare.in(PhaseTimestep, 100, nil)
		scoped.in("sim:"+PhaseTimestep, 100, nil)
	}
	want := Summarize(bare.trace(), SummaryOptions{})
	got := Summarize(Rename(scoped.trace(), func(s string) string { return strings.TrimPrefix(s, "sim:") }), SummaryOptions{})
	if got.Steps == nil || got.Steps.Count != 3 || got.Steps.Total != want.Steps.Total || !slices.Equal(got.Warnings, want.Warnings) {
		t.Errorf("got %+v, want %+v", got.Steps, want.Steps)
	}
}
