package summary

import (
	"encoding/json"
	"iter"

	"github.com/nrkit/nrkit/internal/packed"
	"github.com/nrkit/nrkit/trace"
)

// A Head is what is asked of each capture besides its figures.
type Head struct {
	Name   string // of the file, without its folders
	Key    string // hash of the key of its start; "" without one
	EndKey string
	Exit   *int // the code with which the program ended; nil when unknown
}

// Heads returns the heads of the captures in their order.
func (p *Part) Heads() []Head {
	p.sort()
	list := make([]Head, 0, len(p.rows))
	for k := range p.rows {
		c := p.light(k)
		list = append(list, Head{c.base(), c.Key, c.EndKey, c.Exit})
	}
	return list
}

// Key returns the key with a hash; nil for none.
func (p *Part) Key(hash string) json.RawMessage { return p.keys[hash] }

// Header returns the clock of the captures, and the cost of timing a range. The clock is
// "" if captures have different clocks.
func (p *Part) Header() (h trace.Header) {
	for k := range p.rows {
		c := p.light(k)
		if k == 0 {
			h.Clock = c.Clock
		} else if h.Clock != c.Clock {
			h.Clock = ""
		}
		h.TimerNS = max(h.TimerNS, c.TimerNS)
	}
	return h
}

// light returns a capture without its tables.
func (p *Part) light(k int) *Capture {
	var c lightCapture
	if err := packed.Unmarshal(p.rows[k].blob, &c); err != nil {
		panic("internal error: a row of a summary cannot be read: " + err.Error())
	}
	return &Capture{Name: c.Name, Key: c.Key, EndKey: c.EndKey, Exit: c.Exit, Clock: c.Clock, TimerNS: c.TimerNS, Sample: c.Sample}
}

// A lightCapture is the part of a [Capture] that is read fast.
type lightCapture struct {
	Name    string  `json:"name"`
	Key     string  `json:"key"`
	EndKey  string  `json:"end_key"`
	Exit    *int    `json:"exit_code"`
	Clock   string  `json:"clock"`
	TimerNS float64 `json:"timer_ns"`
	Sample  int     `json:"sample"`
}

// Runs yields the captures one by one: what is known of the trace besides its ranges,
// with its keys, and its table of phases.
func (p *Part) Runs() iter.Seq2[*trace.Trace, *trace.Summary] {
	p.sort()
	return func(yield func(*trace.Trace, *trace.Summary) bool) {
		for k := range p.rows {
			c := p.capture(k)
			t := &trace.Trace{Header: c.header(), Counts: c.Summary.Counts, Loss: c.loss(), EndKey: p.keys[c.EndKey]}
			t.Header.Key = p.keys[c.Key]
			if !yield(t, c.Summary) {
				return
			}
		}
	}
}
