package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// spoolBytes is how much of a result is kept in memory.
const spoolBytes = 8 << 20

// A spool keeps a result until it is whole: in memory, and from spoolBytes on in
// a temporary file. The zero spool is empty.
type spool struct {
	memory bytes.Buffer
	file   *os.File
	size   int64
}

// Write appends to the result.
func (s *spool) Write(b []byte) (int, error) {
	if s.memory.Len()+len(b) > spoolBytes {
		if err := s.unload(); err != nil {
			return 0, err
		}
	}
	s.size += int64(len(b))
	return s.memory.Write(b)
}

// unload moves what is in memory to the file.
func (s *spool) unload() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "nrkit-*")
		if err != nil {
			return fmt.Errorf("storing the result until it is complete: %w (set the environment variable TMPDIR to another folder)", err)
		}
		s.file = f
		_ = os.Remove(f.Name()) // Close tries again where open files keep their names
	}
	if _, err := s.memory.WriteTo(s.file); err != nil {
		return fmt.Errorf("storing the result until it is complete: %w (set the environment variable TMPDIR to another folder)", err)
	}
	return nil
}

// Len returns the size of the result.
func (s *spool) Len() int64 { return s.size }

// WriteTo writes the result, once.
func (s *spool) WriteTo(w io.Writer) (int64, error) {
	var n int64
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		var err error
		if n, err = io.Copy(w, s.file); err != nil {
			return n, err
		}
	}
	m, err := s.memory.WriteTo(w)
	return n + m, err
}

// Close removes the file.
func (s *spool) Close() {
	if s.file != nil {
		_ = s.file.Close() // was read
		_ = os.Remove(s.file.Name())
	}
}
