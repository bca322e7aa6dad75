package assembly_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/assembly"
)

func ExampleAnalyze() {
	const text = `{"format":"nr-devices","version":1,"n_unknowns":4,"index_base":0,
		"unknown_names":["vdd","a","b","vs#branch"],"groups":[
		{"model":"vsource","jac_rows":[[0,-1,3,3]],"jac_cols":[[3,3,0,-1]]},
		{"model":"resistor","param_names":["r"],
		 "jac_rows":[[0,0,1,1],[0,0,2,2],[1,1,2,2]],"jac_cols":[[0,1,0,1],[0,2,0,2],[1,2,1,2]],
		 "params":[[1e3],[1e3],[2e3]]}]}`
	d, err := assembly.ReadDevices("bridge.json", strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := assembly.Analyze(d)
	fmt.Println("rails:", r.Rails.Names)
	fmt.Println("slots, positions:", r.All.Slots, r.All.Positions)
	fmt.Println("most writers, colours:", r.All.Writers.Max, r.All.Colouring.Colours)
	fmt.Println("without rails, positions:", r.WithoutRails.Positions)
	fmt.Println("variants:", r.Specialisation.Variants)
	// Output:
	// rails: [vdd]
	// slots, positions: 14 11
	// most writers, colours: 2 3
	// without rails, positions: 4
	// variants: 3
}

// The file that docs/formats.md shows is one.
func TestDocumentedFile(t *testing.T) {
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), `    {"format":"nr-devices"`)
	block, _, _ := strings.Cut(after, "\n\n")
	d, err := assembly.ReadDevices("formats.md", strings.NewReader(`{"format":"nr-devices"`+block))
	if !found || err != nil || len(d.Warnings) > 0 {
		t.Fatalf("found %v, %v", found, err)
	}
	if r := assembly.Analyze(d); r.Devices != 2 || len(r.Rails.Names) != 1 || r.Rails.Names[0] != "vdd" {
		t.Errorf("want two devices and the rail vdd, got %+v", r)
	}
}
