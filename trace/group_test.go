package trace_test

import (
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func TestGroupNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"":                            "",
		"build_system":                "build_system",
		"aten::to, op_id = 318930":    "aten::to, op_id = #",
		"12":                          "#",
		"a1b22c":                      "a#b#c",
		"p 0x7fAf: 0xg, 0x":           "p #: #xg, #x",
		"tol 1.5e-09":                 "tol #.#e-#",
		"schritt ٣ (ÿ7)":              "schritt ٣ (ÿ#)", // digits of ASCII alone
		"seq = 00012, shape [3, 128]": "seq = #, shape [#, #]",
	} {
		if got := trace.GroupNumbers(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
