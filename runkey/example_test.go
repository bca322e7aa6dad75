package runkey_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/nrkit/nrkit/runkey"
)

// Two runs whose environments differ: Explain says in what, and for what that
// matters.
func ExampleExplain() {
	key := func(environment ...string) *runkey.Key {
		g := runkey.Environment(environment)
		k, err := runkey.New([]string{g.All}, slices.Concat(g.Parts, []runkey.Part{
			{Name: "input", Value: runkey.DigestOf([]byte("v1 in 0 5")), Matters: []runkey.Purpose{runkey.Results}},
		})...)
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
