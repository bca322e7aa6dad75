package nsys

// A Range is an NVTX range in a part of the table.
type Range struct {
	Start, End int64 // End is Null for a range that was not closed
	Kind       int32 // in the part: see FoundRanges
	Row        int32 // in the part, from 1
}

// FoundRanges says what the ranges that EachRange found have in common.
type FoundRanges struct {
	Kinds   []RangeKind
	Threads []Thread
	Parts   []RangePart
	Last    int64 // time of any event of NVTX: where ranges end that were not closed
}

// A RangePart says what is added to the numbers of kinds and of rows of a part.
type RangePart struct{ Kind, Row int32 }

// EachRange calls what begin returns for each NVTX range that keep says true for,
// and for each range that was not closed. The table is read in parts, each by a
// goroutine. begin is called for each part, in order, before any is read, and may be
// called anew from part 0 on, if a part fails. keep is as in [Export.RangesWhere].
func (e *Export) EachRange(keep func(t Thread) func(start, end int64) bool, begin func(part int) func(Range)) (*FoundRanges, error) {
	e.prepareStrings()
	var readers []*rangeReader
	cols := columns("start | end eventType text textId globalTid endGlobalTid domainId")
	portions, err := e.scanParts("NVTX_EVENTS", cols, func(part int, view *Export) func(*row) error {
		view.prepareStrings()
		b := &rangeReader{view: view, keep: keep, yield: begin(part), last: Null,
			index: map[rangeKey]int32{}, watched: map[Thread]func(start, end int64) bool{}, domains: map[domain]domainName{}}
		readers = append(readers[:part], b)
		return b.row
	})
	if err != nil {
		return nil, err
	}
	m := rangeMerger{e: e, found: &FoundRanges{Last: Null}, threads: map[Thread]int32{}, domains: map[domain]domainName{}, full: map[[2]String]String{}}
	row := int32(0)
	for k, b := range readers {
		m.found.Parts = append(m.found.Parts, RangePart{Row: row})
		m.found.Last = max(m.found.Last, b.last)
		m.addDomains(b)
		row += int32(portions[k].rows)
	}
	for k, b := range readers {
		m.found.Parts[k].Kind = int32(len(m.found.Kinds))
		if err := m.addKinds(b); err != nil {
			return nil, err
		}
	}
	return m.found, nil
}

// A domain identifies an NVTX domain: processes count them for themselves.
type domain struct {
	Process
	id int64
}

// A domainName is what is known of a domain.
type domainName struct {
	name    String // NoString while it is not known
	created int64
}

// A rangeKey is what ranges of a kind have in common in a part.
type rangeKey struct {
	thread Thread
	domain int64
	text   String // of the view
	kind   uint8
	flags  uint8
}

// A rangeReader reads a part of NVTX_EVENTS.
type rangeReader struct {
	view  *Export
	keep  func(t Thread) func(start, end int64) bool // nil for all
	yield func(Range)
	last  int64 // time of any event

	keys    []rangeKey
	watch   []func(start, end int64) bool // by kind
	index   map[rangeKey]int32
	recent  [recentKinds]int32 // by hash: 1 + a kind
	watched map[Thread]func(start, end int64) bool
	domains map[domain]domainName
	made    []domain // in the order of the file
}

// recentKinds is how many kinds are found without a map.
const recentKinds = 1 << 9

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
		if t := r.values[3].Bytes(); t != nil {
			text = r.e.strings.intern(t)
		}
	}
	key := rangeKey{thread: Thread(r.bits(5)), domain: r.int(7), text: text, kind: event.Type}
	if !ranged {
		b.created(domain{key.thread.Process(), key.domain}, domainName{text, start})
		return r.err
	}
	if end == Null {
		key.flags |= RangeOpen
	}
	if r.values[6].Kind != 0 {
		key.flags |= RangeAway
	}
	k := b.kindOf(&key)
	if w := b.watch[k]; end == Null || w == nil || w(start, end) {
		b.yield(Range{start, end, k, int32(r.number)})
	}
	return r.err
}

// created takes note of the creation of a domain.
func (b *rangeReader) created(d domain, n domainName) {
	old, ok := b.domains[d]
	if !ok {
		b.made = append(b.made, d)
	}
	if !ok || n.before(old) {
		b.domains[d] = n
	}
}

// before says whether a creation gives a domain its name rather than an earlier row.
func (n domainName) before(old domainName) bool {
	return n.name != NoString && (old.name == NoString || n.created < old.created)
}

// kindOf returns the number of a kind.
func (b *rangeReader) kindOf(key *rangeKey) int32 {
	h := (uint64(key.thread)*3+uint64(key.domain)<<8+uint64(key.kind)<<4+uint64(key.flags))*0x9e3779b97f4a7c15 + uint64(key.text)*0xbf58476d1ce4e5b9
	recent := &b.recent[h>>32%recentKinds]
	if k := *recent - 1; k >= 0 && b.keys[k] == *key {
		return k
	}
	k, ok := b.index[*key]
	if !ok {
		k = int32(len(b.keys))
		b.index[*key] = k
		b.keys, b.watch = append(b.keys, *key), append(b.watch, b.watchOf(key.thread))
	}
	*recent = k + 1
	return k
}

// watchOf returns what says which ranges of a thread are kept, nil for all.
func (b *rangeReader) watchOf(t Thread) func(start, end int64) bool {
	if b.keep == nil {
		return nil
	}
	w := b.watched[t]
	if w == nil {
		w = b.keep(t)
		b.watched[t] = w
	}
	return w
}

// A rangeMerger puts what parts found together.
type rangeMerger struct {
	e       *Export
	found   *FoundRanges
	threads map[Thread]int32
	domains map[domain]domainName
	full    map[[2]String]String // by the names of a domain and of a range
}

// addDomains adds the domains of a part.
func (m *rangeMerger) addDomains(b *rangeReader) {
	for _, d := range b.made {
		n := b.domains[d]
		n.name = m.text(b, n.name)
		if old, ok := m.domains[d]; !ok || n.before(old) {
			m.domains[d] = n
		}
	}
}

// text returns the String of a text of a part in the export.
func (m *rangeMerger) text(b *rangeReader, s String) String {
	if b.view == m.e || s == NoString {
		return s
	}
	return m.e.strings.intern([]byte(b.view.Text(s)))
}

// addKinds adds the kinds of a part.
func (m *rangeMerger) addKinds(b *rangeReader) error {
	for _, key := range b.keys {
		k := RangeKind{Text: m.text(b, key.text), Thread: m.threadOf(key.thread), Type: key.kind, Flags: key.flags}
		var err error
		if k.Name, err = m.name(domain{key.thread.Process(), key.domain}, k.Text); err != nil {
			return err
		}
		m.found.Kinds = append(m.found.Kinds, k)
	}
	return nil
}

// threadOf returns the index of a thread.
func (m *rangeMerger) threadOf(t Thread) int32 {
	i, ok := m.threads[t]
	if !ok {
		i = int32(len(m.found.Threads))
		m.threads[t] = i
		m.found.Threads = append(m.found.Threads, t)
	}
	return i
}

// name puts the name of a domain before the text of a range.
func (m *rangeMerger) name(d domain, text String) (String, error) {
	n, ok := m.domains[d]
	if !ok || n.name == NoString || text == NoString {
		return text, nil
	}
	key := [2]String{n.name, text}
	name, ok := m.full[key]
	if !ok {
		var err error
		if name, err = m.e.Intern(m.e.Text(n.name) + ":" + m.e.Text(text)); err != nil {
			return NoString, err
		}
		m.full[key] = name
	}
	return name, nil
}
