package sparseio

import "fmt"

// A noteCode numbers what a Matrix Market file may do that is doubtful and
// yet leaves no question which matrix is meant.
type noteCode int

const (
	noteBanner noteCode = iota
	noteBannerRest
	noteField
	noteIndentedComment
	noteDataComment
	noteUpper
	noteNotFinite
	noteRounded
	noteHermitianDiagonal
	noteArrayZeros
	noteDuplicates
	noteCodes
)

// noteText holds for each code the word for programs and the sentence for
// people; %d stands for how many there are.
var noteText = [noteCodes]struct{ code, msg string }{
	noteBanner:            {"banner", "the banner begins with one percent sign instead of two"},
	noteBannerRest:        {"banner-rest", "words after the symmetry in the banner have no meaning"},
	noteField:             {"field", "the field in the banner is not one of the specification; read as its nearest"},
	noteIndentedComment:   {"comment-indented", "%d comments have blanks before the percent sign"},
	noteDataComment:       {"comment-in-data", "%d comments stand after the size line"},
	noteUpper:             {"upper-triangle", "%d entries lie above the diagonal, where only those below it should be listed; each stands for itself and its mirror"},
	noteNotFinite:         {"not-finite", "%d values are infinite, not a number, or too large for 64-bit floating point"},
	noteRounded:           {"integer-rounded", "%d integers have more than 53 bits and may be rounded to 64-bit floating point"},
	noteHermitianDiagonal: {"hermitian-diagonal", "%d diagonal entries have an imaginary part, which contradicts hermitian; kept as they are"},
	noteArrayZeros:        {"array-zeros", "%d values of the array are zero; they count as entries, as every position of an array does"},
	noteDuplicates:        {"duplicates", "%d entries repeat a position; their values are summed"},
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
