package analysis

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
)

// A meterClock is a meter without its own reports, and its time.
func meterClock(workers int) (m *meter, at *time.Time, shown *Progress) {
	at, shown = &time.Time{}, &Progress{}
	*at = time.Unix(100, 0)
	m = &meter{workers: workers, now: func() time.Time { return *at }, report: func(p Progress) { *shown = p }}
	m.start = *at
	return m, at, shown
}

// The share is the elapsed part of the predicted time, while predictions are right.
func TestMeterShare(t *testing.T) {
	m, at, shown := meterClock(1)
	m.foresee(4)
	m.expect(1, 2)
	m.expect(1, 2)
	for k := range 2 {
		end := m.begin([]string{"a", "b"}[k], 2)
		for range 4 {
			*at = at.Add(time.Second / 2)
			m.tell("")
			want := at.Sub(m.start).Seconds() / 8
			if math.Abs(shown.Share-want) > 0.02 || shown.Step != []string{"a", "b"}[k] {
				t.Fatalf("after %v: share %.3f, want %.3f; step %s", at.Sub(m.start), shown.Share, want, shown.Step)
			}
		}
		end()
	}
	if shown.Done != 2 || shown.Total != 2 {
		t.Errorf("%+v", shown)
	}
	m.foresee(0)
	if m.tell(""); shown.Share != 1 {
		t.Errorf("at the end: share %v", shown.Share)
	}
}

// If all takes three times as long as predicted, the share is right after the first step.
func TestMeterPace(t *testing.T) {
	m, at, shown := meterClock(1)
	for range 10 {
		m.expect(1, 1)
	}
	for k := range 10 {
		end := m.begin("step", 1)
		*at = at.Add(3 * time.Second)
		end()
		if want := float64(k+1) / 10; math.Abs(shown.Share-want) > 1e-9 {
			t.Errorf("step %d: share %v, want %v", k, shown.Share, want)
		}
	}
}

// Two workers share what waits, and the longest step that runs is not shared.
func TestMeterWorkers(t *testing.T) {
	m, at, _ := meterClock(2)
	m.expect(3, 12)
	m.begin("long", 10)
	m.begin("short", 1)
	if got := m.remaining(); got != 10 {
		t.Errorf("want the longest step, 10 s, got %v", got)
	}
	m.begin("third", 1)
	m.foresee(20)
	if got := m.remaining(); got != 16 {
		t.Errorf("want half of 32 s, got %v", got)
	}
	*at = at.Add(time.Second)
	if got := m.remaining(); got <= 14 || got > 16 {
		t.Errorf("after a second: %v s", got)
	}
}

// The share never falls, also when steps appear that nobody expected, and its steps add
// up. The document is the same with and without reports.
func TestMeterRun(t *testing.T) {
	f := file("grid", matgen.Dominant(matgen.PowerGrid(30, 30, 9, 1), 1))
	for _, opt := range []Options{{}, {Workers: 2, Orderings: []string{BestOf}}, {LULevels: true}} {
		var mu sync.Mutex
		var list []Progress
		opt.Progress = func(p Progress) {
			mu.Lock()
			defer mu.Unlock()
			list = append(list, p)
		}
		with, err := Run(context.Background(), []Source{Loaded(f), Loaded(f)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Progress = nil
		without, err := Run(context.Background(), []Source{Loaded(f), Loaded(f)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text(t, with), text(t, without)) {
			t.Error("the document depends on Progress")
		}
		if len(list) < 5 || !slices.IsSortedFunc(list, func(a, b Progress) int {
			return cmp.Compare(a.Share, b.Share)
		}) {
			t.Errorf("%d shares, ascending: %+v", len(list), list)
		}
		last := list[len(list)-1]
		if last.Done != last.Total || last.Step == "" {
			t.Errorf("at the end: %+v", last)
		}
	}
}

// A meter without steps reports while it waits.
func TestMeterTicks(t *testing.T) {
	told := make(chan Progress, 1)
	m := newMeter(func(p Progress) {
		select {
		case told <- p:
		default:
		}
	}, 1)
	select {
	case <-told:
	case <-time.After(10 * time.Second):
		t.Error("nothing was reported")
	}
	m.stop()
	var none *meter
	none.stop()
	none.expect(1, 1)
	none.begin("x", 1)()
}
