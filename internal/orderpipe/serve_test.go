package orderpipe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// request writes a request as a client does.
func request(r Request, m *sparsity.Matrix) []byte {
	p := m.Pattern
	r.Schema, r.Rows, r.Cols, r.NNZ, r.Values = RequestSchema, int64(p.Rows), int64(p.Cols), int64(p.NNZ()), m.HasValues()
	b, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	b = append(b, '\n')
	index := func(x int64) {
		if r.Index == 4 {
			b = binary.LittleEndian.AppendUint32(b, uint32(x))
			return
		}
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	for _, x := range p.ColPtr {
		index(x)
	}
	for _, x := range p.RowIdx {
		index(int64(x))
	}
	if m.HasValues() {
		b, _ = binary.Append(b, binary.LittleEndian, m.Values) // of a known size
	}
	return b
}

// A got is a reply as a client reads it.
type got struct {
	Reply
	rows, cols, limits []int32
}

func replies(t testing.TB, requests ...[]byte) (list []got, err error) {
	t.Helper()
	var out bytes.Buffer
	err = Serve(context.Background(), bytes.NewReader(slices.Concat(requests...)), &out, 1)
	in := bufio.NewReader(&out)
	for {
		line, rerr := in.ReadBytes('\n')
		if errors.Is(rerr, io.EOF) {
			return list, err
		}
		var g got
		if jerr := json.Unmarshal(line, &g.Reply); jerr != nil {
			t.Fatal(jerr)
		}
		for n, to := range map[int]*[]int32{0: &g.rows, 1: &g.cols, 2: &g.limits} {
			*to = make([]int32, []int{g.Reply.Rows, g.Reply.Cols, g.Limits}[n])
		}
		for _, to := range []*[]int32{&g.rows, &g.cols, &g.limits} {
			if berr := binary.Read(in, binary.LittleEndian, *to); berr != nil && len(*to) > 0 {
				t.Fatal(berr)
			}
		}
		list = append(list, g)
	}
}

// matrices are a matrix of blocks, with values, and a matrix that is not square.
func matrices() []*sparsity.Matrix {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []*sparsity.Matrix
	for _, n := range []int{0, 1, 2, 5, 60} {
		p := matgen.Random(n, n, 4, uint64(n))
		m := &sparsity.Matrix{Pattern: sparsity.Symmetrize(p)}
		list = append(list, m)
		v := &sparsity.Matrix{Pattern: m.Pattern}
		v.Values = make([]float64, m.Pattern.NNZ())
		for k := range v.Values {
			v.Values[k] = rng.NormFloat64() + 3
		}
		list = append(list, v)
	}
	return append(list, &sparsity.Matrix{Pattern: matgen.Random(7, 4, 2, 1)})
}

// Every method gives the order that analyze order writes, with both sizes of indices.
func TestOrders(t *testing.T) {
	for k, m := range matrices() {
		var methods []string
		for _, x := range named.Methods() {
			methods = append(methods, x.Name)
		}
		for _, method := range append(methods, "btf+amd", "amd+lower", analysis.BestOf) {
			file := &sparseio.File{Matrix: m, Name: "m", Field: map[bool]string{true: "real", false: "pattern"}[m.HasValues()], Symmetry: "general", Entries: m.Pattern.NNZ()}
			o := analysis.Options{Orderings: []string{method}, Matching: analysis.MatchingNone, Budget: analysis.DefaultBudget(), Exact: []string{"none"}, Workers: 1}
			if method == analysis.BestOf && m.HasValues() {
				o.Exact = nil
			}
			c, err := analysis.FindWinners(context.Background(), analysis.Loaded(file), o)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{4, 8} {
				list, err := replies(t, request(Request{Ordering: method, Index: size}, m), request(Request{Ordering: "natural", Index: size}, m))
				if err != nil || len(list) != 2 {
					t.Fatalf("matrix %d, %s: got %+v, %v", k, method, list, err)
				}
				r := list[0]
				if c.Winners == nil {
					continue // too small, or not square: alone orders what it can
				}
				want := c.Order(c.Winners.Recommended)
				if r.Error != "" || r.Method != want.Method || !slices.Equal(r.cols, []int32(want.Cols)) && want.Cols != nil {
					t.Errorf("matrix %d, %s: got %+v, want %v", k, method, r, want.Order)
				}
				if rows := want.Rows; rows != nil && !slices.Equal(r.rows, []int32(rows)) || !slices.Equal(r.limits, want.BlockPtr) {
					t.Errorf("matrix %d, %s: got rows %v and limits %v, want %v", k, method, r.rows, r.limits, want.Order)
				}
			}
		}
	}
}

// A mistake has a reply with a hint, and the next request is answered.
func TestMistakes(t *testing.T) {
	m := &sparsity.Matrix{Pattern: &sparsity.Pattern{Rows: 2, Cols: 2, ColPtr: []int64{0, 1, 2}, RowIdx: []int32{0, 1}}}
	good := request(Request{Ordering: "amd", Index: 4}, m)
	with := func(ptr []int64, rows ...int32) []byte {
		return request(Request{Ordering: "amd", Index: 4}, &sparsity.Matrix{Pattern: &sparsity.Pattern{Rows: 2, Cols: 2, ColPtr: ptr, RowIdx: rows}})
	}
	for want, b := range map[string][]byte{
		`unknown ordering "adm"; did you mean amd?`:                   request(Request{Ordering: "adm", Index: 4}, m),
		`unknown matching "x"; matchings: `:                           request(Request{Ordering: "amd", Matching: "x", Index: 4}, m),
		`unknown goal "x"; goals: `:                                   request(Request{Ordering: "best", Goal: "x", Index: 4}, m),
		"entry 1: row 2, want 0 to 1":                                 with([]int64{0, 1, 2}, 0, 2),
		"entry 0: row -1, want 0 to 1":                                with([]int64{0, 1, 2}, -1, 1),
		"column 1: the pointers descend from 3 to 2":                  with([]int64{0, 3, 2}, 0, 1),
		"column pointers from 1 to 2, want 0 to 2":                    with([]int64{1, 1, 2}, 0, 1),
		"column 0: row 0 after row 1; want ascending rows, each once": with([]int64{0, 2, 2}, 1, 0),
		"column 0: row 1 after row 1; want ascending rows, each once": with([]int64{0, 2, 2}, 1, 1),
	} {
		list, err := replies(t, b, good)
		if err != nil || len(list) != 2 {
			t.Errorf("%s: got %+v, %v", want, list, err)
			continue
		}
		if got := list[0].Error + "; " + list[0].Hint; !strings.Contains(got, want) || list[1].Error != "" || len(list[1].cols) != 2 {
			t.Errorf("got %q and %+v, want %q", got, list[1], want)
		}
	}
	for want, b := range map[string][]byte{
		"the input ends in the line":      []byte("{"),
		"request: invalid character":      []byte("x\n"),
		`schema "", want`:                 []byte("{}\n"),
		"-1 rows":                         []byte(`{"schema":"order-request/v1","rows":-1,"index_bytes":4}` + "\n"),
		"indices of 3 bytes":              []byte(`{"schema":"order-request/v1","index_bytes":3}` + "\n"),
		"a line of more than 65536 bytes": []byte(strings.Repeat(" ", 1<<17) + "\n"),
		"column pointers":                 []byte(`{"schema":"order-request/v1","cols":2147483646,"nnz":72057594037927936,"index_bytes":4}` + "\n0000"),
		"row indices":                     good[:len(good)-1],
	} {
		if list, err := replies(t, b); err == nil || !strings.Contains(err.Error(), want) || len(list) > 0 {
			t.Errorf("%s: got %+v, %v", want, list, err)
		}
	}
}

// FuzzServe sends any bytes: an error or replies, each a permutation.
func FuzzServe(f *testing.F) {
	for _, m := range matrices()[:6] {
		f.Add(request(Request{Ordering: "amd", Index: 4}, m))
		f.Add(request(Request{Ordering: "btf+colamd", Matching: "product", Index: 8}, m))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<14 {
			t.Skip("slow")
		}
		list, _ := replies(t, b)
		for _, r := range list {
			if r.Error == "" && !(isPermutation(r.rows) && isPermutation(r.cols)) {
				t.Fatalf("got %+v", r)
			}
		}
	})
}

func isPermutation(p []int32) bool {
	q := slices.Sorted(slices.Values(p))
	for k, x := range q {
		if int(x) != k {
			return false
		}
	}
	return true
}
