package analysis

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// The stamps of the reference circuits are those of the Jacobians that another
// program made of them, position by position.
func TestReferenceStamps(t *testing.T) {
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	for circuit, matrix := range map[string]string{
		"c6288": "nr_c6288_tran_it0800.mtx", "ring": "nr_ring_tran_it0050.mtx", "graetz": "nr_graetz_tran_it0050.mtx",
	} {
		f, err := os.Open(filepath.Join(root, "circuits", "devices", circuit+".json"))
		if err != nil {
			t.Fatal(err)
		}
		devices, err := assembly.ReadDevices(circuit, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		open := func() (*sparseio.File, error) {
			return sparseio.Open(filepath.Join(root, "mtx", matrix), sparseio.Options{})
		}
		opt := Options{Stamps: &Stamps{Name: circuit, Devices: devices}, Orderings: []string{"amd"}, Budget: Budget{Off: true}}
		d, err := Run(context.Background(), []Source{open}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if a := d.Assembly; a.Unstamped != 0 || a.Unstored != 0 || a.All.Positions != d.Structure.NNZ {
			t.Errorf("%s: %d entries unstamped, %d stamps unstored, %d positions of %d", circuit, a.Unstamped, a.Unstored, a.All.Positions, d.Structure.NNZ)
		}
	}
}
