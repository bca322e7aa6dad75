package transcript

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	_ "github.com/nrkit/nrkit/internal/golden" // so that scripts/golden rewrites the guides
)

// Each guide of docs can be walked by a newcomer: its commands work in the root of
// a clone, and print what the page says.
func TestGuides(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nrprof record, which a guide runs, needs Linux")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "./cmd/analyze", "./cmd/nrprof")
	build.Dir = root
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", text, err)
	}
	env := append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "GITHUB_STEP_SUMMARY=", "COLUMNS=", "NRKIT_MACHINE=generic")
	files, err := filepath.Glob(filepath.Join(root, "docs", "guide-*.md"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d guides, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{"cmd", "testdata"} { // as in a clone, whose other files the commands do not read
				if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			Guide{File: file, Dir: dir, Env: append(env, "TMPDIR="+dir)}.Walk(t)
		})
	}
}

// A page whose output is wrong, or whose commands fail, fails the test.
func TestGuideOutput(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	g := Guide{Dir: t.TempDir(), Env: os.Environ()}
	if got, want := g.output(t, "echo a; echo b >&2; exit 3"), "a\nb\nexit 3\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
