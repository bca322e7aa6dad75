package keys_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
)

// The identity of the machine and the program that an export is of.
func ExampleOfExport() {
	e, err := nsys.Open("../../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	text, err := keys.OfExport(e)
	if err != nil {
		log.Fatal(err)
	}
	key, err := runkey.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range key.Parts() {
		fmt.Println(p.Name, p.Value)
	}
	// Output:
	// gpu.0.memory_bytes 85899345920
	// gpu.0.name NVIDIA A100-SXM4-80GB
}
