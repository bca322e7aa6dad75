package compare

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/runkey"
)

// keyed makes a run with a key of those texts: all parts matter for timing but
// for host, env.CFLAGS (code) and env.PYTHONHASHSEED (results).
func keyed(t *testing.T, name string, parts map[string]string) *Run {
	t.Helper()
	var list []runkey.Part
	for part, v := range parts {
		p := runkey.Part{Name: part, Value: runkey.Text(v)}
		switch part {
		case "host":
		case "env.CFLAGS":
			p.Matters = []runkey.Purpose{runkey.Code}
		case "env.PYTHONHASHSEED":
			p.Matters = []runkey.Purpose{runkey.Results}
		default:
			p.Matters = []runkey.Purpose{runkey.Timing}
		}
		list = append(list, p)
	}
	k, err := runkey.New([]string{"cpu", "gpu", "env", "go", "binary", "script", "input", "python"}, list...)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(name)
	r.setKeys(text, nil)
	if r.Key == nil || len(r.Warnings) > 0 {
		t.Fatalf("the key was not read: %q", r.Warnings)
	}
	r.put(Quantity{Kind: Root, Name: "all", Regime: Whole, Metric: Total}, 1, 1)
	return r
}

// refusedParts names what is refused.
func refusedParts(d *Identity) string {
	var list []string
	for _, x := range d.Refused() {
		list = append(list, x.Where+" "+x.Part)
	}
	return strings.Join(list, ", ")
}

func TestIdentity(t *testing.T) {
	base := map[string]string{"cpu.model": "Xeon", "gpu.0.driver": "550", "host": "a", "binary.id": "1", "go.version": "go1.26", "script.sim.py": "1"}
	with := func(k, v string) map[string]string {
		m := map[string]string{}
		for x, y := range base {
			m[x] = y
		}
		m[k] = v
		return m
	}
	a := keyed(t, "a", base)
	for _, c := range []struct {
		name string
		b    *Run
		vary []string
		want string
	}{
		{"the same", keyed(t, "b", base), nil, ""},
		{"another host", keyed(t, "b", with("host", "b")), nil, ""},
		{"another binary", keyed(t, "b", with("binary.id", "2")), nil, ""},
		{"an edited script", keyed(t, "b", with("script.sim.py", "2")), nil, ""},
		{"another input", keyed(t, "b", with("input.c.cir", "2")), nil, "sides input.c.cir"},
		{"another package", keyed(t, "b", with("python.jax", "0.5.0")), nil, "sides python.jax"},
		{"another toolchain", keyed(t, "b", with("go.version", "go1.27")), nil, "sides go.version"},
		{"other instructions", keyed(t, "b", with("cpu.isa", "avx512f")), nil, "sides cpu.isa"},
		{"another GPU", keyed(t, "b", with("gpu.0.name", "H200")), nil, "sides gpu.0.name"},
		{"another CPU", keyed(t, "b", with("cpu.model", "EPYC")), nil, "sides cpu.model"},
		{"another driver", keyed(t, "b", with("gpu.0.driver", "560")), nil, "sides gpu.0.driver"},
		{"code generation", keyed(t, "b", with("env.XLA_FLAGS", "--x")), nil, "sides env.XLA_FLAGS"},
		{"code generation at run time", keyed(t, "b", with("env.CFLAGS", "-O3")), nil, "sides env.CFLAGS"},
		{"other numbers", keyed(t, "b", with("env.PYTHONHASHSEED", "1")), nil, ""},
		{"on purpose", keyed(t, "b", with("env.XLA_FLAGS", "--x")), []string{"env.XLA_FLAGS"}, ""},
		{"its family on purpose", keyed(t, "b", with("env.XLA_FLAGS", "--x")), []string{"env"}, ""},
		{"another on purpose", keyed(t, "b", with("env.XLA_FLAGS", "--x")), []string{"env.XLA"}, "sides env.XLA_FLAGS"},
	} {
		d := Identify([]*Run{a}, []*Run{c.b}, c.vary)
		if got := refusedParts(d); got != c.want || d.Known != "both" {
			t.Errorf("%s: refused %q, want %q; known: %s", c.name, got, c.want, d.Known)
		}
	}
	// What the family of a part is not known of may be the same.
	if d := Identify([]*Run{a}, []*Run{keyed(t, "b", with("tool.libc", "2.36"))}, nil); len(d.Refused()) != 0 || len(d.Differences) != 1 || !d.Differences[0].Unknown {
		t.Errorf("a part that one key does not know: %+v", d.Differences)
	}
	d := Identify([]*Run{a, keyed(t, "b", with("cpu.model", "EPYC")), keyed(t, "c", with("cpu.model", "Zen"))}, []*Run{a}, nil)
	if got := refusedParts(d); got != "old cpu.model" || d.Differences[0].Run != "b" {
		t.Errorf("within a side: refused %q of %+v", got, d.Differences)
	}
	d = Identify([]*Run{a}, []*Run{newRun("unknown")}, nil)
	if d.Known != "old" || len(d.Refused()) != 0 {
		t.Errorf("a side without keys: %+v", d)
	}
	b := newRun("b")
	b.Values = a.Values
	text := strings.Join(mustCompare(t, []*Run{a}, []*Run{b}, Options{}).Warnings, "\n")
	if !strings.Contains(text, "only on the old side do all runs have keys") {
		t.Errorf("got warnings %q", text)
	}
}

