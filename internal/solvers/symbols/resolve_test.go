package symbols

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestPlain(t *testing.T) {
	for name, want := range map[string]bool{
		"klu_factor": true, "_ZN3SIM15evaluate_modelsEv": true, "dgesv_64_": true, "f@@V1.2": true,
		"SIM::evaluate_models()": false, "f(int)": false, "": false, "operator<": false,
	} {
		if got := Plain(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

const library = `
namespace SIM {
struct Model { void load(int, double); static void load(); Model(); };
void Model::load(int, double) {}
void Model::load() {}
Model::Model() {}
}
int plain(char const*) { return 0; }
`

const program = `
int plain(char const*);
namespace SIM { struct Model { void load(int, double); static void load(); Model(); }; }
int main() { SIM::Model::load(); return plain(""); }
`

// Names are found in a library beside the program, with parameters and without.
func TestResolve(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no C++ compiler: g++")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"lib.cc": library, "main.cc": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"-shared", "-fPIC", "-o", "libsim.so", "lib.cc"},
		{"-o", "main", "main.cc", "-L.", "-lsim", "-Wl,-rpath,$ORIGIN"},
	} {
		cmd := exec.Command(compiler, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("g++ does not link here: %v\n%s", err, out)
		}
	}
	main := filepath.Join(dir, "main")
	for name, want := range map[string][]string{
		"SIM::Model::load()":             {"_ZN3SIM5Model4loadEv"},
		"SIM::Model::load( int,double )": {"_ZN3SIM5Model4loadEid"},
		"SIM::Model::load":               {"_ZN3SIM5Model4loadEid", "_ZN3SIM5Model4loadEv"},
		"SIM::Model::Model()":            {"_ZN3SIM5ModelC1Ev", "_ZN3SIM5ModelC2Ev"},
		"plain(char const*)":             {"_Z5plainPKc"},
	} {
		if got, err := Resolve(main, name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
	var none *NotFoundError
	if _, err := Resolve(main, "SIM::Model::unload()"); !errors.As(err, &none) || none.Files < 2 {
		t.Errorf("got %v", err)
	}
	if _, err := Resolve(filepath.Join(dir, "nothing"), "f()"); err == nil {
		t.Error("a program that is not there was read")
	}
	if _, err := Resolve(compiler, "SIM::f()"); !errors.As(err, &none) {
		t.Errorf("got %v", err)
	}
	t.Setenv("LD_LIBRARY_PATH", "/nowhere::"+dir)
	if s := newSearch(); !slices.Equal(s.first, []string{"/nowhere", dir}) || len(s.last) < 4 {
		t.Errorf("got %+v", s)
	}
}
