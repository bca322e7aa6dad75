package parquet

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// captures adds the files.
func (x *exporter) captures() {
	for _, in := range x.o.Inputs {
		x.out.captures.Append(in)
	}
}

func (x *exporter) capturesTable() *columns.Table[Input] {
	valid := func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
	count := func(name string) func(*Input) (int64, bool) {
		return func(r *Input) (int64, bool) {
			n, ok := r.Trace.Counts.Number[name]
			return n, ok
		}
	}
	lost := func(get func(*trace.Loss) int64) func(*Input) int64 {
		return func(r *Input) int64 { return get(&r.Trace.Loss) }
	}
	return &columns.Table[Input]{Program: "nrprof", Name: "captures", Version: version,
		About: "A row is a file that the tables were made of.",
		Columns: append(first(x, func(r *Input) int64 { return int64(r.Rank) }),
			columns.Text("file", "name of the file", func(r *Input) string { return valid(r.Name) }),
			columns.Text("format", "format of the file", func(r *Input) string { return valid(r.Format) }),
			columns.Text("program", "name of the program", func(r *Input) string { return valid(r.Trace.Header.Program) }),
			columns.MaybeText("host", "name of the machine", func(r *Input) string { return valid(r.Trace.Header.Host) }),
			columns.MaybeInt("process_id", "id of the process that recorded", func(r *Input) (int64, bool) { return r.Trace.Header.PID, r.Trace.Header.PID != 0 }),
			columns.MaybeText("clock", "clock of the times", func(r *Input) string { return valid(r.Trace.Header.Clock) }),
			columns.MaybeFloat("timer_cost_ns", "measured cost of one range", func(r *Input) (float64, bool) { return r.Trace.Header.TimerNS, r.Trace.Header.TimerNS > 0 }),
			columns.Int("sample", "N, if one time step of N was timed; 1 if all were timed. The tables have only what was timed", func(r *Input) int64 { return int64(max(r.Trace.Header.Sample, 1)) }),
			columns.MaybeInt("timesteps", "number of time steps that the program counted, timed or not", count(trace.CountTimesteps)),
			columns.MaybeInt("nr_iterations", "number of iterations that the program counted, timed or not", count(trace.CountIterations)),
			columns.MaybeInt("counted_ns", "time of the counted work", func(r *Input) (int64, bool) { return r.Trace.Counts.Wall, r.Trace.Counts.Wall > 0 }),
			columns.MaybeInt("exit_code", "exit code of the program", func(r *Input) (int64, bool) {
				if r.Trace.Header.Exit == nil {
					return 0, false
				}
				return int64(*r.Trace.Header.Exit), true
			}),
			columns.Bool("is_closed", "false if the program did not close the trace, for example because it was killed", func(r *Input) bool { return !r.Trace.Loss.Open }),
			columns.Int("dropped_ranges", "number of ranges that the recorder had no room for", lost(func(l *trace.Loss) int64 { return l.Dropped })),
			columns.Int("dropped_events", "number of counters, arguments and instants that the recorder had no room for", lost(func(l *trace.Loss) int64 { return l.Events })),
			columns.Int("damaged_chunks", "number of damaged parts of the file", lost(func(l *trace.Loss) int64 { return l.Chunks })),
			columns.Int("damaged_ranges", "number of ranges in these parts", lost(func(l *trace.Loss) int64 { return l.Ranges })),
			columns.Int("truncated_bytes", "bytes at the end of the file that are not a whole part", lost(func(l *trace.Loss) int64 { return l.Truncated })),
		),
	}
}

// A keyRow is a row of keys.
type keyRow struct {
	rank                      int64
	source, name, kind, value string
}

// keys adds what the runs depended on, and their labels.
func (x *exporter) keys() {
	for _, in := range x.o.Inputs {
		h := &in.Trace.Header
		for _, name := range labels(h) {
			x.key(in.Rank, "label", name, "text", h.Labels[name])
		}
		x.keyOf(in.Rank, "start", h.Key)
		x.keyOf(in.Rank, "end", in.Trace.EndKey)
	}
}

// keyOf adds the parts of a document key/v1, if there is one. A value that is no text
// stays JSON, and so does a document of another sort.
func (x *exporter) keyOf(rank int32, source string, text json.RawMessage) {
	if text == nil {
		return
	}
	var d runkey.Document
	if json.Unmarshal(text, &d) != nil {
		x.key(rank, source, "document", "json", string(text))
		return
	}
	if d.Hash != "" {
		x.key(rank, source, "hash", "text", d.Hash)
	}
	slices.SortStableFunc(d.Parts, func(a, b runkey.DocumentPart) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range d.Parts {
		value := string(p.Value)
		var s string
		if json.Unmarshal(p.Value, &s) == nil {
			value = s
		}
		x.key(rank, source, p.Name, p.Kind, value)
	}
}

func (x *exporter) key(rank int32, source, name, kind, value string) {
	valid := func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
	x.out.keys.Append(keyRow{int64(rank), source, valid(name), valid(kind), valid(value)})
}

func (x *exporter) keysTable() *columns.Table[keyRow] {
	return &columns.Table[keyRow]{Program: "nrprof", Name: "keys", Version: version,
		About: "A row is a fact about the run: a part of its key, as docs/key.md describes them, or a label of the program.",
		Columns: append(first(x, func(r *keyRow) int64 { return r.rank }),
			columns.Text("source", "`start`: key at the start of the run; `end`: key at its end; `label`: what the program says of the run", func(r *keyRow) string { return r.source }),
			columns.Text("name", "name of the part or label; `hash` stands for all parts", func(r *keyRow) string { return r.name }),
			columns.Text("kind", "`text`, `number`, `list`, `set` or `digest`; `json` for a document of unknown parts", func(r *keyRow) string { return r.kind }),
			columns.Text("value", "the value; lists and sets are JSON", func(r *keyRow) string { return r.value }),
		),
	}
}
