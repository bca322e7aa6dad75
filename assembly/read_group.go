package assembly

import (
	"fmt"
	"math"
	"slices"
)

// A groupReader is a group as far as it has been read.
type groupReader struct {
	*reader
	g          *Group
	n          int64   // n_devices; -1 when not said
	colPtr     []int32 // as JacPtr, of jac_cols
	width      int     // of params
	params     int     // rows of params
	cache      int
	hasWidth   bool
	voltage    []column
	discrete   []column
	paramNames bool
}

// A column is a parameter by its index, or by its name.
type column struct {
	index int64
	name  string
	named bool
}

// group reads one group.
func (f *reader) group() {
	f.d.Groups = append(f.d.Groups, Group{})
	r := &groupReader{reader: f, g: &f.d.Groups[len(f.d.Groups)-1], n: -1}
	f.object(r.member)
	if f.err == nil {
		r.complete()
	}
}

// member reads the value of one key.
func (r *groupReader) member(key string) {
	g := r.g
	switch key {
	case "model":
		g.Model = r.str()
	case "kind":
		g.Kind = r.str()
	case "n_devices":
		if r.n = r.integer(); r.err == nil && r.n < 0 {
			r.fail("want 0 or more, got %d", r.n)
		}
	case "device_names":
		g.DeviceNames = r.names()
	case "param_names":
		g.ParamNames, r.paramNames = r.names(), true
	case "voltage_like":
		r.voltage = r.columns()
	case "discrete":
		r.discrete = r.columns()
	case "shared_params":
		r.object(func(name string) { g.Shared = append(g.Shared, Shared{name, r.float()}) })
	case "jac_rows":
		g.JacPtr, g.JacRow = r.table(r.colPtr, "jac_cols", &r.rows)
	case "jac_cols":
		r.colPtr, g.JacCol = r.table(g.JacPtr, "jac_rows", &r.cols)
	case "res_rows":
		g.ResPtr, g.ResRow = r.table(nil, "", &r.residuals)
	case "params":
		width := -1
		if r.paramNames {
			width = len(g.ParamNames)
		}
		g.Params, r.params, r.width = r.floats(width)
		r.hasWidth = r.params > 0
	case "cache":
		g.Cache, r.cache, g.CacheWidth = r.floats(-1)
	case "eval_ns":
		if g.EvalNS = r.float(); r.err == nil && !(g.EvalNS >= 0 && g.EvalNS < math.Inf(1)) {
			r.fail("want a time of 0 or more, got %s", r.tok)
		}
	default:
		r.unknownKey()
	}
}

// columns reads a list of parameters, by index from 0 or by name.
func (r *groupReader) columns() []column {
	var list []column
	r.array(func(int) {
		if r.peek() == '"' {
			list = append(list, column{name: r.str(), named: true})
		} else {
			list = append(list, column{index: r.integer()})
		}
	})
	return list
}

// table reads rows of unknowns. Where other is not nil it splits the rows of
// the key named, and the rows here must be as long.
func (r *groupReader) table(other []int32, name string, total *int64) (ptr, list []int32) {
	ptr = append(ptr, 0)
	r.array(func(d int) {
		r.array(func(int) { list = append(list, r.unknown(true)) })
		if r.err != nil {
			return
		}
		if *total += int64(len(list)) - int64(ptr[d]) + 1; *total >= math.MaxInt32 {
			r.fail("want fewer than %d devices and slots, got more", math.MaxInt32)
			return
		}
		ptr = append(ptr, int32(len(list)))
		switch {
		case other == nil:
		case d+1 >= len(other):
			r.fail("want %d devices, as %s has, got more", len(other)-1, name)
		case other[d+1]-other[d] != ptr[d+1]-ptr[d]:
			r.fail("want %d numbers, as %s has, got %d", other[d+1]-other[d], name, ptr[d+1]-ptr[d])
		}
	})
	return ptr, list
}

// floats reads rows of the width given, or of equal width where it is -1.
func (r *groupReader) floats(width int) (list []float64, rows, cols int) {
	list = []float64{}
	rows = r.array(func(int) {
		n := r.array(func(int) { list = append(list, r.float()) })
		if width == -1 {
			width = n
		}
		if r.err == nil && n != width {
			r.fail("want %d values, got %d", width, n)
		}
	})
	return list, rows, max(width, 0)
}

// complete checks the group as a whole.
func (r *groupReader) complete() {
	g := r.g
	switch {
	case g.Model == "":
		r.fail("want a model, got none")
	case (g.JacPtr == nil) != (r.colPtr == nil):
		r.fail("want both jac_rows and jac_cols, got one of them")
	case g.JacPtr == nil && r.n != 0:
		r.fail("want jac_rows and jac_cols, got none")
	case g.JacPtr == nil:
		g.JacPtr = []int32{0}
	case len(g.JacPtr) != len(r.colPtr):
		r.fail("want jac_rows and jac_cols of as many devices, got %d and %d", len(g.JacPtr)-1, len(r.colPtr)-1)
	}
	g.Len = max(len(g.JacPtr)-1, 0)
	if g.ResPtr == nil {
		g.ResPtr = make([]int32, g.Len+1)
	}
	if g.Params != nil && !r.paramNames {
		for k := range r.width {
			g.ParamNames = append(g.ParamNames, fmt.Sprintf("p%d", k))
		}
	}
	if r.hasWidth && r.width != len(g.ParamNames) {
		r.fail("params: want %d values, one for each of param_names, got %d", len(g.ParamNames), r.width)
	}
	counts := []struct {
		key  string
		n    int
		have bool
	}{
		{"n_devices", int(r.n), r.n >= 0},
		{"res_rows", len(g.ResPtr) - 1, true},
		{"params", r.params, g.Params != nil},
		{"cache", r.cache, g.Cache != nil},
		{"device_names", len(g.DeviceNames), g.DeviceNames != nil},
	}
	for _, c := range counts {
		if c.have && c.n != g.Len && r.err == nil {
			r.fail("%s: want %d devices, as jac_rows has, got %d", c.key, g.Len, c.n)
		}
	}
	g.VoltageLike = r.resolve("voltage_like", r.voltage)
	g.Discrete = r.resolve("discrete", r.discrete)
	for _, c := range g.Discrete {
		if slices.Contains(g.VoltageLike, c) && r.err == nil {
			r.fail("parameter %d (%s) is both voltage_like and discrete, want one of them", c, g.ParamNames[c])
		}
	}
}

// resolve turns parameters into ascending column numbers.
func (r *groupReader) resolve(key string, list []column) []int {
	var out []int
	for k, c := range list {
		x := int(c.index)
		if c.named {
			x = slices.Index(r.g.ParamNames, c.name)
		}
		if x < 0 || x >= len(r.g.ParamNames) {
			got := fmt.Sprint(c.index)
			if c.named {
				got = fmt.Sprintf("%q", c.name)
			}
			r.fail("%s[%d]: got %s, want one of the %d param_names or its index from 0", key, k, got, len(r.g.ParamNames))
			return nil
		}
		out = append(out, x)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
