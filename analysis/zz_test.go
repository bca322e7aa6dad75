package analysis

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		m, err := sparseio.Open(os.Getenv("F"), sparseio.Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		d, err := Run(context.Background(), []Source{Loaded(m)}, Options{Budget: DefaultBudget(), Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		var w bytes.Buffer
		if err := WriteJSON(&w, d); err != nil {
			b.Fatal(err)
		}
	}
}
