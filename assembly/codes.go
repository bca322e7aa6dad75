package assembly

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// A file of devices has keys that its version does not define; they are ignored.
	codeUnknownKey = "unknown-key"
)
