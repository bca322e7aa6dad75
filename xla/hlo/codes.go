package hlo

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// A module has no entry computation, so it is unknown what is executed.
	codeNoEntry = "no-entry"
	// A name of a computation occurs twice; the first computation counts.
	codeDuplicate = "duplicate-computation"
	// A computation that is used is not in the file.
	codeMissing = "missing-computation"
	// A computation calls itself, or is nested too deeply; the launches of the nested call are not counted.
	codeRecursion = "recursion"
	// Calls are nested too deeply to be followed.
	codeTooDeep = "too-deep"
)
