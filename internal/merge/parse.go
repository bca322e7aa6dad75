package merge

import "strings"

// Methods are the texts that [Parse] reads besides auto.
func Methods() []string { return []string{"wall", "start", "end:RANGE", "begin:RANGE"} }

// Parse reads how clocks become one: auto, wall, start, end:RANGE or begin:RANGE.
func Parse(text string) (o Options, ok bool) {
	how, name, named := strings.Cut(text, ":")
	for _, m := range [...]struct {
		how   string
		align Align
		named bool
	}{{"auto", Auto, false}, {"wall", Wall, false}, {"start", Start, false}, {"end", End, true}, {"begin", Begin, true}} {
		if m.how == how && m.named == (named && name != "") {
			return Options{Align: m.align, Range: name}, true
		}
	}
	return Options{}, false
}
