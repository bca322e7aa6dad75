package runkey

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tree writes files into a new folder, which becomes the working directory. Names
// that end in * are executable; a text that begins with -> is a link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range files {
		name, exe := strings.CutSuffix(name, "*")
		mode := os.FileMode(0o666)
		if exe {
			mode = 0o777
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(target, name)
		} else {
			err = os.WriteFile(name, []byte(text), mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCommandLines(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs of Unix")
	}
	dir := tree(t, map[string]string{
		"bin/python3*": "->python3.11", "bin/python3.11*": "ELF", "bin/sh*": "ELF", "bin/bash*": "ELF", "bin/julia*": "ELF", "bin/octave-cli*": "ELF", "bin/ruby*": "ELF",
		"bin/env*": "ELF", "bin/mpirun*": "ELF", "bin/perf*": "ELF", "bin/conda*": "ELF", "lib2/late.py": "", "__main__.py": "", "bin/stat*": "ELF", "bin/timeout*": "ELF", "bin/nrprof*": "ELF", "bin/setarch*": "ELF", "bin/x86_64*": "->setarch",
		"sim*": "\x7fELF", "solver*": "\x7fELF", "777.cir*": "* data", "sim.py": "1", "model.py": "2", "x.jl": "3", "init.jl": "4", "x.m": "5", "run.sh": "6", "c.cir": "7", "out.csv": "8", "hosts": "9", "ignore": "10",
		"pkg/__main__.py": "import pkg.a", "pkg/a.py": "", "pkg/sub/b.py": "", "lib/far/mod.py": "", "app/__main__.py": "",
		"direct.py*": "#!/usr/bin/env -S python3 -u\n", "direct.sh*": "#!BIN/sh\n", "env.rb*": "#! BIN/env ruby \r\n", "loop*": "#!loop\n", "data/c.cir": "11", "data/tokenizer.json": "12", "data/my-secrets.txt": "13", "data/id_rsa": "14",
	})
	for _, name := range []string{"direct.sh", "env.rb", "direct.py"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fixed := strings.NewReplacer("BIN", filepath.Join(dir, "bin"), "/usr/bin/env", filepath.Join(dir, "bin/env")).Replace(string(text))
		if err := os.WriteFile(name, []byte(fixed), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + filepath.Join(dir, "bin"), "PYTHONPATH=nowhere:lib"}
	for _, c := range []struct{ line, program, scripts, inputs string }{
		{"python3 sim.py", "python3", "sim.py", ""},
		{"python3 -u -W ignore -X importtime sim.py c.cir --out=out.csv --config none", "python3", "sim.py", "c.cir out.csv"},
		{"python3.11 -OO -- sim.py model.py", "python3.11", "sim.py model.py", ""},
		{"python3 -m pkg c.cir", "python3", "pkg", "c.cir"},
		{"python3 -um far.mod", "python3", "lib/far/mod.py", ""},
		{"python3 -I -m pkg", "python3", "", ""},
		{"python3 -mpkg.a", "python3", "pkg/a.py", ""},
		{"python3 app c.cir", "python3", "app", "c.cir"},
		{"python3 -c print(1) c.cir", "python3", "", "c.cir"},
		{"python3 - c.cir", "python3", "", "c.cir"},
		{"env -u HOME X=c.cir python3 sim.py", "python3", "sim.py", ""},
		{"timeout 5m mpirun -n 4 --hostfile hosts python3 sim.py", "python3", "sim.py", ""},
		{"env PYTHONPATH=lib2 python3 -m late c.cir", "python3", "lib2/late.py", "c.cir"},
		{"conda run -n x python3 sim.py c.cir", "", "sim.py", "c.cir"},
		{"python3 .", "python3", ".", ""},
		{"perf stat -e cycles ./sim c.cir", "./sim", "", "c.cir"},
		{"setarch x86_64 -R ./sim c.cir", "./sim", "", "c.cir"},
		{"nrprof record -o x.nrt -- ./sim c.cir", "./sim", "", "c.cir"},
		{"nrprof run c.cir", "nrprof", "", "c.cir"},
		{"julia -t 4 --project=. -L init.jl x.jl c.cir", "julia", "init.jl x.jl", "c.cir"},
		{"octave-cli x.m", "octave-cli", "x.m", ""},
		{"bash -x run.sh c.cir c.cir data/c.cir", "bash", "run.sh", "c.cir data/c.cir"},
		{"bash -o pipefail -c python3␣sim.py␣'c.cir'>out.csv;./sim hosts", "bash", "sim.py ./sim", "c.cir out.csv hosts"},
		{"./direct.py c.cir", "python3", "./direct.py", "c.cir"},
		{"./direct.sh c.cir", "sh", "./direct.sh", "c.cir"},
		{"./env.rb", "ruby", "./env.rb", ""},
		{"./loop", "", "", ""},
		{"./sim /dev/null /proc/self/stat pkg none c.cir", "./sim", "", "c.cir"},
		{"./sim ./solver 777.cir --with=direct.sh -- c.cir", "./sim", "./solver direct.sh", "777.cir c.cir"},
		{"./sim --token-file=c.cir --api-key c.cir data/tokenizer.json data/my-secrets.txt data/id_rsa", "./sim", "", "data/tokenizer.json"},
		{"env X=1 ./sim -- c.cir", "./sim", "", "c.cir"},
		{"timeout 1 -- ./sim -- c.cir", "./sim", "", "c.cir"},
		{"nrprof record --", "", "", ""},
		{"no-such-program c.cir", "", "", ""},
		{"sim", "", "", ""}, // not in PATH
	} {
		args := strings.Fields(c.line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "␣", " ")
		}
		p := Command{Args: args, Env: env}.Program()
		var scripts []string
		for _, s := range p.Scripts {
			scripts = append(scripts, s.Path)
		}
		program := p.Path
		if rel, err := filepath.Rel(filepath.Join(dir, "bin"), program); err == nil {
			program = rel
		}
		if got := strings.Join(scripts, " "); program != c.program || got != c.scripts || strings.Join(p.Inputs, " ") != c.inputs {
			t.Errorf("%s:\ngot  program %q, scripts %q, inputs %q\nwant program %q, scripts %q, inputs %q", c.line, program, got, p.Inputs, c.program, c.scripts, c.inputs)
		}
	}
	skip := Command{Args: []string{"./sim", "c.cir", "hosts"}, Env: env, Skip: func(path string) bool { return path == "hosts" }}.Program()
	if !slices.Equal(skip.Inputs, []string{"c.cir"}) {
		t.Errorf("got inputs %q, of which one was to be left out", skip.Inputs)
	}
}

// A shim of pyenv stands for the program of the version that is chosen.
func TestPyenv(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs of Unix")
	}
	dir := tree(t, map[string]string{
		"e/shims/python3*": "#!/usr/bin/env bash\nexec pyenv exec python3\n", "e/versions/3.12.10/bin/python3*": "c", "usr/bin/python3*": "d",
		"e/version": "3.11.7\n", "e/versions/3.11.7/bin/python3*": "a", "e/versions/3.12.1/bin/python3*": "b", "s.py": "",
		"sub/.python-version": "3.12.1\n",
	})
	run := func(env ...string) string {
		p := Command{Args: []string{"python3", "s.py"}, Env: append(env, "PATH="+filepath.Join(dir, "e/shims")+":"+filepath.Join(dir, "usr/bin"))}.Program()
		rel, err := filepath.Rel(filepath.Join(dir, "e/versions"), p.Path)
		if err != nil {
			t.Fatal(err)
		}
		return rel
	}
	if got := run(); got != "3.11.7/bin/python3" {
		t.Errorf("got %s", got)
	}
	if got := run("PYENV_VERSION=3.12.1:3.11.7"); got != "3.12.1/bin/python3" {
		t.Errorf("by the variable: got %s", got)
	}
	if got := run("PYENV_VERSION=3.12"); got != "3.12.10/bin/python3" {
		t.Errorf("the latest: got %s", got)
	}
	if got := run("PYENV_VERSION=system"); got != "../../usr/bin/python3" {
		t.Errorf("that of the system: got %s", got)
	}
	t.Chdir("sub")
	if got := run(); got != "3.12.1/bin/python3" {
		t.Errorf("by the file of the folder: got %s", got)
	}
}
