package matrices

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// Endings of raw files: whole, and half written.
const (
	rawSuffix  = ".raw"
	tempSuffix = ".tmp"
)

// Facts is what is known of a call besides its matrices.
type Facts struct {
	Function, Library, Phase string
	Thread                   string
	TimeNS                   *int64

	// Matrix is a number of the matrix that the call uses, the same for equal matrices of
	// a process; 0 for unknown.
	Matrix uint64
}

// A Job is one conversion.
type Job struct {
	From    string               // folder of raw files
	To      string               // folder to make; must not exist, or be [Ours]
	Scratch string               // folder for what is half done: exists, on the disk of To
	Capture string               // name of the capture
	Facts   func(*Header) *Facts // never nil
}

// Convert makes the folder. If there are no raw files that can be converted, it makes
// none, and the index has no calls. What it began in Scratch stays if it fails.
func (j *Job) Convert() (*Index, error) {
	x := &Index{Schema: Schema, Capture: j.Capture, Calls: []Call{}, LeftOut: []LeftOut{}}
	list, err := j.list(x)
	if err != nil {
		return nil, err
	}
	fresh := filepath.Join(j.Scratch, "matrices.new")
	if err := os.RemoveAll(fresh); err != nil { // of a conversion that was killed
		return nil, err
	}
	if len(list) == 0 {
		return x, nil
	}
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return nil, err
	}
	if err := j.files(x, list, fresh); err != nil {
		return nil, err
	}
	if len(x.Calls) == 0 {
		return x, os.Remove(fresh)
	}
	err = create(filepath.Join(fresh, IndexName), func(w io.Writer) error { return jsontext.Write(w, x) })
	if err != nil {
		return nil, err
	}
	return x, j.place(fresh)
}

// place gives the folder its name.
func (j *Job) place(fresh string) error {
	_, err := os.Lstat(j.To)
	if err != nil {
		return os.Rename(fresh, j.To)
	}
	if err := Ours(j.To); err != nil {
		return err
	}
	old := filepath.Join(j.Scratch, "matrices.old")
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(j.To, old); err != nil {
		return err
	}
	if err := os.Rename(fresh, j.To); err != nil {
		return errors.Join(err, os.Rename(old, j.To))
	}
	return os.RemoveAll(old)
}

// A source is a raw file and its header.
type source struct {
	name string
	h    Header
}

// list returns the raw files by process, call and content. It counts those that are
// half written, and notes those without a header.
func (j *Job) list(x *Index) ([]source, error) {
	entries, err := os.ReadDir(j.From)
	if err != nil {
		return nil, err
	}
	var list []source
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case tempSuffix:
			x.HalfWritten++
		case rawSuffix:
			h, err := j.header(e.Name())
			switch {
			case err == nil:
				list = append(list, source{e.Name(), *h})
			case !x.leaveOut(e.Name(), err):
				return nil, err
			}
		}
	}
	slices.SortFunc(list, func(a, b source) int {
		return cmp.Or(cmp.Compare(a.h.Image, b.h.Image), cmp.Compare(a.h.PID, b.h.PID),
			cmp.Compare(a.h.Number, b.h.Number), cmp.Compare(a.h.What, b.h.What))
	})
	return list, nil
}

// leaveOut notes a raw file that cannot be read, and reports whether that is so: any
// other error ends the conversion.
func (x *Index) leaveOut(name string, err error) bool {
	var at *bindata.Error
	if errors.As(err, &at) {
		x.LeftOut = append(x.LeftOut, LeftOut{name, at.Error()})
		return true
	}
	return false
}

// open opens a raw file.
func (j *Job) open(name string) (*raw, *os.File, error) {
	f, err := os.Open(filepath.Join(j.From, name))
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var m *raw
		if m, err = openRaw(f, info.Size()); err == nil {
			return m, f, nil
		}
	}
	_ = f.Close() // was only read
	return nil, nil, err
}

func (j *Job) header(name string) (*Header, error) {
	m, f, err := j.open(name)
	if err != nil {
		return nil, err
	}
	_ = f.Close() // was only read
	return &m.Header, nil
}

