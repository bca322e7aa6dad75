package windows

const (
	errNotSquare = "windows: pattern not square"
	errLength    = "windows: order of another length"
)
