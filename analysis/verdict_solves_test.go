package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
	"github.com/nrkit/nrkit/symbolic"
)

// solvesClaims names the test of each claim of verdict_solves.go.
var solvesClaims = map[string]string{
	"solves.steps":       "TestSaySteps",
	"solves.blocks-wait": "TestSayBlocksWait",
	"solves.widths":      "TestSaySteps",
	"solves.small":       "TestSayHardware",
	"solves.latency":     "TestSayHardware",
	"solves.beside-gpu":  "TestSayBarriers",
	"solves.barrier":     "TestSayHardware",
	"solves.gpu":         "TestSayHardware",
}

// solveDocument returns a document in which nothing but the solves is known: levels
// of L, of U and of the whole, and entries, under an ordering of so many blocks.
func solveDocument(l, u, whole int, entries int64, blocks int) *Document {
	o := &Ordering{Analysis: &symbolic.Analysis{Method: "amd"}, Blocks: blocks}
	o.Flops, o.NNZLU = 1e9, entries
	o.LevelsL, o.LevelsU = &symbolic.LevelSets{Levels: l}, &symbolic.LevelSets{Levels: u}
	o.LevelsSolve = &symbolic.LevelSets{Levels: whole, Narrow: whole - 1, Median: 2.5}
	return &Document{Structure: &structure.Stats{Rows: 9, Cols: 9}, Orderings: []*Ordering{o}, Winners: &Winners{Recommended: "amd"}}
}

// solveClaims returns the claims about the solves of d and their text.
func solveClaims(d *Document) (keys []string, text string) {
	var p paragraph
	saySolves(d, &p)
	for _, c := range p {
		keys = append(keys, c.key)
	}
	return keys, p.String()
}

// The steps are those of the whole solve, of the numeric LU where there is one,
// with the levels of both L and U beside them. Where there are none, nothing is
// said.
func TestSaySteps(t *testing.T) {
	d := solveDocument(3, 5, 8, 100_000, 1)
	keys, text := solveClaims(d)
	if !slices.Contains(keys, "solves.steps") || !slices.Contains(keys, "solves.widths") ||
		!strings.HasSuffix(text, " Under amd, a solve row by row takes 8 steps: L has 3 levels and U has 5. In 7 of the steps (87.5 %) fewer than 32 rows, one warp, are ready; the median number of ready rows is 2.5.") {
		t.Errorf("predicted: %v, %q", keys, text)
	}
	sets := func(n int) symbolic.LevelSets { return symbolic.LevelSets{Levels: n, Narrow: n, Median: 1} }
	d.Exact = []*Exact{{Method: "amd", LevelsL: sets(253), LevelsU: sets(502), LevelsSolve: sets(755), NNZLU: 90_000, NNZOffBlocks: 10_000}}
	if _, text := solveClaims(d); !strings.Contains(text, "Under amd with its pivots, a solve row by row takes 755 steps: L has 253 levels and U has 502.") ||
		!strings.Contains(text, "one core takes about 200 µs") {
		t.Errorf("exact: %q", text)
	}
	d.Exact[0].Method = "colamd"
	if _, text := solveClaims(d); !strings.Contains(text, " 8 steps") {
		t.Errorf("exact of another ordering: %q", text)
	}
	d.Orderings[0].LevelsSolve = nil
	if keys, text := solveClaims(d); keys != nil {
		t.Errorf("no levels: %q", text)
	}
}

// Blocks wait for each other where the whole takes more steps than L and U.
func TestSayBlocksWait(t *testing.T) {
	for _, c := range []struct {
		whole int
		want  bool
	}{{7, false}, {8, false}, {9, true}} {
		keys, text := solveClaims(solveDocument(3, 5, c.whole, 100_000, 4))
		if got := slices.Contains(keys, "solves.blocks-wait"); got != c.want || !strings.Contains(text, "L has 3 levels within blocks and U has 5") {
			t.Errorf("%d steps: %v, %q", c.whole, keys, text)
		}
	}
}

