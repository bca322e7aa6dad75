package solvers

import "fmt"

// A Field is one fact of a call: an argument, a part of a structure, or a result.
type Field uint8

// The fields. Each is an [Expression] of a [Function].
//
// The symmetry of a matrix is 0 for a general matrix, -1 where the lower part stands
// for a symmetric matrix, 1 where the upper part does, 2 for a symmetric matrix with
// both parts, 3 where each pair of entries is given once in either part, 4 where the
// lower part stands for a Hermitian matrix, and 5 where the upper part does.
const (
	FieldN             Field = 0  // columns of the matrix
	FieldRows          Field = 1  // rows of the matrix
	FieldNNZ           Field = 2  // entries of the matrix
	FieldAp            Field = 3  // array: where each column begins
	FieldAi            Field = 4  // array: row indices
	FieldAx            Field = 5  // array: values
	FieldAz            Field = 6  // array: imaginary parts, if apart
	FieldAend          Field = 7  // array: where each column ends, or its number of entries
	FieldAj            Field = 8  // array: column indices of triplets
	FieldB             Field = 9  // array: right-hand sides
	FieldX             Field = 10 // array: solutions
	FieldNRHS          Field = 11 // number of right-hand sides
	FieldLDB           Field = 12 // leading dimension of the right-hand sides
	FieldStatus        Field = 13 // what the library returned
	FieldSelector      Field = 14 // what the call is asked to do: a job, a phase, a system
	FieldMakesAnalysis Field = 15 // object that the call makes: an analysis
	FieldMakesFactor   Field = 16 // object that the call makes: a factorisation
	FieldUsesAnalysis  Field = 17 // object that the call uses: an analysis
	FieldUsesFactor    Field = 18 // object that the call uses: a factorisation
	FieldFrees         Field = 19 // object that the call releases
	FieldMatrix        Field = 20 // handle of the matrix
	FieldContext       Field = 21 // instance of the solver
	FieldTrans         Field = 22 // not 0: solves with the transpose
	FieldIndex         Field = 23 // type of the indices, an IndexType
	FieldValue         Field = 24 // type of the values, a ValueType
	FieldLayout        Field = 25 // a Layout
	FieldSymmetry      Field = 26 // a symmetry, see above
	FieldBase          Field = 27 // number of the first row and column
	FieldLNZ           Field = 28 // entries of L
	FieldUNZ           Field = 29 // entries of U
	FieldFlops         Field = 30 // floating-point operations of the factorisation
	FieldRcond         Field = 31 // reciprocal of the condition number
	FieldRgrowth       Field = 32 // reciprocal of the growth of the pivots
	FieldPivots        Field = 33 // pivots that are not on the diagonal
	FieldMemory        Field = 34 // peak memory in bytes
	FieldIterations    Field = 35 // iterations
	FieldLDX           Field = 36 // leading dimension of the solutions
	FieldPhase         Field = 37 // a Phase: what this call does, if the selector decides
	FieldTransposed    Field = 38 // not 0: the arrays hold rows where the layout says columns
	FieldLD            Field = 39 // leading dimension of a dense matrix
	FieldBz            Field = 40 // array: imaginary parts of the right-hand sides, if apart
	FieldXz            Field = 41 // array: imaginary parts of the solutions, if apart
	FieldOrder         Field = 42 // array: where each column stands in FieldAp and FieldAend, from 0
	FieldAendIsCount   Field = 47 // not 0: FieldAend counts entries

	fields = 48
)

