package nsys_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/nsys"
)

// Operations of all kinds, in the order of kinds; a graph node that is NULL or
// 0 is none.
func TestOps(t *testing.T) {
	const process int64 = 0x0102_000004_000000
	work := "start, end, deviceId, contextId, streamId, correlationId, globalPid, graphNodeId"
	e := open(t,
		table("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", work+", graphId, graphExecId", []any{1, 2, 0, 1, 7, 90, process, nil, 3, 4}),
		table("CUPTI_ACTIVITY_KIND_MEMSET", work+", bytes, value", []any{3, 4, 0, 1, 7, 91, process, 0, 64, 0}),
		table("CUPTI_ACTIVITY_KIND_MEMCPY", work+", bytes, copyKind", []any{5, 6, 1, 1, 7, 92, process, nil, 8, 2}),
		table("CUPTI_ACTIVITY_KIND_KERNEL", work+", demangledName",
			[]any{7, 8, 0, 1, 7, 93, process, 0, 2}, []any{9, 10, 0, 1, 7, 93, process, int64(1 << 32), 2}))
	got, err := e.Ops()
	if err != nil {
		t.Fatal(err)
	}
	launch := func(id int64) nsys.Launch { return nsys.Launch{Process: nsys.Process(process), Correlation: id} }
	want := []nsys.Op{
		{Start: 7, End: 8, Launch: launch(93), Bytes: nsys.Null, Copy: nsys.Null, Kind: nsys.OpKernel},
		{Start: 9, End: 10, Launch: launch(93), Bytes: nsys.Null, Copy: nsys.Null, Kind: nsys.OpKernel, Graph: true},
		{Start: 5, End: 6, Launch: launch(92), Device: 1, Bytes: 8, Copy: nsys.CopyDtoH, Kind: nsys.OpMemcpy},
		{Start: 3, End: 4, Launch: launch(91), Bytes: 64, Copy: nsys.Null, Kind: nsys.OpMemset},
		{Start: 1, End: 2, Launch: launch(90), Bytes: nsys.Null, Copy: nsys.Null, Kind: nsys.OpGraph, Graph: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What CUDA_GRAPH_EVENTS holds changed in 2024.
func TestGraphEventsChangedTheirMeaning(t *testing.T) {
	nodes := "start, end, eventClass, globalTid, nameId, graphNodeId, originalGraphNodeId"
	node := []any{10, 11, 94, threadA, 2, 5, 4}
	wantNode := []nsys.GraphNode{{Start: 10, End: 11, Thread: nsys.Thread(threadA), Node: 5, Original: 4}}
	wantGraph := []nsys.GraphCreation{{Start: 20, End: 21, Thread: nsys.Thread(threadB), Graph: 9, Original: nsys.Null, Exec: 3}}

	before := open(t, table("CUDA_GRAPH_EVENTS", nodes, node))
	since := open(t, table("CUDA_GRAPH_NODE_EVENTS", nodes, node),
		table("CUDA_GRAPH_EVENTS", "start, end, eventClass, globalTid, nameId, graphId, originalGraphId, graphExecId",
			[]any{20, 21, 95, threadB, 1, 9, nil, 3}))
	only := open(t, table("CUDA_GRAPH_EVENTS", "start, end, eventClass, globalTid, nameId, graphId, originalGraphId, graphExecId",
		[]any{20, 21, 95, threadB, 1, 9, nil, 3}))
	for _, tt := range []struct {
		name   string
		e      *nsys.Export
		nodes  []nsys.GraphNode
		graphs []nsys.GraphCreation
	}{
		{"before 2024", before, wantNode, nil},
		{"since 2024", since, wantNode, wantGraph},
		{"graphs without nodes", only, nil, wantGraph},
		{"neither", open(t), nil, nil},
	} {
		n, err := tt.e.GraphNodes()
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		g, err := tt.e.GraphCreations()
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		for i := range n {
			if got := tt.e.Text(n[i].Name); got != "kernel<int>" {
				t.Errorf("%s: node %d: got the name %q", tt.name, i, got)
			}
			n[i].Name = 0
		}
		for i := range g {
			if got := tt.e.Text(g[i].Name); got != "cudaLaunchKernel" {
				t.Errorf("%s: graph %d: got the name %q", tt.name, i, got)
			}
			g[i].Name = 0
		}
		if diff := cmp.Diff(tt.nodes, n); diff != "" {
			t.Errorf("%s: nodes: %s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.graphs, g); diff != "" {
			t.Errorf("%s: graphs: %s", tt.name, diff)
		}
	}
	if id := wantGraph[0].GraphID(); id != (nsys.Graph{Process: 2<<56 | 7<<24, ID: 9}) {
		t.Errorf("identity: got %+v", id)
	}
}
