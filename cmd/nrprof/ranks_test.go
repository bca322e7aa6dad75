package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/trace"
)

// writeRankOfJob writes the capture of a rank that solves and then waits for the
// others, 50 times, on a clock that is offset ns late and wrong by up to noise.
func writeRankOfJob(t *testing.T, dir string, rank int, work, offset, noise int64) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(rank)))
	var events []trace.Event
	last := int64(0)
	add := func(kind trace.Kind, ns int64, name int32) {
		last = max(last, ns+offset+rng.Int64N(2*noise+1)-noise)
		events = append(events, trace.Event{Kind: kind, Time: last, Name: name, Index: trace.NoIndex})
	}
	for step := range int64(50) {
		start := 1e9 + step*1e6
		add(trace.Begin, start, 0)
		add(trace.End, start+work, 0)
		add(trace.Begin, start+work, 1)
		add(trace.End, start+9e5, 1)
	}
	tr := trace.FromEvents(trace.Header{Program: "mpi", Start: time.Date(2026, 3, 4, 12, 0, rank, 0, time.UTC), Labels: map[string]string{"rank": fmt.Sprint(rank)}},
		[]string{trace.PhaseSolve, "MPI_Barrier"}, []trace.Track{{Process: int64(100 + rank), Thread: 1, Device: -1}}, events)
	path := filepath.Join(dir, fmt.Sprintf("rank%d.nrt", rank))
	var b bytes.Buffer
	if err := trace.Save(&b, tr); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Sixteen ranks whose clocks are apart are put on one, and the one that the
// others wait for is named.
func TestRanksOfAJob(t *testing.T) {
	const noise = 3000
	offset := func(rank int) int64 { return int64(rank) * 7_654_321 }
	dir := t.TempDir()
	var files []string
	for rank := range 16 {
		work := int64(400_000)
		if rank == 9 {
			work = 700_000
		}
		files = append(files, writeRankOfJob(t, dir, rank, work, offset(rank), noise))
	}
	var stdout, stderr strings.Builder
	if code := run(append([]string{"phases", "--json", "--align", "end:MPI_Barrier"}, files...), nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	var doc phasetable.Document
	if err := json.Unmarshal([]byte(stdout.String()), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Ranks) != 16 {
		t.Fatalf("%d ranks, want 16", len(doc.Ranks))
	}
	for k, r := range doc.Ranks {
		// A clock that is late is moved back.
		if off := r.Clock.Offset - doc.Ranks[0].Clock.Offset + offset(k); off < -noise || off > noise || r.Rank != int32(k) {
			t.Errorf("the clock of rank %d is %d ns off, want less than %d", r.Rank, off, noise)
		}
	}
	b := doc.Balance
	if b.Busy.MaxRank != 9 || b.Cause == nil || b.Cause.Phase != trace.PhaseSolve {
		t.Errorf("got %+v and %+v, want rank 9 and %s", b.Busy, b.Cause, trace.PhaseSolve)
	}
	stdout.Reset()
	if code := run(append([]string{"phases", "--align", "end:MPI_Barrier"}, files...), nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if text := stdout.String(); !strings.Contains(text, "Rank 9 is the slowest: it is busy for 35.0 ms, which is 14.1 ms (67.") {
		t.Errorf("got\n%s", text)
	}
}
