package csv_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export/internal/csv"
)

func TestRows(t *testing.T) {
	tr := walktest.Of(3, []trace.Event{
		{Kind: trace.Begin, Time: 5, Name: 0, Index: trace.NoIndex},
		{Kind: trace.Begin, Time: 7, Name: 1, Index: -3},
		{Kind: trace.Begin, Time: 7, Name: 2, Index: 4, Track: 1},
		{Kind: trace.Begin, Time: 8, Name: 2, Index: 0, Track: 2},
		{Kind: trace.End, Time: 10, Name: 1},
		{Kind: trace.Counter, Time: 10, Name: 1, Value: 2},
		{Kind: trace.End, Time: 11, Name: 2, Track: 2},
		{Kind: trace.End, Time: 1005, Name: 0},
	})
	tr.Names = []string{`a "b", c`, "timestep", "line\nbreak"}
	tr.Tracks[1].Name, tr.Tracks[2].Name = "gpu, 0", ""
	tr.Tracks = append(tr.Tracks, trace.Track{Name: "worker"})
	var b strings.Builder
	if err := csv.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	want := `track,name,depth,index,start_ns,dur_ns,self_ns
worker#0,timestep,1,-3,7,3,3
4711/4713,"line
break",0,0,8,3,3
worker#0,"a ""b"", c",0,,5,1000,997
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestSelfTimesSumToTheRoots(t *testing.T) {
	for seed := range uint64(40) {
		var b bytes.Buffer
		if err := csv.Write(&b, walktest.NR(int(seed), true)); err != nil {
			t.Fatal(err)
		}
		rows, err := stdcsv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 1+1+int(seed)*16 {
			t.Errorf("got %d rows, want %d", len(rows), 1+1+seed*16)
		}
		sum := map[string]int64{}
		for _, r := range rows[1:] {
			dur, self := number(t, r[5]), number(t, r[6])
			sum["self"] += self
			if r[2] == "0" {
				sum["root"] += dur
			}
		}
		if sum["self"] != sum["root"] {
			t.Errorf("got %v", sum)
		}
	}
}

func number(t *testing.T, s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestErrorOfWriter(t *testing.T) {
	full := errors.New("full")
	for _, steps := range []int{1, 1000} {
		if err := csv.Write(failing{full}, walktest.NR(steps, false)); !errors.Is(err, full) {
			t.Errorf("got %v, want the writer's error", err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
