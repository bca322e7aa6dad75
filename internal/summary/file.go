package summary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/nrkit/nrkit/internal/nrs"
	"github.com/nrkit/nrkit/internal/packed"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/trace"
)

// A file is what is in a summary file.
type file struct {
	Captures [][]byte              `json:"captures"` // each a [Capture], in order
	Bad      []phasetable.Bad      `json:"bad"`
	Keys     []key                 `json:"keys"`  // by hash
	Pools    []*trace.PoolDocument `json:"pools"` // by share of timed steps; each capture is in one
}

// A key is a document key/v1.
type key struct {
	Hash     string `json:"hash"`
	Document []byte `json:"document"`
}

// Write writes the part as a file. The bytes depend only on what was added up.
func (p *Part) Write(w io.Writer) error {
	p.sort()
	var f file
	numbers := make(map[*trace.Origin]int, len(p.rows))
	size := 1 << 20
	for k, r := range p.rows {
		size += len(r.blob) + 4
		f.Captures = append(f.Captures, r.blob)
		numbers[r.from] = k
	}
	f.Bad = p.bad
	for _, hash := range slices.Sorted(maps.Keys(p.keys)) {
		f.Keys = append(f.Keys, key{hash, p.keys[hash]})
	}
	for _, sample := range slices.Sorted(maps.Keys(p.pools)) {
		f.Pools = append(f.Pools, p.pools[sample].Document(func(o *trace.Origin) int { return numbers[o] }))
	}
	return nrs.Write(w, packed.Append(make([]byte, 0, size), &f))
}

// Open reads the summary file path.
//
// Errors of the content are of type *nrs.SyntaxError and have the name of the file.
func Open(path string) (*Part, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	return Read(f, path)
}

// Read reads a summary file, which messages call name. It refuses a file that is
// damaged, of another version, or contradictory.
func Read(r io.Reader, name string) (*Part, error) {
	b, err := nrs.Read(r)
	if err == nil {
		var p *Part
		if p, err = parse(b); err == nil {
			return p, nil
		}
	}
	var syntax *nrs.SyntaxError
	if errors.As(err, &syntax) {
		syntax.File = name
		return nil, syntax
	}
	return nil, fmt.Errorf("reading %s: %w", name, err)
}

// parse reads the payload of a file.
func parse(b []byte) (*Part, error) {
	var f file
	if err := packed.Unmarshal(b, &f); err != nil {
		return nil, syntaxError(err)
	}
	p := New()
	p.bad = f.Bad
	p.sortBad()
	for _, k := range f.Keys {
		if !json.Valid(k.Document) {
			return nil, syntaxError(fmt.Errorf("key %q is no document", k.Hash))
		}
		p.keys[k.Hash] = k.Document
	}
	var origins []*trace.Origin
	samples := map[int]bool{}
	for k, blob := range f.Captures {
		c, err := p.read(blob)
		if err != nil {
			return nil, syntaxError(fmt.Errorf("capture %d: %w", k, err))
		}
		origins = append(origins, p.rows[k].from)
		samples[c.Sample] = true
	}
	for _, d := range f.Pools {
		if d == nil || p.pools[d.Sample] != nil || !samples[d.Sample] {
			return nil, syntaxError(errors.New("a pool is there twice, or without its captures"))
		}
		pool, err := d.Pool(origins)
		if err != nil {
			return nil, syntaxError(err)
		}
		p.pools[d.Sample] = pool
	}
	if len(p.pools) != len(samples) {
		return nil, syntaxError(errors.New("captures have no pool"))
	}
	return p, nil
}

// read adds a capture of a file.
func (p *Part) read(blob []byte) (*Capture, error) {
	c := new(Capture)
	if err := packed.Unmarshal(blob, c); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Key != "" && p.keys[c.Key] == nil || c.EndKey != "" && p.keys[c.EndKey] == nil {
		return nil, fmt.Errorf("capture %q: its key is missing", c.Name)
	}
	from := c.origin()
	if n := len(p.rows); n > 0 && p.rows[n-1].from.Compare(from) >= 0 {
		return nil, fmt.Errorf("capture %q is out of order", c.Name)
	}
	if p.byHash[c.Hash] != nil {
		return nil, fmt.Errorf("capture %q is there twice", c.Name)
	}
	p.rows = append(p.rows, row{from, bytes.Clone(packed.Marshal(c))})
	p.note(c)
	return c, nil
}

// syntaxError is a mistake behind a valid checksum.
func syntaxError(err error) error { return &nrs.SyntaxError{Offset: 16, Msg: err.Error()} }
