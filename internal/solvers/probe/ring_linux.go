package probe

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ringPages are the pages of a ring: 4 MiB, room for a call a microsecond between two
// looks.
const ringPages = 1024

// A ring is what the kernel writes the samples of one CPU into.
type ring struct {
	fd   int
	mem  []byte
	page *unix.PerfEventMmapPage
	data []byte
	copy []byte // of a record that goes over the end
}

func newRing(fd int) (*ring, error) {
	size := unix.Getpagesize()
	mem, err := unix.Mmap(fd, 0, (1+ringPages)*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return &ring{fd: fd, mem: mem, page: (*unix.PerfEventMmapPage)(unsafe.Pointer(&mem[0])), data: mem[size:]}, nil
}

func (r *ring) close() error { return unix.Munmap(r.mem) }

// A sample is one record that matters here.
type sample struct {
	time     uint64
	id       uint64 // of the event, for a sample of a probe
	pid, tid uint32
	parent   uint32 // of a fork
	sort     uint32 // PERF_RECORD_SAMPLE, FORK, EXIT
}

// read appends what is in the ring, and returns how many samples the kernel lost.
func (r *ring) read(list []sample) (_ []sample, lost uint64) {
	head := atomic.LoadUint64(&r.page.Data_head)
	tail := atomic.LoadUint64(&r.page.Data_tail)
	for tail < head {
		b := r.at(tail, 8)
		size := uint64(binary.NativeEndian.Uint16(b[6:]))
		if size < 8 || size > head-tail {
			break // no record is so: the rest is given up
		}
		s, n := parse(r.at(tail, size))
		lost += n
		if s.sort != 0 {
			list = append(list, s)
		}
		tail += size
	}
	atomic.StoreUint64(&r.page.Data_tail, head)
	return list, lost
}

// at returns bytes of the ring, which may go over its end.
func (r *ring) at(offset, n uint64) []byte {
	k := offset % uint64(len(r.data))
	if k+n <= uint64(len(r.data)) {
		return r.data[k : k+n]
	}
	r.copy = append(append(r.copy[:0], r.data[k:]...), r.data[:n-(uint64(len(r.data))-k)]...)
	return r.copy
}

// parse reads a record: the sample, or how many samples it says were lost.
func parse(b []byte) (s sample, lost uint64) {
	ne := binary.NativeEndian
	switch sort := ne.Uint32(b); {
	case sort == unix.PERF_RECORD_SAMPLE && len(b) >= 32:
		return sample{sort: sort, id: ne.Uint64(b[8:]), pid: ne.Uint32(b[16:]), tid: ne.Uint32(b[20:]), time: ne.Uint64(b[24:])}, 0
	case (sort == unix.PERF_RECORD_FORK || sort == unix.PERF_RECORD_EXIT) && len(b) >= 32:
		return sample{sort: sort, pid: ne.Uint32(b[8:]), parent: ne.Uint32(b[12:]), tid: ne.Uint32(b[16:]), time: ne.Uint64(b[24:])}, 0
	case sort == unix.PERF_RECORD_LOST && len(b) >= 24:
		return sample{}, ne.Uint64(b[16:])
	}
	return sample{}, 0
}
