package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// A SyntaxError is a mistake in a file.
type SyntaxError struct {
	File      string
	Line, Col int // from 1; Col counts bytes, 0 when it is unknown
	Msg       string
}

func (e *SyntaxError) Error() string {
	if e.Col == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// at returns the mistake at an offset of a text.
func at(file string, text []byte, offset int64, msg string) error {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n"))
	return &SyntaxError{file, line + 1, len(before) - bytes.LastIndexByte(before, '\n'), msg}
}

// A runDocument is what of run/v1 is compared.
type runDocument struct {
	Circuit  struct{ Name string }
	Analysis struct {
		Method, Ordering string
		ResidualTest     *bool `json:"residual_test"`
	}
	Stop    string
	Counts  map[string]int64
	PerStep []int64        `json:"iterations_per_step"`
	Elapsed int64          `json:"elapsed_ns"`
	Phases  *trace.Summary `json:"phases"`
	keys
}

// A phasesDocument is phases/v1.
type phasesDocument struct {
	*trace.Summary
	Loss struct {
		Unclosed  bool
		Truncated int64 `json:"truncated_bytes"`
		Chunks    int64 `json:"damaged_chunks"`
	}
	keys
}

// keys are documents key/v1.
type keys struct {
	Key    json.RawMessage `json:"key"`
	EndKey json.RawMessage `json:"end_key"`
}

// ReadDocuments reads the documents that nrprof phases --json and nrprof run --json
// print. One file may hold several documents, one after the other. Each document is
// a run.
//
// Format: phases/v1 and run/v1 of docs/formats.md. Unknown members are skipped. If a
// document has tables per rank, only the table of all ranks together is read.
//
// Its errors about the text are of type *SyntaxError.
func ReadDocuments(file string, text []byte, stat Statistic) ([]*Run, error) {
	var runs []*Run
	in := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		err := in.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, syntaxError(file, text, 0, in.InputOffset(), err)
		}
		start := in.InputOffset() - int64(len(raw))
		name := filepath.Base(file)
		if more := bytes.TrimSpace(text[in.InputOffset():]); len(runs) > 0 || len(more) > 0 {
			name += "#" + strconv.Itoa(len(runs)+1)
		}
		r, err := readDocument(name, raw, stat)
		if err != nil {
			return nil, syntaxError(file, text, start, start, err)
		}
		runs = append(runs, r)
	}
	if len(runs) == 0 {
		return nil, at(file, text, 0, "got no document, want phases/v1 or run/v1")
	}
	return runs, nil
}

// syntaxError gives an error of the decoder its place: offsets in it count from
// base; elsewhere is the place of one that has none.
func syntaxError(file string, text []byte, base, elsewhere int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return at(file, text, base+syntax.Offset-1, syntax.Error())
	case errors.As(err, &kind):
		return at(file, text, base+kind.Offset-1, fmt.Sprintf("%s: got %s, want %s", kind.Field, kind.Value, kind.Type))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return at(file, text, int64(len(text)), "got the end of the file inside a document")
	}
	return at(file, text, elsewhere, err.Error())
}

// readDocument reads one document.
func readDocument(name string, raw []byte, stat Statistic) (*Run, error) {
	var head struct{ Schema string }
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	switch head.Schema {
	case "phases/v1":
		d := phasesDocument{Summary: &trace.Summary{}}
		if err := json.Unmarshal(raw, &d); err != nil {
			return nil, err
		}
		r := FromSummary(name, d.Summary, stat)
		r.setKeys(d.Key, d.EndKey)
		if d.Loss.Unclosed || d.Loss.Truncated > 0 || d.Loss.Chunks > 0 {
			r.warn("the trace is incomplete: totals cover only the part that was read")
		}
		return r, nil
	case "run/v1":
		return readRun(name, raw, stat)
	}
	return nil, fmt.Errorf("got schema %q, want phases/v1 or run/v1", head.Schema)
}

// readRun reads the document run/v1.
func readRun(name string, raw []byte, stat Statistic) (*Run, error) {
	var d runDocument
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, err
	}
	r := newRun(name)
	if d.Phases != nil {
		r = FromSummary(name, d.Phases, stat)
	}
	untested := ""
	if on := d.Analysis.ResidualTest; on != nil && !*on {
		untested = "off"
	}
	for k, v := range map[string]string{"circuit": d.Circuit.Name, "method": d.Analysis.Method, "ordering": d.Analysis.Ordering, "residual_test": untested} {
		if v != "" && r.Labels[k] == "" {
			r.Labels[k] = v
		}
	}
	r.setKeys(d.Key, d.EndKey)
	if d.Elapsed > 0 {
		r.put(Quantity{Kind: Root, Name: "elapsed", Regime: Whole, Metric: Total}, float64(d.Elapsed), 1)
	}
	for k, n := range d.Counts {
		r.Counts[Count{"count", k}] = n
	}
	r.countSteps(d.PerStep)
	switch d.Stop {
	case "end", "steps", "":
	default:
		r.warn("the run stopped early: %s", d.Stop)
	}
	return r, nil
}
