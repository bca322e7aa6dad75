package inject

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A threadTrack is a thread as long as its ranges nest: a thread whose number
// was used before by one that left ranges open is another.
type threadTrack struct {
	process  *process
	segments []*segment       // one after the other
	lanes    map[uint32]int32 // track of each domain, when ranges of several overlap; else nil
	track    int32            // of all domains, when lanes is nil
}

// of returns the track of a domain, -1 when it has none.
func (t *threadTrack) of(domain uint32) int32 {
	if t.lanes == nil {
		return t.track
	}
	if track, ok := t.lanes[domain]; ok {
		return track
	}
	return -1
}

// threadTracks sorts the segments into threads, and makes the tracks they need.
func (c *Capture) threadTracks() {
	list := c.index.segments
	slices.SortStableFunc(list, func(a, b *segment) int {
		return cmp.Or(cmp.Compare(a.file.pid, b.file.pid), cmp.Compare(a.thread, b.thread), cmp.Compare(c.index.ns(a), c.index.ns(b)))
	})
	var last *threadTrack
	var before *segment
	for _, s := range list {
		same := before != nil && before.file.process == s.file.process && before.thread == s.thread && len(before.open) == 0
		if !same {
			last = &threadTrack{process: s.file.process, track: -1}
			c.threads = append(c.threads, last)
		}
		last.segments = append(last.segments, s)
		before = s
	}
	for _, t := range c.threads {
		c.addThread(t, t.segments[0].thread)
	}
}

// addTrack makes a track, in the next lane of its thread.
func (c *Capture) addTrack(p *process, thread uint64, name string) int32 {
	key := [2]uint64{uint64(p.pid), thread}
	c.Trace.Tracks = append(c.Trace.Tracks, trace.Track{Process: int64(p.pid), Thread: int64(thread), Device: -1, Name: name, Lane: c.lanes[key]})
	c.lanes[key]++
	return int32(len(c.Trace.Tracks) - 1)
}

// addThread makes the tracks of t.
func (c *Capture) addThread(t *threadTrack, tid uint64) {
	mixed := false
	var used []uint32
	for _, s := range t.segments {
		mixed = mixed || s.mixed
		used = append(used, s.used...)
		c.Stats.Open += int64(len(s.open))
	}
	slices.Sort(used)
	used = slices.Compact(used)
	if len(used) == 0 {
		return // it only named things, or has start/end ranges alone
	}
	c.Stats.Threads++
	name := t.process.threadName(tid)
	if !mixed {
		t.track = c.addTrack(t.process, tid, name)
		return
	}
	t.lanes = map[uint32]int32{}
	for _, d := range used {
		of := name
		if d != 0 {
			of = fmt.Sprintf("%s · %s", name, t.process.domain(uint64(d)))
		}
		t.lanes[d] = c.addTrack(t.process, tid, of)
	}
}

// ns returns the time of a segment's start.
func (ix *index) ns(s *segment) uint64 {
	var hint int
	return s.file.line.at(s.tick, &hint)
}

// rangeTracks makes the tracks of ranges that may end on another thread.
func (c *Capture) rangeTracks() {
	for _, p := range c.index.processes {
		c.first = append(c.first, int32(len(c.Trace.Tracks)))
		for k := range p.ranges.lanes {
			name := "start/end ranges"
			if k > 0 {
				name = fmt.Sprintf("start/end ranges %d", k+1)
			}
			c.addTrack(p, 0, name)
		}
		for i := range p.ranges.list {
			if p.ranges.list[i].end == noEnd {
				c.Stats.Open++
			}
		}
		c.Stats.Stray += p.ranges.stray
	}
}
