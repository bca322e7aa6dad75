package prose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mostInMessages is how many hard phrases the texts of the packages have at most.
// It goes down when texts are rewritten.
const mostInMessages = 0

// wordedRooms are the packages whose texts people read when nrprof runs.
var wordedRooms = []string{"compare", "internal/cli", "internal/doctor", "internal/identity", "internal/merge", "internal/nsys", "internal/profile",
	"internal/record", "internal/reports", "newton/simulate", "internal/telemetry", "internal/xplane", "newton", "nsys", "reports/compare", "internal/reports/key",
	"reports/run", "reports/startup", "reports/sweep", "runkey", "startup", "sweep", "trace"}

// Messages have few phrases that need a second reading. A message is a literal of
// four words and more.
func TestPhrasesOfMessages(t *testing.T) {
	found := 0
	for _, room := range wordedRooms {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(room)), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || d.Name() == "gen.go" { // which is no part of a package
				return err
			}
			for _, phrase := range Phrases(messages(t, path)) {
				found++
				t.Logf("%s: … %s …", path, phrase)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found > mostInMessages {
		t.Errorf("%d phrases, want %d at most: name the noun again", found, mostInMessages)
	}
}

// messages returns the string literals of four words and more in a Go file.
func messages(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && len(strings.Fields(text)) >= 4 {
				list = append(list, text)
			}
		}
		return true
	})
	return list
}
