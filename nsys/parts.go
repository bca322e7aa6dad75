package nsys

import (
	"runtime"
	"sync"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// mostParts is in how many parts a table is read at most.
const mostParts = 16

// A portion is consecutive rows of a table.
type portion struct {
	part sqlite.Part
	view *Export // reads the part: its strings are its own, unless there is one part
	rows int     // that were read
	row  func(*row) error
}

// scanParts calls what begin returns for every row of a table, which is read in
// parts by as many goroutines as there are processors. begin is called for each part,
// in the order of the parts, before any is read; the rows of a part come in order.
// The number of a row is the number in its part. If a part fails, begin is called
// again and the table is read by one goroutine: so errors are those of [Export.scan].
func (e *Export) scanParts(table string, cols []column, begin func(part int, view *Export) func(*row) error) ([]portion, error) {
	t := e.db.Table(table)
	if t == nil {
		return nil, nil
	}
	if n := min(runtime.GOMAXPROCS(0), mostParts); n > 1 {
		parts, err := t.Parts(n)
		if err == nil && len(parts) > 1 {
			if list, ok, err := e.scanAtOnce(t.Name, parts, cols, begin); ok {
				return list, err
			}
		}
	}
	p := portion{view: e, row: begin(0, e)}
	err := e.scanOf(t, cols, func(r *row) error {
		p.rows++
		return p.row(r)
	})
	return []portion{p}, err
}

// scanAtOnce reads parts, each by a goroutine. It is not ok if one fails for another
// reason than Stop.
func (e *Export) scanAtOnce(table string, parts []sqlite.Part, cols []column, begin func(part int, view *Export) func(*row) error) (list []portion, ok bool, err error) {
	stop := &stopper{stop: e.Stop}
	list = make([]portion, len(parts))
	for k := range list {
		view := &Export{Path: e.Path, Version: e.Version, Meta: e.Meta, Stop: stop.ask, db: parts[k].DB()}
		list[k] = portion{part: parts[k], view: view, row: begin(k, view)}
	}
	errs := make([]error, len(list))
	var group sync.WaitGroup
	for k := range list {
		group.Go(func() {
			errs[k] = list[k].scan(table, cols)
			stop.end(errs[k])
		})
	}
	group.Wait()
	if stop.err != nil {
		return nil, true, stop.err
	}
	for _, err := range errs {
		if err != nil {
			return nil, false, nil
		}
	}
	return list, true, nil
}

// scan reads a portion.
func (p *portion) scan(table string, cols []column) error {
	t := p.view.db.Table(table)
	index, err := p.view.indexOf(t, cols)
	if err != nil {
		return err
	}
	r := &row{e: p.view, table: t.Name, cols: cols}
	return p.part.Scan(index, func(values []sqlite.Value) error {
		p.rows++
		return r.step(values, p.row)
	})
}

// A stopper asks Stop for several goroutines.
type stopper struct {
	mutex  sync.Mutex
	stop   func() error
	err    error // of stop
	failed bool  // a goroutine failed: the others need not go on
}

// ask returns the error of Stop, or another one if a goroutine failed.
func (s *stopper) ask() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.err == nil && s.stop != nil {
		s.err = s.stop()
	}
	if s.err == nil && s.failed {
		return errPartFailed
	}
	return s.err
}

// errPartFailed ends the reading of other parts. No caller sees it.
var errPartFailed = &Error{Msg: "another part failed"}

// end takes note of the error of a goroutine.
func (s *stopper) end(err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.failed = s.failed || err != nil
}
