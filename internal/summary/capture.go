package summary

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/internal/packed"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// A Capture is a row of a part: what one file says.
type Capture struct {
	Name     string            `json:"name"`      // path of the file, as it was given
	Hash     [32]uint8         `json:"sha256"`    // of the file
	Rank     int32             `json:"rank"`      // label rank of the file; −1 without one
	Last     int32             `json:"last_rank"` // largest rank of its tracks
	Program  string            `json:"program"`
	Host     string            `json:"host"`
	PID      int64             `json:"pid"`
	Start    int64             `json:"start_ns"` // wall-clock time of time 0, since 1970; 0 when unknown
	Clock    string            `json:"clock"`
	TimerNS  float64           `json:"timer_ns"`
	Sample   int               `json:"sample"`
	Exit     *int              `json:"exit_code"`
	Nsight   bool              `json:"nsight"`   // it is an export of Nsight Systems
	Begun    int64             `json:"begun_ns"` // time of the first begin of a range
	Key      string            `json:"key"`      // hash of the key at its start; "" without one
	EndKey   string            `json:"end_key"`  // and at its end
	Summary  *trace.Summary    `json:"summary"`  // its table of phases
	Loss     phasetable.Loss   `json:"loss"`
	Solver   *solvers.Summary  `json:"solver"`
	Calls    []string          `json:"solver_warnings"` // warnings about the calls of solvers
	Warnings []string          `json:"warnings"`        // warnings about the file that are not in its table
	Cells    []trace.NamedCell `json:"cells"`           // durations by phase
}

// A process identifies the process that recorded a capture.
type process struct {
	host  string
	pid   int64
	start int64
	rank  int32
}

// process returns the identity of the process; false when it is not known.
func (c *Capture) process() (process, bool) {
	return process{c.Host, c.PID, c.Start, c.Rank}, c.PID != 0 && c.Start != 0
}

// base names the file without its folders.
func (c *Capture) base() string { return filepath.Base(c.Name) }

// origin returns the place of the capture in the order of all.
func (c *Capture) origin() *trace.Origin {
	return &trace.Origin{Rank: c.Rank, Name: c.Name, ID: c.Hash}
}

// Of reads a file and returns the part of this capture alone. Position is the rank that
// decides its place among other captures; -1 takes the label rank of the file.
//
// It returns the errors of [input.OpenFile], and errors of reading the events.
func Of(path string, o input.Options, position int32) (*Part, error) {
	return of(path, o, position, &keyPairs{}, nil)
}

// of is Of with the keys that other captures have. It notes which share of the file was
// read, unless note is nil.
func of(path string, o input.Options, position int32, known *keyPairs, note func(share float64)) (*Part, error) {
	var hash [32]byte
	if position < 0 {
		var err error
		if hash, err = hashOf(path); err != nil {
			return nil, err
		}
	}
	if note != nil {
		o.Progress = opening(path, note)
	}
	f, err := input.OpenFile(path, o)
	if err != nil {
		return nil, err
	}
	reading(f, note)
	p, err := ofFile(f, hash, position, known)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// hashOf returns the hash of a file.
func hashOf(path string) (sum [32]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close() // was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, fmt.Errorf("reading %s: %w", path, err)
	}
	h.Sum(sum[:0])
	return sum, nil
}

// ofFile returns the part of an open file.
func ofFile(f *input.File, hash [32]byte, position int32, known *keyPairs) (*Part, error) {
	h := &f.Header
	c := &Capture{Name: filepath.ToSlash(f.Name), Hash: hash, Rank: position, Program: h.Program, Host: h.Host, PID: h.PID, Clock: h.Clock,
		TimerNS: h.TimerNS, Sample: max(h.Sample, 1), Exit: h.Exit, Nsight: f.Kind.FromNsight()}
	if position < 0 {
		c.Rank = labelled(h.Labels)
	}
	if !h.Start.IsZero() {
		c.Start = h.Start.UnixNano()
	}
	for _, t := range f.Tracks {
		c.Last = max(c.Last, t.Rank)
	}
	from := c.origin()
	x := trace.Collect(f.Trace, trace.SummaryOptions{Source: c.base()}, from)
	c.Begun, c.Cells, c.Summary = x.Begun, x.Cells, x.Summary
	own := c.Summary.Warnings
	c.Summary.Warnings = nil
	doc := phasetable.OfSummary(f.Trace, c.Summary, x.Problems, f.Warnings)
	keys := known.of(h.Key, f.EndKey)
	c.Warnings = append(doc.Warnings, keys.drift...)
	c.Summary.Warnings = doc.Solver.Without(own)
	c.Loss = doc.Loss
	if doc.Solver != nil {
		c.Solver, c.Calls = doc.Solver.Summary, doc.Solver.Warnings()
	}
	if err := f.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Name, err)
	}
	p := New()
	c.Key, c.EndKey = p.addKey(keys.start), p.addKey(keys.end)
	compact(c.Summary)
	p.rows = []row{{from: from, blob: packed.Marshal(c)}}
	p.note(c)
	p.pools[c.Sample] = x.Pool
	return p, nil
}

// labelled returns the label rank; -1 without one.
func labelled(labels map[string]string) int32 {
	n, err := strconv.ParseInt(labels["rank"], 10, 32)
	if err != nil || n < 0 {
		return -1
	}
	return int32(n)
}

// addKey keeps a key and returns its hash; "" for none.
func (p *Part) addKey(key json.RawMessage) string {
	if len(key) == 0 {
		return ""
	}
	hash := fmt.Sprintf("%.8x", sha256.Sum256(key))
	p.keys[hash] = key
	return hash
}

// header returns the header of the capture.
func (c *Capture) header() trace.Header {
	h := trace.Header{Program: c.Program, Host: c.Host, PID: c.PID, Clock: c.Clock, TimerNS: c.TimerNS, Sample: c.Sample, Exit: c.Exit, Labels: c.Summary.Labels}
	if c.Start != 0 {
		h.Start = time.Unix(0, c.Start)
	}
	return h
}

// loss returns what the capture lacks.
func (c *Capture) loss() trace.Loss {
	return trace.Loss{Dropped: c.Summary.Dropped, Events: c.Loss.Events, Truncated: c.Loss.Truncated, Chunks: c.Loss.Chunks, Ranges: c.Loss.Ranges, Open: c.Loss.Unclosed}
}

// check returns what is wrong with a row of a file.
func (c *Capture) check() error {
	switch {
	case c.Summary == nil:
		return fmt.Errorf("a capture has no table of phases")
	case c.Rank < -1 || c.Last < 0 || c.Sample < 1 || c.Sample != c.Summary.Sample || c.Summary.Span < 0:
		return fmt.Errorf("capture %q: got rank %d to %d, sample %d and %d, %d ns", c.Name, c.Rank, c.Last, c.Sample, c.Summary.Sample, c.Summary.Span)
	case !(c.TimerNS >= 0) || math.IsInf(c.TimerNS, 0):
		return fmt.Errorf("capture %q: got a cost of timing of %v ns", c.Name, c.TimerNS)
	}
	return nil
}
