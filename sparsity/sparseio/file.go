package sparseio

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio/internal/matlab"
	"github.com/nrkit/nrkit/sparsity/sparseio/internal/petsc"
)

// A File is a matrix and what its file says about it.
type File struct {
	// Matrix is the whole matrix. Its values are nil when the field is
	// "pattern" or when Options.PatternOnly is set.
	Matrix *sparsity.Matrix

	Name     string // base name of the file, "stdin" for standard input
	Member   string // path of the matrix in an archive, or name of a variable in a MAT-file; "" elsewhere
	Format   string // one of the Format constants
	Layout   string // how the file stores the entries: "coordinate", "array", …
	Field    string // "real", "integer", "complex" or "pattern"
	Symmetry string // "general", "symmetric", "skew-symmetric" or "hermitian"
	SHA256   string // of the input as stored, before any decompression; hexadecimal

	Entries       int // entries listed in the file, before expansion
	Duplicates    int // entries listed in the file beyond the first at their position
	ExplicitZeros int // entries of Matrix whose value is zero; 0 if it has no values

	// Names of the rows and columns, nil if they are not known; an element may be
	// empty. Open leaves them nil: OpenNames finds them.
	RowNames, ColNames         []string
	RowNamesFrom, ColNamesFrom string // their source, such as a file beside the matrix

	Warnings []Warning
}

// Formats that [File.Format] names.
const (
	FormatMatrixMarket     = "matrix-market"
	FormatRutherfordBoeing = "rutherford-boeing"
	FormatHarwellBoeing    = "harwell-boeing"
	FormatNPZ              = "npz"
	FormatPETSc            = "petsc"
	FormatMATLAB           = "matlab"
)

// Options says how to read. The zero value reads everything with all
// processors.
type Options struct {
	// Workers is the number of goroutines that parse; 0 means GOMAXPROCS.
	// The result does not depend on it.
	Workers int

	// Lenient reads Matrix Market files that the format forbids and that SciPy,
	// fast_matrix_market and CHOLMOD all read, with a warning for each kind of
	// departure. docs/formats-matrixmarket.md says what becomes of the entries.
	Lenient bool

	// Variable is the name of the variable to read from a MATLAB file; "" means the
	// only sparse variable. With a name, files of other formats are refused.
	Variable string

	// PatternOnly leaves the values out: their text is skipped, not parsed,
	// so that an error in it goes unseen.
	PatternOnly bool

	// Progress, unless nil, is called with the number of bytes that were read from the
	// stored file, and its size, -1 if the size is not known. Several goroutines may call
	// Progress.
	Progress func(read, size int64)
}

// Open reads the matrix in the named file; "-" is standard input, and
// ARCHIVE.tar.gz:MEMBER a member of an archive.
//
// The errors are the errors of [Read] and of opening a file.
func Open(path string, opt Options) (*File, error) {
	if path == "-" {
		return Read("stdin", os.Stdin, opt)
	}
	member := ""
	f, err := os.Open(path)
	if archive, m, ok := splitMember(path); ok && errors.Is(err, fs.ErrNotExist) {
		path, member = archive, m
		f, err = os.Open(path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written: its error says nothing
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errDirectory}
	}
	return read(path, member, f, opt)
}

// Read reads the matrix in r, to its end. The name stands in errors, and its
// extension helps to find the format.
//
// Bad input is a [*SyntaxError]; an error of r is returned wrapped. If r is a
// regular file, the file's size bounds the sizes that a header may claim.
func Read(name string, r io.Reader, opt Options) (*File, error) {
	return read(name, "", r, opt)
}

// read reads the matrix in r, or in that member of the archive r.
func read(name, member string, r io.Reader, opt Options) (*File, error) {
	raw := &hashReader{r: r, h: sha256.New(), size: sizeOf(r), progress: opt.Progress}
	in := newInput(name, raw, raw.size)
	in.stored, in.member = raw, member
	in.raw, in.total = raw, in.size
	file, err := in.read(opt)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	file.Name = filepath.Base(name)
	file.SHA256 = hex.EncodeToString(raw.h.Sum(nil))
	return file, nil
}

