package diagnose_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// inverters is two devices of one kind and a rail.
const inverters = `{"format":"nr-devices","version":1,"n_unknowns":4,"unknown_names":["vdd","in","out","vs"],
 "groups":[{"model":"vsource","jac_rows":[[0,-1,3,3]],"jac_cols":[[3,3,0,-1]],"res_rows":[[0,-1,3]]},
  {"model":"pch","param_names":["w","l","vgs"],"voltage_like":["vgs"],"discrete":["l"],
   "jac_rows":[[2,2,0],[1,1,2]],"jac_cols":[[1,2,0],[1,1,2]],"params":[[2e-5,1e-6,0],[2e-5,1e-6,1]]}]}`

// analyzed returns a document in which every part is there.
func analyzed(t *testing.T) ([]byte, *analysis.Document) {
	t.Helper()
	var sources []analysis.Source
	for _, text := range []string{
		"%%MatrixMarket matrix coordinate real general\n4 4 7\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n1 4 1\n4 1 1\n3 2 1\n",
		"%%MatrixMarket matrix coordinate real general\n4 4 6\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n1 4 1\n4 1 1\n",
	} {
		f, err := sparseio.Read("m.mtx", strings.NewReader(text), sparseio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, analysis.Loaded(f))
	}
	devices, err := assembly.ReadDevices("inverters.json", strings.NewReader(inverters))
	if err != nil {
		t.Fatal(err)
	}
	d, err := analysis.Run(context.Background(), sources, analysis.Options{Orderings: []string{"all"}, Stamps: &analysis.Stamps{Name: "inverters", Devices: devices}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := analysis.WriteJSON(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), d
}

// TestAnalysisOfAnalyze reads what analyze writes.
func TestAnalysisOfAnalyze(t *testing.T) {
	text, d := analyzed(t)
	a, err := diagnose.ReadAnalysis(text, "m.json")
	if err != nil {
		t.Fatal(err)
	}
	hasKeys(t, text, reflect.TypeFor[analysis.Document](), reflect.TypeFor[diagnose.Analysis]())
	if len(a.Orderings) != len(d.Orderings) || a.Best.Recommended != d.Winners.Recommended || a.Source != "m.json" {
		t.Errorf("got %+v", a)
	}
	for i, o := range a.Orderings {
		if o.Method != d.Orderings[i].Method || o.Flops != d.Orderings[i].Flops {
			t.Errorf("got %+v, want %+v", o, d.Orderings[i].Analysis)
		}
	}
	if s := a.Series.Pattern; s.Fixed == nil || *s.Fixed || s.First == nil || s.Steps[0].Removed != 1 || s.Union != 7 || s.Common != 6 {
		t.Errorf("got %+v", a.Series)
	}
	if s := a.Assembly.All; s.Adds.Max < 2 || s.Hottest[0].RowName == "" {
		t.Errorf("got %+v", s)
	}
}

// TestRunOfSimulate reads what a run reports.
func TestRunOfSimulate(t *testing.T) {
	rep := &simulate.Report{Schema: "run/v1", Stop: simulate.StopFailed, Failure: &simulate.Failure{Time: 1e-9, Unknown: "out", Text: "no convergence"},
		Counts:  simulate.Counts{Accepted: 1, RejectedLTE: 2, RejectedNR: 3, Iterations: 4, WastedNR: 5, GminSteps: 6, SourceSteps: 7},
		PerStep: []int64{0, 1}, Blocked: []simulate.Blocked{{Unknown: "out", Count: 8}}, Elapsed: 9}
	text, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	r, err := diagnose.ReadRun(text, "run.json")
	if err != nil {
		t.Fatal(err)
	}
	hasKeys(t, text, reflect.TypeFor[simulate.Report](), reflect.TypeFor[diagnose.RunCounts]())
	got := fmt.Sprintln(r.Stop, *r.Failure, r.Counts, r.PerStep, r.Blocked, r.Elapsed, r.Source)
	if want := "failed {1e-09 out no convergence} {1 2 3 4 5 6 7} [0 1] [{out 8}] 9 run.json\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// hasKeys fails where neither a document nor the type that it was made of has a
// key that another type reads.
func hasKeys(t *testing.T, text []byte, from, of reflect.Type) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	addPaths(there, "", v)
	for _, path := range pathsOf(from, "") {
		there[path] = true
	}
	for _, path := range pathsOf(of, "") {
		if !there[path] {
			t.Errorf("%v reads %s, which %v does not have", of, path, from)
		}
	}
}

// addPaths adds the paths of all members.
func addPaths(to map[string]bool, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			to[path+"."+key] = true
			addPaths(to, path+"."+key, x)
		}
	case []any:
		for _, x := range v {
			addPaths(to, path+"[]", x)
		}
	}
}

// pathsOf returns the paths of the fields of a type as encoding/json reads them.
func pathsOf(of reflect.Type, path string) []string {
	switch of.Kind() {
	case reflect.Pointer:
		return pathsOf(of.Elem(), path)
	case reflect.Slice:
		return pathsOf(of.Elem(), path+"[]")
	case reflect.Struct:
	default:
		return nil
	}
	var list []string
	for i := range of.NumField() {
		key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		switch {
		case of.Field(i).Anonymous && key == "":
			list = append(list, pathsOf(of.Field(i).Type, path)...)
			continue
		case key == "-" || key == "":
			continue
		}
		list = append(list, path+"."+key)
		list = append(list, pathsOf(of.Field(i).Type, path+"."+key)...)
	}
	return list
}

func TestDocumentsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "a.json:1:1: unexpected end of JSON input",
		"{\n \"schema\" 3}":        "a.json:2:11: invalid character '3' after object key",
		`{"schema":"run/v1"}`:      `a.json:1:1: document of schema "run/v1", want "analyze/v1"`,
		"{\"schema\":\n7}":         "a.json:2:1: schema: got number, want string",
		`{"schema":"analyze/v1"`:   "a.json:1:23: unexpected end of JSON input",
		`{"schema":"analyze/v1"}x`: "a.json:1:24: invalid character 'x' after top-level value",
		`[]`:                       "a.json:1:1: got array, want an object",
	} {
		_, err := diagnose.ReadAnalysis([]byte(text), "a.json")
		var syntax *diagnose.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// FuzzDocuments reads any text as either document. What is read can be asked
// about. It does not cover traces, whose readers have fuzz tests of their own.
func FuzzDocuments(f *testing.F) {
	f.Add([]byte(fourfold), []byte(`{"schema":"run/v1","counts":{"rejected_nr":3,"wasted_iterations_nr":5,"nr_iterations":9},"iterations_per_step":[0,0,0,0,0,0,0,0,0,90]}`))
	f.Add([]byte(`{"schema":"analyze/v1","assembly":{"all":{"adds":{"max":99},"hottest":[{}]}},"series":{"pattern":{"fixed":false,"steps":[{"added":1}]}}}`), []byte(`{"schema":"run/v1","failure":{}}`))
	f.Add([]byte("[\n"), []byte(`{"schema":"run/v1","iterations_per_step":[-1,9223372036854775807]}`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		in := solved()
		a, err := diagnose.ReadAnalysis(first, "a.json")
		if (a == nil) != (err != nil) {
			t.Fatalf("got %v and %v", a, err)
		}
		r, err := diagnose.ReadRun(second, "r.json")
		if (r == nil) != (err != nil) {
			t.Fatalf("got %v and %v", r, err)
		}
		in.Analysis, in.Run = a, r
		if _, err := json.Marshal(diagnose.Run(in, diagnose.Rules())); err != nil {
			t.Fatal(err)
		}
	})
}
