package sweep

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadPlan(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.yaml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("repeat: 2\nmatrix:\n  ordering: [natural, amd]\n")
	plan, err := ReadPlan(file, []string{"true", "{ordering}"})
	if err != nil || len(plan.Runs) != 6 {
		t.Fatalf("got %+v, %v", plan, err)
	}
	if _, err := ReadPlan(file, []string{"true"}); err == nil || !strings.HasPrefix(err.Error(), file+": ") {
		t.Errorf("an axis that nothing depends on: got %v", err)
	}
	write("repeat: [")
	if _, err := ReadPlan(file, []string{"true"}); !errors.As(err, new(*SyntaxError)) {
		t.Errorf("got %v", err)
	}
	if _, err := ReadPlan(filepath.Join(dir, "b.yaml"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