func TestLabels(t *testing.T) {
	a, b := newRun("a"), newRun("b")
	a.Program, b.Program = "sim 1", "sim 2"
	a.Labels = map[string]string{"circuit": "rc", "method": "trap", "nsys": "2022"}
	b.Labels = map[string]string{"circuit": "ring", "ordering": "amd", "nsys": "2026"}
	d := Identify([]*Run{a}, []*Run{b}, nil)
	if got := refusedParts(d); got != "sides label.circuit" {
		t.Errorf("refused %q, want the circuit alone", got)
	}
	var parts []string
	for _, x := range d.Differences {
		parts = append(parts, x.Part)
	}
	if want := []string{"program", "label.circuit", "label.method", "label.nsys", "label.ordering"}; !slices.Equal(parts, want) {
		t.Errorf("got %v, want %v", parts, want)
	}
	if d := Identify([]*Run{a}, []*Run{b}, []string{"circuit"}); len(d.Refused()) != 0 || !d.Differences[1].Varied {
		t.Errorf("on purpose: %+v", d.Differences)
	}
}

func TestDrift(t *testing.T) {
	start, end := keyed(t, "a", map[string]string{"cpu.governor": "performance"}), keyed(t, "b", map[string]string{"cpu.governor": "powersave"})
	r := keyed(t, "r", map[string]string{"cpu.governor": "performance"})
	r.Drift = runkey.Explain(start.Key, end.Key)
	text := strings.Join(mustCompare(t, []*Run{r}, []*Run{start}, Options{}).Warnings, "\n")
	if !strings.Contains(text, "r: changed while it ran: cpu.governor") {
		t.Errorf("got warnings %q", text)
	}
}

func TestDamagedKey(t *testing.T) {
	r := newRun("r")
	r.setKeys(json.RawMessage(`{"schema":"key/v1","hash":"0"}`), json.RawMessage("null"))
	if r.Key != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "the key cannot be read") {
		t.Errorf("got %v, %q", r.Key, r.Warnings)
	}
}

func TestRepeated(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	runs := []*Run{{Name: "a", PID: 1, Start: at}, {Name: "b", PID: 2, Start: at}, {Name: "c", PID: 1, Start: at.Add(1)}, {Name: "d", Start: at}, {Name: "e", Start: at}}
	if a, b := Repeated(runs); a != nil {
		t.Errorf("%s and %s are called one run", a.Name, b.Name)
	}
	if a, b := Repeated(append(runs, &Run{Name: "f", PID: 2, Start: at})); a == nil || a.Name != "b" || b.Name != "f" {
		t.Errorf("got %v and %v, want b and f", a, b)
	}
}
