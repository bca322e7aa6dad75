package sparseio

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/nrkit/nrkit/internal/inflate"
	"github.com/nrkit/nrkit/sparsity"
)

// A npzReader reads a matrix that scipy.sparse.save_npz wrote: a zip archive
// of .npy arrays. The input is kept in memory as long as it is read, since a
// zip archive has its directory at the end.
type npzReader struct {
	in      *input
	opt     Options
	members map[string]*zip.File // by name without .npy
	most    int                  // entries that the archive may have
	rows    int
	cols    int
	nnz     int // indices

	valueCount int
	notes      notes // on the values
}

// readNPZ reads in, which is a zip archive.
func readNPZ(in *input, opt Options) (*File, error) {
	data, hashed, err := in.load()
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", in.file, err)
	}
	defer hashed.Wait()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, in.refuse("damaged or truncated zip archive of %d bytes: %s", len(data), strings.TrimPrefix(err.Error(), "zip: "))
	}
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return io.NopCloser(inflate.NewReader(r)) })
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	p := &npzReader{in: in, opt: opt, members: map[string]*zip.File{}, most: min(mostPacked(int64(len(data)), freeArchive, archiveDense), in.mostEntries())}
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue
		}
		if p.members[name] != nil {
			return nil, in.refuse("two arrays named %s in the archive", printable(name))
		}
		p.members[name] = f
	}
	return p.read()
}

// load returns all of the input. Where it is the file as stored, a goroutine
// hashes it, which the caller waits for.
func (in *input) load() (data []byte, hashed *sync.WaitGroup, err error) {
	var b bytes.Buffer
	if in.size > 0 {
		b.Grow(int(in.size) + bytes.MinRead)
	}
	hashed = new(sync.WaitGroup)
	if in.stored == nil {
		_, err = b.ReadFrom(in.r)
		return b.Bytes(), hashed, err
	}
	begin, _ := in.r.Peek(in.r.Buffered()) // all there, and hashed
	n, _ := b.Write(begin)
	_, err = b.ReadFrom(readerFunc(in.stored.readOnly))
	hashed.Go(func() { in.stored.h.Write(b.Bytes()[n:]) }) // never fails
	return b.Bytes(), hashed, err
}

// A readerFunc is a function as io.Reader.
type readerFunc func(p []byte) (int, error)

