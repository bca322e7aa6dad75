package diagnose

// An Ending says which ranges end with a recording of Nsight Systems, which
// writes that end for ranges that were open then.
type Ending struct {
	Ranges    int64  // how many there are
	Innermost string // the one that began last
	Nested    bool   // one of them lies in another one: they were open for certain
	Source    string
}

// any says whether there are such ranges.
func (e *Ending) any() bool { return e != nil && e.Ranges > 0 }

// EndsWith adds the ending that one of the files has. If there are several files,
// the first file with ranges that were certainly open counts, otherwise the first
// file with any open ranges.
func (in *Input) EndsWith(e Ending) {
	if in.Ending == nil || e.any() && (!in.Ending.any() || e.Nested && !in.Ending.Nested) {
		in.Ending = &e
	}
}
