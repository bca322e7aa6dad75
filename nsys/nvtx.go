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

// nvtxColumns are the columns of an NVTX event.
const nvtxColumns = "start | end eventType text textId globalTid endGlobalTid rangeId domainId category "

// nvtxCount is the number of columns in nvtxColumns.
const nvtxCount = 10

// NVTX returns the NVTX events.
func (e *Export) NVTX() ([]NVTXEvent, error) {
	return collect(e, "NVTX_EVENTS", columns(nvtxColumns), (*NVTXEvent).set)
}

// set sets n from the first columns of r.
func (n *NVTXEvent) set(r *row) {
	n.Start, n.End = r.time(0), r.time(1)
	if kind := r.bits(2); kind <= math.MaxUint8 {
		n.Type = uint8(kind) // no larger one is known
	}
	if text := r.values[3].Bytes(); text != nil {
		n.Text = r.e.strings.intern(text)
	} else {
		n.Text = r.name(4)
	}
	n.Thread, n.EndThread = Thread(r.bits(5)), Thread(r.bits(6))
	n.RangeID, n.Domain, n.Category = r.int(7), r.int(8), r.int(9)
}

// EachNVTX calls yield for each event that NVTX returns, with its payload, nil
// for none. Both are used again for the next one.
func (e *Export) EachNVTX(yield func(*NVTXEvent, *Payload)) error {
	e.prepareStrings()
	var event NVTXEvent
	var p Payload
	return e.scan("NVTX_EVENTS", columns(nvtxColumns+payloadColumns), func(r *row) error {
		event, p = NVTXEvent{}, Payload{}
		event.set(r)
		carries := p.set(r, nvtxCount)
		switch {
		case r.err != nil:
		case carries:
			yield(&event, &p)
		default:
			yield(&event, nil)
		}
		return r.err
	})
}

// EachNVTXDomain calls yield for each creation of an NVTX domain. The event has the
// start, the process of the thread, the domain and its name. The event is reused for
// the next creation.
func (e *Export) EachNVTXDomain(yield func(*NVTXEvent)) error {
	e.prepareStrings()
	return e.scan("NVTX_EVENTS", columns("start | eventType text textId globalTid domainId"), func(r *row) error {
		if r.bits(1) != NVTXDomain {
			return r.err
		}
		event := NVTXEvent{Start: r.time(0), Thread: Thread(r.bits(4)), Domain: r.int(5), Type: NVTXDomain}
		if text := r.values[2].Bytes(); text != nil {
			event.Text = e.strings.intern(text)
		} else {
			event.Text = r.name(3)
		}
		if r.err == nil {
			yield(&event)
		}
		return r.err
	})
}

// A Payload is the value that an NVTX event carries.
type Payload struct {
	Row   int // index of the event in what NVTX returns
	Value float64
	JSON  string // of the payload extension; "" when it is a number
}

// payloadColumns are the columns of a Payload.
const payloadColumns = "uint64Value int64Value doubleValue uint32Value int32Value floatValue jsonText jsonTextId"

// set sets p from the columns of r from number i on; false when there is none.
func (p *Payload) set(r *row, i int) (carries bool) {
	p.Row = r.number - 1
	for k := i; k < i+6; k++ {
		if r.values[k].Kind != 0 {
			p.Value, carries = r.float(k), true
		}
	}
	if p.JSON = r.text(i + 6); p.JSON == "" {
		p.JSON = r.e.Text(r.name(i + 7))
	}
	return carries || p.JSON != ""
}

// NVTXPayloads returns the payloads of the NVTX events that have one.
func (e *Export) NVTXPayloads() ([]Payload, error) {
	e.prepareStrings()
	var list []Payload
	err := e.scan("NVTX_EVENTS", columns(payloadColumns), func(r *row) error {
		var p Payload
		if p.set(r, 0) {
			list = append(list, p)
		}
		return r.err
	})
	return list, err
}
