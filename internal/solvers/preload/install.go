package preload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

//go:generate go run gen.go

// Names of the files in the folder.
const (
	watchName = "watch.so"
	routeName = "route.so"
	tableName = "table.bin"
)

// Variables of the environment: the first two are of the dynamic linker. The third
// names the folder.
const (
	envPreload = "LD_PRELOAD"
	envAudit   = "LD_AUDIT"
	envFolder  = "NRPROF_SOLVERS"
)

// Supported reports whether there are libraries for this system.
func Supported() bool { return watch != "" }

// Install writes the two libraries and the table into the folder dir, which it makes if
// it is missing. It returns the variables of the environment, each "NAME=VALUE", with
// which a program loads the libraries. Libraries that the present environment has
// programs load stay in the variables.
//
// It is an error if programs could not load the libraries from there: the dynamic linker
// separates names by blanks and colons, and maps no code from a folder that is mounted
// noexec.
func Install(ctx context.Context, dir string, table []byte) ([]string, error) {
	if !Supported() {
		return nil, fmt.Errorf("watching solver libraries needs Linux on amd64 or arm64, this is %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(dir, " \t\n:;") {
		return nil, fmt.Errorf("the dynamic linker loads no library from the folder %q: choose a name without blanks, colons and semicolons", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{tableName, table}, {watchName, []byte(watch)}, {routeName, []byte(route)}} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := writeFile(filepath.Join(dir, f.name), f.text); err != nil {
			return nil, err
		}
	}
	if err := executable(filepath.Join(dir, watchName)); err != nil {
		return nil, err
	}
	return []string{
		inFront(envPreload, filepath.Join(dir, watchName)),
		inFront(envAudit, filepath.Join(dir, routeName)),
		envFolder + "=" + dir,
	}, nil
}

// inFront returns a variable that names one more library, the first.
func inFront(name, path string) string {
	if old := os.Getenv(name); old != "" {
		path += ":" + old
	}
	return name + "=" + path
}

// writeFile writes a new file. A file that is there is not changed: programs may have
// mapped it.
func writeFile(path string, text []byte) (err error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(0o755) // whatever the umask is
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
