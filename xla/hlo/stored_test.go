package hlo_test

import (
	"os"
	"path/filepath"
	"testing"
)

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestStored reads modules of other projects. The counts of operations are of
//
//	awk '$0 ~ / = / && /^ +/ { sub(/^ *(ROOT )?[^ ]+ = [^ ]+ /, ""); sub(/\(.*/, ""); n[$0]++ } END { for (o in n) print o, n[o] }'
//
// and that of bytes is 4 for each of the elements of the parameters.
func TestStored(t *testing.T) {
	data := os.Getenv("NRKIT_ORACLE")
	if data == "" {
		t.Skip("NRKIT_ORACLE is not set: it names the folder with traces/hlo")
	}
	for _, c := range []struct {
		file, name, counts, custom string
		bytes                      int64
		line                       int
	}{
		{"JAX-Toolbox__example.hlo", "some_hlo_module", "add 1, broadcast 1, constant 1, dot 1, parameter 1, transpose 1", "", 4 * 32 * 32, 1},
		{"jax__triton_add_kernel.hlo", "jit_call", "parameter 4, call 1, custom-call 1", "triton_kernel_call_ffi", 4 * 2 * 1024, 18},
	} {
		m := open(t, filepath.Join(data, "traces", "hlo", c.file))
		custom := ""
		for _, cc := range m.CustomCalls {
			custom += cc.Target
		}
		if m.Name != c.name || counts(m.OpCounts) != c.counts || m.ParameterBytes != c.bytes || custom != c.custom || m.Line != c.line || m.Skipped != 0 {
			t.Errorf("%s: module %s on line %d, %s, parameters of %d bytes, custom calls %s, %d skipped", c.file, m.Name, m.Line, counts(m.OpCounts), m.ParameterBytes, custom, m.Skipped)
		}
	}
}
