package nsys

// An Ending gathers the NVTX ranges that were open when a recording ended. The
// zero value has none.
type Ending struct {
	Ranges  int64 // how many there are
	threads map[Thread]*threadEnding
}

// A threadEnding is what was open on a thread.
type threadEnding struct {
	first        int64 // the earliest start
	last, pushed began // of all, and of those that were pushed
}

// A began is a range: when it began, which of all ranges it was, and its id.
type began struct {
	start, number int64
	id            int32
}

// after says whether a range began later than another; of two that began at
// once the one that was added later did.
func (b began) after(o began) bool {
	return o.number == 0 || b.start > o.start || b.start == o.start && b.number > o.number
}

// Add adds an open range of a thread, with an id of the caller.
func (x *Ending) Add(t Thread, start int64, style uint8, id int32) {
	if x.threads == nil {
		x.threads = map[Thread]*threadEnding{}
	}
	x.Ranges++
	b := began{start, x.Ranges, id}
	th := x.threads[t]
	if th == nil {
		th = &threadEnding{first: start}
		x.threads[t] = th
	}
	th.first = min(th.first, start)
	if b.after(th.last) {
		th.last = b
	}
	if (style == NVTXPushPop || style == NVTXTPushPop) && b.after(th.pushed) {
		th.pushed = b
	}
}

// Innermost returns the id of the open range that began last, and false if no range
// is open. With nested, a range counts only if it was pushed and another open range
// of its thread began before it. The reason: if nsys records a single range, that
// range ends with the recording, open or not.
func (x *Ending) Innermost(nested bool) (id int32, ok bool) {
	var best began
	for _, th := range x.threads {
		b := th.last
		if nested {
			b = th.pushed
		}
		if b.number != 0 && (!nested || b.start > th.first) && b.after(best) {
			best = b
		}
	}
	return best.id, best.number != 0
}

// OpenRange returns the name of the innermost NVTX range that was open when the
// recording ended, "" for none, as [Ending.Innermost] has it.
//
// An open range has no end in the export, or, as nsys 2022.4 writes it, the end
// of the recording. What came last before a program crashed may be missing in
// the export, so that a range that was closed then is open here, and one that
// began then is not there.
func (e *Export) OpenRange(nested bool) (string, error) {
	stop, err := e.Recorded()
	if err != nil {
		return "", err
	}
	r, _, err := e.collectRanges(func(Thread) func(start, end int64) bool {
		return func(_, end int64) bool { return stop != Null && end >= stop }
	})
	if err != nil {
		return "", err
	}
	var open Ending
	for i := range r.Len() {
		open.Add(r.Threads[r.Thread(i)], r.Start[i], r.Type(i), int32(i))
	}
	i, ok := open.Innermost(nested)
	if !ok {
		return "", nil
	}
	return e.Text(r.Name(int(i))), nil
}

// Recorded returns the duration of the recording in ns, from ANALYSIS_DETAILS, or
// Null if the export does not have it. Times of an export count from the start of
// the recording.
func (e *Export) Recorded() (int64, error) {
	stop := int64(Null)
	err := e.scan("ANALYSIS_DETAILS", columns("duration"), func(r *row) error {
		stop = r.int(0)
		return r.err
	})
	return stop, err
}
