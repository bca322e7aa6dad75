package sparseio

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen"
)

// codeInputs has for each code of a warning the text of a file that leads to it.
func codeInputs(t *testing.T) map[string]string {
	const general, body = "%%MatrixMarket matrix coordinate real general\n", "1 1 1\n1 1 1\n"
	boeing := func(counts, kind, formats, body string) string {
		return "title\n" + counts + "\n" + kind + "\n" + formats + "\n" + body
	}
	return map[string]string{
		codeBanner:                 "%MatrixMarket matrix coordinate real general\n" + body,
		codeBannerRest:             "%%MatrixMarket matrix coordinate real general more\n" + body,
		codeField:                  "%%MatrixMarket matrix coordinate double general\n" + body,
		codeIndentedComment:        general + " % x\n" + body,
		codeDataComment:            general + "1 1 1\n% x\n1 1 1\n",
		codeUpper:                  "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
		codeNotFinite:              general + "1 1 1\n1 1 inf\n",
		codeRounded:                "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n",
		codeHermitianDiagonal:      "%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 1 2\n",
		codeArrayZeros:             "%%MatrixMarket matrix array real general\n1 2\n1\n0\n",
		codeDuplicates:             general + "1 1 2\n1 1 1\n1 1 1\n",
		codeValuesElsewhere:        boeing("3 1 1 1", "qua 2 2 2 0", "(3I2)(2I2)", " 1 2 3\n 1 2\n"),
		codeValuesMissing:          boeing("3 1 1 0", "rua 2 2 2 0", "(3I2)(2I2)", " 1 2 3\n 1 2\n"),
		codeRest:                   boeing("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n more\n"),
		codeLineCount:              boeing("4 1 1 2", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n"),
		codeScaleFactor:            boeing("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(3P2F4.1)", " 1 2 3\n 1 2\n 1.0 2.0\n"),
		codeColumns:                boeing("3 1 1 1", "rua 2 2 2 0", "(3I2)(2I2)(2F4.1)", " 1 2 3\n 1 2\n  1.0 2.0\n"),
		codeMembers:                string(tarred(t, member{"x/x.mtx", general + body}, member{"x/x_b.mtx", general + body})),
		codeTrailingData:           string(append(gzipped(t, []byte(general+body)), "rest"...)),
		codeLenientHermitianField:  "%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1\n",
		codeLenientSkewPattern:     "%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n",
		codeLenientNotSquare:       "%%MatrixMarket matrix coordinate real symmetric\n3 2 1\n2 1 1\n",
		codeLenientPatternValues:   "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n",
		codeLenientExtraText:       general + "1 1 1\n1 1 1 more\n",
		codeLenientSkewDiagonal:    "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 1\n1 1 1\n",
		codeLenientBothTriangles:   "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n",
		codeLenientTrianglesDiffer: "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 2\n",
		codeNamesUnused:            general + body, // with a file of names beside it
	}
}

// Each code of a warning has an input that leads to it.
func TestCodes(t *testing.T) {
	codes, err := schemagen.Codes(".")
	if err != nil {
		t.Fatal(err)
	}
	inputs := codeInputs(t)
	for _, c := range codes {
		text, ok := inputs[c.Value]
		if !ok {
			t.Errorf("%s: no input leads to it", c.Value)
			continue
		}
		f, err := Read("x", bytes.NewReader([]byte(text)), Options{Lenient: strings.HasPrefix(c.Value, "lenient-")})
		if err != nil {
			t.Errorf("%s: %v", c.Value, err)
			continue
		}
		if c.Value == codeNamesUnused {
			path := filepath.Join(t.TempDir(), "x.mtx")
			if err := os.WriteFile(strings.TrimSuffix(path, ".mtx")+"_rowname.txt", []byte("a\nb\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			OpenNames(path, f)
		}
		if !slices.ContainsFunc(f.Warnings, func(w Warning) bool { return w.Code == c.Value }) {
			t.Errorf("%s: got %v", c.Value, f.Warnings)
		}
	}
}
