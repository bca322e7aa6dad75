package inject

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ownDir returns a folder that nobody else may write into, wherever the folder
// for temporary files is.
func ownDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run's library is in its folder, and no compiler is asked.
func TestInstall(t *testing.T) {
	if !Embedded() {
		t.Skip("the library is compiled on this system")
	}
	t.Setenv("CC", "nosuchcc")
	t.Setenv("PATH", "/nowhere")
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	dir := filepath.Join(ownDir(t), "x.raw")
	if err := Prepare(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	l, err := Install(context.Background(), dir)
	if err != nil || l.Path != filepath.Join(dir, libraryName) || l.Warning != "" {
		t.Fatalf("%+v, %v", l, err)
	}
	text, err := os.ReadFile(l.Path)
	if err != nil || string(text) != embedded {
		t.Errorf("%d bytes, want %d: %v", len(text), len(embedded), err)
	}
	if info, err := os.Stat(l.Path); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(l.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the library is left: %v", err)
	}
	if _, err = Install(context.Background(), dir); err != nil { // of a record that was killed
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
}

// A place that will not do is passed over, and nothing is left in it.
func TestPlaces(t *testing.T) {
	open, full := filepath.Join(ownDir(t), "open"), "/dev/full/none"
	if err := os.Mkdir(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	tmp := ownDir(t)
	t.Setenv("TMPDIR", tmp)
	text := []byte("library")
	l, err := install(text, places(open))
	if err != nil || !strings.HasPrefix(l.Path, tmp+"/nrprof-library-") {
		t.Fatalf("%+v, %v", l, err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	t.Setenv("TMPDIR", full)
	if l, err = install(text, places(open)); err != nil || !strings.HasPrefix(l.Path, "/proc/") {
		t.Fatalf("%+v, %v", l, err)
	}
	if got, err := os.ReadFile(l.Path); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%q, %v", got, err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	var refused *PlaceError
	if l, err = install(text, places(open)[:2]); !errors.As(err, &refused) {
		t.Fatalf("%+v, %v", l, err)
	}
	want := open + ": other users may write into " + open + "\n" + full + ": not a directory"
	if got := strings.Join(refused.Details(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, dir := range []string{open, tmp} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v, %v", dir, left, err)
		}
	}
}

// What is mounted noexec or full is no place. Where this user may not mount,
// oracles/record/run is the only test.
func TestMountedPlaces(t *testing.T) {
	for options, want := range map[string]string{"noexec": "is mounted noexec", "size=900k": "has less than 1 MiB of free space"} {
		dir := ownDir(t)
		flags := uintptr(0)
		if options == "noexec" {
			flags, options = syscall.MS_NOEXEC, ""
		}
		if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
			t.Logf("%s: cannot mount: %v", want, err)
			continue
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(dir, 0); err != nil {
				t.Error(err)
			}
		})
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		var refused *PlaceError
		if l, err := install(make([]byte, 8192), places(dir)[:1]); !errors.As(err, &refused) || refused.Details()[0] != dir+": "+want {
			t.Errorf("%+v, %v", l, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left: %v, %v", left, err)
		}
	}
}

func TestOthersMayReplace(t *testing.T) {
	uid := os.Geteuid()
	top := ownDir(t)
	dir := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := othersMayReplace(dir, uid); err != nil {
		t.Error(err)
	}
	if err := othersMayReplace(filepath.Join(top, "none"), uid); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	for _, c := range []struct {
		path string
		mode fs.FileMode
		want string
	}{
		{dir, 0o775, "other users may write into"}, {dir, 0o777 | fs.ModeSticky, "other users may write into"},
		{top, 0o777, "anybody may write into"}, {top, 0o777 | fs.ModeSticky, ""},
	} {
		if err := os.Chmod(c.path, c.mode); err != nil {
			t.Fatal(err)
		}
		err := othersMayReplace(dir, uid)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %v: got %v, want %q", c.path, c.mode, err, c.want)
		}
		if err := os.Chmod(c.path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if uid != 0 {
		return // may give nothing away
	}
	if err := os.Chown(top, 1234, -1); err != nil {
		t.Fatal(err)
	}
	if err := othersMayReplace(dir, uid); err == nil || !strings.Contains(err.Error(), top+" belongs to user 1234, who may replace "+dir) {
		t.Errorf("got %v", err)
	}
}
