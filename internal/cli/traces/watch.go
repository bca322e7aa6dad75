package traces

import (
	"fmt"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/progress"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace/input"
)

// Watch shows on a terminal how much of captures has been read, of so many passes over
// them. The caller calls the function that it returns when the passes are over, before
// anything is printed. Nothing is shown for other formats, which have been read by now.
func Watch(p *cli.Program, s *input.Set, passes int) (over func()) {
	bar := p.Bar()
	if bar == nil {
		return func() {}
	}
	var size, done int64
	read := func(bytes int64) {
		done += bytes
		show(bar, done, size)
	}
	for _, f := range s.Files {
		size += int64(passes) * f.Watch(read)
	}
	return bar.Clear
}

// show draws how much was read.
func show(bar *progress.Bar, done, size int64) {
	if size > 0 {
		done = min(done, size) // what is read again counts again
		bar.SetShare(float64(done)/float64(size), fmt.Sprintf("%.1f of %.1f MB read", float64(done)/1e6, float64(size)/1e6))
	}
}

// reading makes the options show on a terminal how much has been read of exports. The function that it returns takes the line away.
func reading(p *cli.Program, o *input.Options) (over func()) {
	bar := p.Bar()
	if bar == nil {
		return func() {}
	}
	o.Progress = func(done, size int64) { show(bar, done, size) }
	return bar.Clear
}

// often is how often WatchExport looks.
const often = 100 * time.Millisecond

// WatchExport shows on a terminal how much of the tables of an export has been read. The
// function that it returns takes the line away.
func WatchExport(p *cli.Program, e *nsys.Export) (over func()) {
	bar := p.Bar()
	if bar == nil {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(often)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				bar.Clear()
				return
			case <-tick.C:
				done, size := e.Read()
				show(bar, done, size)
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
