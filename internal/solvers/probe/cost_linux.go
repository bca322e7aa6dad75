package probe

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Cost measures what probes add to a call on this machine: twice the time that the
// kernel takes at the entry of a function of this process, because a call stops twice.
// It is processor time, and takes some milliseconds to measure.
func Cost() (time.Duration, error) {
	source, err := kind()
	if err != nil {
		return 0, err
	}
	p := Probe{Symbol: "cost", File: "/proc/self/exe"}
	if p.Offset, err = offsetInFile(uint64(reflect.ValueOf(stopped).Pointer())); err != nil {
		return 0, err
	}
	if p.File, err = os.Readlink(p.File); err != nil {
		return 0, err
	}
	without := batch()
	cpus, err := online()
	if err != nil {
		return 0, err
	}
	for _, cpu := range cpus {
		fd, oerr := openProbe(source, &p, false, cpu, -1)
		if oerr != nil {
			err = oerr
			break
		}
		defer unix.Close(fd)
	}
	if err != nil {
		return 0, err
	}
	return 2 * max(batch()-without, 0), nil
}

// batch returns the processor time of a call of stopped, the least of some batches.
func batch() time.Duration {
	const batches, calls = 9, 200
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := time.Duration(math.MaxInt64)
	for range batches {
		start := processorTime()
		for range calls {
			stopped()
		}
		least = min(least, (processorTime()-start)/calls)
	}
	return least
}

// processorTime returns for how long this thread has run on a processor.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic("probe: no clock of the thread's processor time")
	}
	return time.Duration(t.Nano())
}

//go:noinline
func stopped() {}

// offsetInFile returns where an address of this process's code is in its file.
func offsetInFile(address uint64) (uint64, error) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var from, to, offset uint64
		var rights string
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s %x", &from, &to, &rights, &offset); n == 4 && address >= from && address < to && strings.Contains(rights, "x") {
			return address - from + offset, nil
		}
	}
	if err := lines.Err(); err != nil {
		return 0, err
	}
	return 0, errors.New("internal error: a function is in no mapping")
}
