package jaxlog_test

import (
	"fmt"
	"log"
	"os"

	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// What JAX compiled, for which types of arguments, and how long XLA took.
func ExampleRead() {
	f, err := os.Open("testdata/compiles.log")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	l, err := jaxlog.Read(f)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range l.Compilations {
		fmt.Println(c.Function, c.Class, c.Shapes, float64(c.CompileNS)/1e9, "s")
	}
	// Output:
	// flax_forward cold [bfloat16[16,16,2048]] 10.179150532 s
	// add cold [float32[] float32[]] 0.01 s
}
