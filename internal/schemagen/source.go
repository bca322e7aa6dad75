package schemagen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// A source is what the text of a package says that its types do not.
type source struct {
	comments  map[string]string   // of fields, by "Type.Field"
	constants map[string][]string // of string types, by type
	texts     []Code              // constants of no type
}

// source reads the package of an import path; main is the package in the folder
// of the test.
func (g *Generator) source(importPath string) (*source, error) {
	if s, ok := g.sources[importPath]; ok {
		return s, nil
	}
	dir := filepath.Join(g.Root, filepath.FromSlash(strings.TrimPrefix(importPath, g.Module+"/")))
	if importPath == "main" {
		dir = "."
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	s := &source{comments: map[string]string{}, constants: map[string][]string{}}
	for _, name := range files { // in the order of their names
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if gen, ok := d.(*ast.GenDecl); ok {
				s.add(gen)
			}
		}
	}
	if g.sources == nil {
		g.sources = map[string]*source{}
	}
	g.sources[importPath] = s
	return s, nil
}

// add takes the fields and constants of a declaration.
func (s *source) add(gen *ast.GenDecl) {
	for _, spec := range gen.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if st, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range st.Fields.List {
					for _, name := range f.Names {
						s.comments[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
					}
				}
			}
		case *ast.ValueSpec:
			if gen.Tok == token.CONST {
				s.addTexts(spec)
			}
		}
	}
}

// addTexts takes constants that are texts.
func (s *source) addTexts(spec *ast.ValueSpec) {
	typ, _ := spec.Type.(*ast.Ident)
	for k, v := range spec.Values {
		lit, ok := v.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		text, err := strconv.Unquote(lit.Value)
		switch {
		case err != nil:
		case typ != nil:
			s.constants[typ.Name] = append(s.constants[typ.Name], text)
		case spec.Type == nil:
			s.texts = append(s.texts, Code{Constant: spec.Names[k].Name, Value: text})
		}
	}
}
