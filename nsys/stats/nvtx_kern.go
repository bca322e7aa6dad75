package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
)

// A kernelInRange is the key of kernels that are summed up by range.
type kernelInRange struct {
	thread nsys.Thread // that launched; 0 when the launch is not known
	rangeName
	kernel nsys.String
}

// A kernelGroup is what is summed up of one key. Its memory goes by how many
// kernels and ranges there are, not by how many pairs of them: a program that
// never closes a range has all those before around each kernel.
type kernelGroup struct {
	key       kernelInRange
	durations []repeated // of kernels
	own       int64      // ranges whose first group it is
	ranges    []int32    // the others, some of them several times
	compact   int        // how many ranges there may be until they are compacted
	last      int        // kernel that was added last
}

// add adds a kernel that takes ns.
func (g *kernelGroup) add(kernel int, ns int64) {
	if g.last == kernel {
		g.durations[len(g.durations)-1].times++
		return
	}
	g.durations = append(g.durations, repeated{ns, 1})
	g.last = kernel
}

// addRange adds a range whose first group is another.
func (g *kernelGroup) addRange(i int32) {
	if len(g.ranges) >= max(g.compact, 64) {
		g.compact = 2 * int(g.distinct())
	}
	g.ranges = append(g.ranges, i)
}

// distinct returns how many different ranges there are besides its own, of which
// it keeps one each.
func (g *kernelGroup) distinct() int64 {
	slices.Sort(g.ranges)
	g.ranges = slices.Compact(g.ranges)
	return int64(len(g.ranges))
}

// nvtxKernSum sums up kernels by every range around their launch.
func nvtxKernSum(r *request) (*Table, error) {
	c, err := r.capture()
	if err != nil {
		return nil, err
	}
	var kernels []kernelRun
	err = r.EachKernelParts(r.nameParts(), func(k *nsys.Kernel) {
		kernels = append(room(kernels), kernelRun{r.kernelName(k), k.End - k.Start})
	})
	if err != nil {
		return nil, err
	}
	list := groupKernels(c, kernels)
	summaries := make([]Summary, len(list))
	for i := range list {
		summaries[i] = summarizeRepeated(list[i].durations)
	}
	t := &Table{Columns: []string{"NVTX Range", "Style", "PID", "TID", "NVTX Inst", "Kern Inst", "Total Time (ns)",
		"Avg (ns)", "Med (ns)", "Min (ns)", "Max (ns)", "StdDev (ns)", "Kernel Name"}}
	order := r.kernelOrder(list, summaries)
	t.Make(len(order), func(row []Cell, n int) []Cell {
		g, s := &list[order[n]], &summaries[order[n]]
		pid, tid, style := Cell{}, Cell{}, Cell{}
		if g.key.thread != 0 {
			pid, tid = Integer(g.key.thread.PID()), Integer(g.key.thread.TID())
		}
		if g.key.style != 0 {
			style = String(g.key.style.String())
		}
		return append(row, r.name(g.key.name), style, pid, tid, Integer(g.own+g.distinct()), Integer(int64(len(g.durations))), Integer(s.Total),
			tenths(s.Mean), tenths(s.Median), Integer(s.Min), Integer(s.Max), tenths(s.SD), r.name(g.key.kernel))
	})
	return t, nil
}

// A kernelRun is what is summed up of a kernel.
type kernelRun struct {
	name nsys.String
	ns   int64
}

// groupKernels groups kernels by thread, range and name. A kernel whose launch
// is in no range is in a group without a range.
func groupKernels(c *project.Capture, kernels []kernelRun) []kernelGroup {
	var list []kernelGroup
	index := map[kernelInRange]int{}
	find := func(key kernelInRange) int {
		k, ok := index[key]
		if !ok {
			k = len(list)
			index[key] = k
			list = append(room(list), kernelGroup{key: key, last: -1})
		}
		return k
	}
	first := make([]int32, c.Len()) // 1 + the first group of a range: most have no other
	enclosing := c.Enclosing(c.All)
	var around []int32
	for i := range kernels {
		key := kernelInRange{rangeName: rangeName{name: nsys.NoString}, kernel: kernels[i].name}
		around = around[:0]
		if call := c.Of[i]; call >= 0 {
			key.thread = c.Calls[call].Thread
			around = enclosing.Around(int(call), around)
		}
		ns := kernels[i].ns
		k := -1
		for _, n := range around {
			if name := (rangeName{c.Name(int(n)), styleOf(c.Ranges, int(n))}); k < 0 || name != key.rangeName {
				key.rangeName = name
				k = find(key)
			}
			g := &list[k]
			g.add(i, ns)
			switch first[n] {
			case 0:
				first[n] = int32(k) + 1
				g.own++
			case int32(k) + 1:
			default:
				g.addRange(n)
			}
		}
		if k < 0 {
			list[find(key)].add(i, ns)
		}
	}
	return list
}

// kernelOrder returns the order of the groups: by range, process, thread, and
// total, the largest first.
func (r *request) kernelOrder(list []kernelGroup, summaries []Summary) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &list[a].key, &list[b].key
		return cmp.Or(r.compareNames(x.name, y.name), cmp.Compare(x.thread.PID(), y.thread.PID()),
			cmp.Compare(x.thread.TID(), y.thread.TID()), cmp.Compare(summaries[b].Total, summaries[a].Total), cmp.Compare(a, b))
	})
	return order
}

// compareNames compares strings, the one that is absent before others.
func (r *request) compareNames(a, b nsys.String) int {
	if a == b {
		return 0
	}
	if a == nsys.NoString || b == nsys.NoString {
		return cmp.Compare(a, b)
	}
	return strings.Compare(r.Text(a), r.Text(b))
}
