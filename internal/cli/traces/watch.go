package traces

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace/input"
)

// Watch shows on a terminal how much of captures has been read, of so many passes over
// them. The caller calls the function that it returns when the passes are over, before
// anything is printed. Other formats are in memory by now: nothing is shown for them.
func Watch(p *cli.Program, s *input.Set, passes int) (over func()) {
	bar := p.Bar()
	if bar == nil {
		return func() {}
	}
	var size, done int64
	read := func(bytes int64) {
		done += bytes
		bar.SetShare(float64(done)/float64(size), fmt.Sprintf("%.1f of %.1f MB read", float64(done)/1e6, float64(size)/1e6))
	}
	for _, f := range s.Files {
		size += int64(passes) * f.Watch(read)
	}
	return bar.Clear
}
