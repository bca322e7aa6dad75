package assembly

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// expected is a file expected_NAME.json of the reference data.
type expected struct {
	Unknowns int `json:"unknowns"`
	Devices  int `json:"devices"`
	Info     map[string]struct {
		N       int        `json:"n"`
		Entries int        `json:"entries"`
		Unique  [3]float64 `json:"unique"`
		Nodes   [2]int     `json:"nodes"`
		Configs int        `json:"configs"`
	} `json:"info"`
	Positions   int            `json:"positions"`
	Conflict    int            `json:"conflict"`
	ConflictPct float64        `json:"conflict_pct"`
	MaxFan      int            `json:"max_fan"`
	SeedEdges   int64          `json:"seed_edges"`
	Entries     int            `json:"entries"`
	MeanFan     float64        `json:"mean_fan"`
	MaxResFan   int            `json:"max_res_fan"`
	TopFan      [][3]any       `json:"top_fan"`
	Fan         map[string]int `json:"fan"`
	Rails       []string       `json:"rails"`
	NoRails     expectedColour `json:"colour_no_rails"`
	All         expectedColour `json:"colour_all"`
}

type expectedColour struct {
	Colours  int    `json:"colours"`
	Lower    int    `json:"lower_bound_max_clique"`
	Smallest int    `json:"min_colour_size"`
	Median   int    `json:"median_colour_size"`
	Unique   *int64 `json:"unique_edges"`
}

// The circuits of the reference data with figures that expected_NAME.json does
// not have: those without rails are slots, positions and most writers, and
// cover is what 90, 95 and 99 % of the devices need without rails.
var references = map[string]struct {
	rails, slots, positions, max int
	cover                        [3]int
	variants                     int
}{
	"rc":     {rails: 1, slots: 2, positions: 1, max: 2, cover: [3]int{2, 2, 2}, variants: 3},
	"graetz": {rails: 0, slots: 46, positions: 30, max: 5, cover: [3]int{5, 5, 5}, variants: 5},
	"mul":    {rails: 1, slots: 43, positions: 26, max: 5, cover: [3]int{4, 5, 5}, variants: 4},
	"ring":   {rails: 1, slots: 72, positions: 27, max: 4, cover: [3]int{4, 5, 6}, variants: 4},
	"c6288":  {rails: 34, slots: 52400, positions: 29504, max: 33, cover: [3]int{9, 18, 30}, variants: 4},
}

