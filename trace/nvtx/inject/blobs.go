package inject

import (
	"iter"

	"github.com/nrkit/nrkit/trace"
)

// blobs yields what has no place among the events.
func (c *Capture) blobs() iter.Seq[trace.Blob] {
	return func(yield func(trace.Blob) bool) {
		for _, t := range c.threads {
			for _, s := range t.segments {
				b := blobber{c: c, t: t, s: s, yield: yield}
				if !c.walk(s, b.take) {
					return
				}
			}
		}
	}
}

// A blobber turns the records of a segment into blobs.
type blobber struct {
	c     *Capture
	t     *threadTrack
	s     *segment
	yield func(trace.Blob) bool
	hint  int
}

func (b *blobber) blob(x *record, sort string, id uint64, data []byte) trace.Blob {
	at := int64(b.c.since(b.s.file.line.at(x.tick, &b.hint)))
	track := int32(-1)
	if len(b.c.Trace.Tracks) > 0 && b.t.track >= 0 {
		track = b.t.of(x.domain)
	}
	return trace.Blob{Sort: sort, ID: id, Time: at, Track: track, Name: -1, Data: data}
}

func (b *blobber) take(x *record) bool {
	if x.kind == kindDefine {
		sort := map[uint8]string{defineSchema: "nvtx.schema", defineEnum: "nvtx.enum", defineCategory: "nvtx.category"}[x.sort]
		if sort == "" {
			return true
		}
		x.domain = uint32(x.of)
		return b.yield(b.blob(x, sort, x.id, x.data))
	}
	if x.sort == 0 {
		return true
	}
	name := int32(-1)
	if x.kind == kindPush || x.kind == kindMark || x.kind == kindStart {
		name = b.t.process.nameOf(x)
	}
	if x.kind == kindMark && (x.category != 0 || x.payload != 0 && x.payload != payloadExt) {
		data := le.AppendUint64(le.AppendUint64(nil, uint64(x.category)|uint64(x.payload)<<32), x.value)
		m := b.blob(x, "nvtx.mark", 0, data)
		m.Name = name
		if !b.yield(m) {
			return false
		}
	}
	for p := range x.payloads {
		m := b.blob(x, "nvtx.payload", p.schema, p.data)
		m.Name = name
		if !b.yield(m) {
			return false
		}
	}
	return true
}
