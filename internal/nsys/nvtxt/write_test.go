package nvtxt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/nvtxt"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

func TestLines(t *testing.T) {
	tr := trace.FromEvents(trace.Header{Program: `my "sim", 2`},
		[]string{"transient", "a \"b\", c\\", "mark\n", "never", "größe"},
		[]trace.Track{
			{Process: 5, Thread: 6, Device: -1}, {Process: 5, Thread: 6, Device: -1, Lane: 1}, {Process: 5, Thread: 6, Device: 0},
			{Process: 5, Thread: 6, Device: -1, Rank: 1}, {Process: 1 << 30, Thread: 1 << 30, Device: -1},
		},
		[]trace.Event{
			{Kind: trace.End, Time: 1, Name: -1},
			{Kind: trace.Begin, Time: 10, Name: 0},
			{Kind: trace.Begin, Time: 20, Name: 1, Track: 1},
			{Kind: trace.Instant, Time: 21, Name: 2, Track: 1},
			{Kind: trace.Begin, Time: 22, Name: 3, Track: 1},
			{Kind: trace.Begin, Time: 23, Name: 4, Track: 2},
			{Kind: trace.Counter, Time: 23, Name: 4, Track: 2, Value: 3},
			{Kind: trace.FlowIn, Time: 23, Name: -1, Track: 2},
			{Kind: trace.End, Time: 23, Name: 4, Track: 2},
			{Kind: trace.Begin, Time: 5, Name: 0, Track: 3},
			{Kind: trace.End, Time: 6, Name: 0, Track: 3},
			{Kind: trace.Begin, Time: 7, Name: 0, Track: 4},
			{Kind: trace.End, Time: 8, Name: 0, Track: 4},
			{Kind: trace.End, Time: 30, Name: 0},
		})
	const head = `SetFileDisplayName, "my 'sim', 2"
@RangePush, ProcessId, ThreadId, Time, Message
CategoryId = 0
Color = Blue
TimeBase = Relative
@RangePop, ProcessId, ThreadId, Time
TimeBase = Relative
@Marker, ProcessId, ThreadId, Time, Message
CategoryId = 0
Color = Blue
TimeBase = Relative
`
	// Ranges that never end, the two on track 1, are not there.
	const want = head + `RangePush, 5, 6, 110, "transient"
Marker, 5, 16777215, 121, "mark "
RangePush, 5, 16777214, 123, "größe"
RangePop, 5, 16777214, 123
RangePush, 16777215, 6, 105, "transient"
RangePop, 16777215, 6, 106
RangePush, 16777214, 16777215, 107, "transient"
RangePop, 16777214, 16777215, 108
RangePop, 5, 6, 130
`
	var b strings.Builder
	if err := nvtxt.WriteTo(&b, tr, nvtxt.Options{Offset: 100}); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	err := nvtxt.WriteTo(&b, tr, nvtxt.Options{Offset: -11})
	if want := "nvtxt: track 0: event 1 ns before the session: the format cannot hold negative times"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNamesAreEscaped(t *testing.T) {
	tr := walktest.Of(1, []trace.Event{{Kind: trace.Begin, Name: 0}, {Kind: trace.End, Time: 3, Name: 0}})
	tr.Names = []string{"a \"b\", c\\\xff"}
	var b strings.Builder
	if err := nvtxt.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	if want := "RangePush, 4711, 4711, 0, \"a 'b', c/�\"\n"; !strings.Contains(b.String(), want) {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

func TestErrorOfWriter(t *testing.T) {
	full := errors.New("full")
	for _, steps := range []int{1, 3000} {
		if err := nvtxt.Write(failing{full}, walktest.NR(steps, false)); !errors.Is(err, full) {
			t.Errorf("got %v, want the writer's error", err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
