package calls

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
)

func read(t *testing.T, p *solvertest.Program) *solvers.Run {
	t.Helper()
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	run, err := solvers.Read(c)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Up to 20 calls, all are listed. Of more, the first 5, the 10 slowest and the last 5 are.
func TestChosen(t *testing.T) {
	for _, n := range []int{1, 19, 20, 21, 100} {
		p := &solvertest.Program{PID: 1, Functions: solvertest.Backslash(0).Functions}
		now := int64(0)
		for k := range n {
			ns := int64(10 + k)
			if k == n/2 {
				ns = 1e6
			}
			p.Thread(1).Call(now, now+ns, "umfpack_di_solve", solvertest.Blank())
			now += ns + 1
		}
		var got []int
		table := Of(read(t, p))
		for _, row := range table.Rows {
			got = append(got, int(row.Number)-1)
		}
		var want []int
		for k := range n {
			// of the calls, which get slower, the last 9 and the one in the middle are slowest
			if n <= 20 || k < 5 || k >= n-9 || k == n/2 {
				want = append(want, k)
			}
		}
		if !slices.Equal(got, want) || table.Count != int64(n) {
			t.Errorf("%d calls: got %v, want %v", n, got, want)
		}
	}
}

// What is not known is absent; what is 0 is not.
func TestUnknown(t *testing.T) {
	p := &solvertest.Program{PID: 1, Functions: solvertest.Backslash(0).Functions}
	th := p.Thread(1)
	th.Begin(0, "umfpack_di_numeric")
	th.Call(5, 10, "umfpack_di_solve", solvertest.Blank(solvertest.Number, 1<<40, solvertest.Status, 0, solvertest.Selector, 3, solvertest.N, 0, solvertest.RCond, solvertest.Float(0), solvertest.Flops, solvertest.Float(math.Inf(1))))
	run := read(t, p)
	rows := Of(run).Rows
	open, call := rows[0], rows[1]
	if open.End != "open" || open.Number != 0 || open.Status != nil || open.N != nil || open.Phase != "factor" || open.Library != "umfpack" {
		t.Errorf("got %+v", open)
	}
	if call.Number != 1<<40 || *call.Status != 0 || *call.Selector != 3 || *call.N != 0 || call.NNZ != nil || *call.RCond != 0 || call.Flops != nil || call.LNZ != nil || call.End != "" {
		t.Errorf("got %+v", call)
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, run); err != nil {
		t.Fatal(err)
	}
	const want = "1099511627776,0,1,1,5,5,5,umfpack_di_solve,umfpack,solve,,0,3,0,,,,,,,,,,,,,0,,,,,,\n"
	if _, row, _ := strings.Cut(b.String(), "open\n"); row != want {
		t.Errorf("got\n%swant\n%s", row, want)
	}
}
