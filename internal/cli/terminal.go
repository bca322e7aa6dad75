package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/nrkit/nrkit/internal/legible"
)

// Width returns the number of columns that text on standard output may have:
// asked where it is not 0, else those of the terminal, 0 for no limit where
// there is none.
func (p *Program) Width(asked int) int {
	if asked != 0 {
		return asked
	}
	return terminalWidth(p.Terminal)
}

// terminalWidth returns the number of columns of the terminal that w is, and
// 0 when w is no terminal or does not tell.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		return 0
	}
	return width
}

// legibly returns w, with what cannot be printed as escapes where w is a
// terminal: CSV has names exactly, which only a file or a pipe may get.
func legibly(w io.Writer) io.Writer {
	if isTerminal(w) {
		return legible.NewWriter(w)
	}
	return w
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
