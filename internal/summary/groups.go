package summary

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace"
)

// groups add up captures by their key.
type groups struct{ by map[string]*group }

type group struct {
	captures int
	example  string
	cells    map[string]*trace.Cell
}

func (g *groups) add(c *Capture) {
	if g.by == nil {
		g.by = map[string]*group{}
	}
	x := g.by[c.Key]
	if x == nil {
		x = &group{example: c.base(), cells: map[string]*trace.Cell{}}
		g.by[c.Key] = x
	}
	x.captures++
	for i := range c.Cells {
		if x.cells[c.Cells[i].Name] == nil {
			x.cells[c.Cells[i].Name] = &trace.Cell{}
		}
		x.cells[c.Cells[i].Name].Add(&c.Cells[i].Cell)
	}
}

// list returns the groups in the order of their hashes.
func (g *groups) list(keys map[string]json.RawMessage) []phasetable.KeyGroup {
	list := []phasetable.KeyGroup{}
	common := ""
	for hash, x := range g.by {
		if most := g.by[common]; hash != "" && (common == "" || x.captures > most.captures || x.captures == most.captures && hash < common) {
			common = hash
		}
	}
	for hash, x := range g.by {
		k := phasetable.KeyGroup{Hash: hash, Captures: x.captures, Example: x.example, Differs: []string{}, Phases: []phasetable.CellRow{}}
		if hash != common && hash != "" {
			k.Differs = differences(keys[common], keys[hash])
		}
		for name, c := range x.cells {
			k.Phases = append(k.Phases, phasetable.RowOf(name, c))
		}
		slices.SortFunc(k.Phases, byTotal)
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b phasetable.KeyGroup) int { return strings.Compare(a.Hash, b.Hash) })
	return list
}

// differences returns the names of the parts in which two keys differ.
func differences(a, b json.RawMessage) []string {
	x, errX := runkey.Parse(a)
	y, errY := runkey.Parse(b)
	list := []string{}
	if errX != nil || errY != nil {
		return list
	}
	for _, d := range runkey.Explain(x, y) {
		list = append(list, d.Name)
	}
	return list
}

// byTotal orders rows, the largest total first.
func byTotal(a, b phasetable.CellRow) int {
	return cmp.Or(cmp.Compare(b.Total, a.Total), strings.Compare(a.Name, b.Name))
}

// stepTable returns the durations by time step; nil without any.
func stepTable(p *trace.Pool) *phasetable.StepTable {
	b := p.Bins()
	if b.Last < 0 {
		return nil
	}
	t := &phasetable.StepTable{Unit: p.Unit(), Width: 1 << b.Shift, Bins: []phasetable.StepBin{}}
	for k := int64(0); k <= b.Last>>b.Shift; k++ {
		bin := phasetable.StepBin{From: k << b.Shift, To: min(k<<b.Shift+t.Width-1, b.Last)}
		for _, row := range b.Rows {
			if int(k) < len(row.Bins) && row.Bins[k].Count > 0 {
				bin.Phases = append(bin.Phases, phasetable.RowOf(row.Name, &row.Bins[k]))
			}
		}
		if slices.SortFunc(bin.Phases, byTotal); len(bin.Phases) > 0 {
			t.Bins = append(t.Bins, bin)
		}
	}
	return t
}