// files converts each raw file into the folder dir.
func (j *Job) files(x *Index, list []source, dir string) error {
	prefix := prefixes(list)
	saved := map[[3]uint64]*Call{} // call of each matrix, by process
	for _, s := range list {
		name := fmt.Sprintf("%s%05d_%s.mtx", prefix[s.h.process()], s.h.Number, s.h.What.letter())
		facts := j.Facts(&s.h)
		n, err := j.file(s, facts, filepath.Join(dir, name))
		if err != nil {
			if x.leaveOut(s.name, err) {
				continue
			}
			return err
		}
		c := x.call(&s.h, facts)
		key := [3]uint64{s.h.PID, s.h.Image, facts.Matrix}
		switch s.h.What {
		case MatrixA:
			c.matrix(&s.h, n)
			c.Files.Matrix = name
			of := *c // x.Calls moves
			saved[key] = &of
		case RightHand:
			c.Files.RightHandSide, c.NRHS = name, s.h.NRHS
		case Solution:
			c.Files.Solution, c.NRHS = name, s.h.NRHS
		}
		if s.h.What != MatrixA {
			c.Transposed, c.Conjugate = s.h.Transposed, s.h.Conjugate
			if of := saved[key]; of != nil && c.Files.Matrix == "" && facts.Matrix != 0 {
				c.Files.Matrix, c.Pattern, c.Values, c.Sampled = of.Files.Matrix, of.Pattern, of.Values, of.Sampled
			}
		}
	}
	return nil
}

// file converts one raw file. A file that turns out to be damaged is removed.
func (j *Job) file(s source, facts *Facts, path string) (n counts, err error) {
	m, f, err := j.open(s.name)
	if err != nil {
		return n, err
	}
	defer f.Close() // was only read
	err = create(path, func(w io.Writer) error {
		if n, err = m.write(w, func(n counts) string { return m.comment(facts, n) }); err != nil {
			return err
		}
		return m.verify()
	})
	if err != nil && errors.As(err, new(*bindata.Error)) {
		if rerr := os.Remove(path); rerr != nil {
			return n, rerr
		}
	}
	return n, err
}

// create writes a new file.
func create(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	return errors.Join(err, f.Close())
}

// process tells apart the programs that were run: by process and begin.
func (h *Header) process() [2]uint64 { return [2]uint64{h.PID, h.Image} }

// prefixes returns what names of files begin with, by program: nothing where there is
// one, otherwise the process, and a number where that ran several programs.
func prefixes(list []source) map[[2]uint64]string {
	out := map[[2]uint64]string{}
	images := map[uint64]int{}
	for _, s := range list {
		p := s.h.process()
		if _, ok := out[p]; ok {
			continue
		}
		images[p[0]]++
		out[p] = fmt.Sprintf("%d_", p[0])
		if n := images[p[0]]; n > 1 {
			out[p] = fmt.Sprintf("%d.%d_", p[0], n)
		}
	}
	if len(out) == 1 {
		clear(out)
	}
	return out
}

// call returns the call of h, which comes after all others that are there.
func (x *Index) call(h *Header, f *Facts) *Call {
	if n := len(x.Calls); n > 0 {
		if c := &x.Calls[n-1]; c.Number == h.Number && c.Process == h.PID && c.ImageNS == h.Image {
			return c
		}
	}
	x.Calls = append(x.Calls, Call{
		Number: h.Number, Process: h.PID, ImageNS: h.Image, Thread: f.Thread, TimeNS: f.TimeNS,
		Function: f.Function, Library: f.Library, Phase: f.Phase, Rows: h.Rows,
	})
	return &x.Calls[len(x.Calls)-1]
}

// matrix notes what is known from the matrix itself.
func (c *Call) matrix(h *Header, n counts) {
	c.Rows, c.N, c.NNZ = h.Rows, h.Cols, h.NNZ
	if h.layout == layoutDense {
		c.NNZ = h.Rows * h.Cols
	}
	c.Pattern, c.Values, c.Sampled = hex(h.Pattern), hex(h.Values), h.Sampled
	c.Duplicates, c.Ignored = n.summed, n.ignored
}

func hex(hash uint64) string {
	if hash == 0 {
		return ""
	}
	return fmt.Sprintf("%016x", hash)
}

// comment says what a file is.
func (m *raw) comment(f *Facts, n counts) string {
	what := [...]string{MatrixA: "A", RightHand: "b of A x = b", Solution: "x of A x = b"}[m.What]
	if m.What != MatrixA && m.Transposed {
		what = strings.Replace(what, "A", map[bool]string{false: "A^T", true: "A^H"}[m.Conjugate], 1)
	}
	text := fmt.Sprintf("%s of call %d, %s (%s), of process %d", what, m.Number, f.Function, f.Library, m.PID)
	if m.What == MatrixA && m.layout == layoutDense {
		text += "\nstored as a dense matrix: zeros are left out"
	}
	if n.summed > 0 {
		text += fmt.Sprintf("\nentries added to others at the same position: %d", n.summed)
	}
	if n.ignored > 0 {
		text += fmt.Sprintf("\nstored entries that the library does not look at, left out: %d", n.ignored)
	}
	return text
}
