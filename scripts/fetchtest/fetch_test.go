//go:build linux || darwin

package fetchtest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The data of the stand-in for the sources.
const (
	whole = "%%MatrixMarket matrix coordinate real general\n% comment\n3 2 2\n1 1 1\n3 2 0.5\n"
	cut   = "%%MatrixMarket matrix coordinate real general\n3 2 2\n1 1 1\n"
	trace = "{\"traceEvents\": []}\n"
)

// archive is what the Collection serves: NAME/NAME.mtx and another file.
func archive(t *testing.T, name, matrix string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, file := range []struct{ name, text string }{{name + "_b.mtx", cut}, {name + ".mtx", matrix}} {
		if err := w.WriteHeader(&tar.Header{Name: name + "/" + file.name, Mode: 0o644, Size: int64(len(file.text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(file.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zipped returns the gzip of a text.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A place is a copy of the script with a list of its own, and the server that the
// list names.
type place struct {
	script, folder string
	asked          map[string]int // requests by path
}

// newPlace serves files by path. In lines, URL stands for the server.
func newPlace(t *testing.T, files map[string][]byte, lines ...string) *place {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	dir := t.TempDir()
	p := &place{filepath.Join(dir, "fetch-data"), filepath.Join(dir, "data"), map[string]int{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked[r.URL.Path]++
		data, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Write(data)
	}))
	t.Cleanup(server.Close)
	script, err := os.ReadFile("../fetch-data")
	if err != nil {
		t.Fatal(err)
	}
	list := "# comment\n\n" + strings.ReplaceAll(strings.Join(lines, "\n"), "URL", server.URL) + "\n"
	if err := errors.Join(os.WriteFile(p.script, script, 0o755), os.WriteFile(p.script+".list", []byte(list), 0o644)); err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs the script and checks that it leaves nothing but targets.
func (p *place) run(t *testing.T) (output string, code int) {
	t.Helper()
	cmd := exec.Command("sh", p.script, p.folder)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(p.folder, ".*")); len(left) > 0 {
		t.Errorf("the script leaves %v", left)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// target returns a file of the folder, unpacked if its name ends in .gz.
func (p *place) target(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(p.folder, name))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".gz") {
		return string(data)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func sum(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

func TestFetch(t *testing.T) {
	files := map[string][]byte{
		"/MM/G/a.tar.gz": archive(t, "a", whole),
		"/MM/G/b.tar.gz": archive(t, "b", whole),
		"/o/r/c.mtx":     []byte(whole),
		"/o/r/d.json":    []byte(trace),
		"/o/r/e.json.gz": zipped(t, trace),
	}
	p := newPlace(t, files,
		"mtx/a.mtx 600000 size:3x2x2 URL/MM/G/a.tar.gz",
		"mtx/b.mtx.gz 600000 size:3x2x2 URL/MM/G/b.tar.gz",
		"mtx/c.mtx.gz 600000 "+sum([]byte(whole))+" URL/o/r/c.mtx",
		"traces/chrome/d.json 100000 "+sum([]byte(trace))+" URL/o/r/d.json",
		"traces/kineto/e.json.gz 100000 "+sum(files["/o/r/e.json.gz"])+" URL/o/r/e.json.gz")
	output, code := p.run(t)
	if code != 0 || strings.Count(output, "got ") != 5 || !strings.Contains(output, "5 files, at most 2 MB to download") {
		t.Fatalf("exit %d:\n%s", code, output)
	}
	for name, want := range map[string]string{
		"mtx/a.mtx": whole, "mtx/b.mtx.gz": whole, "mtx/c.mtx.gz": whole,
		"traces/chrome/d.json": trace, "traces/kineto/e.json.gz": trace,
	} {
		if got := p.target(t, name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}

	// Once more: only the file that is damaged is asked for.
	if err := os.WriteFile(filepath.Join(p.folder, "mtx/a.mtx"), []byte(cut), 0o644); err != nil {
		t.Fatal(err)
	}
	output, code = p.run(t)
	if code != 0 || strings.Count(output, "got ") != 1 || strings.Count(output, "have ") != 4 || p.target(t, "mtx/a.mtx") != whole {
		t.Errorf("exit %d:\n%s", code, output)
	}
	if p.asked["/MM/G/a.tar.gz"] != 2 || len(p.asked) != 5 || p.asked["/o/r/c.mtx"] != 1 {
		t.Errorf("requests %v", p.asked)
	}
}

// Files that are missing, truncated, of another size or no archive are reported, are
// not kept, and do not stop the others.
func TestFetchRefuses(t *testing.T) {
	p := newPlace(t, map[string][]byte{
		"/cut.tar.gz":   archive(t, "cut", cut),
		"/other.tar.gz": archive(t, "other", strings.Replace(whole, "3 2 2", "4 2 2", 1)),
		"/named.tar.gz": archive(t, "name", whole),
		"/page.tar.gz":  []byte("<html>"),
		"/sum.json":     []byte(trace + " "),
		"/good.json":    []byte(trace),
	},
		"mtx/gone.mtx 1 size:3x2x2 URL/gone.tar.gz",
		"mtx/cut.mtx 1 size:3x2x2 URL/cut.tar.gz",
		"mtx/other.mtx.gz 1 size:3x2x2 URL/other.tar.gz",
		"mtx/named.mtx 1 size:3x2x2 URL/named.tar.gz",
		"mtx/page.mtx.gz 1 size:3x2x2 URL/page.tar.gz",
		"traces/chrome/sum.json 1 "+sum([]byte(trace))+" URL/sum.json",
		"traces/chrome/good.json 1 "+sum([]byte(trace))+" URL/good.json")
	output, code := p.run(t)
	if code != 1 || strings.Count(output, "lost ") != 6 || strings.Count(output, "got ") != 1 ||
		!strings.Contains(output, "fetch-data: error: 6 files were not fetched") || strings.Contains(output, "oracles/suitesparse") {
		t.Errorf("exit %d:\n%s", code, output)
	}
	if kept, _ := filepath.Glob(filepath.Join(p.folder, "*", "*", "*")); len(kept) != 1 || p.target(t, "traces/chrome/good.json") != trace {
		t.Errorf("kept %v", kept)
	}
	if kept, _ := filepath.Glob(filepath.Join(p.folder, "mtx", "*")); len(kept) != 0 {
		t.Errorf("kept %v", kept)
	}
}

func TestFetchUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"--no-such"}, {"a", "b"}} {
		cmd := exec.Command("sh", append([]string{"../fetch-data"}, args...)...)
		var out, err bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &err
		if cmd.Run(); cmd.ProcessState.ExitCode() != 2 || out.Len() > 0 || !strings.Contains(err.String(), "usage: scripts/fetch-data FOLDER") {
			t.Errorf("%q: exit %d, %q, %q", args, cmd.ProcessState.ExitCode(), &out, &err)
		}
	}
	listed, err := exec.Command("sh", "../fetch-data", "--list").Output()
	if lines := strings.Count(string(listed), "\n"); err != nil || lines != len(entries(t)) {
		t.Errorf("--list prints %d lines of %d: %v", lines, len(entries(t)), err)
	}
}
