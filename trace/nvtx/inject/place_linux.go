package inject

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// errNoexec is the error of a file that programs may not map as code.
var errNoexec = errors.New("is mounted noexec")

// executable says whether programs may map a file as code, as the dynamic linker
// does.
func executable(f *os.File, size int) error {
	m, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
	if errors.Is(err, unix.EPERM) {
		return errNoexec
	}
	if err != nil {
		return os.NewSyscallError("mmap", err)
	}
	return unix.Munmap(m)
}

// freeBytes returns the room that is left to this user where a folder is.
func freeBytes(dir string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, os.NewSyscallError("statfs", err)
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}

// putMemory puts a library into a file without a name. Programs find it by the
// number of this process, as long as it runs.
func putMemory(text []byte) (*Library, error) {
	fd, err := unix.MemfdCreate(libraryName, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(uintptr(fd), libraryName)
	_, err = f.Write(text)
	if err == nil {
		err = executable(f, len(text))
	}
	l := &Library{Path: fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd), remove: f.Close}
	if err == nil {
		_, err = os.Stat(l.Path) // where /proc is not mounted
	}
	if err != nil {
		_ = f.Close() // the error of writing says more
		return nil, err
	}
	return l, nil
}

// reason returns what an error says without the path, which its place has.
func reason(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}
