package nsys

import "math"

// Types of NVTX events.
const (
	NVTXCategory   = 33
	NVTXMark       = 34
	NVTXThreadName = 39
	NVTXPushPop    = 59 // a range of a thread
	NVTXStartEnd   = 60 // a range of a process
	NVTXTPushPop   = 70 // imported with ImportNvtxt
	NVTXTStartEnd  = 71
	NVTXDomain     = 75 // creation of a domain: its name
)

// An NVTXEvent is an NVTX range, a mark, or a name.
type NVTXEvent struct {
	Start, End int64 // End is Null for a mark, a name, and a range that was not closed
	Thread     Thread
	EndThread  Thread // where a start/end range ended, when it was another thread; else 0
	RangeID    int64
	Domain     int64 // within the process; 0 is the default domain
	Category   int64
	Text       String // as the program gave it, without the domain
	Type       uint8
}

// IsRange says whether the event is a range, closed or not.
func (n *NVTXEvent) IsRange() bool {
	switch n.Type {
	case NVTXPushPop, NVTXStartEnd, NVTXTPushPop, NVTXTStartEnd:
		return true
	}
	return false
}

// NVTX returns the NVTX events.
func (e *Export) NVTX() ([]NVTXEvent, error) {
	cols := columns("start | end eventType text textId globalTid endGlobalTid rangeId domainId category")
	return collect(e, "NVTX_EVENTS", cols, func(n *NVTXEvent, r *row) {
		n.Start, n.End = r.time(0), r.time(1)
		if kind := r.bits(2); kind <= math.MaxUint8 {
			n.Type = uint8(kind) // no larger one is known
		}
		if text := r.values[3].Bytes(); text != nil {
			n.Text = e.strings.intern(text)
		} else {
			n.Text = r.name(4)
		}
		n.Thread, n.EndThread = Thread(r.bits(5)), Thread(r.bits(6))
		n.RangeID, n.Domain, n.Category = r.int(7), r.int(8), r.int(9)
	})
}

// A Payload is the value that an NVTX event carries.
type Payload struct {
	Row   int // index of the event in what NVTX returns
	Value float64
	JSON  string // of the payload extension; "" when it is a number
}

// NVTXPayloads returns the payloads of the NVTX events that have one.
func (e *Export) NVTXPayloads() ([]Payload, error) {
	e.prepareStrings()
	var list []Payload
	cols := columns("uint64Value int64Value doubleValue uint32Value int32Value floatValue jsonText jsonTextId")
	err := e.scan("NVTX_EVENTS", cols, func(r *row) error {
		p := Payload{Row: r.number - 1}
		found := false
		for i := range 6 {
			if r.values[i].Kind != 0 {
				p.Value, found = r.float(i), true
			}
		}
		if p.JSON = r.text(6); p.JSON == "" {
			p.JSON = e.Text(r.name(7))
		}
		if found || p.JSON != "" {
			list = append(list, p)
		}
		return r.err
	})
	return list, err
}
