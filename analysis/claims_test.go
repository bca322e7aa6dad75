package analysis

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// claimTests returns for each claim of the verdict the test of the condition under
// which it is made. The body of that test names the claim.
func claimTests() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{
		structureClaims, orderingClaims, parallelClaims, solvesClaims, exactClaims, scatterClaims, reuseClaims,
		sizeClaims, unverifiedClaims, predictionClaims, threadsClaims,
	} {
		maps.Copy(all, part)
	}
	return all
}

// Each claim that the verdict can make has a test that names it, and each test
// that the table names is there.
func TestEveryClaimIsTested(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	made, tests := map[string]bool{}, map[string][]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			addClaims(t, file, made)
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = stringsIn(f.Body)
			}
		}
	}
	testOf := claimTests()
	for _, key := range slices.Sorted(maps.Keys(made)) {
		test := testOf[key]
		if body, ok := tests[test]; !ok {
			t.Errorf("claim %q: no test %q", key, test)
		} else if !slices.Contains(body, key) {
			t.Errorf("claim %q: the test %s does not name it", key, test)
		}
	}
	for key := range testOf {
		if !made[key] {
			t.Errorf("claim %q is made nowhere", key)
		}
	}
}

// addClaims adds the keys that the file passes to say and sentence.
func addClaims(t *testing.T, file *ast.File, made map[string]bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || f.Sel.Name != "say" && f.Sel.Name != "sentence" {
			return true
		}
		switch key := call.Args[0].(type) {
		case *ast.BasicLit:
			text, _ := strconv.Unquote(key.Value)
			made[text] = true
		default:
			if id, ok := key.(*ast.Ident); !ok || id.Name != "key" { // sentence passes its own on
				t.Errorf("a claim whose key is no literal: %v", key)
			}
		}
		return true
	})
}

// stringsIn returns the string literals of a function.
func stringsIn(body *ast.BlockStmt) (list []string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				list = append(list, s)
			}
		}
		return true
	})
	return list
}
