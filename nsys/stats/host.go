package stats

import "github.com/nrkit/nrkit/nsys"

// hostReports returns the reports about API calls.
func hostReports() []Report {
	return []Report{
		{Name: "osrt_sum", Old: "osrtsum", Title: "OS Runtime Summary", Default: true, Args: timeArgs,
			Says: "calls of the operating system's libraries, by function", compute: osSum},
		{Name: "cuda_api_sum", Old: "cudaapisum", Title: "CUDA API Summary", Default: true, Args: timeArgs,
			Says: "calls of the CUDA APIs, by function", compute: apiSum},
		{Name: "cuda_api_trace", Old: "cudaapitrace", Title: "CUDA API Trace", Args: timeArgs,
			Says: "each call of the CUDA APIs", compute: apiTrace},
	}
}

// apiSum sums up CUDA API calls by function. The versions of a function are
// separate rows even where they print alike.
func apiSum(r *request) (*Table, error) {
	var g groups[nsys.String]
	if err := r.eachCall(func(c *nsys.Call) { g.add(c.Name, c.End-c.Start) }); err != nil {
		return nil, err
	}
	return timeTable(&g, "Num Calls", []string{"Name"}, func(row []Cell, s nsys.String) []Cell {
		return append(row, r.apiName(s))
	}), nil
}

// osCall is the class of a call in the table of operating-system calls.
const osCall = 27

// osSum sums up operating-system calls by function.
func osSum(r *request) (*Table, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	var g groups[nsys.String]
	err = r.EachOSCall(func(c *nsys.Call) {
		if c.Class == osCall && w.call(c.Start, c.End, c.Thread) {
			g.add(c.Name, c.End-c.Start)
		}
	})
	if err != nil {
		return nil, err
	}
	return timeTable(&g, "Num Calls", []string{"Name"}, func(row []Cell, s nsys.String) []Cell {
		return append(row, r.name(s))
	}), nil
}

// apiTrace lists CUDA API calls by start.
func apiTrace(r *request) (*Table, error) {
	calls, err := r.calls()
	if err != nil || len(calls) == 0 {
		return &Table{}, err
	}
	threads, err := r.threads(calls)
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: []string{"Start (ns)", "Duration (ns)", "Name", "Result", "CorrID", "Pid", "Tid", "T-Pri", "Thread Name"}}
	none := nsys.ThreadInfo{Name: nsys.NoString, Priority: nsys.Null}
	type line struct{ call, name int32 }
	var lines []line // a call has one for each name of its thread
	for _, i := range sortedBy(len(calls), func(i int) int64 { return calls[i].Start }) {
		for n := range max(1, len(threads[calls[i].Thread])) {
			lines = append(lines, line{int32(i), int32(n)})
		}
	}
	t.Make(len(lines), func(row []Cell, i int) []Cell {
		c := &calls[lines[i].call]
		n := none
		if names := threads[c.Thread]; names != nil {
			n = names[lines[i].name]
		}
		return append(row, Integer(c.Start), Integer(c.End-c.Start), r.apiName(c.Name), whole(c.Return), whole(c.Correlation),
			Integer(c.Thread.PID()), Integer(c.Thread.TID()), whole(n.Priority), r.name(n.Name))
	})
	return t, nil
}

// threads returns the names of each thread that calls.
func (r *request) threads(calls []nsys.Call) (map[nsys.Thread][]nsys.ThreadInfo, error) {
	names := map[nsys.Thread][]nsys.ThreadInfo{}
	last := nsys.Thread(0)
	for i := range calls {
		if t := calls[i].Thread; t != last {
			names[t] = nil
			last = t
		}
	}
	err := r.EachThreadName(func(t nsys.Thread) bool { _, ok := names[t]; return ok }, func(t *nsys.ThreadInfo) {
		names[t.Thread] = append(names[t.Thread], *t)
	})
	return names, err
}

// whole returns a cell with a whole number that may be absent.
func whole(v int64) Cell {
	if v == nsys.Null {
		return Cell{}
	}
	return Integer(v)
}

// name returns a cell with a string that may be absent.
func (r *request) name(s nsys.String) Cell {
	if s == nsys.NoString {
		return Cell{}
	}
	return String(r.Text(s))
}

// apiName returns a cell with the name of an API function without its version,
// which is _v and four characters at its end.
func (r *request) apiName(s nsys.String) Cell {
	if s == nsys.NoString {
		return Cell{}
	}
	text := r.Text(s)
	if n := len(text) - 6; n >= 0 && text[n:n+2] == "_v" {
		text = text[:n]
	}
	return String(text)
}
