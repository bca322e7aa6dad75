package phases

import "testing"

func TestParseTable(t *testing.T) {
	table, err := ParseTable([]string{"stamp=build_system", "stamp=build_system", "x=a=b"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"jit(f)/stamp/add": "build_system", "x": "a=b"} {
		if got, ok := table.Phase(path); !ok || got != want {
			t.Errorf("%s: got %q, %v", path, got, ok)
		}
	}
	for want, list := range map[string][]string{
		`want SEGMENT=PHASE such as stamp=build_system, got "stamp"`: {"stamp"},
		`want SEGMENT=PHASE such as stamp=build_system, got "=a"`:    {"=a"},
		`want SEGMENT=PHASE such as stamp=build_system, got "a="`:    {"a="},
		`want SEGMENT=PHASE such as stamp=build_system, got "a/b=c"`: {"a/b=c"},
		"a is given twice, as b and as c":                            {"a=b", "a=c"},
	} {
		if _, err := ParseTable(list); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", list, err, want)
		}
	}
}
