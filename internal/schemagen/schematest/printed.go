package schematest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/docs/schema"
)

// Printed runs a program with words that include --json-schema, and wants it to
// print the schema of the document name and nothing else. With an argument besides
// it wants the program to refuse the command line.
func Printed(t *testing.T, run func(args []string, stdin io.Reader, stdout, stderr io.Writer) int, words []string, name string) {
	t.Helper()
	want, ok := schema.Text(name)
	var stdout, stderr bytes.Buffer
	if code := run(words, nil, &stdout, &stderr); code != 0 || !ok || stdout.String() != string(want) || stderr.Len() > 0 {
		t.Errorf("%v: exit %d, %s%.200s", words, code, &stderr, &stdout)
	}
	if err := Check(stdout.Bytes()); err != nil {
		t.Errorf("%v: %v", words, err)
	}
	stdout.Reset()
	words = append(words, "file")
	if code := run(words, nil, &stdout, &stderr); code != 2 || stdout.Len() > 0 || !strings.Contains(stderr.String(), `--json-schema reads nothing, got "file"`) {
		t.Errorf("%v: exit %d, %s%s", words, code, &stderr, &stdout)
	}
}
