package probe

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// uprobes is where the kernel says that it has uprobes, and under which number.
const uprobes = "/sys/bus/event_source/devices/uprobe/type"

// kind returns the number of the event source of uprobes.
func kind() (uint32, error) {
	text, err := os.ReadFile(uprobes)
	if err != nil {
		return 0, fmt.Errorf("%w: it is built without CONFIG_UPROBE_EVENTS, or /sys is not mounted", ErrNotPermitted)
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", uprobes, err)
	}
	return uint32(n), nil
}

// An event is one opened file of the kernel.
type event struct {
	fd   int
	what int // 2 × probe, + 1 for the return; -1 for tasks
}

// openProbe opens a probe on a CPU for all processes. Samples go to the ring of the
// event into, if that is not -1.
func openProbe(source uint32, p *Probe, back bool, cpu, into int) (int, error) {
	path := append([]byte(p.File), 0)
	attr := &unix.PerfEventAttr{
		Type: source, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Sample: 1, Sample_type: unix.PERF_SAMPLE_IDENTIFIER | unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME,
		Bits:    unix.PerfBitUseClockID | unix.PerfBitSampleIDAll,
		Clockid: unix.CLOCK_MONOTONIC,
		Ext1:    uint64(uintptr(unsafe.Pointer(&path[0]))), Ext2: p.Offset,
	}
	if back {
		attr.Config = 1
	}
	fd, err := openEvent(attr, cpu, into)
	runtime.KeepAlive(path)
	if err != nil {
		return -1, fmt.Errorf("%s:%s: %w", p.File, p.Symbol, err)
	}
	return fd, nil
}

// openTasks opens the event that tells of new processes and of threads that end.
func openTasks(cpu int) (int, error) {
	return openEvent(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_DUMMY, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Sample_type: unix.PERF_SAMPLE_IDENTIFIER | unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME,
		Bits:        unix.PerfBitUseClockID | unix.PerfBitSampleIDAll | unix.PerfBitTask,
		Clockid:     unix.CLOCK_MONOTONIC,
	}, cpu, -1)
}

func openEvent(attr *unix.PerfEventAttr, cpu, into int) (int, error) {
	flags := unix.PERF_FLAG_FD_CLOEXEC
	if into >= 0 {
		flags |= unix.PERF_FLAG_FD_OUTPUT | unix.PERF_FLAG_FD_NO_GROUP
	}
	fd, err := unix.PerfEventOpen(attr, -1, cpu, into, flags)
	if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) {
		return -1, fmt.Errorf("%w to this user: %v", ErrNotPermitted, err)
	}
	return fd, err
}

// eventID asks for the number that the samples of an event carry.
func eventID(fd int) (uint64, error) {
	var id uint64
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.PERF_EVENT_IOC_ID, uintptr(unsafe.Pointer(&id))); errno != 0 {
		return 0, errno
	}
	return id, nil
}

// online returns the CPUs that are in use.
func online() ([]int, error) {
	const name = "/sys/devices/system/cpu/online"
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []int
	for part := range strings.SplitSeq(strings.TrimSpace(string(text)), ",") {
		first, last, ok := strings.Cut(part, "-")
		if !ok {
			last = first
		}
		a, err := strconv.Atoi(first)
		b, err2 := strconv.Atoi(last)
		if err = errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for ; a <= b; a++ {
			list = append(list, a)
		}
	}
	return list, nil
}
