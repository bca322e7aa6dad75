package columns

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"unsafe"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A chunk is the part of a column in a row group: the values that wait for their page,
// and the pages, encoded.
//
// Values of the page are in numbers: integers, the bits of floating-point numbers, 0 and 1
// for truth values. Those of text are places in the dictionary.
type chunk struct {
	kind     parquet.Kind
	optional bool
	codec    *zstd.Codec

	numbers []int64
	places  []int32
	levels  []byte // of an optional column: 1 for a value, 0 for NULL
	rows    int    // of the page

	dictionary dictionary

	pages    []byte // the pages before, with their headers
	plain    int64  // bytes of the pages before compression
	count    int32  // pages
	values   int64  // with NULL
	nulls    int64
	some     bool // least and largest are of values
	unsorted bool // a value was no number, so that there are none
	least    int64
	largest  int64

	*buffers
}

// Buffers are for the encoding of a page. Chunks that are never encoded at the same time
// share them.
type buffers struct{ encoded, raw, packed []byte }

// A dictionary is the texts of a chunk.
type dictionary struct {
	place  map[string]int32
	texts  []byte // each with its length before it
	recent [64]struct {
		text  *byte
		size  int
		place int32
	}
}

// add returns the place of a text. Equal texts mostly share memory.
func (d *dictionary) add(s string) int32 {
	text := unsafe.StringData(s)
	near := &d.recent[uintptr(unsafe.Pointer(text))>>3%64]
	if near.text == text && near.size == len(s) && text != nil {
		return near.place
	}
	at, ok := d.place[s]
	if !ok {
		if d.place == nil {
			d.place = map[string]int32{}
		}
		at = int32(len(d.place))
		d.place[s] = at
		d.texts = append(binary.LittleEndian.AppendUint32(d.texts, uint32(len(s))), s...)
	}
	near.text, near.size, near.place = text, len(s), at
	return at
}

func (d *dictionary) reset() { *d = dictionary{texts: d.texts[:0]} }

// null adds NULL.
func (c *chunk) null() {
	c.levels = append(c.levels, 0)
	c.rows++
}

// page ends a page.
func (c *chunk) page() error {
	if c.rows == 0 {
		return nil
	}
	h := format.DataPageHeaderV2{NumValues: int32(c.rows), NumRows: int32(c.rows), IsCompressed: thrift.New(true)}
	var err error
	c.encoded = c.encoded[:0]
	if c.optional {
		for _, l := range c.levels {
			h.NumNulls += 1 - int32(l)
		}
		if c.encoded, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(c.encoded, c.levels); err != nil {
			return err
		}
		h.DefinitionLevelsByteLength = int32(len(c.encoded))
	}
	h.Encoding = c.encoding()
	if err := c.encode(); err != nil {
		return err
	}
	if c.packed, err = c.codec.Encode(c.packed[:0], c.raw); err != nil {
		return err
	}
	plain := len(c.encoded) + len(c.raw)
	c.encoded = append(c.encoded, c.packed...)
	c.count++
	c.values += int64(c.rows)
	c.nulls += int64(h.NumNulls)
	c.bounds()
	c.numbers, c.places, c.levels, c.rows = c.numbers[:0], c.places[:0], c.levels[:0], 0
	c.pages, err = c.append(c.pages, &format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(h)}, plain, c.encoded)
	return err
}

// append appends a page of so many bytes before compression.
func (c *chunk) append(to []byte, h *format.PageHeader, plain int, body []byte) ([]byte, error) {
	if plain > math.MaxInt32 || len(body) > math.MaxInt32 {
		return to, fmt.Errorf("a page has %d bytes, want at most %d", plain, math.MaxInt32)
	}
	h.UncompressedPageSize, h.CompressedPageSize, h.CRC = int32(plain), int32(len(body)), int32(crc32.ChecksumIEEE(body))
	head, err := thrift.Marshal(&thrift.CompactProtocol{}, h)
	c.plain += int64(len(head) + plain)
	return append(append(to, head...), body...), err
}

// encoding returns how values are encoded.
func (c *chunk) encoding() format.Encoding {
	switch c.kind {
	case parquet.Int64:
		return format.DeltaBinaryPacked
	case parquet.ByteArray:
		return format.RLEDictionary
	}
	return format.Plain
}