var fieldNames = [fields]string{
	FieldN: "n", FieldRows: "rows", FieldNNZ: "nnz", FieldAp: "ap", FieldAi: "ai", FieldAx: "ax", FieldAz: "az",
	FieldAend: "aend", FieldAj: "aj", FieldB: "b", FieldX: "x", FieldNRHS: "nrhs", FieldLDB: "ldb",
	FieldStatus: "status", FieldSelector: "selector",
	FieldMakesAnalysis: "makes-analysis", FieldMakesFactor: "makes-factor",
	FieldUsesAnalysis: "uses-analysis", FieldUsesFactor: "uses-factor", FieldFrees: "frees",
	FieldMatrix: "matrix", FieldContext: "context", FieldTrans: "trans",
	FieldIndex: "index", FieldValue: "value", FieldLayout: "layout", FieldSymmetry: "symmetry", FieldBase: "base",
	FieldLNZ: "lnz", FieldUNZ: "unz", FieldFlops: "flops", FieldRcond: "rcond", FieldRgrowth: "rgrowth",
	FieldPivots: "pivots", FieldMemory: "memory", FieldIterations: "iterations", FieldLDX: "ldx",
	FieldPhase: "phase", FieldTransposed: "transposed", FieldLD: "ld", FieldBz: "bz", FieldXz: "xz", FieldOrder: "order",
	FieldAendIsCount: "aend-is-count",
}

// String returns the name of the field in lists.
func (f Field) String() string {
	if f < fields && fieldNames[f] != "" {
		return fieldNames[f]
	}
	return fmt.Sprintf("field %d", uint8(f))
}

// after reports whether the field is evaluated after the call, because the call makes
// its value. The other fields are evaluated before the call.
func (f Field) after() bool {
	switch f {
	case FieldStatus, FieldMakesAnalysis, FieldMakesFactor, FieldX, FieldXz, FieldLDX:
		return true
	}
	return f >= FieldLNZ && f <= FieldIterations
}

func parseField(name string) (Field, bool) {
	for f, n := range fieldNames {
		if n == name && n != "" {
			return Field(f), true
		}
	}
	return 0, false
}

// A Layout is the form in which a function receives a matrix.
type Layout uint8

// The layouts.
const (
	LayoutNone       Layout = iota // no matrix
	LayoutCompressed               // columns with ap, ai, ax; rows, if the matrix is transposed
	LayoutTriplets                 // ai, aj, ax
	LayoutDense                    // ax, column by column
	LayoutPETSc                    // a handle of PETSc: Mat
	LayoutBeginEnd                 // columns with ap, aend, ai, ax
)

var layoutNames = []string{"none", "compressed", "triplets", "dense", "petsc", "begin-end"}

// String returns the name of the layout in lists.
func (l Layout) String() string { return nameOf(layoutNames, "layout", int(l)) }

// An IndexType is the type of the indices of a matrix.
type IndexType uint8

// The types of indices. 0 is unknown.
const (
	IndexI32 IndexType = iota + 1
	IndexI64
)

var indexNames = []string{"", "i32", "i64"}

// String returns the name of the type in lists.
func (t IndexType) String() string { return nameOf(indexNames, "index type", int(t)) }

// A ValueType is the type of the values of a matrix.
type ValueType uint8

// The types of values.
const (
	ValueNone  ValueType = iota // a pattern without values
	ValueF64                    // double
	ValueC64                    // complex double, interleaved
	ValueSplit                  // complex double: real parts in ax, imaginary parts in az; interleaved if az is NULL
	ValueF32                    // float
	ValueC32                    // complex float, interleaved
)

var valueNames = []string{"none", "f64", "c64", "split", "f32", "c32"}

// String returns the name of the type in lists.
func (t ValueType) String() string { return nameOf(valueNames, "value type", int(t)) }

func nameOf(names []string, kind string, k int) string {
	if k < len(names) && names[k] != "" {
		return names[k]
	}
	return fmt.Sprintf("%s %d", kind, k)
}

// constantNames are the names that expressions and maps may use for numbers.
var constantNames = func() map[string]int32 {
	names := map[string]int32{}
	for _, list := range [][]string{layoutNames, indexNames, valueNames} {
		for k, n := range list {
			if n != "" {
				names[n] = int32(k)
			}
		}
	}
	for k, n := range PhaseNames() {
		names[n] = int32(k + 1)
	}
	return names
}()
