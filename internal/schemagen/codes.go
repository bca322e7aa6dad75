package schemagen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// A Code is the code of a warning, as codes.go of a package declares it.
type Code struct {
	Constant string
	Value    string
	Meaning  string
}

// Codes returns the constants in codes.go of the package in dir, in their order.
// Each has a comment, which is its meaning.
func Codes(dir string) ([]Code, error) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "codes.go"), nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var list []Code
	for _, d := range f.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, s := range gen.Specs {
			spec := s.(*ast.ValueSpec)
			c := Code{Constant: spec.Names[0].Name, Meaning: strings.Join(strings.Fields(spec.Doc.Text()), " ")}
			if len(spec.Values) == 1 {
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					c.Value, err = strconv.Unquote(lit.Value)
				}
			}
			if err != nil || c.Value == "" || c.Meaning == "" || len(spec.Names) != 1 {
				return nil, fmt.Errorf("%s: %s: want a constant with a text and a comment", dir, c.Constant)
			}
			list = append(list, c)
		}
	}
	return list, nil
}

// Values returns the texts of codes.
func Values(codes []Code) []string {
	var list []string
	for _, c := range codes {
		list = append(list, c.Value)
	}
	return list
}

// Uncoded returns where non-test files of the package in dir warn with a text
// in place of a constant: as an argument for a parameter that is called code, as
// the field Code of a Warning, or as the field code of a table of structs.
func Uncoded(dir string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "codes.go" {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	at := map[string]int{} // by function, the place of its parameter code
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if k := codeParameter(fn.Type); k >= 0 {
					at[fn.Name.Name] = k
				}
			}
		}
	}
	var list []string
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			for _, lit := range append(tableLiterals(n), codeLiteral(n, at)) {
				if lit != nil {
					list = append(list, fmt.Sprintf("%v: %s", set.Position(lit.Pos()), lit.Value))
				}
			}
			return true
		})
	}
	return list, nil
}

// codeParameter returns the place of the parameter code, -1 without one.
func codeParameter(t *ast.FuncType) int {
	k := 0
	for _, p := range t.Params.List {
		for _, name := range p.Names {
			if typ, ok := p.Type.(*ast.Ident); ok && name.Name == "code" && typ.Name == "string" {
				return k
			}
			k++
		}
	}
	return -1
}

// codeLiteral returns the text that stands for a code in n, nil when there is none.
func codeLiteral(n ast.Node, at map[string]int) *ast.BasicLit {
	var x ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if k, ok := at[name]; ok && k < len(n.Args) {
			x = n.Args[k]
		}
	case *ast.CompositeLit:
		if t, ok := n.Type.(*ast.Ident); !ok || t.Name != "Warning" || len(n.Elts) == 0 {
			return nil
		}
		x = n.Elts[0]
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if x = nil; kv.Key.(*ast.Ident).Name == "Code" {
					x = kv.Value
					break
				}
			}
		}
	}
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil
	}
	return lit
}

// tableLiterals returns the texts that stand for codes in n, an array of structs
// with a field code.
func tableLiterals(n ast.Node) []*ast.BasicLit {
	table, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	array, ok := table.Type.(*ast.ArrayType)
	if !ok {
		return nil
	}
	row, ok := array.Elt.(*ast.StructType)
	if !ok {
		return nil
	}
	at := codeParameter(&ast.FuncType{Params: row.Fields})
	var list []*ast.BasicLit
	for _, e := range table.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		x, ok := e.(*ast.CompositeLit)
		if !ok || at < 0 || at >= len(x.Elts) {
			continue
		}
		if lit, ok := x.Elts[at].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			list = append(list, lit)
		}
	}
	return list
}
