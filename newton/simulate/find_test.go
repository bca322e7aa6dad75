package simulate

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// A name is a path if it has a dot or a separator, and otherwise has to be built in.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.cir", "amplifier"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"rc", "c6288", "mul8", "mul4096", "./amplifier", "a.cir"} {
		if err := Find(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, file := range map[string]bool{"c628": false, "mulx": false, "amplifier": true} {
		none := new(NoCircuitError)
		if err := Find(name); !errors.As(err, &none) || none.File != file || len(none.Names) < 6 {
			t.Errorf("%s: got %v, %+v", name, err, none)
		}
	}
	if err := Find("b.cir"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: got %v", err)
	}
	if err := Find("."); err == nil || err.Error() != ".: is a directory, want a netlist" {
		t.Errorf("a folder: got %v", err)
	}
}
