package launch

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestLastLine(t *testing.T) {
	for out, want := range map[string]string{
		"":                        "no message",
		" \n\r\n\t":               "no message",
		"one":                     "one",
		"one\n two \n\n":          "two",
		"10%\r100%\rno room":      "no room",
		"FATAL: no such file\r\n": "FATAL: no such file",
	} {
		if got := LastLine([]byte(out)); got != want {
			t.Errorf("%q: got %q, want %q", out, got, want)
		}
	}
}

// The nsys that NSYS names is taken, or none: another one may not read the report.
func TestInstalled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins for nsys are scripts of the shell")
	}
	dir := t.TempDir()
	put := func(name, version string) string {
		path := filepath.Join(dir, name, "nsys")
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\necho NVIDIA Nsight Systems version "+version+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	// No installed one is newer than these.
	a, b := put("a", "9998.1.1"), put("b", "9999.1.1")
	both := filepath.Dir(a) + string(os.PathListSeparator) + filepath.Dir(b)
	for _, c := range []struct{ nsys, path, want string }{
		{"", both, b}, {a, both, a}, {filepath.Join(dir, "none"), both, ""},
	} {
		env := map[string]string{"NSYS": c.nsys, "PATH": c.path}
		got, ok := Installed(func(key string) string { return env[key] })
		if got.Path != c.want || ok != (c.want != "") {
			t.Errorf("NSYS=%s PATH=%s: got %q, %v, want %q", c.nsys, c.path, got.Path, ok, c.want)
		}
	}
}
