package ordering

import (
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// run orders a with a state that change has tampered with.
func (s *colamd) run(a *sparsity.Pattern, change func()) sparsity.Perm {
	s.load(a)
	s.fillLists()
	change()
	s.eliminate()
	return s.permutation()
}

// TestCOLAMDCompaction takes all spare room away, so that the row store is
// compacted often, and wants the same order.
func TestCOLAMDCompaction(t *testing.T) {
	more := 0
	for seed := range uint64(20) {
		a := matgen.Random(90, 80, 1+int(seed%5), seed)
		want, stats := COLAMD(a, COLAMDOptions{NoPostorder: true})
		tight := newColamd(a, COLAMDOptions{})
		got := tight.run(a, func() { tight.rowList = tight.rowList[:a.NNZ()] })
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: want %v, got %v", seed, want, got)
		}
		more += tight.stats.Compactions - stats.Compactions
	}
	if more < 10 {
		t.Errorf("only %d compactions more than with spare room", more)
	}
}

// TestCOLAMDTags starts close to the largest tag, so that tags begin again
// many times, and wants the same order.
func TestCOLAMDTags(t *testing.T) {
	for seed := range uint64(20) {
		a := matgen.Random(70, 80, 1+int(seed%5), seed)
		want, _ := COLAMD(a, COLAMDOptions{NoPostorder: true})
		s := newColamd(a, COLAMDOptions{})
		begun := 0
		got := s.run(a, func() {
			s.tag = math.MaxInt32 - int32(s.cols) - 1
			s.nextTag()
			if s.tag == 1 {
				begun++
			}
			s.tag = math.MaxInt32 - int32(s.cols) - 5
		})
		if begun == 0 {
			t.Error("tags did not begin again")
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: want %v, got %v", seed, want, got)
		}
	}
}
