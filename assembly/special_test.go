package assembly

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// group returns devices without stamps that have these parameters.
func group(model string, width int, params ...float64) Group {
	n := len(params) / width
	g := Group{Model: model, Len: n, JacPtr: make([]int32, n+1), ResPtr: make([]int32, n+1), Params: params}
	for k := range width {
		g.ParamNames = append(g.ParamNames, string(rune('a'+k)))
	}
	return g
}

func TestConfigurations(t *testing.T) {
	nan, other := math.NaN(), math.Float64frombits(math.Float64bits(math.NaN())^1<<40)
	g := group("m", 4,
		0, 1, nan, 0.1,
		math.Copysign(0, -1), 1, other, 0.2, // the same as the first but for d, which is a voltage
		0, 2, nan, 0.3,
		0, 1, nan, 0.4,
		5, 1, nan, 0.4)
	g.VoltageLike, g.Discrete = []int{3}, []int{1}
	g.Cache, g.CacheWidth = []float64{1, 2, 1, 2, 3, 2, 3, 2, 1, 1}, 2
	d := &Devices{Groups: []Group{g, group("n", 1, 7, 7, 8)}}
	r := Analyze(d)
	m := r.Models[0]
	if *m.Configurations != 3 || *m.Discrete != 2 || *m.CacheConfigurations != 3 || m.Static != 3 || m.Parameters != 4 {
		t.Errorf("want 3 configurations, 2 of them discrete, 3 caches, 3 of 4 static, got %d, %d, %d, %d, %d",
			*m.Configurations, *m.Discrete, *m.CacheConfigurations, m.Static, m.Parameters)
	}
	if !slices.Equal(m.Largest, []int{3, 1, 1}) || *m.WarpEfficiency != 5.0/96 {
		t.Errorf("want sizes 3, 1, 1 in three warps, got %v, %v", m.Largest, *m.WarpEfficiency)
	}
	want := []Split{{"a", 2, []SplitValue{{0, 4}, {5, 1}}}, {"b", 2, []SplitValue{{1, 4}, {2, 1}}}}
	if !reflect.DeepEqual(m.SplitBy, want) {
		t.Errorf("want a and b to split, got %v", m.SplitBy)
	}
	s := r.Specialisation
	if s.Devices != 8 || s.Variants != 5 || s.DiscreteVariants != 3 || s.WarpEfficiency != 8.0/160 {
		t.Errorf("want 8 devices, 5 variants, 3 discrete, got %+v", s)
	}
	if want := []Cover{{1, 3.0 / 8}, {2, 5.0 / 8}, {4, 7.0 / 8}, {5, 1}}; !slices.Equal(s.Coverage, want) {
		t.Errorf("want %v, got %v", want, s.Coverage)
	}
}

// A model whose parameters are not known has no configurations; one without
// parameters has one, and none without devices.
func TestConfigurationsAbsent(t *testing.T) {
	unknown := group("u", 2, 1, 2)
	unknown.Params = nil
	none := Group{Model: "v", Len: 40, JacPtr: make([]int32, 41), ResPtr: make([]int32, 41)}
	r := Analyze(&Devices{Groups: []Group{unknown, none, group("e", 1)}})
	if u := r.Models[0]; u.Configurations != nil || u.WarpEfficiency != nil {
		t.Errorf("want no configurations of unknown parameters, got %+v", u)
	}
	if v := r.Models[1]; *v.Configurations != 1 || *v.WarpEfficiency != 40.0/64 {
		t.Errorf("want one configuration of 40 devices, got %d, %v", *v.Configurations, *v.WarpEfficiency)
	}
	if e := r.Models[2]; *e.Configurations != 0 || e.WarpEfficiency != nil {
		t.Errorf("want no configuration without devices, got %d", *e.Configurations)
	}
	if s := r.Specialisation; s.Devices != 40 || s.Variants != 1 {
		t.Errorf("want the variant of 40 devices, got %+v", s)
	}
}

