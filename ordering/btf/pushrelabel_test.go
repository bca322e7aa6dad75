package btf

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
)

// ladder returns the square pattern of layers of width rows and columns where
// column c of a layer has all rows of the layer and of the next one.
func ladder(layers, width int) *sparsity.Pattern {
	t := &sparsity.Triplets{Rows: layers * width, Cols: layers * width}
	for j := range t.Cols {
		layer := j / width
		for i := layer * width; i < min((layer+2)*width, t.Rows); i++ {
			t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j))
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

// TestPushRelabelLongPaths: all columns but the last layer's hold a row of the
// next layer, so that each of the last ones needs a path through all layers.
func TestPushRelabelLongPaths(t *testing.T) {
	for width := 1; width <= 4; width++ {
		for _, layers := range []int{1, 2, 3, 10, 200} {
			a := ladder(layers, width)
			m := newMatcher(a)
			m.clear()
			for j := range int32(a.Cols - width) {
				m.pair(j+int32(width), j)
			}
			m.free = m.free[m.Size:]
			m.pushRelabel()
			if !m.full() {
				t.Errorf("%d layers of %d: %d of %d columns matched", layers, width, m.Size, a.Cols)
			}
		}
	}
}

// TestPushRelabelAlone: without the steps that come before it.
func TestPushRelabelAlone(t *testing.T) {
	for seed := range uint64(300) {
		rows, cols := int(seed%13), int(seed%11)
		a := matgen.Random(rows, cols, int(seed%4), seed)
		t.Run(fmt.Sprintf("%dx%d/%d", rows, cols, seed), func(t *testing.T) {
			m := newMatcher(a)
			m.clear()
			m.pushRelabel()
			if want := oracle.StructuralRank(a); m.Size != want {
				t.Errorf("want size %d, got %d", want, m.Size)
			}
		})
	}
}
