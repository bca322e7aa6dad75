package preload

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// executable says whether programs may map a file as code, as the dynamic linker does.
func executable(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() // was only read
	m, err := unix.Mmap(int(f.Fd()), 0, 1, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
	if errors.Is(err, unix.EPERM) {
		return fmt.Errorf("programs cannot load %s: the folder is mounted noexec", path)
	}
	if err != nil {
		return fmt.Errorf("programs cannot load %s: %w", path, err)
	}
	return unix.Munmap(m)
}

// hasCapabilities reports whether a program gets capabilities from its file.
func hasCapabilities(path string) bool {
	n, err := unix.Getxattr(path, "security.capability", nil)
	return err == nil && n > 0
}