// encode sets raw to the values of the page.
func (c *chunk) encode() (err error) {
	switch c.kind {
	case parquet.Int64:
		c.raw, err = (&delta.BinaryPackedEncoding{}).EncodeInt64(c.raw, c.numbers)
	case parquet.ByteArray:
		c.raw, err = (&rle.DictionaryEncoding{}).EncodeInt32(c.raw, c.places)
	case parquet.Double:
		c.raw = c.raw[:0]
		for _, x := range c.numbers {
			c.raw = binary.LittleEndian.AppendUint64(c.raw, uint64(x))
		}
	default: // bits
		c.raw = append(c.raw[:0], make([]byte, (len(c.numbers)+7)/8)...)
		for i, x := range c.numbers {
			c.raw[i/8] |= byte(x) << (i % 8)
		}
	}
	return err
}

// bounds takes the values of the page into the least and the largest.
func (c *chunk) bounds() {
	if len(c.numbers) == 0 {
		return
	}
	if !c.some {
		c.some, c.least, c.largest = true, c.numbers[0], c.numbers[0]
	}
	if c.kind != parquet.Double {
		c.least, c.largest = min(c.least, slices.Min(c.numbers)), max(c.largest, slices.Max(c.numbers))
		return
	}
	least, largest := math.Float64frombits(uint64(c.least)), math.Float64frombits(uint64(c.largest))
	for _, x := range c.numbers { // NaN stays
		f := math.Float64frombits(uint64(x))
		least, largest = min(least, f), max(largest, f)
	}
	c.unsorted = least != least
	c.least, c.largest = int64(math.Float64bits(least)), int64(math.Float64bits(largest))
}

// statistics returns the bounds of numbers. To compare all texts takes longer than to look
// them up.
func (c *chunk) statistics() format.Statistics {
	s := format.Statistics{NullCount: c.nulls}
	if !c.some || c.unsorted {
		return s
	}
	switch c.kind {
	case parquet.Boolean:
		s.MinValue, s.MaxValue = []byte{byte(c.least)}, []byte{byte(c.largest)}
		return s
	case parquet.Double: // of zeros the least is negative and the largest positive
		if math.Float64frombits(uint64(c.least)) == 0 {
			c.least = math.MinInt64
		}
		if math.Float64frombits(uint64(c.largest)) == 0 {
			c.largest = 0
		}
	}
	s.MinValue = binary.LittleEndian.AppendUint64(nil, uint64(c.least))
	s.MaxValue = binary.LittleEndian.AppendUint64(nil, uint64(c.largest))
	return s
}

// finish ends the chunk, which begins at an offset of the file, and returns its parts and
// what the file says of it. The chunk is empty then; the parts are valid until the next
// value.
func (c *chunk) finish(name string, offset int64) (parts [2][]byte, meta format.ColumnChunk, err error) {
	m := format.ColumnMetaData{
		Type: format.Type(c.kind), PathInSchema: []string{name}, Codec: format.Zstd, NumValues: c.values,
		DataPageOffset: offset, Encoding: []format.Encoding{format.RLE, c.encoding()}, Statistics: c.statistics(),
		EncodingStats: []format.PageEncodingStats{{PageType: format.DataPageV2, Encoding: c.encoding(), Count: c.count}},
	}
	if c.kind == parquet.ByteArray {
		if c.packed, err = c.codec.Encode(c.packed[:0], c.dictionary.texts); err != nil {
			return parts, meta, err
		}
		h := &format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(len(c.dictionary.place)), Encoding: format.Plain})}
		if parts[0], err = c.append(nil, h, len(c.dictionary.texts), c.packed); err != nil {
			return parts, meta, err
		}
		m.DictionaryPageOffset, m.DataPageOffset = offset, offset+int64(len(parts[0]))
		m.Encoding = append(m.Encoding, format.Plain)
		m.EncodingStats = append(m.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Encoding: format.Plain, Count: 1})
		c.dictionary.reset()
	}
	parts[1] = c.pages
	m.TotalUncompressedSize, m.TotalCompressedSize = c.plain, int64(len(parts[0])+len(parts[1]))
	c.pages, c.plain, c.count, c.values, c.nulls, c.some, c.unsorted = c.pages[:0], 0, 0, 0, 0, false, false
	return parts, format.ColumnChunk{MetaData: m}, nil
}
