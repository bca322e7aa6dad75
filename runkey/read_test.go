package runkey

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A key is found in its document, in another document under key, and in the first
// of several; other files are told apart from documents without a key.
func TestReadFile(t *testing.T) {
	k, err := New([]string{"cpu"}, Part{Name: "cpu.model", Value: Text("EPYC"), Matters: []Purpose{Timing}})
	if err != nil {
		t.Fatal(err)
	}
	own := string(k.Text())
	path := filepath.Join(t.TempDir(), "a")
	for _, c := range []struct{ text, err string }{
		{own, ""}, {" \n" + own, ""}, {`{"schema":"run/v1","key":` + own + `}`, ""}, {`{"schema":"sweep/v1","key":` + own + "}\n{}\n", ""},
		{`{"traceEvents":[]}`, "has no schema, want a key"}, {`{"schema":"run/v1"}`, "is a document run/v1 without a key, want a key"},
		{`{"schema":"key/v9"}`, `got schema "key/v9", want key/v1`}, {"[" + own + "]", "is not a JSON document"}, {"", "is not a JSON document"}, {"SQLite format 3", "is not a JSON document"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		if c.err != "" {
			if err == nil || err.Error() != path+": "+c.err {
				t.Errorf("%q: got %v, want %s", c.text, err, c.err)
			}
			if errors.As(err, new(*NoKeyError)) != strings.HasSuffix(c.err, "want a key") || errors.Is(err, ErrNoDocument) != strings.HasPrefix(c.err, "is not a JSON") {
				t.Errorf("%q: got %T", c.text, err)
			}
			continue
		}
		if err != nil || got.Hash() != k.Hash() {
			t.Errorf("%q: got %v, %v", c.text, got, err)
		}
	}
}
