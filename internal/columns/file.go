package columns

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// magic begins and ends a Parquet file.
const magic = "PAR1"

// A file is a Parquet file that is being written: row groups, then what they are.
//
// The library writes schema and metadata: a file ends like a file without
// rows, with the row groups added.
type file struct {
	w       io.Writer
	options []parquet.WriterOption
	offset  int64
	rows    int64
	groups  []format.RowGroup
}

func (f *file) write(b []byte) error {
	n, err := f.w.Write(b)
	f.offset += int64(n)
	return err
}

// group writes a row group, unless it has no rows.
func (f *file) group(chunks []chunk, names []string) error {
	if f.offset == 0 {
		if err := f.write([]byte(magic)); err != nil {
			return err
		}
	}
	g := format.RowGroup{FileOffset: f.offset, Ordinal: int16(min(len(f.groups), math.MaxInt16))}
	for i := range chunks {
		c := &chunks[i]
		if err := c.page(); err != nil {
			return err
		}
		if g.NumRows = c.values; c.values == 0 {
			return nil
		}
		parts, meta, err := c.finish(names[i], f.offset)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := f.write(part); err != nil {
				return err
			}
		}
		g.TotalByteSize += meta.MetaData.TotalUncompressedSize
		g.TotalCompressedSize += meta.MetaData.TotalCompressedSize
		g.Columns = append(g.Columns, meta)
	}
	f.rows += g.NumRows
	f.groups = append(f.groups, g)
	return nil
}

// end writes the end of the file.
func (f *file) end() error {
	var empty bytes.Buffer
	if err := parquet.NewGenericWriter[any](&empty, f.options...).Close(); err != nil {
		return err
	}
	in, err := parquet.OpenFile(bytes.NewReader(empty.Bytes()), int64(empty.Len()))
	if err != nil {
		return err
	}
	meta := *in.Metadata()
	meta.NumRows, meta.RowGroups = f.rows, f.groups
	b, err := thrift.Marshal(&thrift.CompactProtocol{}, &meta)
	if err != nil {
		return err
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)))
	return f.write(append(b, magic...))
}
