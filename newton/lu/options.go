package lu

// DefaultThreshold is the pivot threshold of the zero [Options].
const DefaultThreshold = 0.001

// A Scaling says how rows are scaled before elimination.
type Scaling int

const (
	// ScaleMax divides each row by its largest absolute value. Entries of a column
	// are compared to choose a pivot. Without scaling, an equation in small units,
	// or multiplied by a large number, would win or lose every comparison for that
	// reason alone. Rows of circuit equations differ by ten orders of magnitude. It
	// costs one pass over the matrix. Rows of zeros are left alone.
	ScaleMax Scaling = iota
	// ScaleNone takes the matrix as it is.
	ScaleNone
)

// Options steer a factorisation. The zero value has the defaults.
type Options struct {
	// Threshold is the share of the largest entry of a column that the
	// diagonal entry must have to be the pivot; otherwise the pivot is an entry of
	// a short row that is at least a tenth of the largest, and not below this share.
	// From 0 to 1: with 1 it is classical partial pivoting, the diagonal
	// winning ties only. 0 means DefaultThreshold.
	Threshold float64

	// Scale is ScaleMax unless set.
	Scale Scaling

	// MaxFlops ends the factorisation before it takes more arithmetic than
	// this, counted as [Stats] does. 0 means no limit. The same matrix ends
	// at the same column on every machine.
	MaxFlops float64

	// MaxBytes ends the factorisation before it holds more memory than this:
	// work arrays and factors, and both copies while a factor is moved to a
	// larger array. 0 means no limit. The matrix is not counted, nor is
	// memory that the garbage collector has not yet taken back.
	MaxBytes int64

	// MaxEntries ends the factorisation as soon as L, U and Off are certain to
	// have more entries together than this, the diagonal counted once. Columns
	// that are not done count with the entries of the matrix in them. 0 means no
	// limit. It serves a search for the order with the fewest entries.
	MaxEntries int64

	// Expect is how many entries L and U are expected to have each, with the
	// diagonal. A good guess saves moving them as they grow; 0 means none.
	Expect int64
}

// resolve returns o with defaults in place and panics if it is not valid.
func (o Options) resolve() Options {
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	if !(o.Threshold > 0 && o.Threshold <= 1) {
		panic(errThreshold)
	}
	if o.Scale != ScaleMax && o.Scale != ScaleNone {
		panic(errScale)
	}
	if !(o.MaxFlops >= 0) || o.MaxBytes < 0 || o.MaxEntries < 0 || o.Expect < 0 {
		panic(errBudget)
	}
	return o
}
