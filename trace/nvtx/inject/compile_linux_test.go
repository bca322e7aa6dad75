package inject

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nrkit/nrkit/runkey"
)

// fakeCC makes the test binary the C compiler and returns its cache and how
// often it compiled.
func fakeCC(t *testing.T, version string) (cache string, built func() int) {
	t.Helper()
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("CC", os.Args[0]+" -fakecc "+version)
	return t.TempDir(), func() int {
		b, err := os.ReadFile(filepath.Join(tmp, "built"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return len(b)
	}
}

func library(t *testing.T, cache string) string {
	t.Helper()
	path, err := cached(context.Background(), cache)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// keyOf returns the key of the library that $CC makes.
func keyOf(t *testing.T) *runkey.Key {
	t.Helper()
	cc, err := findCompiler(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	key, err := cc.key()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// A whole library that was made for another key, under the name of ours, is
// made again.
func TestLibraryOfAnotherKey(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, built := fakeCC(t, "one")
	first, old := library(t, cache), keyOf(t)
	foreign, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", os.Args[0]+" -fakecc two")
	path := library(t, cache)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, foreign, 0o666); err != nil {
		t.Fatal(err)
	}
	library(t, cache)
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, good) || built() != 3 {
		t.Errorf("made %d times, want 3; %v", built(), err)
	}
	var names []string
	for _, d := range runkey.Explain(old, keyOf(t)) {
		if !d.Matter(runkey.Code) {
			t.Errorf("%s does not matter", d.Name)
		}
		names = append(names, d.Name) // the target too: the compiler of these tests answers all alike
	}
	if got := strings.Join(names, " "); got != "library.cc.command library.cc.target library.cc.version" {
		t.Errorf("the keys differ in %s", got)
	}
}

func TestLibraryIsMadeOnce(t *testing.T) {
	cache, built := fakeCC(t, "one")
	path := library(t, cache)
	if again := library(t, cache); again != path || built() != 1 {
		t.Errorf("%s and %s, made %d times", path, again, built())
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	source, err := source.ReadFile("shim/inject.c")
	if err != nil || !bytes.HasPrefix(good, source) || bytes.Contains(good, []byte("not there")) {
		t.Errorf("the library is not what the compiler made of the source: %v", err)
	}
	for i, bad := range [][]byte{{}, good[:len(good)-1], good[1:], append(bytes.Clone(good), 'x'), bytes.Replace(good, []byte("NVTX"), []byte("nvtx"), 1)} {
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		library(t, cache)
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, good) || built() != i+2 {
			t.Errorf("damage %d: made %d times, %v", i, built(), err)
		}
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left in the cache: %v, %v", left, err)
	}
}

// Another version or another argument of the compiler is another library.
func TestLibraryKey(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, built := fakeCC(t, "one")
	paths := map[string]bool{library(t, cache): true}
	t.Setenv("CC", os.Args[0]+" -fakecc two")
	paths[library(t, cache)] = true
	t.Setenv("CC", os.Args[0]+" -fakecc two -m64")
	paths[library(t, cache)] = true
	if err := os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "version"), []byte("updated"), 0o666); err != nil {
		t.Fatal(err)
	}
	paths[library(t, cache)] = true
	// What -march=native stands for on another machine with the same home.
	if err := os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "isa"), []byte("#define __AVX512F__ 1"), 0o666); err != nil {
		t.Fatal(err)
	}
	paths[library(t, cache)] = true
	if len(paths) != 5 || built() != 5 {
		t.Errorf("%v, made %d times, want 5", paths, built())
	}
}

func TestLibraryAtOnce(t *testing.T) {
	cache, _ := fakeCC(t, "one")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			path, err := cached(context.Background(), cache)
			if err != nil {
				t.Error(err)
				return
			}
			if ok, err := whole(path, keyOf(t), os.Geteuid()); !ok || err != nil {
				t.Errorf("not whole: %v", err)
			}
		})
	}
	wait.Wait()
}

