package nsys

import "sync"

// An OpKind says what an operation of a device is.
type OpKind uint8

const (
	OpKernel OpKind = iota
	OpMemcpy
	OpMemset
	OpGraph // a whole CUDA graph, in graph mode
)

// An Op is an operation of a device: the fields that all kinds have, and for a copy
// its size. 64 bytes.
type Op struct {
	Start, End int64
	Launch
	Device int64 // id within the process
	Bytes  int64 // of a copy or a memory set, Null for others
	Copy   int64 // CopyKind of a copy, Null for others
	Kind   OpKind
	Graph  bool // is a CUDA graph, or a node of one
}

// CopyDtoH is the kind of a copy from a device to the host.
const CopyDtoH = 2

// Ops returns all operations of devices: kernels, copies, memory sets and
// graphs, each in the order of the file, so that index i of Kernels is index i
// here.
//
// A graph node that is Null or 0 means no node: exports have the column even without
// graphs.
func (e *Export) Ops() ([]Op, error) {
	all := 0
	for _, t := range opTables {
		n, err := e.Count(t.name)
		if err != nil {
			return nil, err
		}
		all += n
	}
	list := make([]Op, 0, all)
	var w Work
	for _, t := range opTables {
		cols := columns(workColumns + t.columns)
		err := e.scan(t.name, cols, func(r *row) error {
			w.work(r)
			op := Op{Start: w.Start, End: w.End, Launch: w.Launch(), Device: w.ID, Bytes: Null, Copy: Null, Kind: t.kind}
			op.Graph = t.kind == OpGraph || w.GraphNode != Null && w.GraphNode != 0
			if t.columns != "" {
				op.Bytes, op.Copy = r.int(workCount), r.int(workCount+1)
			}
			list = append(list, op)
			return r.err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// CUDACallsAndOps returns what CUDACalls and Ops return. It reads both at once where
// there are several processors.
func (e *Export) CUDACallsAndOps() (calls []Call, ops []Op, err error) {
	stop := &stopper{stop: e.Stop}
	side := &Export{Path: e.Path, Version: e.Version, Meta: e.Meta, Stop: stop.ask, db: e.db.Clone()} // operations have no texts
	own := e.Stop
	e.Stop = stop.ask
	defer func() { e.Stop = own }()
	var opsErr error
	var group sync.WaitGroup
	group.Go(func() {
		ops, opsErr = side.Ops()
		stop.end(opsErr)
	})
	calls, err = e.CUDACalls()
	if group.Wait(); err == nil {
		err = opsErr
	}
	if err != nil {
		return nil, nil, err
	}
	return calls, ops, nil
}

// opTables are the tables of operations, in the order of OpKind.
var opTables = [...]struct {
	name, columns string
	kind          OpKind
}{
	{kernelTable, "", OpKernel},
	{copyTable, "bytes copyKind", OpMemcpy},
	{setTable, "bytes copyKind", OpMemset},
	{graphTable, "", OpGraph},
}
