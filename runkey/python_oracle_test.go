package runkey

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A real Python finds the same versions: in its own environment, and in a virtual
// one with packages that PYTHONPATH hides, and others that it hides itself.
func TestPythonOracle(t *testing.T) {
	if os.Getenv("NRKIT_ORACLE") == "" {
		t.Skip("NRKIT_ORACLE is not set: other programs are not asked")
	}
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal(err)
	}
	asPython(t, path, os.Environ())
	dir := t.TempDir()
	plant := func(site, name, version string) {
		info := filepath.Join(site, name+"-"+version+".dist-info")
		if err := os.MkdirAll(info, 0o777); err != nil {
			t.Fatal(err)
		}
		text := "Metadata-Version: 2.1\nName: " + strings.ReplaceAll(name, "_", "-") + "\nVersion: " + version + "\n"
		if err := os.WriteFile(filepath.Join(info, "METADATA"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, option := range []string{"--without-pip", "--system-site-packages"} {
		venv := filepath.Join(dir, option)
		if out, err := exec.Command(path, "-m", "venv", "--without-pip", option, venv).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		sites, err := filepath.Glob(filepath.Join(venv, "lib", "python3.*", "site-packages"))
		if err != nil || len(sites) != 1 {
			t.Fatal(sites, err)
		}
		version := filepath.Base(filepath.Dir(sites[0]))
		user, hidden := filepath.Join(dir, "home", ".local", "lib", version, "site-packages"), filepath.Join(dir, "hidden")
		plant(sites[0], "jaxlib", "0.4.34")
		plant(sites[0], "nvidia_cublas_cu12", "12.6.4.1")
		plant(sites[0], "numpy", "2.1.0")
		plant(sites[0], "scipy", "1.14.0")
		plant(user, "scipy", "1.10.1")
		plant(user, "numba", "0.60.0")
		plant(hidden, "numpy", "1.26.4")
		env := []string{"PATH=" + filepath.Join(venv, "bin") + ":/usr/bin:/bin", "HOME=" + filepath.Join(dir, "home"), "PYTHONPATH=" + hidden}
		if n := asPython(t, filepath.Join(venv, "bin", "python"), env); n < 4 {
			t.Errorf("%s: %d packages, want 4 and more", option, n)
		}
	}
}

// asPython compares the packages of a command with those that its Python finds, and
// returns how many there are.
func asPython(t *testing.T, path string, env []string) int {
	t.Helper()
	const script = `
import importlib.metadata, re, sys
seen = {}
for d in importlib.metadata.distributions():
    seen.setdefault(re.sub(r"[-_.]+", "-", d.metadata["Name"] or "").lower(), d.version)
print("version", "%d.%d" % sys.version_info[:2])
for name in sorted(seen):
    print(name, seen[name])
`
	cmd := exec.Command(path, "-c", script)
	cmd.Env, cmd.Dir = env, t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = version
	}
	p := Command{Args: []string{path, "-c", ""}, Env: env}.Program()
	if p.Python == nil || p.Python.Version != want["version"] {
		t.Fatalf("got %+v, want version %s with %v", p.Python, want["version"], want)
	}
	found := map[string]string{}
	for _, x := range p.Python.Packages {
		found[x.Name] = x.Version
		if want[x.Name] != x.Version {
			t.Errorf("%s: %s has version %s, want %q", path, x.Name, x.Version, want[x.Name])
		}
	}
	for name, version := range want {
		if _, ok := packageOf(name + "-" + version + ".dist-info"); ok && found[name] != version {
			t.Errorf("%s: %s has version %q, want %s", path, name, found[name], version)
		}
	}
	return len(found)
}