// Read calls f.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// read reads the arrays.
func (p *npzReader) read() (*File, error) {
	var format string
	var shape []int64
	err := p.array("format", func(h *npyHeader, r io.Reader) (err error) {
		format, err = h.readText(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := p.array("shape", func(h *npyHeader, r io.Reader) (err error) {
		shape, err = h.readShape(r)
		return err
	}); err != nil {
		return nil, err
	}
	if len(shape) != 2 {
		return nil, p.in.refuse("want a matrix of two dimensions, got %d", len(shape))
	}
	for _, n := range shape {
		if n < 0 || n > sparsity.MaxDim {
			return nil, p.in.refuse("want dimensions in 0..%d, got %d×%d", sparsity.MaxDim, shape[0], shape[1])
		}
	}
	p.rows, p.cols = int(shape[0]), int(shape[1])
	f := &File{Format: FormatNPZ, Layout: format, Symmetry: "general"}
	if err := p.checkCounts(format); err != nil {
		return nil, err
	}
	switch format {
	case "csc":
		err = p.readCompressed(f, p.cols, p.rows)
	case "csr":
		err = p.readCompressed(f, p.rows, p.cols)
	case "coo":
		err = p.readCoordinates(f)
	default:
		return nil, p.in.refuse("sparse format %s is not read: want csr, csc or coo", quote(format))
	}
	if err != nil {
		return nil, err
	}
	f.Entries = p.nnz
	f.ExplicitZeros = storedZeros(f.Matrix)
	p.notes[noteDuplicates].count = f.Duplicates
	f.Warnings = p.notes.warnings(p.in.file)
	return f, nil
}

// array opens the array of that name and calls read with its header and data,
// which must be used up.
func (p *npzReader) array(name string, read func(h *npyHeader, r io.Reader) error) error {
	f := p.members[name]
	if f == nil {
		return p.in.refuse("no array %s in the archive: want a matrix written by scipy.sparse.save_npz", name)
	}
	err := func() error {
		r, err := f.Open()
		if err != nil {
			return err
		}
		h, err := readNPYHeader(r)
		if err == nil {
			h.credible = int(min(f.CompressedSize64, 1<<27)) * npyExpansion
		}
		if err == nil {
			err = h.checkLength(f.UncompressedSize64)
		}
		if err == nil {
			err = read(h, r)
		}
		if err == nil {
			// The checksum is compared at the end.
			var n int64
			if n, err = io.Copy(io.Discard, r); err == nil && n > 0 {
				err = fmt.Errorf("%d bytes after the %d elements", n, h.count)
			}
		}
		if err == errNotRead {
			err = nil
		}
		return errors.Join(err, r.Close())
	}()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return p.in.refuse("array %s: truncated", name)
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return p.in.refuse("array %s: %s", name, plainCause(errors.New(strings.TrimPrefix(text, "zip: "))))
}

// indices reads an array of as many indices as the matrix has elements.
func (p *npzReader) indices(name string, limit int) (x []int32, err error) {
	err = p.array(name, func(h *npyHeader, r io.Reader) (err error) {
		x, err = h.readIndices(r, limit)
		return err
	})
	return x, err
}

// startValues begins to read the values into t, on another goroutine if that
// is allowed. What it returns waits for the end, and then says whether all is
// well: that there is a value for each index.
func (p *npzReader) startValues(f *File, t *sparsity.Triplets) (finish func() error) {
	var err error
	var done sync.WaitGroup
	if p.opt.Workers > 1 {
		done.Go(func() { err = p.values(f, t) })
	}
	return func() error {
		done.Wait()
		if p.opt.Workers == 1 {
			err = p.values(f, t)
		}
		if err == nil && p.valueCount != p.nnz {
			err = p.in.refuse("array data: want %d values, as many as there are indices, got %d", p.nnz, p.valueCount)
		}
		return err
	}
}

// values reads the values into t, and sets the field of f. A matrix of true
// values only is a pattern.
func (p *npzReader) values(f *File, t *sparsity.Triplets) error {
	return p.array("data", func(h *npyHeader, r io.Reader) (err error) {
		if len(h.shape) != 1 {
			return fmt.Errorf("want one dimension, got %d", len(h.shape))
		}
		p.valueCount = h.count
		if f.Field, err = h.valueField(); err != nil {
			return err
		}
		if p.opt.PatternOnly && h.kind != 'b' {
			_, err := io.Copy(io.Discard, r)
			return err
		}
		if err := h.readValues(r, t); err != nil {
			return err
		}
		p.noteValues(h, t)
		if h.kind == 'b' {
			for _, v := range t.Values {
				if v == 0 {
					f.Field = "integer"
				}
			}
		}
		if f.Field == "pattern" || p.opt.PatternOnly {
			t.Values = nil
		}
		return nil
	})
}

// noteValues notes values that are not exact.
func (p *npzReader) noteValues(h *npyHeader, t *sparsity.Triplets) {
	for _, x := range [][]float64{t.Values, t.Imag} {
		for _, v := range x {
			switch {
			case v-v != 0: // infinite or not a number
				p.notes.add(noteNotFinite, 0, 0)
			case (h.kind == 'i' || h.kind == 'u') && math.Abs(v) > 1<<53:
				p.notes.add(noteRounded, 0, 0)
			}
		}
	}
}

// checkCounts refuses arrays whose lengths, as their headers have them, contradict each
// other, or are beyond what the archive may have, before any of them is read:
// of zeros deflate makes a thousandth.
func (p *npzReader) checkCounts(format string) error {
	index := map[string][]string{"csc": {"indices"}, "csr": {"indices"}, "coo": {"row", "col"}}[format]
	if index == nil {
		return nil // is refused by its name
	}
	count := func(name string) (n int, err error) {
		err = p.array(name, func(h *npyHeader, _ io.Reader) error {
			n = h.count
			return errNotRead
		})
		return n, err
	}
	n, err := count(index[0])
	if err != nil {
		return err
	}
	for _, name := range append(index[1:], "data") {
		switch m, err := count(name); {
		case err != nil:
			return err
		case m != n && name == "data":
			return p.in.refuse("array data: want %d values, as many as there are indices, got %d", n, m)
		case m != n:
			return p.in.refuse("array %s: want %d indices, as many as in %s, got %d", name, n, index[0], m)
		}
	}
	if n > p.most {
		return p.in.refuse("array %s: %s", index[0], tooDense(n, p.most))
	}
	if format == "coo" {
		return nil
	}
	pointers, err := count("indptr")
	if err == nil && pointers > freeDim && pointers > p.most {
		err = p.in.refuse("array indptr: %s", tooDense(pointers, p.most))
	}
	return err
}

// errNotRead ends the reading of an array whose header is enough.
var errNotRead = errors.New("only the header is read")

// checkDims refuses dimensions far beyond the entries; known is the one that
// the arrays confirm.
func (p *npzReader) checkDims(known int) error {
	most := max(freeDim, dimsPerEntry*min(p.nnz, sparsity.MaxDim), known)
	if p.rows > most || p.cols > most {
		return p.in.refuse("%d×%d is too large for %d entries: want at most %d rows and columns", p.rows, p.cols, p.nnz, most)
	}
	return nil
}

// isZip reports whether head is the begin of a zip archive.
func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}
