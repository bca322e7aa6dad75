package runkey

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Versions are those that Python itself would find first, and no program is run
// for them.
func TestPythonPackages(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders of Unix")
	}
	const site = "lib/python3.11/site-packages/"
	dir := tree(t, map[string]string{
		"usr/bin/python3.11*": "ELF", "usr/bin/python3*": "->python3.11",
		"usr/lib/python3/dist-packages/numpy-1.24.2.egg-info": "", "usr/lib/python3/dist-packages/scipy-1.10.1-py3.11.egg-info/PKG-INFO": "",
		"venv/pyvenv.cfg": "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.2\n", "venv/bin/python*": "->../../usr/bin/python3",
		"venv/" + site + "jax-0.4.35.dist-info/METADATA": "", "venv/" + site + "jaxlib-0.4.34.dist-info/METADATA": "",
		"venv/" + site + "jax_cuda12_plugin-0.4.35.dist-info/METADATA": "", "venv/" + site + "nvidia_cublas_cu12-12.6.4.1.dist-info/METADATA": "",
		"venv/" + site + "requests-2.0.dist-info/METADATA": "", "venv/" + site + "numpy/__init__.py": "", "venv/" + site + "broken.dist-info/METADATA": "",
		"sys/pyvenv.cfg": "include-system-site-packages = true\nversion_info = 3.11.2.final.0\n", "sys/bin/python*": "->../../usr/bin/python3",
		"sys/" + site + "numpy-2.1.0.dist-info/METADATA": "",
		"conda/bin/python*": "->python3.11", "conda/bin/python3.11*": "ELF", "conda/" + site + "numpy-1.26.4.dist-info/METADATA": "",
		"home/.local/" + site + "numpy-1.25.0.dist-info/METADATA": "", "path/numpy-1.20.0.dist-info/METADATA": "", "s.py": "",
		"other/bin/python3*": "ELF",
	})
	for _, c := range []struct{ line, env, want string }{
		{"usr/bin/python3 s.py", "", "version=3.11 numpy=1.24.2 scipy=1.10.1"},
		{"venv/bin/python s.py", "", "version=3.11 jax=0.4.35 jax-cuda12-plugin=0.4.35 jaxlib=0.4.34 nvidia-cublas-cu12=12.6.4.1"},
		{"sys/bin/python s.py", "", "version=3.11 numpy=2.1.0 scipy=1.10.1"},
		{"conda/bin/python s.py", "", "version=3.11 numpy=1.26.4"},
		{"usr/bin/python3 s.py", "HOME=" + dir + "/home", "version=3.11 numpy=1.25.0 scipy=1.10.1"},
		{"usr/bin/python3 s.py", "HOME=" + dir + "/home PYTHONNOUSERSITE=1", "version=3.11 numpy=1.24.2 scipy=1.10.1"},
		{"venv/bin/python s.py", "HOME=" + dir + "/home PYTHONPATH=none:" + dir + "/path", "version=3.11 jax=0.4.35 jax-cuda12-plugin=0.4.35 jaxlib=0.4.34 numpy=1.20.0 nvidia-cublas-cu12=12.6.4.1"},
		{"conda/bin/python -I s.py", "PYTHONPATH=" + dir + "/path", "version=3.11 numpy=1.26.4"},
		{"other/bin/python3 s.py", "", "not known"},
	} {
		p := Command{Args: strings.Fields(c.line), Env: append(strings.Fields(c.env), "PATH=")}.Program()
		got := "not known"
		for _, g := range p.Groups(&Digests{}) {
			if g.All != "python" {
				continue
			}
			var words []string
			for _, x := range g.Parts {
				words = append(words, strings.TrimPrefix(x.Name, "python.")+"="+x.Value.String())
			}
			got = strings.Join(words, " ")
		}
		if got != c.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", c.env, c.line, got, c.want)
		}
	}
}

// A real Python finds the same versions of the packages that a key has.
func TestPythonOracle(t *testing.T) {
	path, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		t.Skip("no python3")
	}
	const script = `
import importlib.metadata, re, sys
seen = {}
for d in importlib.metadata.distributions():
    seen.setdefault(re.sub(r"[-_.]+", "-", d.metadata["Name"] or "").lower(), d.version)
print("version", "%d.%d" % sys.version_info[:2])
for name in sorted(seen):
    print(name, seen[name])
`
	out, err := exec.Command(path, "-c", script).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[name] = version
	}
	p := Command{Args: []string{path, "-c", ""}, Env: os.Environ()}.Program()
	if p.Python == nil {
		t.Fatalf("no environment of %s, whose packages are %v", path, want)
	}
	if p.Python.Version != want["version"] {
		t.Errorf("got version %s, want %s", p.Python.Version, want["version"])
	}
	found := map[string]string{}
	for _, x := range p.Python.Packages {
		found[x.Name] = x.Version
		if want[x.Name] != x.Version {
			t.Errorf("%s: got version %s, want %q", x.Name, x.Version, want[x.Name])
		}
	}
	for name, version := range want {
		if _, ok := packageOf(name + "-" + version + ".dist-info"); ok && found[name] != version {
			t.Errorf("%s: got version %q, want %s", name, found[name], version)
		}
	}
}

// The packages of a real virtual environment are those that were put there.
func TestPythonVenv(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no python3")
	}
	dir := filepath.Join(t.TempDir(), "venv")
	if out, err := exec.Command(python, "-m", "venv", "--without-pip", dir).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	sites, err := filepath.Glob(filepath.Join(dir, "lib", "python3.*", "site-packages"))
	if err != nil || len(sites) != 1 {
		t.Fatal(sites, err)
	}
	if err := os.MkdirAll(filepath.Join(sites[0], "jaxlib-0.4.34.dist-info"), 0o777); err != nil {
		t.Fatal(err)
	}
	p := Command{Args: []string{"python", "x.py"}, Env: []string{"PATH=" + filepath.Join(dir, "bin")}}.Program()
	if p.Python == nil || len(p.Python.Packages) != 1 || p.Python.Packages[0] != (Package{"jaxlib", "0.4.34"}) {
		t.Errorf("got %+v of %s", p.Python, p.Path)
	}
}
