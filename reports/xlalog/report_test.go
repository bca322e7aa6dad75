package xlalog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/log"
)

// read reads a log of the tests of the readers.
func read(t *testing.T, path ...string) *log.Log {
	t.Helper()
	name := filepath.Join(append([]string{"..", "..", "xla"}, path...)...)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	l, err := log.Read(bytes.NewReader(text), filepath.Base(name), log.Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// text renders the report of some logs.
func text(t *testing.T, logs ...*log.Log) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reports.Text(&b, Report(log.NewDocument(logs)), 0); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReport(t *testing.T) {
	for _, c := range []struct {
		golden string
		logs   []*log.Log
	}{
		{"new.txt", []*log.Log{read(t, "log", "vlog", "testdata", "new.log")}},
		{"explained.txt", []*log.Log{read(t, "log", "jaxlog", "testdata", "explained.log")}},
		{"several.txt", []*log.Log{read(t, "log", "vlog", "testdata", "old.log"), read(t, "log", "jaxlog", "testdata", "compiles.log"), read(t, "log", "testdata", "mixed.log")}},
	} {
		golden.Equal(t, c.golden, text(t, c.logs...))
	}
}

// A table that is long says what it lacks.
func TestManyRows(t *testing.T) {
	var b strings.Builder
	for k := range maxRows + 7 {
		fmt.Fprintf(&b, "Finished XLA compilation of jit(f%d) in 2 sec\n", k)
	}
	l, err := log.Read(strings.NewReader(b.String()), "x", log.Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text(t, l)); !strings.Contains(got, "7 rows not shown; --json has all.") {
		t.Errorf("got %s", got)
	}
}
