package solvertest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"sort"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Domains and schemas of the program.
const (
	domainOwn     = 1 // nrkit
	domainSolvers = 2 // nrkit.solvers
	schemaCall    = 0x01534C01
	recording     = 2 // number of this name
	other         = 3 // number of a name of the program; functions follow
)

// A Program is a process that is watched. Its threads write calls in order of time.
type Program struct {
	PID       int64
	Functions []solvers.Function // that it calls
	Dynamic   bool               // ids of schemas are what NVTX gave, not the usual ones

	threads map[int64]*Thread
	number  uint64
}

// A Thread is a thread of a program.
type Thread struct {
	rows []int // offsets of payloads, which begin with a row
	p    *Program
	f    *rawFile
	open []string

	phases uint64
}

// Thread returns the thread with a number.
func (p *Program) Thread(tid int64) *Thread {
	if t, ok := p.threads[tid]; ok {
		return t
	}
	if p.threads == nil {
		p.threads = map[int64]*Thread{}
	}
	t := &Thread{p: p, f: newRaw(uint64(p.PID), uint64(len(p.threads)+1), 0)}
	first := len(p.threads) == 0
	p.threads[tid] = t
	t.f.words(kindThread, uint64(tid), 0)
	if first {
		p.definitions(t.f)
	}
	return t
}

// definitions writes names, domains and the schema.
func (p *Program) definitions(f *rawFile) {
	f.define(defineDomain, domainOwn, 0, []byte("nrkit"))
	f.define(defineDomain, domainSolvers, 0, []byte(solvers.Domain))
	f.define(defineText, recording, 0, []byte("recording"))
	f.define(defineText, other, 0, []byte("range of the program"))
	for k := range p.Functions {
		f.define(defineText, uint64(other+1+k), 0, []byte(p.Functions[k].Symbol))
	}
	f.schema(p.schema(schemaCall), domainSolvers, "nrkit.solvers.call")
}

func (p *Program) schema(id uint64) uint64 {
	if p.Dynamic {
		return id + 1<<32
	}
	return id
}

// row returns the row of a function; panics if it is not in the table.
func (p *Program) row(symbol string) int {
	for k := range p.Functions {
		if p.Functions[k].Symbol == symbol {
			return k
		}
	}
	panic("no function " + symbol)
}

// Begin begins a call.
func (t *Thread) Begin(ns int64, symbol string) {
	t.f.at(kindPush, domainSolvers, uint64(other+1+t.p.row(symbol)), uint64(ns))
	t.open = append(t.open, symbol)
}

// End ends the innermost call. Function and number of the call are set in data.
func (t *Thread) End(ns int64, data Data) {
	last := len(t.open) - 1
	data[0] = data[0]&^math.MaxUint32 | uint64(t.p.row(t.open[last]))
	t.open = t.open[:last]
	if data[Number] == 0 {
		t.p.number++
		data[Number] = t.p.number
	}
	t.f.long(longPop, domainSolvers, uint64(ns), t.p.schema(schemaCall), data.bytes())
	t.rows = append(t.rows, t.f.b.Len()-8*len(data))
}

// EndAlone ends the innermost call without data.
func (t *Thread) EndAlone(ns int64) {
	t.open = t.open[:len(t.open)-1]
	t.f.at(kindPop, domainSolvers, 0, uint64(ns))
}

// Record writes a time of recording.
func (t *Thread) Record(begin, end int64) {
	t.f.at(kindPush, domainOwn, recording, uint64(begin))
	t.f.at(kindPop, domainOwn, 0, uint64(end))
}

// BeginPhase begins a range of the domain nrkit, whose ranges are phases.
func (t *Thread) BeginPhase(ns int64, name string) {
	t.phases++
	id := 1000 + t.phases
	t.f.define(defineText, id, 0, []byte(name))
	t.f.at(kindPush, domainOwn, id, uint64(ns))
}

// EndPhase ends such a range.
func (t *Thread) EndPhase(ns int64) { t.f.at(kindPop, domainOwn, 0, uint64(ns)) }

// Push begins a range that is no call.
func (t *Thread) Push(ns int64) { t.f.at(kindPush, 0, other, uint64(ns)) }

// Pop ends such a range.
func (t *Thread) Pop(ns int64) { t.f.at(kindPop, 0, 0, uint64(ns)) }

// Call writes a call without calls in it.
func (t *Thread) Call(begin, end int64, symbol string, data Data) {
	t.Begin(begin, symbol)
	t.End(end, data)
}

// Capture returns the capture of programs, with one table for all of them.
func Capture(programs ...*Program) (*trace.Trace, error) {
	var files []inject.File
	var table solvers.Table
	for _, p := range programs {
		var tids []int64
		for tid := range p.threads {
			tids = append(tids, tid)
		}
		sort.Slice(tids, func(a, b int) bool { return tids[a] < tids[b] })
		for k, tid := range tids {
			t := p.threads[tid]
			b := append(bytes.Clone(t.f.b.Bytes()), make([]byte, 64)...)
			for _, at := range t.rows {
				binary.LittleEndian.PutUint32(b[at:], binary.LittleEndian.Uint32(b[at:])+uint32(len(table.Functions)))
			}
			files = append(files, inject.File{Name: fmt.Sprintf("%d-1-%d.nvtx", p.PID, k+1), Data: bytes.NewReader(b), Size: int64(len(b))})
		}
		table.Functions = append(table.Functions, p.Functions...)
	}
	b, err := table.MarshalBinary()
	if err != nil {
		return nil, err
	}
	c, err := inject.NewCapture(files)
	if err != nil {
		return nil, err
	}
	c.Trace.Header.Program = "program"
	solvers.AddTable(c.Trace, b)
	return c.Trace, nil
}
