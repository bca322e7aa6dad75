package xplane_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/perfetto"
	"github.com/nrkit/nrkit/trace/pprof"
)

// Whatever is read is a trace in order, nested, with references that there are,
// which exporters and the summary take; or the error has a position. Input is
// not compressed here.
func FuzzRead(f *testing.F) {
	f.Add(xplanetest.Newton{Iterations: 2, Start: start, Path: "jit(f)/timestep/nr_iteration", Disabled: true}.Space().Encode())
	f.Add(one([]xplanetest.Event{work(4, 0), work(5, 500), {Name: "Memset", Offset: -7, Duration: 1 << 50}}, []xplanetest.Event{call(4, 3, 0), call(5, 3, 0), {Name: "x", Occurrences: 3}}).Encode())
	f.Add([]byte("\x0a\x04\x12\x02/h\x12\x01e\x1a\x01w\x22\x01h"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			return
		}
		tr, warnings, err := xplane.Read(bytes.NewReader(data), xplane.Options{})
		var at *trace.SyntaxError
		if errors.As(err, &at) && at.Offset >= 0 && at.Offset <= int64(len(data)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range trace.Check(tr) {
			switch p.Sort {
			case trace.ProblemPhase, trace.ProblemPlace:
			default:
				t.Error(p)
			}
		}
		if len(warnings) > 1000 && len(data) < 1000 {
			t.Errorf("got %d warnings", len(warnings))
		}
		trace.Summarize(tr, trace.SummaryOptions{})
		for _, err := range []error{perfetto.Write(io.Discard, tr), chrome.Write(io.Discard, tr), pprof.Write(io.Discard, tr)} {
			if err != nil {
				t.Error(err)
			}
		}
	})
}
