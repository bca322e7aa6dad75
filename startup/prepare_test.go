package startup

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Markers need no library; where another tool or no compiler is in the way, only
// who asked for NVTX fails.
func TestPrepare(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no NVTX here")
	}
	library := &inject.Library{}
	for _, c := range []struct {
		name, tool   string
		source, want Source
		install      error
		library      bool
		warns        string
		err          string
	}{
		{"markers", "", Markers, Markers, errors.New("is not called"), false, "", ""},
		{"NVTX", "", NVTX, NVTX, nil, true, "", ""},
		{"auto", "", Auto, Auto, nil, true, "", ""},
		{"auto without a compiler", "", Auto, Markers, inject.ErrNoCompiler, false, "only printed markers are used: ", ""},
		{"NVTX without a compiler", "", NVTX, NVTX, inject.ErrNoCompiler, false, "", inject.ErrNoCompiler.Error()},
		{"auto, another tool", "tool.so", Auto, Markers, nil, false, "only printed markers are used: ", ""},
		{"NVTX, another tool", "tool.so", NVTX, NVTX, nil, false, "", "names another tool, tool.so"},
		{"auto, a full disk", "", Auto, Auto, errors.New("no space left"), false, "", "no space left"},
	} {
		t.Setenv(inject.EnvLibrary, c.tool)
		var warned string
		source, got, err := Prepare(c.source, func() (*inject.Library, error) {
			if c.install != nil {
				return nil, c.install
			}
			return library, nil
		}, func(text string) { warned = text })
		if source != c.want || (got == library) != c.library || !strings.HasPrefix(warned, c.warns) || (warned == "") != (c.warns == "") {
			t.Errorf("%s: got %s, %v, %q", c.name, source, got, warned)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.err)
		}
	}
}
