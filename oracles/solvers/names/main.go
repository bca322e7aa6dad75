// Names prints the functions of the built-in lists: library, soname, symbol, phase.
//
//	go run ./oracles/solvers/names
package main

import (
	"fmt"

	"github.com/nrkit/nrkit/solvers"
)

func main() {
	for _, l := range solvers.Lists() {
		for _, f := range l.Functions {
			fmt.Printf("%s\t%s\t%s\t%v\n", f.Library, f.Soname, f.Symbol, f.Phase)
		}
	}
}
