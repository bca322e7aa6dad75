package runkey

import (
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
		{"usr/bin/python3 -s s.py", "HOME=" + dir + "/home", "version=3.11 numpy=1.24.2 scipy=1.10.1"},
		{"usr/bin/python3 -E s.py", "HOME=" + dir + "/home PYTHONNOUSERSITE=1 PYTHONPATH=" + dir + "/path", "version=3.11 numpy=1.25.0 scipy=1.10.1"},
		{"usr/bin/python3 -I s.py", "HOME=" + dir + "/home", "version=3.11 numpy=1.24.2 scipy=1.10.1"},
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