// source returns devices of one group with the slots given, and one resistor
// from unknown 0 to ground.
func source(model string, rows, cols []int32) *Devices {
	n := int32(len(rows))
	return &Devices{Unknowns: 4, Groups: []Group{
		{Model: model, Len: 1, JacPtr: []int32{0, n}, JacRow: rows, JacCol: cols, ResPtr: []int32{0, 0}},
		{Model: "r", Len: 1, JacPtr: []int32{0, 1}, JacRow: []int32{0}, JacCol: []int32{0}, ResPtr: []int32{0, 0}},
	}}
}

func TestFindRails(t *testing.T) {
	for _, c := range []struct {
		what       string
		model      string
		rows, cols []int32
		want       []int32
	}{
		{"to ground", "vsource", []int32{0, -1, 3, 3}, []int32{3, 3, 0, -1}, []int32{0}},
		{"from ground", "VSource", []int32{-1, 0, 3, 3}, []int32{3, 3, -1, 0}, []int32{0}},
		{"branch first", "vsource", []int32{1, 0, -1, 0}, []int32{0, 1, 0, -1}, []int32{1}},
		{"without the slots of ground", "vsource", []int32{0, 3}, []int32{3, 0}, []int32{0}},
		{"branch cannot be told", "vsource", []int32{2, 3}, []int32{3, 2}, nil},
		{"between nodes", "vsource", []int32{0, 1, 3, 3}, []int32{3, 3, 0, 1}, nil},
		{"with a resistance", "vsource", []int32{0, -1, 3, 3, 3}, []int32{3, 3, 0, -1, 3}, nil},
		{"one side only", "vsource", []int32{0}, []int32{3}, nil},
		{"shorted", "vsource", []int32{-1, -1, 3, 3}, []int32{3, 3, -1, -1}, nil},
		{"another model", "isource", []int32{0, -1, 3, 3}, []int32{3, 3, 0, -1}, nil},
	} {
		d := source(c.model, c.rows, c.cols)
		if got := d.FindRails(); !slices.Equal(got, c.want) {
			t.Errorf("%s: want rails %v, got %v", c.what, c.want, got)
		}
		d.Groups[0].Model, d.Groups[0].Kind = "v1", "vsource"
		if got := d.FindRails(); c.model != "isource" && !slices.Equal(got, c.want) {
			t.Errorf("%s, by kind: want rails %v, got %v", c.what, c.want, got)
		}
		d.Rails, d.RailsStated = []int32{2}, true
		if got := d.FindRails(); !slices.Equal(got, []int32{2}) {
			t.Errorf("%s: want the rail that is stated, got %v", c.what, got)
		}
	}
}

func TestCheck(t *testing.T) {
	for what, spoil := range map[string]func(d *Devices){
		"unknowns":     func(d *Devices) { d.Unknowns = -1 },
		"names":        func(d *Devices) { d.Names = []string{"a"} },
		"rails":        func(d *Devices) { d.Rails = []int32{-1} },
		"model":        func(d *Devices) { d.Groups[0].Model = "" },
		"len":          func(d *Devices) { d.Groups[0].Len = 2 },
		"row":          func(d *Devices) { d.Groups[0].JacRow[0] = 4 },
		"col":          func(d *Devices) { d.Groups[0].JacCol[0] = -2 },
		"cols":         func(d *Devices) { d.Groups[0].JacCol = nil },
		"ptr":          func(d *Devices) { d.Groups[0].JacPtr = []int32{0, 1} },
		"residual":     func(d *Devices) { d.Groups[0].ResPtr = nil },
		"params":       func(d *Devices) { d.Groups[0].Params = []float64{1} },
		"cache":        func(d *Devices) { d.Groups[0].Cache = []float64{1} },
		"device names": func(d *Devices) { d.Groups[0].DeviceNames = []string{} },
		"voltage":      func(d *Devices) { d.Groups[0].VoltageLike = []int{0} },
	} {
		d := source("vsource", []int32{0, 3}, []int32{3, 0})
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		if spoil(d); d.Check() == nil {
			t.Errorf("%s: want an error", what)
		}
	}
}
