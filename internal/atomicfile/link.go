package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// maxLinks is how many links of links are followed, as Linux does.
const maxLinks = 40

// follow returns the name that symbolic links from name lead to, which need not
// exist. It does not shorten names: a/../b is not b where a is a link.
func follow(name string) (string, error) {
	path := name
	for range maxLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 || isDescriptor(path) {
			return path, nil // the caller finds out what is wrong with it
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if dir, _ := filepath.Split(path); !filepath.IsAbs(to) {
			to = dir + to
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: syscall.ELOOP}
}

// isDescriptor reports whether path names an open file of a process, as what
// /dev/stdout leads to does. Such a file is written to and never replaced.
func isDescriptor(path string) bool {
	dir, _ := filepath.Split(path)
	return len(dir) > 1 && descriptors().MatchString(filepath.Clean(dir))
}

// descriptors matches folders of open files. It is compiled when it is needed.
func descriptors() *regexp.Regexp {
	return regexp.MustCompile(`^(/proc/([0-9]+|self|thread-self)(/task/[0-9]+)?/fd|/dev/fd)$`)
}
