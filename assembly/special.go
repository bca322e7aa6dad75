package assembly

import (
	"encoding/binary"
	"math"
	"slices"
)

// warp is the number of threads of a GPU that run in step.
const warp = 32

// A Spread is the range of a count over devices.
type Spread struct {
	Min  int     `json:"min"`  // smallest count of a device
	Max  int     `json:"max"`  // largest count of a device
	Mean float64 `json:"mean"` // mean count
}

// A Model is the devices of one group.
//
// A configuration is a set of values of the static parameters, which are the
// parameters that are not voltage-like. Devices of one configuration take the same
// branches and can share a version of the code that has the parameters as constants.
// Parameters are equal if their bits are equal. Zeros of both signs are equal, and
// so are all values that are not numbers.
type Model struct {
	Name    string `json:"name"`    // name of the model
	Devices int    `json:"devices"` // number of devices

	Slots        Spread `json:"slots"`         // slots per device, including slots to ground
	Positions    Spread `json:"positions"`     // distinct positions per device
	ResidualRows Spread `json:"residual_rows"` // distinct rows of the residual per device

	Parameters int     `json:"parameters"`        // number of parameters
	Static     int     `json:"static_parameters"` // number of static parameters: parameters that are not voltage-like
	SplitBy    []Split `json:"split_by"`          // static parameters with more than one value, most values first

	// number of configurations: distinct sets of static parameters. Absent if the
	// file has no parameter values
	Configurations *int `json:"configurations,omitempty"`

	Discrete *int  `json:"discrete_configurations,omitempty"` // as `configurations`, by the parameters flagged discrete only
	Largest  []int `json:"largest"`                           // number of devices in the ten largest configurations, descending

	// devices divided by occupied lanes if each warp of 32 lanes has one
	// configuration; absent without devices or parameter values
	WarpEfficiency *float64 `json:"warp_efficiency,omitempty"`

	CacheConfigurations *int    `json:"cache_configurations,omitempty"` // number of distinct cache rows; absent if the file has no cache
	EvalNS              float64 `json:"eval_ns,omitempty"`              // time of one evaluation of one device, from the file; absent if the file has none
}

// A Split is a parameter in which configurations differ.
type Split struct {
	Name     string `json:"name"`     // name of the parameter
	Distinct int    `json:"distinct"` // number of distinct values

	// the ten most common values, most common first; of equally common values the
	// smaller first
	Values []SplitValue `json:"values"`
}

// A Specialisation sums the configurations of all models up. It leaves out
// models whose parameters are not known.
type Specialisation struct {
	Devices int `json:"devices"` // devices of these models

	// total number of configurations: versions of the code with static parameters
	// as constants
	Variants int `json:"variants"`

	// total number of configurations by discrete parameters only: versions of the
	// code without a branch on such a parameter
	DiscreteVariants int `json:"discrete_variants"`

	// devices divided by occupied lanes if each warp of 32 lanes has one variant;
	// 0 without devices
	WarpEfficiency float64 `json:"warp_efficiency"`

	Coverage []Cover `json:"coverage"` // share of the devices in the 1, 2, 4, … largest variants, and in all
}

// A Cover is the share of devices in the largest variants.
type Cover struct {
	Variants int     `json:"variants"` // number of variants, largest first
	Share    float64 `json:"share"`    // share of the devices in these variants
}

