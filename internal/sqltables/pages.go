package sqltables

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// checkFooter returns an error if a file is not long enough for the footer that its last
// bytes name.
func checkFooter(r io.ReaderAt, size int64) error {
	var tail [8]byte
	if size < 12 {
		return errors.New("is no Parquet file")
	}
	if _, err := r.ReadAt(tail[:], size-8); err != nil {
		return err
	}
	if n := int64(binary.LittleEndian.Uint32(tail[:])); string(tail[4:]) != "PAR1" || n > size-12 {
		return errors.New("is no Parquet file, or is incomplete")
	}
	return nil
}

// mostPage bounds the bytes of a page: the library takes memory for what the header of
// a page claims.
const mostPage = 64 << 20

// checkPages walks over the headers of all pages, and returns an error if one claims
// more than the file can hold or than mostPage.
func checkPages(path string, r io.ReaderAt, size int64, file *parquet.File) error {
	for _, g := range file.Metadata().RowGroups {
		for k := range g.Columns {
			c := &g.Columns[k].MetaData
			at, end := c.DataPageOffset, int64(0)
			if c.DictionaryPageOffset > 0 {
				at = min(at, c.DictionaryPageOffset)
			}
			end = at + c.TotalCompressedSize
			if at < 0 || c.TotalCompressedSize < 0 || end < at || end > size || g.NumRows < 0 || c.NumValues != g.NumRows {
				return fmt.Errorf("%s: damaged Parquet file: a column of %d values at byte %d in a group of %d rows", filepath.Base(path), c.NumValues, at, g.NumRows)
			}
			for at < end {
				next, err := checkPage(r, at, end, c.NumValues)
				if err != nil {
					return fmt.Errorf("%s: damaged Parquet file: page at byte %d: %w", filepath.Base(path), at, err)
				}
				at = next
			}
		}
	}
	return nil
}

// checkPage checks the header of the page at a byte, and returns where the next page is.
func checkPage(r io.ReaderAt, at, end, values int64) (next int64, err error) {
	section := io.NewSectionReader(r, at, end-at)
	in := bufio.NewReaderSize(section, 512)
	var h format.PageHeader
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(in)).Decode(&h); err != nil {
		return 0, err
	}
	read, err := section.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	next = at + read - int64(in.Buffered()) + int64(h.CompressedPageSize)
	n := int64(max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DataPageHeaderV2.V.NumRows, h.DictionaryPageHeader.V.NumValues))
	switch {
	case h.CompressedPageSize < 0 || next > end:
		return 0, fmt.Errorf("%d bytes, but the column ends at byte %d", h.CompressedPageSize, end)
	case h.UncompressedPageSize < 0 || h.UncompressedPageSize > mostPage:
		return 0, fmt.Errorf("%d bytes after decompression, want at most %d", h.UncompressedPageSize, mostPage)
	case n > values:
		return 0, fmt.Errorf("%d values, but the column has %d", n, values)
	}
	return next, nil
}
