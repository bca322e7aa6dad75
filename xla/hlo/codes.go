package hlo

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// A module has no entry, so nothing says what is executed.
	codeNoEntry = "no-entry"
	// A name of a computation occurs twice; the first computation counts.
	codeDuplicate = "duplicate-computation"
	// A computation that is used is not in the file.
	codeMissing = "missing-computation"
	// A computation runs itself, or is nested too deeply; what it launches then is not counted.
	codeRecursion = "recursion"
	// Calls are nested too deeply to be followed.
	codeTooDeep = "too-deep"
)
