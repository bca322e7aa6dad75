package archtest

import (
	"bufio"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// isInternal reports whether only packages of this module can import a path.
func isInternal(path string) bool {
	return slices.Contains(strings.Split(path, "/"), "internal")
}

// An interfaceCheck looks for types that programs of others meet and cannot name.
type interfaceCheck struct {
	seen   map[types.Type]bool
	named  map[*types.TypeName]bool   // internal types with an alias in a public package
	needed map[*types.TypeName]string // internal types, and who needs each first
}

// scope visits all that a public package exports.
func (c *interfaceCheck) scope(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		if tn, ok := o.(*types.TypeName); ok && tn.IsAlias() {
			if n, ok := types.Unalias(tn.Type()).(*types.Named); ok {
				c.named[n.Origin().Obj()] = true
			}
		}
		c.visit(o.Type(), pkg.Path()+"."+name)
	}
}

// visit visits a type and the types of its exported fields and methods.
func (c *interfaceCheck) visit(t types.Type, by string) {
	t = types.Unalias(t)
	if c.seen[t] {
		return
	}
	c.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		c.visitNamed(t, by)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, maps, channels
		if m, ok := t.(*types.Map); ok {
			c.visit(m.Key(), by)
		}
		c.visit(t.Elem(), by)
	case *types.Signature:
		for v := range t.Params().Variables() {
			c.visit(v.Type(), by)
		}
		for v := range t.Results().Variables() {
			c.visit(v.Type(), by)
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				c.visit(f.Type(), by+"."+f.Name())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			c.visit(m.Type(), by+"."+m.Name())
		}
	}
}

// visitNamed visits a type with a name, when it is a type of this module.
func (c *interfaceCheck) visitNamed(t *types.Named, by string) {
	for arg := range t.TypeArgs().Types() {
		c.visit(arg, by)
	}
	o := t.Origin().Obj()
	if o.Pkg() == nil || !strings.HasPrefix(o.Pkg().Path(), module+"/") {
		return
	}
	if isInternal(o.Pkg().Path()) && o.Exported() && c.needed[o] == "" {
		c.needed[o] = by
	}
	name := o.Pkg().Path() + "." + o.Name()
	c.visit(t.Underlying(), name)
	for m := range t.Methods() {
		if m.Exported() {
			c.visit(m.Type(), name+"."+m.Name())
		}
	}
}

// unnamed returns a line for each internal type without an alias.
func (c *interfaceCheck) unnamed() []string {
	var lines []string
	for o, by := range c.needed {
		if !c.named[o] {
			lines = append(lines, fmt.Sprintf("%s needs %s.%s, which has no alias in a public package", by, o.Pkg().Path(), o.Name()))
		}
	}
	slices.Sort(lines)
	return lines
}

// Programs of others can name each type in a signature, in a field or in a method that
// public packages export.
func TestTypesCanBeNamed(t *testing.T) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	var paths []string
	for _, dir := range public(t) {
		paths = append(paths, module+"/"+dir)
	}
	cmd := exec.Command("go", append(args, paths...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	export := map[string]string{}
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		path, file, _ := strings.Cut(lines.Text(), " ")
		export[path] = file
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(export[path])
	})
	c := &interfaceCheck{map[types.Type]bool{}, map[*types.TypeName]bool{}, map[*types.TypeName]string{}}
	for _, path := range paths {
		pkg, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		c.scope(pkg)
	}
	for _, line := range c.unnamed() {
		t.Error(line)
	}
}
