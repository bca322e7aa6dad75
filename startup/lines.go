package startup

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/nrkit/nrkit/internal/logline"
	"github.com/nrkit/nrkit/internal/units"
)

// maxLine is how much of a line is kept: markers are short, and JAX lists the
// types of many arguments.
const maxLine = 1 << 16

// A clockedReader notes when its last bytes came.
type clockedReader struct {
	in    io.Reader
	start time.Time
	at    int64 // ns since start
	reads int
}

func (r *clockedReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	r.at = time.Since(r.start).Nanoseconds()
	r.reads++
	return n, err
}

// A sink takes the lines of both streams of a process as they arrive.
type sink struct {
	mu      sync.Mutex
	markers [2]markers // of each stream
	log     compileLog
	last    [2]string // line of each stream that says something
	batches [2]int    // reads that brought markers
}

// newSink returns a sink in which ranges of some names are runs.
func newSink(runs *Runs) *sink {
	s := &sink{log: *newCompileLog()}
	for k := range s.markers {
		s.markers[k].out.isRun, s.markers[k].runs = runs.is, runs
	}
	return s
}

// stream returns the one that has markers. Where both have, those of one alone
// are taken: nobody knows the order of lines on two streams.
func (s *sink) stream() (k int, warnings []string) {
	if s.markers[1].count > s.markers[0].count {
		k = 1
	}
	if n := s.markers[1-k].count; n > 0 {
		names := [2]string{"output", "error"}
		warnings = append(warnings, fmt.Sprintf("%s on standard %s ignored: the other markers are on standard %s, and the order across both streams is not known",
			units.Plural(n, "marker"), names[1-k], names[k]))
	}
	return k, warnings
}

// follow takes the lines of one stream until it ends. The error
// is os.ErrDeadlineExceeded when it did not in time.
func (s *sink) follow(stream int, in io.Reader, start time.Time) error {
	clock := &clockedReader{in: in, start: start}
	lines := logline.NewReader(clock, maxLine)
	batch := 0
	for {
		l, err := lines.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		s.line(stream, l.Text, clock.at, clock.reads != batch)
		batch = clock.reads
	}
}

// line takes a line. Fresh says that it is the first of what came at once.
func (s *sink) line(stream int, text string, at int64, fresh bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := parseMarker(text); ok {
		s.markers[stream].take(m, at)
		if fresh {
			s.batches[stream]++
		}
		return
	}
	s.log.take(text, at)
	if text = strings.TrimSpace(text); text != "" {
		s.last[stream] = text
	}
}

// lastLine returns the last line on standard error, or on standard output where
// there is none on the other.
func (s *sink) lastLine() string {
	const most = 300
	line := s.last[1]
	if line == "" {
		line = s.last[0]
	}
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}
