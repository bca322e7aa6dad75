package project

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/nsys"
)

func TestIsWait(t *testing.T) {
	for name, want := range map[string]bool{
		"cudaDeviceSynchronize_v3020":      true,
		"cudaThreadSynchronize_v3020":      true,
		"cudaStreamSynchronize_ptsz_v7000": true,
		"cudaEventSynchronize_v3020":       true,
		"cuCtxSynchronize":                 true,
		"cuStreamSynchronize_ptsz":         true,
		"cuEventSynchronize":               true,
		"cudaMemcpy_v3020":                 true,
		"cudaMemcpy_ptds_v7000":            true,
		"cudaMemcpy2D_v3020":               true,
		"cudaMemcpyFromSymbol_v3020":       true,
		"cuMemcpyDtoH_v2":                  true,
		"cuMemcpyDtoH_v2_ptds":             true,
		"cuMemcpyHtoD_v2":                  true,
		"cuMemcpyDtoD_v2":                  false,
		"cuMemcpyDtoA_v2":                  false,
		"cuMemcpyDtoHAsync_v2":             false,
		"cudaMemcpyAsync_v3020":            false,
		"cudaMemcpyPeer_v4000":             false,
		"cudaMemcpy2DAsync_ptsz_v7000":     false,
		"cudaLaunchKernel_v7000":           false,
		"cuGraphLaunch":                    false,
		"cudaStreamWaitEvent_v3020":        false,
		"cudaEventQuery_v3020":             false,
		"Synchronize":                      false,
		"":                                 false,
	} {
		if got := IsWait(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

// somehow are the names of calls that wait, in random captures.
const somehow nsys.String = 1

// randomCalls draws a capture whose calls have names, and operations that are
// copies of few bytes, some of them parts of graphs.
func randomCalls(t *rapid.T) (*Capture, []bool) {
	c := randomCapture(t)
	for k := range c.Calls {
		c.Calls[k].Name = nsys.String(rapid.IntRange(0, 2).Draw(t, "name"))
	}
	for o := range c.Ops {
		op := &c.Ops[o]
		op.Bytes, op.Copy = rapid.Int64Range(0, 10).Draw(t, "bytes"), rapid.Int64Range(1, 2).Draw(t, "copy")
		op.Graph = rapid.Bool().Draw(t, "graph")
	}
	return c, c.Waiting(func(s nsys.String) bool { return s == somehow })
}

// obviousBusy counts the ns in which one of the operations ran.
func obviousBusy(c *Capture, ops []int) (ns int64) {
	for at := range int64(1001) {
		if slices.ContainsFunc(ops, func(o int) bool { return c.Ops[o].Start <= at && at < c.Ops[o].End }) {
			ns++
		}
	}
	return ns
}

// obviousIteration computes an iteration by looking at every call and operation.
func obviousIteration(c *Capture, i int, waits []bool) Iteration {
	it := Iteration{Range: int32(i)}
	var ops []int
	for k := range c.Calls {
		if !around(c, i, k) {
			continue
		}
		it.Calls++
		if waits[k] {
			it.Waits++
			it.WaitTime += c.Calls[k].End - c.Calls[k].Start
		}
		launched, graph := false, false
		for o, of := range c.Of {
			if int(of) != k {
				continue
			}
			ops = append(ops, o)
			launched, graph = true, graph || c.Ops[o].Graph
			if c.Ops[o].Kind == nsys.OpMemcpy && c.Ops[o].Copy == 2 && c.Ops[o].Bytes > 0 && c.Ops[o].Bytes < 9 {
				it.ScalarReads++
			}
		}
		if launched {
			it.Launches++
		}
		if graph {
			it.GraphLaunches++
		}
	}
	it.Ops, it.Busy = int64(len(ops)), obviousBusy(c, ops)
	return it
}

func TestIterationsAreTheObviousOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, waits := randomCalls(t)
		keep := func(i int) bool { return i%3 == 0 && c.All(i) }
		got := c.Iterations(keep, waits)
		var want []Iteration
		for i := range c.Len() {
			if keep(i) {
				want = append(want, obviousIteration(c, i, waits))
			}
		}
		inOrder := slices.IsSortedFunc(got, func(a, b Iteration) int {
			x, y := c.Threads[c.Thread(int(a.Range))], c.Threads[c.Thread(int(b.Range))]
			if x == y {
				return int(c.Start[a.Range] - c.Start[b.Range])
			}
			return map[bool]int{true: -1, false: 1}[x < y]
		})
		if !inOrder {
			t.Fatalf("not by thread and start: %v", got)
		}
		slices.SortFunc(got, func(a, b Iteration) int { return int(a.Range - b.Range) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestWaitingIsTheObviousOne: a call waits when its name says so and no other
// call that does is around it; of calls with the same times the first waits.
func TestWaitingIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, waits := randomCalls(t)
		for k := range c.Calls {
			want := c.Calls[k].Name == somehow
			for j := range c.Calls {
				a, b := &c.Calls[j], &c.Calls[k]
				same := a.Start == b.Start && a.End == b.End
				if j != k && a.Name == somehow && a.Thread == b.Thread && a.Start <= b.Start && a.End >= b.End && (!same || j < k) {
					want = false
				}
			}
			if waits[k] != want {
				t.Fatalf("call %d: got %v", k, waits[k])
			}
		}
	})
}

// TestWaitsForNumbers: what a thread started last before it waits decides.
func TestWaitsForNumbers(t *testing.T) {
	const a, b = 1<<24 | 1, 1<<24 | 2
	kernel := nsys.Op{Kind: nsys.OpKernel}
	read := nsys.Op{Kind: nsys.OpMemcpy, Copy: nsys.CopyDtoH, Bytes: 8}
	large, write := read, read
	large.Bytes, write.Copy = 9, 1
	empty := read
	empty.Bytes = 0
	type call struct {
		thread nsys.Thread
		name   nsys.String
		ops    []nsys.Op
	}
	for _, tt := range []struct {
		name  string
		calls []call
		want  []bool
	}{
		{"a read and a wait", []call{{a, 0, []nsys.Op{kernel}}, {a, 0, []nsys.Op{read}}, {a, somehow, nil}}, []bool{true}},
		{"a wait that reads", []call{{a, somehow, []nsys.Op{read}}}, []bool{true}},
		{"calls that start nothing between", []call{{a, 0, []nsys.Op{read}}, {a, 2, nil}, {a, somehow, nil}}, []bool{true}},
		{"a second wait", []call{{a, 0, []nsys.Op{read}}, {a, somehow, nil}, {a, somehow, nil}}, []bool{true, false}},
		{"a kernel between", []call{{a, 0, []nsys.Op{read}}, {a, 0, []nsys.Op{kernel}}, {a, somehow, nil}}, []bool{false}},
		{"another thread", []call{{a, 0, []nsys.Op{read}}, {b, somehow, nil}}, []bool{false}},
		{"two numbers", []call{{a, 0, []nsys.Op{read}}, {a, 0, []nsys.Op{read}}, {a, somehow, nil}}, []bool{true}},
		{"9 bytes", []call{{a, 0, []nsys.Op{large}}, {a, somehow, nil}}, []bool{false}},
		{"no bytes", []call{{a, 0, []nsys.Op{empty}}, {a, somehow, nil}}, []bool{false}},
		{"to the device", []call{{a, 0, []nsys.Op{write}}, {a, somehow, nil}}, []bool{false}},
		{"a graph that reads and does more", []call{{a, 0, []nsys.Op{read, kernel}}, {a, somehow, nil}}, []bool{false}},
		{"nothing", []call{{a, somehow, nil}}, []bool{false}},
	} {
		var calls []nsys.Call
		var ops []nsys.Op
		for i, k := range tt.calls {
			calls = append(calls, nsys.Call{Start: int64(10 * i), End: int64(10*i + 5), Thread: k.thread, Correlation: int64(i), Name: k.name})
			for _, op := range k.ops {
				op.Launch = calls[i].Launch()
				ops = append(ops, op)
			}
		}
		ranges := &nsys.Ranges{Threads: []nsys.Thread{a}, Start: []int64{0}, End: []int64{1000}, Kind: []int32{0}, Kinds: []nsys.RangeKind{{Type: nsys.NVTXPushPop}}}
		c := NewCapture(ranges, calls, ops)
		waits, _ := c.Waits(c.Waiting(func(s nsys.String) bool { return s == somehow }))
		var got []bool
		for _, w := range waits {
			got = append(got, w.Scalar)
			if want := int32(c.Calls[w.Call].Thread&1) - 1; w.Range != want {
				t.Errorf("%s: got range %d, want %d", tt.name, w.Range, want)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestWorkWithoutProcess: exports that were cut down do not say which process
// work is of; it is the only one there is.
func TestWorkWithoutProcess(t *testing.T) {
	ranges := &nsys.Ranges{}
	op := []nsys.Op{{Launch: nsys.Launch{Correlation: 5}}}
	one := []nsys.Call{{Thread: 1<<24 | 1, Correlation: 5}, {Thread: 1<<24 | 2, Correlation: 6}}
	if c := NewCapture(ranges, slices.Clone(one), op); c.Of[0] != 0 {
		t.Errorf("one process: got call %d, want 0", c.Of[0])
	}
	two := append(one, nsys.Call{Thread: 2<<24 | 1, Correlation: 5})
	if c := NewCapture(ranges, two, op); c.Of[0] != -1 {
		t.Errorf("two processes: got call %d, want none", c.Of[0])
	}
	null := []nsys.Call{{Thread: 1<<24 | 1, Correlation: nsys.Null}}
	if c := NewCapture(ranges, null, []nsys.Op{{Launch: nsys.Launch{Process: 1 << 24, Correlation: nsys.Null}}}); c.Of[0] != -1 {
		t.Errorf("no correlation id: got call %d, want none", c.Of[0])
	}
}
