package sparseio

import (
	"errors"
	"strings"
	"testing"
)

// A file that is written entry by entry reads back, in each layout and symmetry.
func TestMarketWriter(t *testing.T) {
	for _, c := range []struct {
		h     MarketHeader
		write func(*MarketWriter)
		text  string
	}{
		{MarketHeader{Rows: 2, Cols: 3, Entries: 2}, func(w *MarketWriter) { w.Entry(1, 0, -0.5, 9); w.Entry(0, 2, 1e300, 9) },
			"%%MatrixMarket matrix coordinate real general\n2 3 2\n2 1 -0.5\n1 3 1e+300\n"},
		{MarketHeader{Symmetry: "hermitian", Field: "complex", Comment: "two\nlines", Rows: 2, Cols: 2, Entries: 1}, func(w *MarketWriter) { w.Entry(1, 0, 1, -2) },
			"%%MatrixMarket matrix coordinate complex hermitian\n% two\n% lines\n2 2 1\n2 1 1 -2\n"},
		{MarketHeader{Symmetry: "symmetric", Field: "pattern", Rows: 2, Cols: 2, Entries: 1}, func(w *MarketWriter) { w.Entry(1, 1, 7, 7) },
			"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 2\n"},
		{MarketHeader{Layout: "array", Field: "complex", Rows: 1, Cols: 2}, func(w *MarketWriter) { w.Value(1, 2); w.Value(3, 4) },
			"%%MatrixMarket matrix array complex general\n1 2\n1 2\n3 4\n"},
	} {
		var out strings.Builder
		w := NewMarketWriter(&out, c.h)
		c.write(w)
		if err := w.Close(); err != nil || out.String() != c.text {
			t.Errorf("got %q, %v, want %q", out.String(), err, c.text)
		}
		if _, err := Read("a.mtx", strings.NewReader(out.String()), Options{}); err != nil {
			t.Error(err)
		}
	}
}

// A full disk, and an entry that is missing, are errors.
func TestMarketWriterErrors(t *testing.T) {
	w := NewMarketWriter(&strings.Builder{}, MarketHeader{Rows: 2, Cols: 2, Entries: 2})
	w.Entry(0, 0, 1, 0)
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "1 entries written, want 2") {
		t.Errorf("got %v", err)
	}
	full := errors.New("full")
	w = NewMarketWriter(fullDisk{full}, MarketHeader{Layout: "array", Rows: 1, Cols: 1})
	w.Value(1, 0)
	if err := w.Close(); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

// A fullDisk accepts nothing.
type fullDisk struct{ err error }

func (f fullDisk) Write([]byte) (int, error) { return 0, f.err }
