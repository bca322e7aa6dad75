package sparseio

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// The banner of a Matrix Market file begins with one percent sign instead of two.
	codeBanner = "banner"
	// The banner has words after the symmetry, which have no meaning.
	codeBannerRest = "banner-rest"
	// The field in the banner is no field of the specification; the nearest one is used.
	codeField = "field"
	// Comments have blanks before their percent sign.
	codeIndentedComment = "comment-indented"
	// Comments follow the size line.
	codeDataComment = "comment-in-data"
	// A symmetric file lists entries above the diagonal; each stands for itself and its mirror.
	codeUpper = "upper-triangle"
	// Values are infinite, not a number, or too large for 64-bit floating point.
	codeNotFinite = "not-finite"
	// Integers have more than 53 bits, so that floating point may round them.
	codeRounded = "integer-rounded"
	// Diagonal entries of a hermitian file have an imaginary part; it is kept.
	codeHermitianDiagonal = "hermitian-diagonal"
	// A dense array contains zeros; all its positions are entries.
	codeArrayZeros = "array-zeros"
	// Entries repeat a position; their values are summed.
	codeDuplicates = "duplicates"
	// The values of a Harwell-Boeing file are in another file; only the structure is read.
	codeValuesElsewhere = "values-elsewhere"
	// The matrix type promises values that the file does not have; only the structure is read.
	codeValuesMissing = "values-missing"
	// Text after the end of the matrix is ignored.
	codeRest = "rest"
	// A section takes another number of lines than the header says.
	codeLineCount = "line-count"
	// Numbers without exponent are divided by the scale factor in the format.
	codeScaleFactor = "scale-factor"
	// Numbers are not in the columns that the format says; they are read word by word.
	codeColumns = "columns"
	// Other matrices of the archive are not read.
	codeMembers = "members"
	// Bytes after the compressed data are ignored.
	codeTrailingData = "trailing-data"
	// A file of names beside the matrix does not fit the matrix, so its names are not used.
	codeNamesUnused = "names-unused"
	// A hermitian file has another field than complex; it is read as symmetric.
	codeLenientHermitianField = "lenient-hermitian-field"
	// A skew-symmetric pattern: each entry stands for itself and its mirror.
	codeLenientSkewPattern = "lenient-skew-pattern"
	// A matrix that is not square has a symmetry: each entry stands for itself and its mirror.
	codeLenientNotSquare = "lenient-not-square"
	// Entries of a pattern file have values, which are ignored.
	codeLenientPatternValues = "lenient-pattern-values"
	// Entries have text behind them, which is ignored.
	codeLenientExtraText = "lenient-extra-text"
	// A skew-symmetric file has diagonal entries, which are kept as they are.
	codeLenientSkewDiagonal = "lenient-skew-diagonal"
	// A symmetric file lists both entries of a pair; each stands for itself alone.
	codeLenientBothTriangles = "lenient-both-triangles"
	// Both entries of a pair are listed, with values that contradict the symmetry; each position keeps its own.
	codeLenientTrianglesDiffer = "lenient-triangles-differ"
)
