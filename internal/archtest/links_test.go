package archtest

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A documented package is what links in comments need of a package.
type documented struct {
	name     string
	comments []string          // of the package and its declarations
	symbols  map[string]bool   // Name, Type.Method and Type.Field
	imports  map[string]string // paths by name
}

// document parses the files of a package.
func document(t *testing.T, files map[string]string) documented {
	t.Helper()
	d := documented{symbols: map[string]bool{}, imports: map[string]string{}}
	for name, text := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		d.name = f.Name.Name
		d.comments = append(d.comments, f.Doc.Text())
		for _, decl := range f.Decls {
			ast.Inspect(decl, d.add)
		}
	}
	return d
}

// add adds a node of a file, and reports whether to go on with the nodes in it.
func (d *documented) add(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		p, _ := strconv.Unquote(n.Path.Value)
		d.imports[path.Base(p)] = p
		if n.Name != nil {
			d.imports[n.Name.Name] = p
		}
	case *ast.GenDecl:
		d.comments = append(d.comments, n.Doc.Text())
	case *ast.FuncDecl:
		if n.Name.IsExported() {
			d.comments = append(d.comments, n.Doc.Text())
		}
		d.symbols[receiver(n)+n.Name.Name] = true
		return false
	case *ast.ValueSpec:
		d.comments = append(d.comments, n.Doc.Text())
		for _, name := range n.Names {
			d.symbols[name.Name] = true
		}
	case *ast.TypeSpec:
		d.comments = append(d.comments, n.Doc.Text())
		d.symbols[n.Name.Name] = true
		ast.Inspect(n.Type, func(m ast.Node) bool {
			if f, ok := m.(*ast.Field); ok {
				for _, name := range f.Names {
					d.symbols[n.Name.Name+"."+name.Name] = true
				}
			}
			return true
		})
	}
	return true
}

// receiver returns the type that a method belongs to with a point behind, "" for a
// function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name + "."
		}
		return true
	})
	return name
}

// dead returns the links [Name], [Type.Name] and [pkg.Name] in the comments of d
// that lead to nothing. Links into other modules are not followed.
func (d documented) dead(packages map[string]documented) []string {
	all := comment.Parser{
		LookupPackage: func(name string) (string, bool) { return name, true },
		LookupSym:     func(string, string) bool { return true },
	}
	var list []string
	for _, text := range d.comments {
		for _, l := range links(all.Parse(text).Content) {
			target, known := d, true
			if imp, ok := d.imports[l.ImportPath]; ok {
				target, known = packages[strings.TrimPrefix(imp, module+"/")]
			} else if l.ImportPath != "" && l.ImportPath != d.name {
				target = documented{}
			}
			name := strings.TrimPrefix(l.Recv+"."+l.Name, ".")
			if l.Name != "" && known && !target.symbols[name] {
				list = append(list, strings.TrimPrefix(l.ImportPath+"."+name, "."))
			}
		}
	}
	return list
}

// links returns the links to identifiers in blocks of a comment.
func links(blocks []comment.Block) []*comment.DocLink {
	var list []*comment.DocLink
	for _, b := range blocks {
		switch b := b.(type) {
		case *comment.Paragraph:
			for _, text := range b.Text {
				if l, ok := text.(*comment.DocLink); ok {
					list = append(list, l)
				}
			}
		case *comment.List:
			for _, item := range b.Items {
				list = append(list, links(item.Content)...)
			}
		}
	}
	return list
}

// Each link in a comment of a package or of an exported function, or of types and
// values, leads to an identifier.
func TestLinksOfComments(t *testing.T) {
	packages := map[string]documented{}
	for _, p := range list(t) {
		dir := strings.TrimPrefix(p.ImportPath, module+"/")
		packages[dir] = document(t, goFiles(t, dir, false))
	}
	for dir, d := range packages {
		for _, l := range d.dead(packages) {
			t.Errorf("%s: [%s] leads to nothing that the package has or imports", dir, l)
		}
	}
}

// Links to what is not there, and into packages that are not imported, are found.
func TestLinksOfCommentsFindsDead(t *testing.T) {
	other := document(t, map[string]string{"b.go": "package b\n\n// T has [T.F].\ntype T struct{ F int }\n"})
	d := document(t, map[string]string{"a.go": "// Package a has [F], [G], [b.T], [b.U], [c.V], [fmt.Println] and x[I].\npackage a\n\n" +
		"import (\n\"fmt\"\n\"" + module + "/b\"\n)\n\n// F is not [F.M].\nfunc F() {}\n"})
	got := d.dead(map[string]documented{"b": other})
	if !slices.Equal(got, []string{"G", "b.U", "c.V", "F.M"}) || len(other.dead(nil)) != 0 {
		t.Errorf("got %q", got)
	}
}
