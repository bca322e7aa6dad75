package startup

import "testing"

func TestParseSource(t *testing.T) {
	for name, want := range map[string]Source{"auto": Auto, "nvtx": NVTX, "markers": Markers} {
		if got, ok := ParseSource(name); !ok || got != want {
			t.Errorf("%s: got %q, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "NVTX", "none"} {
		if got, ok := ParseSource(name); ok {
			t.Errorf("%q: got %q", name, got)
		}
	}
}
