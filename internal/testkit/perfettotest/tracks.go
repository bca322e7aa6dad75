package perfettotest

import "slices"

// describe reads a track_descriptor. One that comes again must say the same, and
// may say more: the labels of a process, once.
func (d *decoder) describe(n node) {
	uuid := n.num("uuid")
	if uuid == 0 {
		d.add("track_descriptor without a uuid", "")
		return
	}
	tr := &Track{UUID: uuid, Parent: n.num("parent_uuid"), Name: n.text("name"), Description: n.text("description")}
	if n.has("process") {
		p := d.sub(n, "process")
		tr.Process = &Process{int64(p.num("pid")), p.text("process_name"), p.texts("cmdline"), p.texts("process_labels")}
		d.number("pid", tr.Process.PID)
	}
	if n.has("thread") {
		t := d.sub(n, "thread")
		tr.Thread = &Thread{int64(t.num("pid")), int64(t.num("tid")), t.text("thread_name")}
		d.number("pid", tr.Thread.PID)
		d.number("tid", tr.Thread.TID)
	}
	if n.has("counter") {
		tr.Counter = &Counter{unit(d.sub(n, "counter"))}
	}
	tr.merged = tr.Process == nil && tr.Thread == nil && tr.Counter == nil && n.num("sibling_merge_behavior") != mergeNone
	if old := d.tracks[uuid]; old != nil {
		d.again(old, tr)
		return
	}
	if tr.Process != nil {
		d.checkLabels(tr.Process.Labels)
	}
	d.tracks[uuid] = tr
	d.trace.Tracks = append(d.trace.Tracks, tr)
}

// number notes a pid or tid that is that of the idle task, or not whole in the
// 32 bits that other parts of the reader keep.
func (d *decoder) number(what string, n int64) {
	if n <= 0 || n > 1<<31-1 {
		d.add(what+" is not from 1 to 2^31-1", "got %d", n)
	}
}

func unit(n node) string {
	if u := n.num("unit"); u > 0 && u < 4 {
		return []string{"", "ns", "count", "bytes"}[u]
	}
	return n.text("unit_name")
}

// again takes another descriptor of a track.
func (d *decoder) again(old, tr *Track) {
	same := old.Parent == tr.Parent && old.merged == tr.merged && (old.Process == nil) == (tr.Process == nil) &&
		(old.Thread == nil) == (tr.Thread == nil) && (old.Counter == nil) == (tr.Counter == nil)
	if same && old.Process != nil {
		same = old.Process.PID == tr.Process.PID
	}
	if same && old.Thread != nil {
		same = *old.Thread == *tr.Thread
	}
	if !same {
		d.add("track_descriptor: one uuid, two tracks", "uuid %d", old.UUID)
		return
	}
	if tr.Name != "" && old.Name != "" && tr.Name != old.Name {
		d.add("track_descriptor: one uuid, two names", "%q and %q", old.Name, tr.Name)
	}
	if old.Process == nil {
		return
	}
	if tr.Process.Name != "" && tr.Process.Name != old.Process.Name {
		d.add("process has two names", "%q and %q", old.Process.Name, tr.Process.Name)
	}
	d.checkLabels(tr.Process.Labels)
	if len(tr.Process.Labels) > 0 {
		if len(old.Process.Labels) > 0 {
			d.add("process has labels more than once", "the second take the keys of the first")
		}
		old.Process.Labels = tr.Process.Labels
	}
}

// checkLabels notes a label that a process has twice.
func (d *decoder) checkLabels(labels []string) {
	for i, label := range labels {
		if slices.Contains(labels[:i], label) {
			d.add("label is there twice", "%q", label)
		}
	}
}

// checkTracks checks what holds for all descriptors of a file.
func (d *decoder) checkTracks() {
	type sibling struct {
		parent uint64
		name   string
	}
	pids, tids, siblings := map[int64]bool{}, map[Thread]bool{}, map[sibling]bool{}
	for _, tr := range d.trace.Tracks {
		d.checkAncestors(tr)
		if p := tr.Process; p != nil {
			if pids[p.PID] {
				d.add("two processes of one pid", "pid %d: the second counts as a later process", p.PID)
			}
			pids[p.PID] = true
		}
		if t := tr.Thread; t != nil {
			key := Thread{PID: t.PID, TID: t.TID}
			if tids[key] {
				d.add("two threads of one pid and tid", "%d/%d: the second counts as a later thread", t.PID, t.TID)
			}
			tids[key] = true
		}
		if key := (sibling{tr.Parent, tr.Name}); tr.merged {
			if siblings[key] {
				d.add("tracks of one parent and name are merged", "%q", tr.Name)
			}
			siblings[key] = true
		}
		if tr.Name == "" && tr.Process == nil && tr.Thread == nil {
			d.add("track without a name", "uuid %d", tr.UUID)
		}
	}
}

// checkAncestors follows parents up to the root.
func (d *decoder) checkAncestors(tr *Track) {
	seen := []uint64{tr.UUID}
	for up := tr.Parent; up != 0; {
		parent := d.tracks[up]
		if parent == nil {
			d.add("parent of a track is not described", "uuid %d", up)
			return
		}
		if slices.Contains(seen, up) {
			d.add("track is its own ancestor", "uuid %d", up)
			return
		}
		seen = append(seen, up)
		up = parent.Parent
	}
}
