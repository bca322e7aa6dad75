package sparseio

import "fmt"

// A noteCode numbers what a Matrix Market file may do that is doubtful and
// yet leaves no question which matrix is meant.
type noteCode int

const (
	noteBanner noteCode = iota
	noteBannerRest
	noteField
	noteHermitianField
	noteSkewPattern
	noteNotSquare
	noteIndentedComment
	noteDataComment
	noteUpper
	noteNotFinite
	noteRounded
	noteHermitianDiagonal
	notePatternValues
	noteExtraText
	noteSkewDiagonal
	noteBothTriangles
	noteTrianglesDiffer
	noteArrayZeros
	noteDuplicates
	noteCodes
)

// noteText holds for each code the word for programs and the sentence for
// people; %d stands for how many there are.
var noteText = [noteCodes]struct{ code, msg string }{
	noteBanner:            {codeBanner, "the banner begins with one percent sign instead of two"},
	noteBannerRest:        {codeBannerRest, "words after the symmetry in the banner have no meaning"},
	noteField:             {codeField, "the specification does not have the field in the banner; the file is read with the nearest field"},
	noteHermitianField:    {codeLenientHermitianField, "hermitian with a field other than complex, which the format forbids; the file is read as symmetric"},
	noteSkewPattern:       {codeLenientSkewPattern, "a skew-symmetric pattern, which the format forbids; each entry also stands for its mirror"},
	noteNotSquare:         {codeLenientNotSquare, "a symmetric matrix that is not square, which the format forbids; each entry also stands for its mirror"},
	noteIndentedComment:   {codeIndentedComment, "comments with blanks before the percent sign: %d"},
	noteDataComment:       {codeDataComment, "comments after the size line: %d"},
	noteUpper:             {codeUpper, "entries above the diagonal, although the format lists only entries below the diagonal: %d; each entry also stands for its mirror"},
	noteNotFinite:         {codeNotFinite, "values that are infinite, not a number, or too large for 64-bit floating point: %d"},
	noteRounded:           {codeRounded, "integers of more than 53 bits, which floating point may round: %d"},
	noteHermitianDiagonal: {codeHermitianDiagonal, "diagonal entries with an imaginary part, which contradicts hermitian: %d; the values are kept"},
	notePatternValues:     {codeLenientPatternValues, "entries with values in a pattern file, which the format forbids: %d; the values are ignored"},
	noteExtraText:         {codeLenientExtraText, "entries with text after them, which the format forbids: %d; the text is ignored"},
	noteSkewDiagonal:      {codeLenientSkewDiagonal, "diagonal entries in a skew-symmetric file, which the format forbids: %d; the entries are kept"},
	noteBothTriangles:     {codeLenientBothTriangles, "pairs (i,j) and (j,i) that are both listed, which the format forbids: %d; each listed entry stands for itself only"},
	noteTrianglesDiffer:   {codeLenientTrianglesDiffer, "pairs (i,j) and (j,i) that are both listed, with values that contradict the symmetry: %d; each position keeps its own value"},
	noteArrayZeros:        {codeArrayZeros, "zeros in the array: %d; every position of an array is an entry"},
	noteDuplicates:        {codeDuplicates, "entries that repeat a position: %d; their values are summed"},
}

// A note counts occurrences and remembers where the first one is.
type note struct{ count, line, col int }

// notes has one note for each code.
type notes [noteCodes]note

// add records one occurrence.
func (n *notes) add(c noteCode, line, col int) {
	if n[c].count == 0 {
		n[c].line, n[c].col = line, col
	}
	n[c].count++
}

// merge adds the notes of later lines, whose numbers start after line base.
func (n *notes) merge(later *notes, base int) {
	for c := range later {
		l := later[c]
		if l.count == 0 {
			continue
		}
		if n[c].count == 0 {
			n[c].line, n[c].col = base+l.line, l.col
		}
		n[c].count += l.count
	}
}

// warnings returns one warning for each code that occurred, in the order of
// the codes.
func (n *notes) warnings(file string) []Warning {
	var ws []Warning
	for c, x := range n {
		if x.count == 0 {
			continue
		}
		msg := noteText[c].msg
		if c >= int(noteIndentedComment) {
			msg = fmt.Sprintf(msg, x.count)
		}
		ws = append(ws, Warning{Code: noteText[c].code, File: file, Line: x.line, Col: x.col, Msg: msg})
	}
	return ws
}
