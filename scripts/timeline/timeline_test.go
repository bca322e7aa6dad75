package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// capture writes a capture of four time steps: the third and fourth have the most
// iterations, three together, but the second and third take more time with as many.
func capture(t *testing.T) string {
	t.Helper()
	at := int64(0)
	var events []trace.Event
	emit := func(name int32, ns int64, inner func()) {
		events = append(events, trace.Event{Time: at, Name: name, Index: trace.NoIndex, Kind: trace.Begin})
		if inner != nil {
			inner()
		}
		at += ns
		events = append(events, trace.Event{Time: at, Name: name, Kind: trace.End})
	}
	iterations := func(n int, ns int64) func() {
		return func() {
			for range n {
				emit(2, 0, func() { emit(3, ns, nil) })
			}
		}
	}
	emit(0, 10, func() {
		emit(1, 10, iterations(1, 100))
		emit(1, 10, iterations(1, 9000))
		emit(1, 10, iterations(2, 500))
		emit(1, 10, iterations(1, 700))
	})
	names := []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseIteration, trace.PhaseRefactor}
	file := filepath.Join(t.TempDir(), "a.nrt")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	err = trace.Save(f, trace.FromEvents(trace.Header{Program: "a"}, names, []trace.Track{{}}, events))
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTimeline(t *testing.T) {
	file := capture(t)
	var out bytes.Buffer
	if err := run([]string{"-steps", "2", file}, &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if n := strings.Count(text, "<title>timestep"); n != 2 {
		t.Errorf("%d time steps, want 2", n)
	}
	if n := strings.Count(text, "<title>refactor"); n != 3 {
		t.Errorf("%d factorizations, want 3", n)
	}
	if strings.Contains(text, "9.0") || strings.Contains(text, trace.PhaseTransient) {
		t.Errorf("the long step, or what is around time steps, is drawn:\n%s", text)
	}
	d := xml.NewDecoder(&out)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := run([]string{"-steps", "5", file}, io.Discard); err == nil || !strings.Contains(err.Error(), "fewer than 5") {
		t.Errorf("5 of 4 time steps: %v", err)
	}
}
