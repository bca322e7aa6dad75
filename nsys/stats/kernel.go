package stats

import (
	"cmp"
	"strconv"

	"github.com/nrkit/nrkit/nsys"
)

// kernelName returns the name that a kernel is called by.
func (r *request) kernelName(k *nsys.Kernel) nsys.String {
	name := nsys.NoString
	switch {
	case r.Base:
		name = k.Short
	case r.Mangled:
		name = k.Mangled
	}
	if name == nsys.NoString {
		name = k.Demangled
	}
	return name
}

// A namedKernel is the key of kernels that are summed up.
type namedKernel struct {
	within nsys.String // text of the NVTX range around the launch, NoString for none
	name   nsys.String
	shape  int32 // number of the grid and block, 0 where they make no difference
}

// A shape is the size of a grid and of its blocks.
type shape struct{ grid, block [3]int64 }

// Shapes number the shapes of kernels, of which there are few.
type shapes struct {
	list  []shape
	index map[shape]int32
	texts []string // of grids and blocks in turn
	last  int32
}

// of returns the number of a kernel's shape.
func (s *shapes) of(k *nsys.Kernel) int32 {
	x := shape{k.Grid, k.Block}
	if len(s.list) > 0 && s.list[s.last] == x {
		return s.last
	}
	i, ok := s.index[x]
	if !ok {
		if s.index == nil {
			s.index = map[shape]int32{}
		}
		i = int32(len(s.list))
		s.index[x] = i
		s.list = append(s.list, x)
		s.texts = append(s.texts, triple(x.grid), triple(x.block))
	}
	s.last = i
	return i
}

// grid returns a cell with the grid of a shape.
func (s *shapes) grid(i int32) Cell { return String(s.texts[2*i]) }

// block returns a cell with the block of a shape.
func (s *shapes) block(i int32) Cell { return String(s.texts[2*i+1]) }

// namedKernel returns the key of kernel number i without its grid and block.
func (r *request) namedKernel(k *nsys.Kernel, i int, ranges []nsys.String) namedKernel {
	key := namedKernel{within: nsys.NoString, name: r.kernelName(k)}
	if ranges != nil {
		key.within = ranges[i]
	}
	return key
}

// text returns a cell with the name of a kernel, after that of the range
// around it.
func (r *request) text(k namedKernel) Cell {
	if k.within == nsys.NoString || k.name == nsys.NoString {
		return r.name(k.name)
	}
	return String(r.Text(k.within) + "/" + r.Text(k.name))
}

// kernelSum sums up kernels by name.
func kernelSum(r *request) (*Table, error) { return sumKernels(r, false) }

// gridSum sums up kernels by name, grid and block.
func gridSum(r *request) (*Table, error) { return sumKernels(r, true) }

func sumKernels(r *request, grids bool) (*Table, error) {
	ranges, err := r.rangesAround()
	if err != nil {
		return nil, err
	}
	parts := r.nameParts()
	if grids {
		parts |= nsys.Shape
	}
	var g groups[namedKernel]
	var all shapes
	err = r.eachKernel(parts, func(k *nsys.Kernel, i int) {
		key := r.namedKernel(k, i, ranges)
		if grids {
			key.shape = all.of(k)
		}
		g.add(key, k.End-k.Start)
	})
	if err != nil {
		return nil, err
	}
	t := &Table{Columns: timeColumns("Instances")}
	if grids {
		t.Columns = append(t.Columns, "GridXYZ", "BlockXYZ")
	}
	t.Columns = append(t.Columns, "Name")
	list := g.summaries()
	sum := total(list)
	names := make([]Cell, len(list))
	for i := range names {
		names[i] = r.text(g.list[i].key)
	}
	row := make([]Cell, 0, len(t.Columns))
	for _, i := range byTotal(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(list[a].Count, list[b].Count), cmp.Compare(names[a].Text, names[b].Text))
	}) {
		row = appendTimes(row[:0], &list[i], sum)
		if grids {
			row = append(row, all.grid(g.list[i].key.shape), all.block(g.list[i].key.shape))
		}
		t.Add(append(row, names[i])...)
	}
	return t, nil
}

// triple prints the sizes of a grid or a block, each at least four wide.
func triple(v [3]int64) string {
	b := make([]byte, 0, 24)
	for i, n := range v {
		if i > 0 {
			b = append(b, ' ')
		}
		if n == nsys.Null {
			n = 0
		}
		b = appendPadded(b, n)
	}
	return string(b)
}

// appendPadded appends a number at least four wide.
func appendPadded(b []byte, n int64) []byte {
	for wide := int64(1000); wide > 1 && n < wide && n >= 0; wide /= 10 {
		b = append(b, ' ')
	}
	return strconv.AppendInt(b, n, 10)
}
