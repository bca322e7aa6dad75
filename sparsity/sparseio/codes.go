package sparseio

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// The banner of a Matrix Market file begins with one percent sign instead of two.
	codeBanner = "banner"
	// The banner has words after the symmetry, which have no meaning.
	codeBannerRest = "banner-rest"
	// The specification does not have the field in the banner; the file is read with the nearest field.
	codeField = "field"
	// Comments have blanks before their percent sign.
	codeIndentedComment = "comment-indented"
	// Comments follow the size line.
	codeDataComment = "comment-in-data"
	// A symmetric file lists entries above the diagonal; each entry also stands for its mirror.
	codeUpper = "upper-triangle"
	// Values are infinite, not a number, or too large for 64-bit floating point.
	codeNotFinite = "not-finite"
	// Integers have more than 53 bits, so that floating point may round them.
	codeRounded = "integer-rounded"
	// Diagonal entries of a hermitian file have an imaginary part; the values are kept.
	codeHermitianDiagonal = "hermitian-diagonal"
	// A dense array contains zeros; every position of an array is an entry.
	codeArrayZeros = "array-zeros"
	// Entries repeat a position; their values are summed.
	codeDuplicates = "duplicates"
	// The values of a Harwell-Boeing file are in another file; only the structure is read.
	codeValuesElsewhere = "values-elsewhere"
	// The matrix type promises values that the file does not have; only the structure is read.
	codeValuesMissing = "values-missing"
	// Text after the end of the matrix is ignored.
	codeRest = "rest"
	// The number of lines in a section differs from the number in the header.
	codeLineCount = "line-count"
	// Numbers without exponent are divided by the scale factor in the format.
	codeScaleFactor = "scale-factor"
	// Numbers are outside the columns of the format; they are read word by word.
	codeColumns = "columns"
	// Other matrices of the archive are not read.
	codeMembers = "members"
	// Bytes after the compressed data are ignored.
	codeTrailingData = "trailing-data"
	// A file of names beside the matrix does not fit the matrix; the names are ignored.
	codeNamesUnused = "names-unused"
	// A hermitian file has a field other than complex; the file is read as symmetric.
	codeLenientHermitianField = "lenient-hermitian-field"
	// A pattern is skew-symmetric; each entry also stands for its mirror.
	codeLenientSkewPattern = "lenient-skew-pattern"
	// A symmetric matrix is not square; each entry also stands for its mirror.
	codeLenientNotSquare = "lenient-not-square"
	// Entries of a pattern file have values, which are ignored.
	codeLenientPatternValues = "lenient-pattern-values"
	// Entries have text after them, which is ignored.
	codeLenientExtraText = "lenient-extra-text"
	// A skew-symmetric file has diagonal entries; the entries are kept.
	codeLenientSkewDiagonal = "lenient-skew-diagonal"
	// A symmetric file lists both entries of a pair; each listed entry stands for itself only.
	codeLenientBothTriangles = "lenient-both-triangles"
	// Both entries of a pair are listed, with values that contradict the symmetry; each position keeps its own value.
	codeLenientTrianglesDiffer = "lenient-triangles-differ"
)