func TestNoCompiler(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("CC", "")
	t.Setenv("PATH", cache)
	if _, err := cached(context.Background(), cache); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("got %v", err)
	}
	t.Setenv("CC", "nosuchcc -m64")
	if _, err := cached(context.Background(), cache); !errors.Is(err, ErrNoCompiler) || !strings.Contains(err.Error(), "$CC is nosuchcc") {
		t.Errorf("got %v", err)
	}
	cache, _ = fakeCC(t, "broken")
	var failed *compileError
	if _, err := cached(context.Background(), cache); !errors.As(err, &failed) || !strings.Contains(strings.Join(failed.Details(), "\n"), "inject.c:1: nonsense") {
		t.Errorf("got %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(cache, "nrkit", ".*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

// A compiler that is a link is run under its own name, as ccache wants, and one
// that is a relative path from where we are.
func TestCompilerKeepsItsName(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, built := fakeCC(t, "one")
	bin := t.TempDir()
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "notthis"), self, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("notthis", filepath.Join(bin, "cc")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", filepath.Join(bin, "cc")+" -fakecc one")
	library(t, cache)
	t.Chdir(bin)
	t.Setenv("CC", "./cc -fakecc one")
	library(t, cache)
	if built() != 1 {
		t.Errorf("made %d times, want 1", built())
	}
}

// What another user has put into the cache, or may have, is never used.
func TestLibraryOfOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, built := fakeCC(t, "one")
	path := library(t, cache)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoil := []func() error{
		func() error { return os.Chmod(path, 0o777) },
		func() error { return os.Chmod(path, 0o775) },
		func() error { // a link to a file that passes
			return errors.Join(os.Rename(path, path+".mine"), os.Symlink(path+".mine", path))
		},
	}
	for i, f := range spoil {
		if err := f(); err != nil {
			t.Fatal(err)
		}
		library(t, cache)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm() != 0o755 || built() != i+2 {
			t.Errorf("%d: %v, %v, made %d times", i, info, err, built())
		}
	}
	uid := os.Geteuid()
	if ok, err := whole(path, keyOf(t), uid); !ok || err != nil {
		t.Errorf("ours: %v, %v", ok, err)
	}
	if ok, err := whole(path, keyOf(t), uid+1); ok || err != nil {
		t.Errorf("of another user: %v, %v, %d bytes", ok, err, len(good))
	}
}

func TestCacheOfOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, _ := fakeCC(t, "one")
	dir := filepath.Dir(library(t, cache))
	uid := os.Geteuid()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	library(t, cache)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("others may write: %v, %v", info.Mode(), err)
	}
	if got, err := ownFolder(cache, uid+1); err == nil || !strings.Contains(err.Error(), "belongs to user") {
		t.Errorf("got %s, %v", got, err)
	}
	if err := os.Chmod(cache, 0o777); err != nil {
		t.Fatal(err)
	}
	if got, err := cached(context.Background(), cache); err == nil || !strings.Contains(err.Error(), "anybody may write into") {
		t.Errorf("got %s, %v", got, err)
	}
	if err := os.Chmod(cache, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	library(t, cache)
}

// Without a cache the library is compiled for each run, which is said.
func TestCompiledWithoutCache(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles libraries")
	}
	cache, built := fakeCC(t, "one")
	t.Setenv("XDG_CACHE_HOME", cache)
	kept, warning, err := compiled(context.Background())
	if err != nil || warning != "" {
		t.Fatalf("with a cache: %q, %v", warning, err)
	}
	if _, warning, err = compiled(context.Background()); err != nil || warning != "" || built() != 1 {
		t.Errorf("again: %q, %v, made %d times", warning, err, built())
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	for i := range 2 {
		text, warning, err := compiled(context.Background())
		if err != nil || !strings.Contains(warning, "for this run only") || !strings.Contains(warning, "$HOME") || built() != i+2 || len(text) != len(kept) {
			t.Errorf("without a cache: %q, %v, made %d times", warning, err, built())
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "nrprof*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
	t.Setenv("CC", "nosuchcc")
	if _, _, err := compiled(context.Background()); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("got %v", err)
	}
}
