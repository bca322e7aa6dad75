package runkey

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"time"
)

// Limits of what is read of files.
const (
	wholeFile  = 256 << 20 // bytes of a file that is read whole
	wholeTotal = 512 << 20 // of all files of a command, before the rest are sampled
	samples    = 64        // of a larger file, evenly spaced, with its begin and end
	sampleSize = 64 << 10  // bytes of a sample
)

// DigestOf returns SHA-256 of bytes.
func DigestOf(b []byte) Digest { return sumOf("sha256", sha256.New(), b) }

func sumOf(algorithm string, h hash.Hash, more []byte) Digest {
	h.Write(more)
	return Digest(algorithm + ":" + hex.EncodeToString(h.Sum(nil)))
}

// digestFile returns SHA-256 of a file, however large.
func digestFile(path string) (Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", path, err)
	}
	return sumOf("sha256", h, nil), nil
}

// Digests reads the files of a command. A file that did not change since it was
// read is not read again. The zero value is ready; it is not safe for concurrent
// use.
type Digests struct {
	read  map[string]reading
	seen  map[string]os.FileInfo // as each file was when it was first read, see [Program.Written]
	total int64                  // bytes that were read of files that were read whole
}

// A reading is what a file was.
type reading struct {
	info   os.FileInfo
	at     time.Time
	digest Digest
	whole  int64 // bytes of it in the total
}

// settled is how much older than its reading the last change of a file is, for
// the file to be known not to have changed since: file systems keep times in
// steps of up to two seconds.
const settled = 2 * time.Second

// of returns the digest of a file: "" for what is no regular file, such as a
// pipe, which is not opened.
//
// Of a file of more than 256 MiB, and of any after 512 MiB, the digest is
// SHA-256 of its size and of 64 samples, with the algorithm sampled-sha256: equal
// ones do not prove that the files are.
func (d *Digests) of(path string) (Digest, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	old, ok := d.read[path]
	if ok && sameState(old.info, info) && old.at.Sub(info.ModTime()) > settled {
		return old.digest, nil
	}
	d.total -= old.whole
	r := reading{info: info, at: time.Now()}
	if size := info.Size(); size <= wholeFile && d.total+size <= wholeTotal {
		r.whole = size
	}
	if r.digest, err = digestOpen(path, r.whole == info.Size()); err != nil {
		return "", err
	}
	d.total += r.whole
	if d.read == nil {
		d.read, d.seen = map[string]reading{}, map[string]os.FileInfo{}
	}
	if _, ok := d.seen[path]; !ok {
		d.seen[path] = info
	}
	d.read[path] = r
	return r.digest, nil
}

// sameState reports whether a file is as it was, as far as its entry says.
func sameState(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// digestOpen reads a regular file, whole or samples of it.
func digestOpen(path string, whole bool) (Digest, error) {
	f, err := openRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if whole {
		if _, err := io.Copy(h, io.LimitReader(f, info.Size())); err != nil {
			return "", fmt.Errorf("reading %s: %w", path, err)
		}
		return sumOf("sha256", h, nil), nil
	}
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(info.Size())))
	last := max(info.Size()-sampleSize, 0)
	for k := range int64(samples) {
		at := last / (samples - 1) * k
		if k == samples-1 {
			at = last
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, at, sampleSize)); err != nil {
			return "", fmt.Errorf("reading %s: %w", path, err)
		}
	}
	return sumOf("sampled-sha256", h, nil), nil
}
