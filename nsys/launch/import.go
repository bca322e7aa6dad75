package launch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	for _, m := range middles {
		if len(nonEmpty(r.stage, []string{m})) == 1 {
			continue // nsys left both
		}
		if err := r.importOne(r.stage.path(m+StreamEnding), m); err != nil {
			return err
		}
	}
	if len(middles) > 0 {
		return nil
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
	err := runImporter(importer, stream, r.stage.path(middle+ReportEnding), r.mark)
	if err == nil {
		return nil
	}
	if errors.Is(err, errIncomplete) {
		return fail("did nsys get to its end?", "the capture of nsys is not whole: no report")
	}
	return r.keep(stream, middle, err)
}

// keep puts a capture that could not be imported where the user finds it, and
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
	return fail(fmt.Sprintf("nrprof nsys --import %s -o %s makes the report later; nrprof doctor says what is missing", to, r.result.Output),
		"no report: %v; the capture of nsys is kept as %s", err, to)
}

// recover makes the report anew where nsys left the capture beside one that
// cannot be exported.
func (r *run) recover(middle string) bool {
	stream := r.stage.path(middle + StreamEnding)
	importer, _ := r.o.Finder.Companion(Importer, r.nsys)
	if _, err := os.Stat(stream); err != nil || importer == "" {
		return false
	}
	r.result.Importer = importer
	return runImporter(importer, stream, r.stage.path(middle+ReportEnding), r.mark) == nil
}

// errIncomplete says that a capture was not written to its end.
var errIncomplete = errors.New("the capture is not whole")

// runImporter makes a report of a capture.
func runImporter(importer, stream, report, mark string) error {
	args := []string{"-i", stream, "-o", report, "-f"}
	out, err := tool(importer, args, os.Environ(), mark)
	if err != nil && bytes.Contains(out, []byte("shared librar")) {
		out, err = tool(importer, args, Environment(importer), mark)
	}
	info, serr := os.Stat(report)
	switch {
	case bytes.Contains(out, []byte("incomplete or invalid")):
		return errIncomplete
	case err == nil && serr == nil && info.Size() > 0:
		return nil
	}
	os.Remove(report)
	if full(err, filepath.Dir(report)) {
		return fmt.Errorf("no space left on device in %s", parent(filepath.Dir(report)))
	}
	return complaint(Importer, out, err)
}

// tool runs a program of nsys to its end and returns what it printed.
func tool(path string, args, env []string, mark string) ([]byte, error) {
	var out bytes.Buffer
	c := newChild(path, args, env, mark, stdio{nil, &out, &out})
	err := c.cmd.Run()
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
		return fmt.Errorf("%s made nothing and says nothing", name)
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
