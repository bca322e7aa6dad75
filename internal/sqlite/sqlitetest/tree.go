package sqlitetest

import (
	"encoding/binary"
	"io"
	"iter"
	"math"
)

// A pager numbers pages and writes them in that order.
type pager struct {
	next uint32
	out  io.Writer // nil: only numbers them
}

// put writes a page and returns its number.
func (p *pager) put(page []byte) (uint32, error) {
	n := p.next
	p.next++
	if p.out == nil {
		return n, nil
	}
	_, err := p.out.Write(page)
	return n, err
}

// A child is a page of a tree and the last rowid in it.
type child struct {
	page uint32
	last int64
}

// table writes the tree of a table and returns its root.
func (p *pager) table(rows iter.Seq[[]any]) (uint32, error) {
	level, err := p.leaves(rows)
	for err == nil && len(level) > 1 {
		level, err = p.parents(level)
	}
	if err != nil {
		return 0, err
	}
	return level[0].page, nil
}

// A page under construction: cells fill it from the end.
type leaf struct {
	b     []byte
	at    int // of the page header
	cells int
	end   int // where the cells begin
}

func newLeaf(at int) *leaf { return &leaf{b: make([]byte, pageSize), at: at, end: pageSize} }

// add adds a cell; it is false when there is no room.
func (l *leaf) add(cell []byte) bool {
	ptr := l.at + 8 + 2*l.cells
	if l.end-len(cell) < ptr+2 {
		return false
	}
	l.end -= len(cell)
	copy(l.b[l.end:], cell)
	binary.BigEndian.PutUint16(l.b[ptr:], uint16(l.end))
	l.cells++
	return true
}

// finish fills the page header.
func (l *leaf) finish() []byte {
	l.b[l.at] = 13
	binary.BigEndian.PutUint16(l.b[l.at+3:], uint16(l.cells))
	binary.BigEndian.PutUint16(l.b[l.at+5:], uint16(l.end))
	return l.b
}

// leaves writes the leaves of a tree, at least one.
func (p *pager) leaves(rows iter.Seq[[]any]) (list []child, err error) {
	l := newLeaf(0)
	var cell, record []byte
	rowid := int64(0)
	flush := func() error {
		page, err := p.put(l.finish())
		list = append(list, child{page, rowid})
		l = newLeaf(0)
		return err
	}
	for row := range rows {
		record = appendRecord(record[:0], row)
		if cell, err = p.cell(cell[:0], rowid+1, record); err != nil {
			return nil, err
		}
		if !l.add(cell) {
			if err := flush(); err != nil {
				return nil, err
			}
			l.add(cell)
		}
		rowid++
	}
	return list, flush()
}

// cell appends the cell of a record, whose end it writes to overflow pages when
// it is long.
func (p *pager) cell(b []byte, rowid int64, record []byte) ([]byte, error) {
	b = appendUvarint(b, uint64(len(record)))
	b = appendUvarint(b, uint64(rowid))
	if len(record) <= pageSize-35 {
		return append(b, record...), nil
	}
	const least = (pageSize-12)*32/255 - 23
	local := least + (len(record)-least)%(pageSize-4)
	if local > pageSize-35 {
		local = least
	}
	b = append(b, record[:local]...)
	b = binary.BigEndian.AppendUint32(b, p.next)
	for rest := record[local:]; len(rest) > 0; {
		page := make([]byte, pageSize)
		n := copy(page[4:], rest)
		if rest = rest[n:]; len(rest) > 0 {
			binary.BigEndian.PutUint32(page, p.next+1)
		}
		if _, err := p.put(page); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// fanout is the number of children of an interior page: a cell has at most 13
// bytes, and a pointer of 2.
const fanout = (pageSize - headerSize - 12) / 15

// parents writes the interior pages above level.
func (p *pager) parents(level []child) (list []child, err error) {
	for len(level) > 0 {
		n := min(len(level), fanout)
		page, err := p.interior(level[:n], 0)
		if err != nil {
			return nil, err
		}
		number, err := p.put(page)
		if err != nil {
			return nil, err
		}
		list = append(list, child{number, level[n-1].last})
		level = level[n:]
	}
	return list, nil
}

// interior returns the interior page with the given children, whose header is
// at offset at. More than fanout children of a schema are refused.
func (p *pager) interior(children []child, at int) ([]byte, error) {
	if len(children) > fanout {
		return nil, errSchema
	}
	b := make([]byte, pageSize)
	end, last := pageSize, len(children)-1
	for i, c := range children[:last] {
		cell := binary.BigEndian.AppendUint32(nil, c.page)
		cell = appendUvarint(cell, uint64(c.last))
		end -= len(cell)
		copy(b[end:], cell)
		binary.BigEndian.PutUint16(b[at+12+2*i:], uint16(end))
	}
	b[at] = 5
	binary.BigEndian.PutUint16(b[at+3:], uint16(last))
	binary.BigEndian.PutUint16(b[at+5:], uint16(end))
	binary.BigEndian.PutUint32(b[at+8:], children[last].page)
	return b, nil
}

// appendUvarint appends SQLite's variable-length integer.
func appendUvarint(b []byte, x uint64) []byte {
	if x >= 1<<56 {
		for shift := 57; shift > 1; shift -= 7 {
			b = append(b, byte(x>>shift&0x7f|0x80))
		}
		return append(b, byte(x))
	}
	shift := 0
	for x>>shift >= 0x80 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		b = append(b, byte(x>>shift&0x7f|0x80))
	}
	return append(b, byte(x&0x7f))
}

// appendRecord appends a record: serial types, then values.
func appendRecord(b []byte, row []any) []byte {
	var head, body [512]byte
	h, v := head[:0], body[:0]
	for _, x := range row {
		var serial uint64
		serial, v = appendValue(v, x)
		h = appendUvarint(h, serial)
	}
	size := len(h) + 1
	if size > 127 {
		size++
	}
	b = appendUvarint(b, uint64(size))
	return append(append(b, h...), v...)
}

// appendValue appends a value and returns its serial type.
func appendValue(b []byte, x any) (uint64, []byte) {
	switch x := x.(type) {
	case nil:
		return 0, b
	case int:
		return appendInt(b, int64(x))
	case int64:
		return appendInt(b, x)
	case float64:
		return 7, binary.BigEndian.AppendUint64(b, math.Float64bits(x))
	case string:
		return uint64(13 + 2*len(x)), append(b, x...)
	case []byte:
		return uint64(12 + 2*len(x)), append(b, x...)
	}
	panic("sqlitetest: want nil, int, int64, float64, string or []byte")
}

// appendInt appends an integer in the fewest bytes.
func appendInt(b []byte, x int64) (uint64, []byte) {
	if x == 0 || x == 1 {
		return uint64(8 + x), b
	}
	for serial, width := range []int{1, 2, 3, 4, 6} {
		if shift := 64 - 8*width; x<<shift>>shift == x {
			for i := width - 1; i >= 0; i-- {
				b = append(b, byte(x>>(8*i)))
			}
			return uint64(serial + 1), b
		}
	}
	return 6, binary.BigEndian.AppendUint64(b, uint64(x))
}