// reference reads a circuit of the reference data; the test is skipped where
// NRKIT_ORACLE does not name its folder.
func reference(t testing.TB, name string) (*Devices, *expected) {
	t.Helper()
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	dir := filepath.Join(root, "circuits", "devices")
	f, err := os.Open(filepath.Join(dir, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := ReadDevices(name+".json", f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "expected_"+name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	e := &expected{}
	if err := json.Unmarshal(text, e); err != nil {
		t.Fatal(err)
	}
	return d, e
}

// round rounds to a number of decimals, as the reference data does.
func round(x float64, decimals int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	return y
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

func TestReferenceFigures(t *testing.T) {
	for name, more := range references {
		t.Run(name, func(t *testing.T) {
			d, e := reference(t, name)
			r := Analyze(d)
			equal := func(what string, got, want int) {
				t.Helper()
				if got != want {
					t.Errorf("%s: want %d, got %d", what, want, got)
				}
			}
			all, without := r.All, r.WithoutRails
			if without == nil {
				without = all
			}
			equal("unknowns", r.Unknowns, e.Unknowns)
			equal("devices", r.Devices, e.Devices)
			equal("positions", all.Positions, e.Positions)
			equal("shared", all.Shared, e.Conflict)
			equal("slots", all.Slots, e.Entries)
			equal("most writers", all.Writers.Max, e.MaxFan)
			equal("edges", int(all.Conflicts.Edges), int(e.SeedEdges))
			equal("residual", all.Residual.Adds.Max, e.MaxResFan)
			equal("histogram", len(all.Writers.Histogram), len(e.Fan))
			for _, h := range all.Writers.Histogram {
				equal("positions of "+strconv.Itoa(h.Count), h.Positions, e.Fan[strconv.Itoa(h.Count)])
			}
			if !near(100*all.SharedShare, e.ConflictPct, 0.005) || !near(all.SlotsPerPosition, e.MeanFan, 0.005) {
				t.Errorf("want %v %% shared, %v slots per position, got %v, %v", e.ConflictPct, e.MeanFan, 100*all.SharedShare, all.SlotsPerPosition)
			}
			writers := []int{}
			for _, h := range all.Hottest {
				writers = append(writers, h.Writers)
			}
			slices.SortFunc(writers, func(a, b int) int { return b - a })
			for k, top := range e.TopFan {
				equal("hottest", writers[min(k, len(writers)-1)], int(top[0].(float64)))
			}
			checkColouring(t, "all", all, e.All)
			checkColouring(t, "without rails", without, e.NoRails)
			equal("rails", len(r.Rails.Unknowns), more.rails)
			equal("slots without rails", without.Slots, more.slots)
			equal("positions without rails", without.Positions, more.positions)
			equal("most writers without rails", without.Writers.Max, more.max)
			if got := [3]int{without.Colouring.Cover90, without.Colouring.Cover95, without.Colouring.Cover99}; got != more.cover {
				t.Errorf("colours for 90, 95, 99 %%: want %v, got %v", more.cover, got)
			}
			equal("variants", r.Specialisation.Variants, more.variants)
			equal("models", len(r.Models), len(e.Info))
			for _, m := range r.Models {
				checkModel(t, &m, e)
			}
		})
	}
}

func checkColouring(t *testing.T, what string, s *Scatter, e expectedColour) {
	t.Helper()
	c := s.Colouring
	// Greedy colourings differ in how they break ties: with all rails one
	// colour fewer than in the reference is as good.
	if c.Colours > e.Colours || c.Colours < e.Lower || c.LowerBound != e.Lower {
		t.Errorf("%s: want %d colours, at least %d, got %d, %d", what, e.Colours, e.Lower, c.Colours, c.LowerBound)
	}
	if c.Smallest != e.Smallest || c.Median != e.Median {
		t.Errorf("%s: want %d devices in the smallest colour, %d in the median, got %d, %d", what, e.Smallest, e.Median, c.Smallest, c.Median)
	}
	if e.Unique != nil && (s.Conflicts.UniqueEdges == nil || *s.Conflicts.UniqueEdges != *e.Unique) {
		t.Errorf("%s: want %d edges, got %v", what, *e.Unique, s.Conflicts.UniqueEdges)
	}
}

func checkModel(t *testing.T, m *Model, e *expected) {
	t.Helper()
	want := e.Info[m.Name]
	if m.Devices != want.N || m.Slots.Max != want.Entries || *m.Configurations != want.Configs {
		t.Errorf("%s: want %d devices, %d slots, %d configurations, got %d, %d, %d", m.Name,
			want.N, want.Entries, want.Configs, m.Devices, m.Slots.Max, *m.Configurations)
	}
	if got := [3]float64{float64(m.Positions.Min), float64(m.Positions.Max), round(m.Positions.Mean, 2)}; got != want.Unique {
		t.Errorf("%s: want distinct positions %v, got %v", m.Name, want.Unique, got)
	}
	if got := [2]int{m.ResidualRows.Min, m.ResidualRows.Max}; got != want.Nodes {
		t.Errorf("%s: want distinct rows %v, got %v", m.Name, want.Nodes, got)
	}
}

// What is read, written and read again is the same.
func TestReferenceRoundTrip(t *testing.T) {
	for name := range references {
		d, _ := reference(t, name)
		roundTrip(t, d)
	}
}

// The residual of c6288 has 5,057 devices on the row of vdd, and two thirds of
// what is added goes to rails.
func TestReferenceRails(t *testing.T) {
	d, _ := reference(t, "c6288")
	r := Analyze(d)
	if got := r.All.Residual.Writers.Max; got != 5057 {
		t.Errorf("want 5,057 writers on a row of the residual, got %d", got)
	}
	if want := 1 - 52400.0/161988; !near(r.Rails.SlotShare, want, 1e-12) {
		t.Errorf("want a share of %v, got %v", want, r.Rails.SlotShare)
	}
}
