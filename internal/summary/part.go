package summary

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/packed"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/trace"
)

// A Part is captures that were added up. Use New to make one.
type Part struct {
	rows  []row // sorted, unless unsorted
	bad   []phasetable.Bad
	keys  map[string]json.RawMessage // by hash
	pools map[int]*trace.Pool        // by share of timed steps

	byHash    map[[32]byte]*trace.Origin
	byProcess map[process]*trace.Origin
	unsorted  bool
}

// A row is a capture in the bytes of package packed.
type row struct {
	from *trace.Origin
	blob []byte
}

// New returns the part of no captures.
func New() *Part {
	return &Part{keys: map[string]json.RawMessage{}, pools: map[int]*trace.Pool{}, byHash: map[[32]byte]*trace.Origin{}, byProcess: map[process]*trace.Origin{}}
}

// Captures returns the number of captures.
func (p *Part) Captures() int { return len(p.rows) }

// Bad returns the files that could not be read, by name.
func (p *Part) Bad() []phasetable.Bad { return p.bad }

// AddBad notes that a file could not be read.
func (p *Part) AddBad(name, message string) {
	p.bad = append(p.bad, phasetable.Bad{Name: filepath.ToSlash(name), Message: message})
	p.sortBad()
}

// sortBad sorts the bad files, each once.
func (p *Part) sortBad() {
	slices.SortFunc(p.bad, func(a, b phasetable.Bad) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Message, b.Message))
	})
	p.bad = slices.Compact(p.bad)
}

// A TwiceError says that a capture is in a summary twice, perhaps under two names.
type TwiceError struct{ A, B string } // names of the files

func (e *TwiceError) Error() string {
	if e.A == e.B {
		return fmt.Sprintf("%s is added twice", e.A)
	}
	return fmt.Sprintf("%s and %s are the same capture, which may be added only once", e.A, e.B)
}

// note remembers the identity of a capture of p.
func (p *Part) note(c *Capture) {
	from := p.rows[len(p.rows)-1].from
	p.byHash[c.Hash] = from
	if id, ok := c.process(); ok {
		p.byProcess[id] = from
	}
}

// repeated returns the error of a capture that both parts have, nil for none.
func (p *Part) repeated(o *Part) error {
	var list []*TwiceError
	for id, b := range o.byHash {
		if a := p.byHash[id]; a != nil {
			list = append(list, twice(a, b))
		}
	}
	for id, b := range o.byProcess {
		if a := p.byProcess[id]; a != nil {
			list = append(list, twice(a, b))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return slices.MinFunc(list, func(a, b *TwiceError) int {
		return cmp.Or(strings.Compare(a.A, b.A), strings.Compare(a.B, b.B))
	})
}

func twice(a, b *trace.Origin) *TwiceError {
	return &TwiceError{min(a.Name, b.Name), max(a.Name, b.Name)}
}

// Merge adds the captures of another part, which must not be used any more.
//
// It returns a *[TwiceError] and changes nothing if both have a capture: the same bytes,
// or the same process that recorded it.
func (p *Part) Merge(o *Part) error {
	if err := p.repeated(o); err != nil {
		return err
	}
	p.append(o)
	return nil
}

// append is Merge of captures that may be in both parts.
func (p *Part) append(o *Part) {
	p.rows = append(p.rows, o.rows...)
	p.unsorted = true
	if len(o.bad) > 0 {
		p.bad = append(p.bad, o.bad...)
		p.sortBad()
	}
	maps.Copy(p.keys, o.keys)
	maps.Copy(p.byHash, o.byHash)
	maps.Copy(p.byProcess, o.byProcess)
	for sample, pool := range o.pools {
		if own := p.pools[sample]; own != nil {
			own.Add(pool)
		} else {
			p.pools[sample] = pool
		}
	}
}

// sort puts the captures in order.
func (p *Part) sort() {
	if p.unsorted {
		slices.SortFunc(p.rows, func(a, b row) int { return a.from.Compare(b.from) })
		p.unsorted = false
	}
}

// capture returns a capture. Its row is known to be readable.
func (p *Part) capture(k int) *Capture {
	c := new(Capture)
	if err := packed.Unmarshal(p.rows[k].blob, c); err != nil {
		panic("internal error: a row of a summary cannot be read: " + err.Error())
	}
	expand(c.Summary)
	return c
}
