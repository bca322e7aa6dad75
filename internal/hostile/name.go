package hostile

import (
	"math/rand/v2"
	"strings"
)

// Forged begins what a name with a line break pretends to be a line of.
const Forged = "FORGED"

// attacks returns one text of each class that a name must not get through.
func attacks() []string {
	return []string{
		"\x1b[31m", "\x1b]0;title\a", "\x1b]8;;http://evil\x1b\\", "\x1bP1$r\x1b\\", "\x1b[2J\x1b[H", "\x1bc", // sequences of terminals
		"\u009b31m", "\u009d0;t\u009c", "\u0085" + Forged, "\u0080", "\u009f", // C1
		"\n" + Forged + ": x", "\r" + Forged + ": x", "\r\n" + Forged + " error:", "\v" + Forged, "\f" + Forged, "\u2028" + Forged, "\u2029" + Forged,
		"\x00", "\x01", "\a", "\b\b\b", "\t", "\x0e", "\x7f", // C0, DEL
		"\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", // direction
		"\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\ufff9", "\U000e0041", "\U000e007f", // without width
		"\xff", "\x9b31m", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", // no UTF-8
		"\uffff", "\ue000", "\U0010fffd", "\u0378", // no character
		"<script>alert(1)</script>", "<b x='", "]]>", "-->", "&lt;", "|", "[a](http://evil)", "![a](http://evil)", "`", "\\", "\"", "'", "%s%n", "${x}", "$(x)", // markup
		"漢字", "e\u0301\u0301\u0301", "👩‍🚀", strings.Repeat("x", 300), // width
	}
}

// words are what is between.
var words = []string{"solve", "timestep", "a", "kernel<float>", "rank 0", "/tmp/x", "nr_iteration", "1"}

// Name returns a name with one attack or more.
func Name(rng *rand.Rand) string {
	list := attacks()
	var b strings.Builder
	for range 1 + rng.IntN(3) {
		if rng.IntN(2) == 0 {
			b.WriteString(words[rng.IntN(len(words))])
		}
		b.WriteString(list[rng.IntN(len(list))])
	}
	if rng.IntN(2) == 0 {
		b.WriteString(words[rng.IntN(len(words))])
	}
	return b.String()
}

// FileName returns a name that files of Linux may have.
func FileName(rng *rand.Rand) string {
	name := strings.NewReplacer("/", "_", "\x00", "_").Replace(Name(rng))
	return name[:min(len(name), 120)]
}

// Infect puts names into a text before or in place of some of its words, as
// quote writes them. What the text must have to be taken for what it is stays in
// most cases.
func Infect(rng *rand.Rand, text string, quote func(string) string) string {
	at := places(text)
	for range 1 + rng.IntN(4) {
		if len(at) == 0 {
			break
		}
		k := at[rng.IntN(len(at))]
		if k.end > len(text) {
			continue
		}
		name := quote(Name(rng))
		if rng.IntN(2) == 0 {
			text = text[:k.end] + name + text[k.end:]
		} else {
			text = text[:k.begin] + name + text[k.end:]
		}
	}
	return text
}

// A place is a word of a text.
type place struct{ begin, end int }

// places returns the words of text that have letters.
func places(text string) []place {
	var list []place
	begin := -1
	for k := 0; k <= len(text); k++ {
		inside := k < len(text) && (text[k] == '_' || 'a' <= text[k]|0x20 && text[k]|0x20 <= 'z' || '0' <= text[k] && text[k] <= '9')
		switch {
		case inside && begin < 0:
			begin = k
		case !inside && begin >= 0:
			list = append(list, place{begin, k})
			begin = -1
		}
	}
	return list
}
