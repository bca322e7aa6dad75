package evidence

import (
	"encoding/json"
	"fmt"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// OfSummary returns the input that a summary of captures makes: its table of phases with
// the ranks, the keys and the exit codes.
func OfSummary(p *summary.Part, source string, align input.Alignment) (*diagnose.Input, error) {
	doc, err := p.Document(source, align)
	if err != nil {
		return nil, err
	}
	heads := p.Heads()
	t := &trace.Trace{Header: p.Header(), Loss: trace.Loss{Dropped: doc.Dropped, Events: doc.Loss.Events, Truncated: doc.Loss.Truncated,
		Chunks: doc.Loss.Chunks, Ranges: doc.Loss.Ranges, Open: doc.Loss.Unclosed}}
	in := diagnose.FromSummary(source, t, doc.Summary)
	if n := len(doc.Pooled.Bad); n > 0 {
		in.Warnings = append(in.Warnings, fmt.Sprintf("captures that could not be read and are not in the summary: %d; the first is %s", n, doc.Pooled.Bad[0].Name))
	}
	seen := map[[2]string]bool{}
	for _, h := range heads {
		if pair := [2]string{h.Key, h.EndKey}; !seen[pair] { // thousands of captures have a few keys
			seen[pair] = true
			keys, warnings := diagnose.KeysOf(&trace.Trace{Header: trace.Header{Key: p.Key(h.Key)}, EndKey: json.RawMessage(p.Key(h.EndKey))}, h.Name)
			in.Keys, in.Warnings = append(in.Keys, keys), append(in.Warnings, warnings...)
		}
		e := diagnose.ExitOf(&trace.Trace{Header: trace.Header{Exit: h.Exit}}, h.Name)
		if e != nil && (in.Exit == nil || in.Exit.Signal() == 0) {
			in.Exit = e // the first that a signal ended, else any
		}
	}
	for _, r := range doc.Ranks {
		in.Ranks = append(in.Ranks, diagnose.Rank{Number: r.Rank, Source: r.Source, Summary: r.Summary})
	}
	return in, nil
}
