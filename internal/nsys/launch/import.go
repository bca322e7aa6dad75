package launch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// importStreams makes reports of the captures that nsys left without making
// reports of them, in the directory of the output or, where that was full,
// in the one for temporary files.
func (r *run) importStreams() error {
	middles, err := r.stage.with(StreamEnding)
	if err != nil {
		return err
	}
	var stopped error
	for _, m := range middles {
		if len(nonEmpty(r.stage, []string{m})) == 1 {
			continue // nsys left both
		}
		err := r.importOne(r.stage.path(m+StreamEnding), m)
		if errors.Is(err, ErrInterrupted) {
			stopped = err // the others are kept, too
		} else if err != nil {
			return err
		}
	}
	if len(middles) > 0 {
		return stopped
	}
	reports, err := r.stage.with(ReportEnding)
	if err != nil || len(reports) > 0 {
		return err
	}
	for _, path := range r.log.generated {
		if filepath.Dir(path) != r.stage.scratch {
			continue
		}
		switch filepath.Ext(path) {
		case StreamEnding:
			return r.importOne(path, "")
		case ReportEnding:
			return copyFile(path, r.stage.path(ReportEnding))
		}
	}
	return nil
}

// importOne makes a report of a capture. A whole capture that could not be
// imported is kept.
func (r *run) importOne(stream, middle string) error {
	importer, searched := r.o.Finder.Companion(Importer, r.nsys)
	if importer == "" {
		return r.keep(stream, middle, fail("", "found no %s in %s", Importer, strings.Join(searched, ", ")))
	}
	r.result.Importer = importer
	report := r.stage.path(middle + ReportEnding)
	err := r.runImporter(stream, report)
	if r.again(Importer, err) {
		err = r.runImporter(stream, report)
	}
	if err == nil {
		return nil
	}
	if errors.Is(err, errIncomplete) {
		return fail("nsys may have been killed before it finished", "the capture of nsys is incomplete: no report")
	}
	return r.keep(stream, middle, err)
}

// keep puts a capture that was not imported where the user finds it, and
// returns the error with what to do about it.
func (r *run) keep(stream, middle string, err error) error {
	to := r.result.Output + middle + StreamEnding
	if merr := move(stream, to, r.o.Force); merr != nil {
		// It is in the other file system, since there was no room here.
		to = filepath.Join(os.TempDir(), filepath.Base(r.result.Output)+middle+"-"+r.mark[:8]+StreamEnding)
		if merr = move(stream, to, false); merr != nil {
			return errors.Join(err, merr)
		}
	}
	later := fmt.Sprintf("nrprof nsys --import %s -o %s makes the report later", to, r.result.Output+middle)
	if r.stopped(err, "no report; the capture of nsys is kept as "+to+": "+later) {
		return err
	}
	return fail(later+"; nrprof doctor shows what is missing",
		"no report: %v; the capture of nsys is kept as %s", err, to)
}

// recover makes the report anew where nsys left the capture beside one that
// cannot be exported.
func (r *run) recover(middle string) bool {
	stream := r.stage.path(middle + StreamEnding)
	importer, _ := r.o.Finder.Companion(Importer, r.nsys)
	if _, err := os.Stat(stream); err != nil || importer == "" || r.ctx.Err() != nil {
		return false
	}
	r.result.Importer = importer
	anew := r.stage.path(middle + ".anew" + ReportEnding)
	return r.runImporter(stream, anew) == nil && os.Rename(anew, r.stage.path(middle+ReportEnding)) == nil
}

// errIncomplete says that a capture was not written to its end.
var errIncomplete = errors.New("the capture is incomplete")

// runImporter makes a report of a capture.
func (r *run) runImporter(stream, report string) error {
	importer := r.result.Importer
	args := []string{"-i", stream, "-o", report, "-f"}
	out, err := r.tool(importer, args, os.Environ())
	if err != nil && bytes.Contains(out, []byte("shared librar")) {
		out, err = r.tool(importer, args, Environment(importer))
	}
	info, serr := os.Stat(report)
	switch {
	case bytes.Contains(out, []byte("incomplete or invalid")):
		return errIncomplete
	case err == nil && serr == nil && info.Size() > 0:
		return nil
	}
	os.Remove(report)
	if errors.Is(err, ErrInterrupted) {
		return err
	}
	if full(err, filepath.Dir(report)) {
		return fmt.Errorf("%w in %s", errNoRoom, parent(filepath.Dir(report)))
	}
	return complaint(Importer, out, err)
}

// tool runs a program of nsys to its end, or until the user wants no more, and
// returns what it printed.
func (r *run) tool(path string, args, env []string) ([]byte, error) {
	var out bytes.Buffer
	// The child is told when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := newChild(r.ctx, path, args, env, r.mark, stdio{nil, &out, &out}).cmd.Run()
	if err != nil && r.ctx.Err() != nil {
		err = ErrInterrupted
	}
	return out.Bytes(), err
}

// complaint words what a program printed before it failed.
func complaint(name string, out []byte, err error) error {
	why := ""
	for line := range strings.FieldsFuncSeq(string(out), func(c rune) bool { return c == '\n' || c == '\r' }) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.Contains(line, "%") { // no progress
			why = line
			break
		}
	}
	var exit *exec.ExitError
	switch {
	case why != "":
		return fmt.Errorf("%s: %s", name, why)
	case err == nil:
		return fmt.Errorf("%s wrote no output and printed no message", name)
	case errors.As(err, &exit):
		return fmt.Errorf("%s: %s", name, exit)
	}
	return err
}

// copyFile copies a file to another file system.
func copyFile(from, to string) (err error) {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dst.Close()) }()
	_, err = dst.ReadFrom(src)
	return err
}
