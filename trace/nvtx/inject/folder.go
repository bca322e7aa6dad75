package inject

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Variables that the program gets.
const (
	EnvLibrary = "NVTX_INJECTION64_PATH" // for clients of NVTX: the library
	EnvFolder  = "NRPROF_RECORD_DIR"     // for the library: where its files go; absolute
)

const (
	statusName  = "status"
	statusMagic = "NRnvtxst"
	statusSize  = 4096
	suffix      = ".nvtx"

	statusAnchors = 64 // offset of up to two anchors: clock, tick, ns
)

// ErrInUse is the error of [Hold] for a folder that another process holds.
var ErrInUse = errors.New("in use by a running recording")

// An Anchor is one moment on two clocks, taken outside of the program: it makes
// the times of programs good that run shorter than the library's own anchors are
// apart.
type Anchor struct {
	Clock uint64 // 1 time stamp counter of x86-64, 2 generic timer of AArch64
	Tick  uint64
	NS    uint64 // of the monotonic clock
}

// Prepare creates the folder dir for the files of programs. The folder must not
// exist. Prepare reserves room for counters in it, so that a program on a full disk
// can still say what it lost.
func Prepare(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	b := make([]byte, statusSize)
	copy(b, statusMagic)
	if a, ok := now(); ok {
		a.put(b[statusAnchors:])
	}
	status := filepath.Join(dir, statusName)
	if err := os.WriteFile(status, b, 0o666); err != nil {
		_ = os.Remove(status) // what there was room for
		_ = os.Remove(dir)
		return err
	}
	return nil
}

// Ended notes that the programs that write into dir have ended.
func Ended(dir string) error {
	a, ok := now()
	if !ok {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(dir, statusName), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	b := make([]byte, 24)
	a.put(b)
	_, err = f.WriteAt(b, statusAnchors+24)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

func (a Anchor) put(b []byte) {
	le.PutUint64(b, a.Clock)
	le.PutUint64(b[8:], a.Tick)
	le.PutUint64(b[16:], a.NS)
}

// Open reads the folder dir, which [Prepare] made, whether its programs have
// ended or not.
func Open(dir string) (*Capture, error) {
	status, err := os.ReadFile(filepath.Join(dir, statusName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, derr := os.Stat(dir); derr != nil {
			return nil, derr
		}
		return nil, fmt.Errorf("%s: not a folder of nrprof record: it has no file %s", dir, statusName)
	case err != nil:
		return nil, err
	case len(status) < statusSize || string(status[:8]) != statusMagic:
		return nil, fmt.Errorf("%s: not a folder of nrprof record: its file %s has another format", dir, statusName)
	}
	files, err := listFiles(dir)
	if err != nil {
		return nil, err
	}
	c, err := NewCapture(files, readAnchors(status)...)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", dir, err)
	}
	c.count(status)
	return c, nil
}

func readAnchors(status []byte) []Anchor {
	var list []Anchor
	for b := status[statusAnchors:][:48]; len(b) > 0; b = b[24:] {
		if a := (Anchor{le.Uint64(b), le.Uint64(b[8:]), le.Uint64(b[16:])}); a.Clock != 0 {
			list = append(list, a)
		}
	}
	return list
}

// count takes over what programs counted that could not be written.
func (c *Capture) count(status []byte) {
	word := func(k int) int64 { return int64(le.Uint64(status[8*k:]) & (1<<63 - 1)) }
	s := &c.Stats
	s.Attached, s.Dropped, s.Lost = max(word(1), int64(s.Processes)), word(2), word(3) // probes write files of processes without NVTX
	s.Failed, s.Errno, s.Nested = word(4), word(5), word(7)
	s.Stray += word(6)
	c.Trace.Loss.Dropped, c.Trace.Loss.Events = s.Dropped, s.Lost
	c.Trace.Loss.Chunks = s.Damaged
}

// listFiles returns the files of a folder.
func listFiles(dir string) ([]File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		list = append(list, File{e.Name(), diskFile(filepath.Join(dir, e.Name())), info.Size()})
	}
	return list, nil
}

// A diskFile is the path of a file that is open only while it is read: a program
// may have made more files than a process may have open.
type diskFile string

func (d diskFile) ReadAt(b []byte, off int64) (int, error) {
	f, err := os.Open(string(d))
	if err != nil {
		return 0, err
	}
	n, err := f.ReadAt(b, off)
	_ = f.Close() // was only read
	return n, err
}

// Remove removes a folder that [Prepare] made, with the files of programs and the
// library. It fails if the folder has any other file.
func Remove(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), suffix) || e.Name() == statusName || e.Name() == libraryName {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return os.Remove(dir)
}