// An input is one layer of what is read: the file as stored, or what came out
// of a container.
type input struct {
	file string        // name for messages
	name string        // name that tells the format: inside a container, without its extension
	r    *bufio.Reader // at the start of the layer
	size int64         // bytes in r; -1 when unknown

	// stored is what r reads from if this is the file as stored, else nil. A
	// reader of its own goroutines may take over from r what is buffered and
	// read on here, to hash when it suits it.
	stored *hashReader

	raw    *hashReader // the file as stored, in all layers
	total  int64       // bytes in raw; -1 when unknown
	packed bool        // a layer around r is compressed

	member string // of an archive, that was asked for
	layer  int    // containers around r
}

// headSize is how many bytes of an input may be peeked at to find its format.
const headSize = 4096

// newInput returns the outermost layer.
func newInput(name string, r io.Reader, size int64) *input {
	return &input{file: name, name: name, r: bufio.NewReaderSize(r, headSize), size: size}
}

// read finds the format of in and reads it.
func (in *input) read(opt Options) (*File, error) {
	head, err := in.r.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("reading %s: %w", in.file, err)
	}
	if len(head) == 0 {
		return nil, &SyntaxError{File: in.file, Line: 1, Col: 1, Msg: "want a matrix, got an empty input"}
	}
	if c := compressionOf(head); c != nil {
		return in.readCompressed(c, opt)
	}
	if isTar(head) {
		return in.readTar(opt)
	}
	if in.member != "" {
		return nil, in.refuse("want a tar archive with a member %s, got another format", quote(in.member))
	}
	if matlab.IsFile(head) {
		return readMATLAB(in, opt)
	}
	if opt.Variable != "" {
		return nil, in.refuse("want a MAT-file with a variable %s, got another format", quote(opt.Variable))
	}
	if petsc.IsFile(head) {
		return readPETSc(in, opt)
	}
	if isMatrixMarket(head) {
		return readMatrixMarket(in, opt)
	}
	if isZip(head) {
		return readNPZ(in, opt)
	}
	if what := matlab.Refusal(head, hasMATLABName(in.name)); what != "" {
		return nil, in.refuse("%s", what)
	}
	if isBoeing(head) || hasBoeingName(in.name) {
		return readBoeing(in, opt)
	}
	return nil, unknownFormat(in, head)
}

// unknownFormat returns the error for an input that begins with head.
func unknownFormat(in *input, head []byte) error {
	if what, ok := petsc.IsOther(head); ok {
		return in.refuse("want a matrix in PETSc's binary format, got %s", what)
	}
	msg := "want a matrix in Matrix Market, Rutherford-Boeing, npz, PETSc or MATLAB format, got " + describe(head, 0)
	if strings.EqualFold(filepath.Ext(in.name), ".mtx") || nearlyMatrixMarket(head) {
		msg = notMatrixMarket(head)
	}
	return &SyntaxError{File: in.file, Line: 1, Col: 1, Msg: msg}
}

// A hashReader hashes what is read from r. When r fails once it fails always.
type hashReader struct {
	r   io.Reader
	h   hash.Hash
	n   atomic.Int64 // bytes read
	err error

	size     int64                  // bytes in r; -1 when unknown
	progress func(read, size int64) // of Options
}

// Read reads and hashes.
func (r *hashReader) Read(p []byte) (int, error) {
	n, err := r.readOnly(p)
	r.h.Write(p[:n]) // never fails
	return n, err
}

// maxEmptyReads is how often in a row a reader may return nothing, not even
// an error.
const maxEmptyReads = 100

// readOnly reads what the caller will hash: at least one byte, or there is an
// error.
func (r *hashReader) readOnly(p []byte) (n int, err error) {
	for range maxEmptyReads {
		if r.err == nil {
			n, r.err = r.r.Read(p)
			read := r.n.Add(int64(n))
			if r.progress != nil {
				r.progress(read, r.size)
			}
		}
		if n > 0 || r.err != nil || len(p) == 0 {
			return n, r.err
		}
	}
	r.err = io.ErrNoProgress
	return 0, r.err
}

// sizeOf returns the number of bytes left in r when r is a regular file, and
// -1 when that cannot be known.
func sizeOf(r io.Reader) int64 {
	f, ok := r.(*os.File)
	if !ok {
		return -1
	}
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return st.Size() - at
}
