package runkey

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A host says which files there are that may change while the process runs.
type host struct {
	governed bool // CPUs have a frequency governor
	limited  bool // the control group has a place for a quota
}

func findHost() host {
	_, _, first := usableCPUs()
	return host{governed: governor(first) != "", limited: small(quotaFile) != ""}
}

// now reads what may change at any time, but for the environment.
func (h *host) now() []Part {
	l := make(partList, 0, 4)
	count, mask, first := usableCPUs()
	l.number("cpu.count", count, toTiming)
	l.text("cpu.affinity", mask, told)
	if h.limited {
		l.text("cpu.quota", quota(small(quotaFile)), toTiming)
	}
	if h.governed {
		l.text("cpu.governor", governor(first), toTiming)
	}
	return l
}

// usableCPUs returns how many CPUs the process may run on, which, such as
// "0-3,8", and the first of them.
func usableCPUs() (n int, list string, first int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return 0, "", 0
	}
	list, first = cpuList(set[:])
	return set.Count(), list, first
}

// kernelRelease returns the release of the running kernel.
func kernelRelease() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return clean(u.Release[:])
}

// osRelease returns the name of the distribution.
func osRelease() string {
	text, err := os.ReadFile("/etc/os-release")
	if err != nil {
		if text, err = os.ReadFile("/usr/lib/os-release"); err != nil {
			return ""
		}
	}
	return prettyName(string(text))
}

// governor returns the frequency governor of a CPU, "" where there is none, as
// in most virtual machines.
func governor(cpu int) string {
	return small("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/cpufreq/scaling_governor")
}

// quotaFile says how much time of CPUs a control group may use. It is that of
// the group at the root of what the process sees, which in a container is the
// container's.
const quotaFile = "/sys/fs/cgroup/cpu.max"

// quota returns what the file says, such as "200000 100000": µs, and in how many
// µs; "" for no limit.
func quota(limit string) string {
	if strings.HasPrefix(limit, "max") {
		return ""
	}
	return limit
}

// microcode returns the revision of the microcode.
func microcode() string { return small("/sys/devices/system/cpu/cpu0/microcode/version") }

// small returns what a file of the kernel holds, without the end of the line;
// "" where it cannot be read. It takes two system calls less than os.ReadFile.
func small(path string) string {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return ""
	}
	defer unix.Close(fd) // was only read
	var b [128]byte
	n, err := unix.Read(fd, b[:])
	if err != nil {
		return ""
	}
	return clean(b[:n])
}
