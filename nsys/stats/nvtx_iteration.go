package stats

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
)

// iterationNames are the texts of ranges that are iterations when none is
// named: the first that the export has.
var iterationNames = []string{"nr_iteration", "timestep"}

// iterationGPU lists the occurrences of a range with what devices did for each.
// NVIDIA has no such report.
//
// Columns: Range, PID, TID; Index counts the occurrences of a thread from 0;
// Start and Wall are those of the range; GPU Busy is the time in which at least
// one operation ran that was launched within it; GPU Ops counts these
// operations, API Calls the CUDA API calls, Launches those that started
// operations and Graph Launches those that started CUDA graphs; Scalar Reads
// counts copies of 1 to 8 bytes to the host; Sync Calls counts calls that wait
// for devices, by their names, and Sync Time is their time. Times are ns.
func iterationGPU(r *request) (*Table, error) {
	c, err := project.Read(r.Export)
	if err != nil {
		return nil, err
	}
	keep, err := r.iterations(c)
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: []string{"Range", "PID", "TID", "Index", "Start (ns)", "Wall (ns)", "GPU Busy (ns)", "GPU Ops",
		"API Calls", "Launches", "Graph Launches", "Scalar Reads", "Sync Calls", "Sync Time (ns)"}}
	index, thread := int64(0), int32(-1)
	for _, it := range c.Iterations(keep, c.Waiting(r.isWait())) {
		i := it.Range
		if c.Thread(int(i)) != thread {
			index, thread = 0, c.Thread(int(i))
		}
		id := c.Threads[thread]
		t.Add(r.name(c.Name(int(i))), Integer(id.PID()), Integer(id.TID()), Integer(index), Integer(c.Start[i]), Integer(c.End[i]-c.Start[i]),
			Integer(it.Busy), Integer(it.Ops), Integer(it.Calls), Integer(it.Launches), Integer(it.GraphLaunches),
			Integer(it.ScalarReads), Integer(it.Waits), Integer(it.WaitTime))
		index++
	}
	return t, nil
}

// iterations returns what says which ranges are iterations.
func (r *request) iterations(c *project.Capture) (func(i int) bool, error) {
	names := iterationNames
	if r.Iterations != "" {
		names = []string{r.Iterations}
	}
	for _, name := range names {
		text, domain, scoped := cutDomain(name)
		is := make(map[[2]nsys.String]bool) // by text and name
		found := false
		keep := func(i int) bool {
			key := [2]nsys.String{c.Text(i), c.Name(i)}
			yes, ok := is[key]
			if !ok {
				yes = c.Text(i) != nsys.NoString && r.Text(c.Text(i)) == text && (!scoped || r.Text(c.Name(i)) == domain+text)
				is[key] = yes
			}
			return yes && c.All(i)
		}
		for i := 0; i < c.Len() && !found; i++ {
			found = keep(i)
		}
		if found {
			return keep, nil
		}
	}
	return nil, fmt.Errorf("%w: no NVTX range has the name %s: name the range of an iteration with :range=RANGE[@DOMAIN]",
		ErrNoData, strings.Join(names, " or "))
}

// cutDomain splits range[@domain]; the domain is as it stands before the name
// of a range.
func cutDomain(name string) (text, domain string, scoped bool) {
	i := strings.LastIndexByte(name, '@')
	if i < 0 || i > 0 && name[i-1] == '\\' {
		return strings.ReplaceAll(name, `\@`, "@"), "", false
	}
	text, domain = name[:i], name[i+1:]
	if domain != "" {
		domain += ":"
	}
	return strings.ReplaceAll(text, `\@`, "@"), domain, true
}

// isWait returns what says whether a function waits for devices.
func (r *request) isWait() func(nsys.String) bool {
	known := map[nsys.String]bool{}
	return func(s nsys.String) bool {
		yes, ok := known[s]
		if !ok {
			yes = project.IsWait(r.Text(s))
			known[s] = yes
		}
		return yes
	}
}
