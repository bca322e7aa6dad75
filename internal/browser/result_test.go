package browser

import (
	"errors"
	"io"
	"testing"

	"github.com/nrkit/nrkit/reports"
)

func TestCommand(t *testing.T) {
	got := Command([]string{"analyze"}, []string{"/a/b.mtx", "it's <me>.mtx", ""}, "--ordering", "amd,btf+nd")
	if want := `analyze b.mtx 'it'\''s <me>.mtx' . --ordering amd,btf+nd`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := Command([]string{"a"}, nil, "", "$x"); got != "a '' '$x'" {
		t.Errorf("got %s", got)
	}
}

// A drawing that cannot be drawn is an error, as is a file that cannot be written.
func TestResultErrors(t *testing.T) {
	bad := errors.New("bad")
	d := &reports.Document{Title: "<body>"}
	r, err := NewResult(d)
	if err != nil || len(r.Files) != 1 || r.Body != "<main>\n<h1>&lt;body&gt;</h1>\n</main>\n" {
		t.Fatalf("got %+v, %v", r, err)
	}
	if err := r.Add("x", JSON, func(io.Writer) error { return bad }); !errors.Is(err, bad) || len(r.Files) != 1 {
		t.Errorf("got %v, %d files", err, len(r.Files))
	}
	d.Add(&reports.Figure{Plot: undrawn{bad}})
	if _, err := NewResult(d); !errors.Is(err, bad) {
		t.Errorf("got %v", err)
	}
}

type undrawn struct{ err error }

func (u undrawn) Fragment() ([]byte, error) { return nil, u.err }
