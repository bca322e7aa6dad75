package hostile

import (
	"math/rand/v2"
	"testing"
)

// What is planted is found.
func TestChecks(t *testing.T) {
	for _, s := range []string{"\x1b", "\t", "\r", "\x00", "\x7f", "\u0085", "\u009b", "\u202e", "\u200b", "\u2028", "\xff", "\ufeff", "\U000e0041", "\ue000", "\uffff"} {
		if len(Unquoted("ab"+s+"c\n")) != 1 {
			t.Errorf("%q is not found", s)
		}
	}
	if list := Unquoted("plain × 漢字 é \n \\x1b"); len(list) != 0 {
		t.Error(list)
	}
	if len(ForgedLines("a\n  "+Forged+" x\nb "+Forged+"\n")) != 1 {
		t.Error("a forged line is not found")
	}
	for text, page := range map[string]bool{"<svg>\x1b</svg>": false, "<svg><text></svg>": false, "<p><script>x</script></p>": true, "<p>\x00</p>": true, "<p><b>x</b></p>": true} {
		if Markup(text, page) == "" {
			t.Errorf("%q is taken", text)
		}
	}
	if s := Markup("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><p>&lt;b&gt;</p></html>", true); s != "" {
		t.Error(s)
	}
	if len(Tables("| a | b |\n| - | - |\n| x | y | z |\n| x \\| y |\n")) != 2 {
		t.Error("rows of other lengths are not found")
	}
}

// Names are of all classes.
func TestName(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	found, forged := 0, 0
	for range 1000 {
		name := Name(rng)
		found += min(1, len(Unquoted(name)))
		forged += len(ForgedLines(name))
		if FileName(rng) == "" {
			t.Fatal("a file without a name")
		}
	}
	if found < 500 || forged < 10 {
		t.Errorf("of 1000 names %d are hostile and %d begin a line", found, forged)
	}
}
