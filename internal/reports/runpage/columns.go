package runpage

import (
	"bufio"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// The columns of a page are one sequence of bytes, compressed by DEFLATE (RFC 1951) and
// written in base64. The page has the number of elements of each column elsewhere, in
// the object about. A column is of one of these sorts:
//
//	whole    differences of successive integers, zigzag, as varints of Protocol Buffers
//	count    integers of 0 and more, as varints
//	real     IEEE 754 double precision, little endian
//	values   a byte, 0 for whole and 1 for real, and then the column
//
// For each track of about.tracks:
//
//	begin    whole    ns from the first event
//	ns       count    duration
//	name     count    index in about.names
//	depth    count    ranges around it
//
// and for each of its arguments at (whole, the place of the range) and value (values).
// For each counter of about.counters: time (whole) and value (real). For the time steps,
// and then for the iterations: track, step, iteration, iterations, rejected, begin, ns
// (all whole) and log10 of the residual (real).
type columns struct {
	out *bufio.Writer
	buf [binary.MaxVarintLen64]byte
}

// writeColumns writes the columns of a page.
func writeColumns(w io.Writer, d *Data) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	packed, err := flate.NewWriter(text, flate.DefaultCompression)
	if err != nil {
		return err
	}
	c := &columns{out: bufio.NewWriterSize(packed, 1<<16)}
	for i := range d.tracks {
		if tr := &d.tracks[i]; d.shown(i) {
			c.track(tr)
		}
	}
	for _, s := range d.series {
		whole(c, s.time, func(x int64) int64 { return x })
		real(c, s.value, func(x float64) float64 { return x })
	}
	for _, list := range [][]row{d.steps.steps, d.steps.iterations} {
		c.rows(list)
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return text.Close()
}

func (c *columns) track(tr *track) {
	whole(c, tr.ranges, func(x span) int64 { return x.start })
	count(c, tr.ranges, func(x span) int64 { return x.end - x.start })
	count(c, tr.ranges, func(x span) int64 { return int64(x.name) })
	count(c, tr.ranges, func(x span) int64 { return int64(x.depth) })
	for _, list := range tr.byName() {
		whole(c, list, func(x argument) int64 { return int64(x.at) })
		c.values(list)
	}
}

// byName returns the arguments by name. Arguments with one name keep the order of their
// ranges.
// The last of several arguments with the same name counts.
func (tr *track) byName() [][]argument {
	all := slices.Clone(tr.args)
	slices.SortStableFunc(all, func(a, b argument) int {
		if a.name != b.name {
			return int(a.name) - int(b.name)
		}
		return a.at - b.at
	})
	var lists [][]argument
	for k := 0; k < len(all); {
		var list []argument
		for name := all[k].name; k < len(all) && all[k].name == name; k++ {
			if n := len(list); n > 0 && list[n-1].at == all[k].at {
				list[n-1] = all[k]
			} else {
				list = append(list, all[k])
			}
		}
		lists = append(lists, list)
	}
	return lists
}

func (c *columns) rows(list []row) {
	for _, field := range []func(row) int64{
		func(r row) int64 { return r.track }, func(r row) int64 { return r.step }, func(r row) int64 { return r.iteration },
		func(r row) int64 { return r.its }, func(r row) int64 { return r.rejected },
		func(r row) int64 { return r.start }, func(r row) int64 { return r.ns },
	} {
		whole(c, list, field)
	}
	real(c, list, func(r row) float64 { return r.log })
}

// values writes the values of arguments, as integers if all of them are.
func (c *columns) values(list []argument) {
	for _, a := range list {
		if a.value != math.Trunc(a.value) || math.Abs(a.value) > maxTime/8 {
			c.put(1)
			real(c, list, func(a argument) float64 { return a.value })
			return
		}
	}
	c.put(0)
	whole(c, list, func(a argument) int64 { return int64(a.value) })
}

func whole[T any](c *columns, list []T, field func(T) int64) {
	last := int64(0)
	for _, x := range list {
		v := field(x)
		c.out.Write(c.buf[:binary.PutVarint(c.buf[:], v-last)])
		last = v
	}
}

func count[T any](c *columns, list []T, field func(T) int64) {
	for _, x := range list {
		c.put(uint64(field(x)))
	}
}

func (c *columns) put(v uint64) { c.out.Write(c.buf[:binary.PutUvarint(c.buf[:], v)]) }

func real[T any](c *columns, list []T, field func(T) float64) {
	for _, x := range list {
		binary.LittleEndian.PutUint64(c.buf[:], math.Float64bits(field(x)))
		c.out.Write(c.buf[:8])
	}
}
