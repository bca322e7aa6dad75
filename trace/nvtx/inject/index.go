package inject

import (
	"cmp"
	"io"
	"slices"
)

// A File is one of a capture.
type File struct {
	Name string
	Data io.ReaderAt
	Size int64
}

// A rawFile is a file whose header is good.
type rawFile struct {
	File
	header
	process *process
	line    timeline
}

// A segment is what one thread wrote into a file.
type segment struct {
	file   *rawFile
	start  int64  // offset of its first record
	end    int64  // behind its last one
	tick   uint64 // at the start
	last   uint64 // tick of its last record
	open   []uint32
	mixed  bool     // ranges of domains overlap without nesting
	used   []uint32 // domains with events of this thread, ascending
	thread uint64
}

// An index is what one pass over all files finds.
type index struct {
	files     []*rawFile
	processes []*process // by pid and image
	segments  []*segment
	anchors   [clockNS + 1][]anchor
	stats     Stats
	blobs     bool  // there are payloads or schemas
	has       uint8 // arguments that there are, as in args
}

// Stats says what was captured.
type Stats struct {
	Processes int   // that emitted something
	Threads   int   // that emitted something
	Ranges    int64 // begun, of both sorts
	Marks     int64
	Open      int64 // ranges without an end
	Stray     int64 // ends of ranges that were not open
	Dropped   int64 // ranges for which there was no room
	Lost      int64 // marks, names and other things for which there was no room
	Damaged   int64 // files that end in something that is no record
	Foreign   int64 // files without a header, such as the file of a thread that was killed as it made the file
	Nested    int64 // calls of signal handlers within other calls, which are not recorded
	Attached  int64 // processes that met NVTX
	Failed    int64 // files that could not be made or grown
	Errno     int64 // why, of the last of them
}

// read goes through all files once.
func (ix *index) read(files []File) error {
	type id struct {
		pid   uint32
		image uint64
	}
	known := map[id]*process{}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range files {
		r := reader{src: f.Data, size: f.Size}
		h, err := parseHeader(r.bytes(headerWords * 8))
		if r.err != nil {
			return r.err
		}
		if err != nil {
			ix.stats.Foreign++
			continue
		}
		p := known[id{h.pid, h.image}]
		if p == nil {
			p = newProcess(h)
			known[id{h.pid, h.image}] = p
			ix.processes = append(ix.processes, p)
		}
		raw := &rawFile{File: f, header: h, process: p}
		ix.files = append(ix.files, raw)
		ix.anchors[h.clock] = append(ix.anchors[h.clock], h.anchor)
		r.off, r.last = headerWords*8, h.anchor.tick
		if err := ix.file(raw, &r); err != nil {
			return err
		}
	}
	slices.SortFunc(ix.processes, func(a, b *process) int { return cmp.Or(cmp.Compare(a.image, b.image), cmp.Compare(a.pid, b.pid)) })
	return nil
}

// file reads the records of a file.
func (ix *index) file(f *rawFile, r *reader) error {
	var s *segment
	var x record
	for r.next(&x) {
		switch x.kind {
		case kindAnchor:
			ix.anchors[f.clock] = append(ix.anchors[f.clock], anchor{x.tick, x.id})
		case kindThread:
			s = &segment{file: f, start: r.off, tick: x.tick, thread: x.id}
			ix.segments = append(ix.segments, s)
		case kindDefine:
			if !f.process.define(&x) {
				ix.stats.Stray++
			}
			ix.blobs = ix.blobs || x.sort == defineSchema || x.sort == defineEnum || x.sort == defineCategory
		case kindThreadEnd:
			s = nil
		default:
			if s == nil {
				ix.stats.Stray++ // no thread said that it is here
				continue
			}
			ix.event(s, &x)
		}
		if s != nil {
			s.end, s.last = r.off, r.last
		}
	}
	if r.damaged {
		ix.stats.Damaged++
	}
	return r.err
}

// event takes an event of a segment.
func (ix *index) event(s *segment, x *record) {
	p := s.file.process
	switch x.kind {
	case kindPush:
		ix.stats.Ranges++
		p.index(x)
		s.use(x.domain)
		s.open = append(s.open, x.domain)
	case kindPop:
		if !s.pop(x.domain) {
			ix.stats.Stray++
		}
	case kindMark:
		ix.stats.Marks++
		p.index(x)
		s.use(x.domain)
	case kindStart:
		if p.ranges.start(x, p.index(x), argsOf(x)) {
			ix.stats.Ranges++
		} else {
			ix.stats.Stray++
		}
	case kindEnd:
		p.ranges.end(x)
	}
	if a := argsOf(x); a != nil && x.kind != kindMark {
		ix.has |= a.has
	}
	ix.blobs = ix.blobs || x.sort != 0 && (x.payload == payloadExt || x.kind == kindMark)
}

// use notes that the thread has events of a domain.
func (s *segment) use(domain uint32) {
	if len(s.used) > 0 && s.used[0] == domain {
		return
	}
	if k, ok := slices.BinarySearch(s.used, domain); !ok {
		s.used = slices.Insert(s.used, k, domain)
	}
}

// pop closes the innermost range of a domain, and reports false when there is
// none.
func (s *segment) pop(domain uint32) bool {
	k := len(s.open) - 1
	for k >= 0 && s.open[k] != domain {
		k--
	}
	if k < 0 {
		return false
	}
	s.mixed = s.mixed || k != len(s.open)-1
	s.open = append(s.open[:k], s.open[k+1:]...)
	return true
}

// argsOf returns the arguments of an event, nil when it has none.
func argsOf(x *record) *args {
	if x.sort == 0 {
		return nil
	}
	var a args
	if v, ok := x.number(); ok {
		a.payload, a.has = v, 1
	}
	if x.category != 0 {
		a.category, a.has = float64(x.category), a.has|2
	}
	if a.has == 0 {
		return nil
	}
	return &a
}
