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

// A source is what the text of a package says that its types do not.
type source struct {
	comments  map[string]string   // of fields, by "Type.Field": the first paragraph
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
						s.comments[spec.Name.Name+"."+name.Name] = meaning(f)
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

// meaning returns the first paragraph of the comment above a field, and the comment
// behind the field. Further paragraphs are for readers of Go.
func meaning(f *ast.Field) string {
	above, _, _ := strings.Cut(f.Doc.Text(), "\n\n")
	return strings.Join(strings.Fields(above+" "+f.Comment.Text()), " ")
}

// comment returns what the comment of a field says.
func (g *Generator) comment(f field) (string, error) {
	src, err := g.source(f.owner.PkgPath())
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.id(), err)
	}
	return src.comments[f.owner.Name()+"."+f.Name], nil
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
