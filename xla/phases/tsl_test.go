package phases_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/phases"
)

func TestParseTSL(t *testing.T) {
	for _, c := range []struct {
		text string
		want phases.Text
	}{
		{"XlaModule:#prefix=jit(f)/jit(main),hlo_module=jit_f,program_id=7#",
			phases.Text{"XlaModule", []phases.Arg{{"prefix", "jit(f)/jit(main)"}, {"hlo_module", "jit_f"}, {"program_id", "7"}}}},
		{"TSL:XlaModule:#hlo_module=jit_f.2-x,program_id=7#",
			phases.Text{"XlaModule", []phases.Arg{{"hlo_module", "jit_f.2-x"}, {"program_id", "7"}}}},
		{"Thunk:#name=while/body/nr_build_system/add,hlo_op=loop_add_fusion.3#",
			phases.Text{"Thunk", []phases.Arg{{"name", "while/body/nr_build_system/add"}, {"hlo_op", "loop_add_fusion.3"}}}},
		{"Thunk:#hlo_op=copy.1,unique_hlo_op_id=12#", // no path is known
			phases.Text{"Thunk", []phases.Arg{{"hlo_op", "copy.1"}, {"unique_hlo_op_id", "12"}}}},
		{"Thunk:#hlo_op=fusion,op_type=fusion,op_name=jit(f)/a,source_file=/x/y,z.py,source_line=3,shape=(f64[2;3]{1;0}; f64[])#",
			phases.Text{"Thunk", []phases.Arg{{"hlo_op", "fusion"}, {"op_type", "fusion"}, {"op_name", "jit(f)/a"},
				{"source_file", "/x/y,z.py"}, {"source_line", "3"}, {"shape", "(f64[2;3]{1;0}; f64[])"}}}},
		{"Thunk:#name=dot_general[dimension_numbers=(((1,), (0,)),a=(2,)) precision=None],hlo_op=dot#",
			phases.Text{"Thunk", []phases.Arg{{"name", "dot_general[dimension_numbers=(((1,), (0,)),a=(2,)) precision=None]"}, {"hlo_op", "dot"}}}},
		{"Thunk:#name=vmap(jit(&lt;lambda&gt;)/add,hlo_op=add#", // one ( too many
			phases.Text{"Thunk", []phases.Arg{{"name", "vmap(jit(<lambda>)/add"}, {"hlo_op", "add"}}}},
		{"Thunk:#name=a)(,hlo_op=b#", phases.Text{"Thunk", []phases.Arg{{"name", "a)("}, {"hlo_op", "b"}}}},
		{"Thunk:#name=&amp;lt;,hlo_op=#", phases.Text{"Thunk", []phases.Arg{{"name", "&amp;lt;"}, {"hlo_op", ""}}}},
		{"XlaCompile:#module=jit_f,program_id=7#", phases.Text{"XlaCompile", []phases.Arg{{"module", "jit_f"}, {"program_id", "7"}}}},
		{"XlaLauncher:#global=1,local=0,process=2#",
			phases.Text{"XlaLauncher", []phases.Arg{{"global", "1"}, {"local", "0"}, {"process", "2"}}}},
		{"XlaCompileBackend:##", phases.Text{"XlaCompileBackend", nil}},
		{"X:#,a=b#", phases.Text{"X", []phases.Arg{{"", ""}, {"a", "b"}}}},
		{"X:#odd#", phases.Text{"X", []phases.Arg{{"", "odd"}}}},
		{"X:#name=a#b,#", phases.Text{"X", []phases.Arg{{"name", "a#b,"}}}},
	} {
		got, ok := phases.ParseTSL(c.text)
		if !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %q, %v, want %q", c.text, got, ok, c.want)
		}
	}
	for _, text := range []string{"", "#", "Thunk", "Thunk:", "Thunk:#", "Thunk:#name=a", "app:Thunk:#name=a#", ":#a=b#", "nr_iteration", "a b:#c=d#"} {
		if got, ok := phases.ParseTSL(text); ok {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

// The path of a thunk is the prefix of its module and its name, unless the name
// has the prefix; newer texts have the path.
func TestOpName(t *testing.T) {
	for _, c := range []struct{ text, prefix, want string }{
		{"Thunk:#name=nr_solve/add,hlo_op=a#", "jit(f)/while/body", "jit(f)/while/body/nr_solve/add"},
		{"Thunk:#name=nr_solve/add,hlo_op=a#", "", "nr_solve/add"},
		{"Thunk:#name=jit(f)/nr_solve/add,hlo_op=a#", "jit(f)", "jit(f)/nr_solve/add"},
		{"Thunk:#name=jit(f),hlo_op=a#", "jit(f)", "jit(f)"},
		{"Thunk:#name=add,hlo_op=a,op_name=jit(f)/nr_solve/add#", "jit(g)", "jit(f)/nr_solve/add"},
		{"Thunk:#hlo_op=a#", "jit(f)/nr_solve", ""},
	} {
		x, ok := phases.ParseTSL(c.text)
		if got := x.OpName(c.prefix); got != c.want || !ok {
			t.Errorf("%s in %q: got %q, %v, want %q", c.text, c.prefix, got, ok, c.want)
		}
	}
	x, _ := phases.ParseTSL("XlaCompile:#module=jit_f#")
	y, _ := phases.ParseTSL("XlaModule:#hlo_module=jit_g,program_id=1#")
	if x.Module() != "jit_f" || y.Module() != "jit_g" || y.Arg("none") != "" {
		t.Errorf("got %q and %q", x.Module(), y.Module())
	}
}

// Nothing of a text is lost, and keys are words.
func FuzzParseTSL(f *testing.F) {
	f.Add("TSL:XlaModule:#prefix=jit(f)/jit(main),hlo_module=jit_f,program_id=7#")
	f.Add("Thunk:#name=a[b=(1,c=2)]&lt;,hlo_op=x,shape=f64[2;3]#")
	f.Add("X:#,,=,a=,b=)(,c=d#")
	f.Fuzz(func(t *testing.T, text string) {
		x, ok := phases.ParseTSL(text)
		if !ok {
			return
		}
		var parts []string
		for _, a := range x.Args {
			part := a.Value
			if a.Key != "" {
				part = a.Key + "=" + part
			}
			if strings.ContainsAny(a.Key, ",=#&() ") {
				t.Errorf("got the key %q", a.Key)
			}
			parts = append(parts, part)
		}
		again := x.Kind + ":#" + strings.Join(parts, ",") + "#"
		want := strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(strings.TrimPrefix(text, "TSL:"))
		if again != want {
			t.Errorf("got %q, want %q", again, want)
		}
		if x.Module() != "" && !strings.Contains(want, x.Module()) {
			t.Errorf("got the module %q", x.Module())
		}
		x.OpName("jit(f)")
	})
}
