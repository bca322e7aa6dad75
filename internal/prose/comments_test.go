package prose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostInPackages and mostInDeclarations are how many hard phrases the package
// comments, and the comments of the exported declarations of public packages, have.
const mostInPackages, mostInDeclarations = 0, 0

// notPublic are the folders whose packages no other module imports.
var notPublic = []string{"internal", "cmd", "bench", "scripts", "oracles", "testdata"}

// Package comments have few phrases that need a second reading.
func TestPhrasesOfPackageComments(t *testing.T) {
	found := 0
	eachFile(t, func(path string, f *ast.File) {
		for _, phrase := range Phrases(Plain(f.Doc.Text())) {
			found++
			t.Logf("%s: … %s …", path, phrase)
		}
	})
	if found > mostInPackages {
		t.Errorf("%d phrases, at most %d are wanted: name the noun again", found, mostInPackages)
	}
}

// So have the comments of exported declarations of public packages.
func TestPhrasesOfDeclarations(t *testing.T) {
	found := 0
	eachFile(t, func(path string, f *ast.File) {
		folders := strings.Split(filepath.ToSlash(filepath.Dir(path)), "/")
		if slices.Contains(notPublic, folders[0]) || slices.Contains(folders, "internal") {
			return
		}
		for _, text := range declarations(f) {
			for _, phrase := range Phrases(Plain(text)) {
				found++
				t.Logf("%s: … %s …", path, phrase)
			}
		}
	})
	if found > mostInDeclarations {
		t.Errorf("%d phrases, at most %d are wanted: name the noun again", found, mostInDeclarations)
	}
}

// declarations returns the comments of the exported declarations of a file.
func declarations(f *ast.File) []string {
	var list []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				list = append(list, d.Doc.Text())
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						list = append(list, d.Doc.Text(), s.Doc.Text())
						list = append(list, members(s.Type)...)
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() {
						list = append(list, d.Doc.Text(), s.Doc.Text(), s.Comment.Text())
						d.Doc = nil // count it once
					}
				}
			}
		}
	}
	return list
}

// members returns the comments of the fields of a struct, and of the methods of an
// interface. Keys of JSON documents are left out: docs/formats.md has their meanings.
func members(t ast.Expr) []string {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return nil
	}
	var list []string
	for _, f := range fields.List {
		if f.Tag == nil || !strings.Contains(f.Tag.Value, "json:") {
			list = append(list, f.Doc.Text(), f.Comment.Text())
		}
	}
	return list
}

// eachFile gives the Go files of the module, without tests, and their paths below
// the root.
func eachFile(t *testing.T, yield func(path string, f *ast.File)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() && path != root && (name == "shared" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, path)
		n++
		yield(below, f)
		return err
	})
	if err != nil || n < 500 {
		t.Fatalf("%d files, %v", n, err)
	}
}
