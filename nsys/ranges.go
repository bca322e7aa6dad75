package nsys

import "slices"

// Flags of a range.
const (
	RangeOpen = 1 << iota // was not closed: its end is the last time of any range
	RangeAway             // ended on another thread
)

// Ranges are the NVTX ranges of an export by column, in the order of the file. They
// take 38 bytes per range, NVTX takes 88 bytes per event.
type Ranges struct {
	Start, End []int64
	Name       []String // domain:text, or text in the default domain; NoString for none
	Text       []String // without the domain
	Thread     []int32  // index in Threads
	Row        []int32  // number of the row in NVTX_EVENTS, from 1
	Type       []uint8  // NVTXPushPop, NVTXStartEnd, NVTXTPushPop or NVTXTStartEnd
	Flags      []uint8

	Threads []Thread
}

// Len returns the number of ranges.
func (r *Ranges) Len() int { return len(r.Start) }

// Style returns what the reports call the type of range i.
func (r *Ranges) Style(i int) string {
	if t := r.Type[i]; t == NVTXStartEnd || t == NVTXTStartEnd {
		return "StartEnd"
	}
	return "PushPop"
}

// Ranges returns the NVTX ranges. A domain is known by its id within its
// process and has the name of its first creation. A range that was not closed
// ends with the last event of NVTX that the export has.
//
// Cost: O(rows), about 4 million a second.
func (e *Export) Ranges() (*Ranges, error) {
	n, err := e.Count("NVTX_EVENTS")
	if err != nil {
		return nil, err
	}
	e.prepareStrings()
	b := rangeReader{
		out: &Ranges{
			Start: make([]int64, 0, n), End: make([]int64, 0, n), Text: make([]String, 0, n),
			Thread: make([]int32, 0, n), Row: make([]int32, 0, n), Type: make([]uint8, 0, n), Flags: make([]uint8, 0, n),
		},
		threads: map[Thread]int32{}, domains: map[domain]int32{}, last: Null,
	}
	cols := columns("start | end eventType text textId globalTid endGlobalTid domainId")
	if err := e.scan("NVTX_EVENTS", cols, b.row); err != nil {
		return nil, err
	}
	b.close()
	return b.out, b.name(e)
}

// A domain identifies an NVTX domain: processes count them for themselves.
type domain struct {
	Process
	id int64
}

// A domainName is what is known of a domain.
type domainName struct {
	domain
	name    String // NoString while it is not known
	created int64
}

// A rangeReader puts ranges together.
type rangeReader struct {
	out     *Ranges
	threads map[Thread]int32
	domains map[domain]int32
	names   []domainName
	of      []int32 // for each range the index in names
	last    int64   // time of any event

	thread int32 // of the row before
	domain int32 // of the row before
}

// row reads an event.
func (b *rangeReader) row(r *row) error {
	start, end, kind := r.time(0), r.time(1), r.int(2)
	b.last = max(b.last, start, end)
	event := NVTXEvent{Type: uint8(kind)}
	ranged := kind == int64(event.Type) && event.IsRange()
	if !ranged && kind != NVTXDomain {
		return r.err
	}
	text := r.name(4)
	if text == NoString {
		if b := r.values[3].Bytes(); b != nil {
			text = r.e.strings.intern(b)
		}
	}
	thread := Thread(r.bits(5))
	d := b.domainOf(domain{thread.Process(), r.int(7)})
	if !ranged {
		if n := &b.names[d]; n.name == NoString || start < n.created {
			n.name, n.created = text, start
		}
		return r.err
	}
	o, flags := b.out, uint8(0)
	if end == Null {
		flags |= RangeOpen
	}
	if r.values[6].Kind != 0 {
		flags |= RangeAway
	}
	o.Start, o.End, o.Text = append(o.Start, start), append(o.End, end), append(o.Text, text)
	o.Thread, o.Row = append(o.Thread, b.threadOf(thread)), append(o.Row, int32(r.number))
	o.Type, o.Flags = append(o.Type, event.Type), append(o.Flags, flags)
	b.of = append(b.of, d)
	return r.err
}

// threadOf returns the index of a thread.
func (b *rangeReader) threadOf(t Thread) int32 {
	o := b.out
	if len(o.Threads) > 0 && o.Threads[b.thread] == t {
		return b.thread
	}
	i, ok := b.threads[t]
	if !ok {
		i = int32(len(o.Threads))
		b.threads[t] = i
		o.Threads = append(o.Threads, t)
	}
	b.thread = i
	return i
}

// domainOf returns the index of a domain.
func (b *rangeReader) domainOf(d domain) int32 {
	if len(b.names) > 0 && b.names[b.domain].domain == d {
		return b.domain
	}
	i, ok := b.domains[d]
	if !ok {
		i = int32(len(b.names))
		b.domains[d] = i
		b.names = append(b.names, domainName{domain: d, name: NoString})
	}
	b.domain = i
	return i
}

// close ends the ranges that were not closed.
func (b *rangeReader) close() {
	for i, f := range b.out.Flags {
		if f&RangeOpen != 0 {
			b.out.End[i] = b.last
		}
	}
}

// name puts the names of domains before those of ranges.
func (b *rangeReader) name(e *Export) error {
	type key struct {
		domain int32
		text   String
	}
	full := map[key]String{}
	b.out.Name = slices.Clone(b.out.Text)
	for i, d := range b.of {
		text := b.out.Text[i]
		if b.names[d].name == NoString || text == NoString {
			continue
		}
		k := key{d, text}
		name, ok := full[k]
		if !ok {
			var err error
			if name, err = e.Intern(e.Text(b.names[d].name) + ":" + e.Text(text)); err != nil {
				return err
			}
			full[k] = name
		}
		b.out.Name[i] = name
	}
	return nil
}
