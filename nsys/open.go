package nsys

// OpenRange returns the name of the innermost NVTX range that was open when the
// recording ended, "" for none: of the open ranges the one that began last.
// With nested, a range counts only if another open one of its thread began
// before it: where nsys records one range, that one ends with the recording.
//
// An open range has no end in the export, or, as nsys 2022.4 writes it, the end
// of the recording, which ANALYSIS_DETAILS has. What came last before a program
// crashed may be missing in the export, so that a range that was closed then is
// open here, and one that began then is not there.
func (e *Export) OpenRange(nested bool) (string, error) {
	stop, err := e.recorded()
	if err != nil {
		return "", err
	}
	r, err := e.Ranges()
	if err != nil {
		return "", err
	}
	open := func(i int) bool { return r.Flags[i]&RangeOpen != 0 || stop != Null && r.End[i] >= stop }
	outer := map[int32]int64{} // start of the first open range of each thread
	for i := range r.Len() {
		if first, ok := outer[r.Thread[i]]; open(i) && (!ok || r.Start[i] < first) {
			outer[r.Thread[i]] = r.Start[i]
		}
	}
	last := -1
	for i := range r.Len() {
		inner := r.Start[i] > outer[r.Thread[i]] && r.Style(i) == "PushPop"
		if open(i) && (inner || !nested) && (last < 0 || r.Start[i] >= r.Start[last]) {
			last = i
		}
	}
	if last < 0 {
		return "", nil
	}
	return e.Text(r.Name[last]), nil
}

// recorded returns how long the recording took, in ns, Null where the export
// does not tell. Times of an export count from its start.
func (e *Export) recorded() (int64, error) {
	stop := int64(Null)
	err := e.scan("ANALYSIS_DETAILS", columns("duration"), func(r *row) error {
		stop = r.int(0)
		return r.err
	})
	return stop, err
}
