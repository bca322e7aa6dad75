package inject

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

//go:generate go run gen.go

// libraryName is the name of the library in the folder of [Prepare].
const libraryName = "nvtx.so"

// Embedded reports whether the library for this system is a part of this
// program. Elsewhere on Linux [Install] compiles it.
func Embedded() bool { return embedded != "" }

// A Library is the library that NVTX loads, at a place where programs find it.
type Library struct {
	Path    string
	Warning string // what made it slower than it could be; "" for nothing
	remove  func() error
}

// Close removes the library. Programs that have loaded it keep it.
func (l *Library) Close() error {
	if l.remove == nil {
		return nil
	}
	return l.remove()
}

// A PlaceError says why programs could not load the library from any place.
type PlaceError struct {
	Reasons []string // a line for each place that was tried
}

func (e *PlaceError) Error() string {
	return "found no folder from which programs can load the library"
}

// Details returns the reasons, to be shown below the message.
func (e *PlaceError) Details() []string { return e.Reasons }

// Install puts the library where programs can load it. It tries dir, the folder that
// [Prepare] made, unless dir is "", then a folder of its own in the temporary
// folder, then memory of this process. A place is passed over if it has little room,
// if it is mounted noexec, or if another user may replace the library there.
//
// The library is a part of this program on amd64 and arm64. Elsewhere the C
// compiler makes it, which takes half a second, and it is kept in the user's
// cache: $CC, or the first of cc, gcc, clang.
func Install(ctx context.Context, dir string) (*Library, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("capturing NVTX needs Linux, this is %s", runtime.GOOS)
	}
	text, warning := []byte(embedded), ""
	if !Embedded() {
		var err error
		if text, warning, err = compiled(ctx); err != nil {
			return nil, err
		}
	}
	l, err := install(text, places(dir))
	if err == nil {
		l.Warning = warning
	}
	return l, err
}

// A place is one that a library may be in.
type place struct {
	name string
	put  func(text []byte) (*Library, error)
}

// places returns the places that there are, the best first.
func places(dir string) []place {
	var list []place
	if dir != "" {
		list = append(list, place{dir, func(text []byte) (*Library, error) { return putBeside(dir, text) }})
	}
	return append(list,
		place{os.TempDir(), func(text []byte) (*Library, error) { return putTemporary(os.TempDir(), text) }},
		place{"memory", putMemory})
}

// install puts a library into the first place that takes it.
func install(text []byte, list []place) (*Library, error) {
	var refused PlaceError
	for _, p := range list {
		l, err := p.put(text)
		if err == nil {
			return l, nil
		}
		refused.Reasons = append(refused.Reasons, p.name+": "+reason(err))
	}
	return nil, &refused
}

// putTemporary makes a folder in tmp, for this user alone, and puts a library
// into it.
func putTemporary(tmp string, text []byte) (*Library, error) {
	dir, err := os.MkdirTemp(tmp, "nrprof-library-*")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	l, err := putFile(dir, text)
	if err != nil {
		_ = os.Remove(dir) // it is empty
		return nil, err
	}
	file := l.remove
	l.remove = func() error {
		if err := file(); err != nil {
			return err
		}
		return os.Remove(dir)
	}
	return l, nil
}

// putBeside writes a library into the folder that programs write into, unless
// they may need its room.
func putBeside(dir string, text []byte) (*Library, error) {
	const wanted = 1 << 20 // bytes
	if free, err := freeBytes(dir); err != nil || free < wanted {
		return nil, cmp.Or(err, errors.New("has less than 1 MiB of free space"))
	}
	return putFile(dir, text)
}

// putFile writes a library into a folder that nobody else may write into.
func putFile(dir string, text []byte) (l *Library, err error) {
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // a link may change once it was looked at
		return nil, err
	}
	if err := othersMayReplace(dir, os.Geteuid()); err != nil {
		return nil, err
	}
	l = &Library{Path: filepath.Join(dir, libraryName)}
	f, err := os.OpenFile(l.Path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return nil, err
	}
	l.remove = func() error { return os.Remove(l.Path) }
	if _, err = f.Write(text); err == nil {
		err = f.Chmod(0o755) // whatever the umask is
	}
	if err == nil {
		err = executable(f, len(text))
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = l.remove() // the error of writing says more
		return nil, err
	}
	return l, nil
}
