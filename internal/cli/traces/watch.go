package traces

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/progress"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace/input"
)

// Watch shows on a terminal how much of captures has been read, of so many passes over
// them. The caller calls the function that it returns when the passes are over, before
// anything is printed. Nothing is shown for other formats: Open has shown it.
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

// reading makes the options show on a terminal how much has been read of files. The
// function that it returns takes the line away.
func reading(p *cli.Program, o *input.Options) (over func()) {
	o.Progress, over = Reading(p)
	return over
}

// Reading returns what shows on a terminal how many bytes of files have been read, nil
// without a terminal. The function over takes the line away.
func Reading(p *cli.Program) (progress func(done, size int64), over func()) {
	bar := p.Bar()
	if bar == nil {
		return nil, func() {}
	}
	return func(done, size int64) { show(bar, done, size) }, bar.Clear
}

// Tally shows on a terminal how much of files has been read, as the caller tells the
// tally, which is nil without a terminal. The function that it returns takes the line
// away.
func Tally(p *cli.Program, files []string) (t *input.Tally, over func()) {
	progress, over := Reading(p)
	return input.NewTally(files, progress), over
}

// often is how often WatchReports looks.
const often = 100 * time.Millisecond

// WatchReports shows on a terminal which of the reports of an export is computed, and how
// much of the tables has been read. Each report reads tables again. The caller calls begin
// with the place of each report before it is computed. The function over takes the line
// away.
func WatchReports(p *cli.Program, e *nsys.Export, reports []string) (begin func(k int), over func()) {
	bar := p.Bar()
	if bar == nil {
		return nil, func() {}
	}
	var at atomic.Int64 // place of the report
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
				showReport(bar, reports, int(at.Load()), done, size)
			}
		}
	}()
	return func(k int) { at.Store(int64(k)) }, func() { close(stop); <-stopped }
}

// showReport draws how far the reports of an export are, of which the report at place k
// is computed. Reports read different tables, so their number says little about the time
// left; how much of the export has been read does, if there is one report.
func showReport(bar *progress.Bar, reports []string, k int, done, size int64) {
	if len(reports) == 1 {
		show(bar, done, size)
		return
	}
	bar.Set(k, len(reports), fmt.Sprintf("%s, %.1f MB read", reports[k], float64(done)/1e6))
}
