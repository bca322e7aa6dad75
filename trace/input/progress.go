package input

import (
	"io"
	"os"
)

// A progressReader says how much of a file was read.
type progressReader struct {
	file       *os.File
	done, size int64
	progress   func(done, size int64)
}

// watched returns what reads a file and calls progress.
func watched(f *os.File, progress func(done, size int64)) io.Reader {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f // a pipe has no size
	}
	return &progressReader{file: f, size: info.Size(), progress: progress}
}

func (r *progressReader) Read(b []byte) (int, error) {
	n, err := r.file.Read(b)
	r.done += int64(n)
	r.progress(r.done, r.size)
	return n, err
}
