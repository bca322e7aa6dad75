// Solver-preload writes a table of the functions of the toy library, or prints how
// often each was recorded:
//
//	solver-preload table FILE
//	solver-preload count FOLDER
package main

import (
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

const symbols = "factor solve many sum mean long small pair mixed large complex words call errno"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: solver-preload table FILE | count FOLDER")
	}
	var err error
	if os.Args[1] == "table" {
		err = writeTable(os.Args[2])
	} else {
		err = count(os.Args[2])
	}
	if err != nil {
		log.Fatal(err)
	}
}

func writeTable(path string) error {
	t := &solvers.Table{}
	for _, s := range strings.Fields(symbols) {
		f, err := solvers.Wrap("toy_" + s + "=factor")
		if err != nil {
			return err
		}
		t.Functions = append(t.Functions, f)
	}
	b, err := t.MarshalBinary()
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o666)
}

func count(dir string) error {
	c, err := inject.Open(dir)
	if err != nil {
		return err
	}
	n := map[string]int{}
	for e := range c.Trace.Events() {
		if e.Kind == trace.End && e.Name >= 0 && c.Trace.Names[e.Name] != trace.PhaseRecording {
			n[c.Trace.Names[e.Name]]++
		}
	}
	var list []string
	for name, k := range n {
		list = append(list, fmt.Sprintf("%s=%d", name, k))
	}
	slices.Sort(list)
	fmt.Println(strings.Join(list, " "))
	return c.Trace.Err()
}
