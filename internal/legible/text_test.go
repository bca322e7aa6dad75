package legible

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"plain × ≈ 漢字 e\u0301":   "plain × ≈ 漢字 e\u0301",
		`C:\new`:                 `C:\new`,
		"\x1b[31mred\x1b]0;t\a":  `\x1b[31mred\x1b]0;t\a`,
		"a\nb\tc\rd\x00e\x7f":    `a\nb\tc\rd\x00e\x7f`,
		"del\x7f":                `del\x7f`,
		"\u009b31m\u0085":        `\u009b31m\u0085`,
		"\u202eevil\u2066\u061c": `\u202eevil\u2066\u061c`,
		"a\u200bb\u00adc\ufeff":  `a\u200bb\u00adc\ufeff`,
		"a\u2028b\u2029c":        `a\u2028b\u2029c`,
		"\xff\x9b\xe2\x80":       `\xff\x9b\xe2\x80`,
		"\ufffd":                 "\ufffd",
		"\uffff\U0010ffff\ue000": `\uffff\U0010ffff\ue000`,
		"\U000e0041":             `\U000e0041`, // a tag character
		"nbsp\u00a0":             `nbsp\u00a0`,
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: want %s, got %s", in, want, got)
		}
	}
}

// Whatever comes, nothing but printed characters goes, a second time changes
// nothing, and JSON means the same.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "runes")
		got := Text(s)
		if bad := strings.IndexFunc(got, func(r rune) bool { return !Printed(r) }); bad >= 0 || !utf8.ValidString(got) {
			t.Fatalf("%q: %q", s, got)
		}
		if Text(got) != got {
			t.Fatalf("%q becomes %q", got, Text(got))
		}
		doc, err := json.MarshalIndent(map[string]string{s: s}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		safe := JSON(doc)
		if strings.ContainsFunc(string(safe), func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }) {
			t.Fatalf("%q: %s", s, safe)
		}
		var a, b map[string]string
		if json.Unmarshal(doc, &a) != nil || json.Unmarshal(safe, &b) != nil || len(a) != 1 || len(b) != 1 {
			t.Fatalf("%q: no JSON: %s", s, safe)
		}
		for k, v := range a {
			if b[k] != v {
				t.Fatalf("%q: another document: %s", s, safe)
			}
		}
	})
}

func TestNoAllocation(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { Text("transient/timestep × 漢字") }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	if n, err := NewWriter(&b).Write([]byte("a\x1b\nb\n")); n != 5 || err != nil || b.String() != `a\x1b`+"\nb\n" {
		t.Errorf("%d, %v, %q", n, err, b.String())
	}
}
