package runkey_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/runkey"
)

// The environments of two runs differ: Explain says in which variable, and for which
// purpose the variable matters.
func ExampleExplain() {
	key := func(environment ...string) *runkey.Key {
		input := runkey.Part{Name: "input", Value: runkey.DigestOf([]byte("v1 in 0 5")), Matters: []runkey.Purpose{runkey.Results}}
		k, err := runkey.Of(runkey.Environment(environment), runkey.Group{Parts: []runkey.Part{input}})
		if err != nil {
			log.Fatal(err)
		}
		return k
	}
	old, changed := key("OMP_NUM_THREADS=1"), key("OMP_NUM_THREADS=4")
	fmt.Println("same hash:", old.Hash() == changed.Hash())
	for _, d := range runkey.Explain(old, changed) {
		fmt.Println(d.Name, "was", d.Old, "and is", d.New+", which matters for", d.Matters)
	}
	// Output:
	// same hash: false
	// env.OMP_NUM_THREADS was 1 and is 4, which matters for [timing results]
}
