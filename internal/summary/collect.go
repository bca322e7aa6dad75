package summary

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace/input"
)

// Options say how captures are read.
type Options struct {
	Input   input.Options
	SkipBad bool // a file that cannot be read is noted in the part and passed over
	// Ranked makes the place of a file in the list decide its place among all, not its
	// label or its name. A capture may then be there twice; the part is not to be written.
	Ranked bool
	// Read is called with how many bytes of the files were read, and their sizes, while
	// files are read; nil is not. Calls come from several goroutines, one at a time.
	Read func(done, size int64)
}

// Files returns the files that names stand for, sorted. A folder stands for the files in
// it that [Captures] returns; it is an error if there are none.
func Files(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		var inside []string
		for _, e := range entries {
			if !e.IsDir() {
				inside = append(inside, e.Name())
			}
		}
		inside = Captures(inside)
		if inside == nil {
			return nil, fmt.Errorf("%s: got no trace in this folder", name)
		}
		for _, base := range inside {
			files = append(files, filepath.Join(name, base))
		}
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(filepath.ToSlash(a), filepath.ToSlash(b)) })
	return files, nil
}

// Captures returns, of the names of files in a folder, the names of the first format of
// [input.Formats] that has any: other files are often made from these. Formats that need
// another program have no names.
func Captures(names []string) []string {
	for _, format := range input.Formats() {
		if format.Needs != "" {
			continue
		}
		var found []string
		for _, name := range names {
			if slices.ContainsFunc(format.Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) {
				found = append(found, name)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Collect reads files and returns the part of all of them. As many files are open at a
// time as there are processors for Go.
//
// It returns the error of the first file in the list that has an error, or the error of
// the context.
func Collect(ctx context.Context, files []string, o Options) (*Part, error) {
	c := collecting{ctx: ctx, files: files, o: o, failed: len(files), tally: newTally(files, o.Read)}
	var wait sync.WaitGroup
	parts := make([]*Part, max(min(runtime.GOMAXPROCS(0), len(files)), 1))
	for k := range parts {
		parts[k] = New()
		wait.Go(func() { c.work(parts[k]) })
	}
	wait.Wait()
	if c.err == nil {
		c.err = ctx.Err()
	}
	if c.err != nil {
		return nil, c.err
	}
	for _, p := range parts[1:] {
		if o.Ranked {
			parts[0].append(p)
			continue
		}
		if err := parts[0].Merge(p); err != nil {
			return nil, err
		}
	}
	return parts[0], nil
}

// collecting is the state of one Collect.
type collecting struct {
	ctx   context.Context
	files []string
	o     Options

	known keyPairs
	tally *tally

	mu     sync.Mutex
	next   int
	err    error
	failed int // the file of the error
}

// take returns the number of a file that is to be read; false for none.
func (c *collecting) take() (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next >= c.failed || c.ctx.Err() != nil {
		return 0, false
	}
	c.next++
	return c.next - 1, true
}

// fail notes the error of a file. Files before it are still read, so that the same
// files have the same error each time.
func (c *collecting) fail(k int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k < c.failed {
		c.failed, c.err = k, err
	}
}

// work reads files until there are no more.
func (c *collecting) work(to *Part) {
	for {
		k, ok := c.take()
		if !ok {
			return
		}
		position := int32(-1)
		if c.o.Ranked {
			position = int32(k)
		}
		p, err := of(c.files[k], c.o.Input, position, &c.known, c.tally.of(k))
		switch {
		case err != nil && c.o.SkipBad && !OfMachine(err) && c.ctx.Err() == nil:
			to.AddBad(c.files[k], Reason(err))
		case err != nil:
			c.fail(k, err)
		default:
			if c.o.Ranked {
				to.append(p)
			} else if err := to.Merge(p); err != nil {
				c.fail(k, err)
			}
		}
		c.tally.note(k, 1)
	}
}

// Reason returns the text of an error of reading a file. The text starts with the path,
// also if the error is of the file system.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && err.Error() == path.Error() {
		return path.Path + ": " + path.Err.Error()
	}
	return err.Error()
}

// OfMachine says whether an error of reading a file is not of the file but of this
// machine, such as a temporary file that has no room. Another machine may read the file.
func OfMachine(err error) bool {
	var temporary *spill.Error
	return errors.As(err, &temporary) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}