// newModel returns the figures of g, whose devices have numbers from first on
// in x, and the sizes of its configurations, descending.
func newModel(g *Group, x *index, first int) (*Model, []int) {
	m := &Model{Name: g.Model, Devices: g.Len, Parameters: len(g.ParamNames), SplitBy: []Split{}, Largest: []int{}, EvalNS: g.EvalNS}
	m.Slots = spread(g.Len, func(d int) int { return int(g.JacPtr[d+1] - g.JacPtr[d]) })
	m.Positions = spread(g.Len, func(d int) int { return len(x.of(first + d)) })
	var rows []int32
	m.ResidualRows = spread(g.Len, func(d int) int {
		rows = append(rows[:0], g.ResRow[g.ResPtr[d]:g.ResPtr[d+1]]...)
		slices.Sort(rows)
		rows = slices.Compact(rows)
		n := len(rows)
		if n > 0 && rows[0] < 0 {
			n--
		}
		return n
	})
	if g.Cache != nil {
		n := len(configurations(g.Cache, g.Len, g.CacheWidth, all(g.CacheWidth)))
		m.CacheConfigurations = &n
	}
	width := len(g.ParamNames)
	static := slices.DeleteFunc(all(width), func(c int) bool { return slices.Contains(g.VoltageLike, c) })
	m.Static = len(static)
	if width > 0 && g.Len > 0 && g.Params == nil {
		return m, nil
	}
	sizes := configurations(g.Params, g.Len, width, static)
	configs, discrete := len(sizes), len(configurations(g.Params, g.Len, width, g.Discrete))
	m.Configurations, m.Discrete = &configs, &discrete
	m.Largest = append(m.Largest, sizes[:min(len(sizes), 10)]...)
	if g.Len > 0 {
		e := float64(g.Len) / float64(lanes(sizes))
		m.WarpEfficiency = &e
	}
	for _, c := range static {
		if values := valuesOf(g, c); len(values) > 1 {
			m.SplitBy = append(m.SplitBy, Split{g.ParamNames[c], len(values), values[:min(len(values), mostValues)]})
		}
	}
	slices.SortStableFunc(m.SplitBy, func(a, b Split) int { return b.Distinct - a.Distinct })
	return m, sizes
}

// spread returns the range of count over n devices.
func spread(n int, count func(d int) int) Spread {
	if n == 0 {
		return Spread{}
	}
	s := Spread{Min: math.MaxInt}
	sum := 0
	for d := range n {
		c := count(d)
		s.Min, s.Max = min(s.Min, c), max(s.Max, c)
		sum += c
	}
	s.Mean = float64(sum) / float64(n)
	return s
}

// all returns 0 to n-1.
func all(n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = k
	}
	return list
}

// configurations returns how many of the n rows of a table, which is width
// wide, are equal in the columns given: one number for each distinct row,
// descending.
func configurations(table []float64, n, width int, cols []int) []int {
	count := map[string]int{}
	var sizes []int
	key := make([]byte, 0, 8*len(cols))
	for d := range n {
		key = key[:0]
		for _, c := range cols {
			key = binary.LittleEndian.AppendUint64(key, canonical(table[d*width+c]))
		}
		k, ok := count[string(key)]
		if !ok {
			k = len(sizes)
			count[string(key)] = k
			sizes = append(sizes, 0)
		}
		sizes[k]++
	}
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	return sizes
}

// canonical returns bits that are equal for values that count as equal.
func canonical(x float64) uint64 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(x)
}

// lanes returns the lanes of the warps that devices in groups of these sizes
// take.
func lanes(sizes []int) int {
	n := 0
	for _, s := range sizes {
		n += (s + warp - 1) / warp * warp
	}
	return n
}

// specialisation sums models up whose configurations have these sizes.
func specialisation(models []Model, sizes []int) Specialisation {
	s := Specialisation{Coverage: []Cover{}, Variants: len(sizes)}
	for _, m := range models {
		if m.Configurations != nil {
			s.Devices += m.Devices
			s.DiscreteVariants += *m.Discrete
		}
	}
	if s.Devices == 0 {
		return s
	}
	s.WarpEfficiency = float64(s.Devices) / float64(lanes(sizes))
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	sum, next := 0, 1
	for k, n := range sizes {
		if sum += n; k+1 == next || k+1 == len(sizes) {
			s.Coverage = append(s.Coverage, Cover{k + 1, float64(sum) / float64(s.Devices)})
			next *= 2
		}
	}
	return s
}