// The hardware that is named, on both sides of each limit of the model: 2 ns for
// an entry, 10 µs to start a kernel, 1 µs for a barrier and 4 µs for a kernel.
func TestSayHardware(t *testing.T) {
	for _, c := range []struct {
		entries int64
		steps   int
		want    string
	}{
		{30, 6, "solves.small"},
		{4_999, 2, "solves.small"},
		{5_000, 2, "solves.gpu"},
		{5_000, 10, "solves.latency"},
		{5_000, 9, "solves.barrier"},
		{500_000, 1_000, "solves.latency"},
		{500_000, 999, "solves.barrier"},
		{500_000, 250, "solves.barrier"},
		{500_000, 249, "solves.gpu"},
		{100_000_000, 1_000, "solves.gpu"},
	} {
		keys, text := solveClaims(solveDocument(1, 1, c.steps, c.entries, 1))
		for _, key := range []string{"solves.small", "solves.latency", "solves.barrier", "solves.gpu"} {
			if slices.Contains(keys, key) != (key == c.want) {
				t.Errorf("%d entries, %d steps: want %s, got %v: %q", c.entries, c.steps, c.want, keys, text)
			}
		}
		if advised := strings.Contains(text, "can be faster"); advised != (c.want == "solves.barrier" || c.want == "solves.gpu") {
			t.Errorf("%d entries, %d steps: %q", c.entries, c.steps, text)
		}
	}
}

// Beside an estimate for a GPU, the model of latencies does not say that a GPU is slower.
func TestSayBarriers(t *testing.T) {
	for _, c := range []struct {
		steps int
		gpu   *GPU
		want  string
	}{
		{1_000, nil, "solves.latency"},
		{1_000, &GPU{}, "solves.beside-gpu"},
		{999, &GPU{}, "solves.barrier"},
	} {
		d := solveDocument(1, 1, c.steps, 500_000, 1)
		s := &Setting{Solver: prediction.KLU, Method: "amd", Solve: prediction.Interval{Seconds: 1e-3}}
		d.Winners.Matching = MatchingNone
		d.Prediction = &Prediction{Choice: s, GPU: c.gpu}
		s.Matching = MatchingNone
		d.Prediction.Settings = []*Setting{s}
		keys, text := solveClaims(d)
		if !slices.Contains(keys, c.want) {
			t.Errorf("%d steps: want %s, got %v: %q", c.steps, c.want, keys, text)
		}
		if c.want == "solves.beside-gpu" && !strings.HasPrefix(text, "A GPU kernel with a barrier after each step of a triangular solve waits 1.00 ms (1,000 steps, 1 µs each); one core takes about 1.00 ms (KLU, predicted).") {
			t.Errorf("got %q", text)
		}
	}
}

// A matrix of 11 unknowns is advised to go nowhere, and a chain of blocks whose
// levels within blocks are few is no work for a GPU.
func TestSolvesOfMatrices(t *testing.T) {
	chain := sparsity.NewPattern(20_000, 20_000)
	for j := range chain.Cols {
		if j > 0 {
			chain.RowIdx = append(chain.RowIdx, int32(j-1))
		}
		if chain.RowIdx = append(chain.RowIdx, int32(j)); j%2 == 0 {
			chain.RowIdx = append(chain.RowIdx, int32(j+1))
		}
		chain.ColPtr[j+1] = int64(len(chain.RowIdx))
	}
	for _, c := range []struct {
		name string
		m    *sparsity.Matrix
		want string
	}{
		{"ring of 11", matgen.Dominant(matgen.RandomSquare(11, 3, 1), 1), "size.all-too-small"},
		{"chain of 10,000 blocks", matgen.Dominant(chain, 1), "solves.latency"},
		{"power grid", matgen.Dominant(matgen.PowerGrid(60, 60, 4, 1), 1), "solves.latency"},
	} {
		d := analyzed(t, c.m, Options{Orderings: []string{"btf+amd"}})
		if !claims(d, c.want) {
			t.Errorf("%s: want %s, got %v", c.name, c.want, d.Verdict)
		}
	}
}
