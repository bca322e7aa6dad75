package browser

// A Request is what a visitor of the page asks for.
type Request struct {
	Files   []string          `json:"files"`   // paths; several matrices are a series, several captures are ranks
	Example string            `json:"example"` // name of an example; "" for files
	Options map[string]string `json:"options"` // values by names; of empty values, the default counts
}

// Progress is called with the number of finished steps, the number of all steps, and
// the step that has ended.
type Progress func(done, total int, step string)
