package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Options say what to run and where its report goes.
type Options struct {
	Finder  Finder
	NSYS    string   // path or name of nsys; "" for the newest that is found
	Command []string // the target and its arguments
	Choice

	Output string   // without ending, see [ExpandOutput]; "" for the first free reportN
	Force  bool     // replace existing files
	Extra  []string // endings of the files that Summarise writes, such as ".md"

	// Summarise writes further files of a run into a directory, within calls of
	// Made.Write, under names that start with report and end in one of Extra. Its
	// error does not keep the report from appearing. After an interrupt Run does not
	// wait for it. nil writes no files.
	Summarise func(*Made) error

	// Started is called before anything is made that has to be taken away
	// again. From then on an interrupt has to come through Signals. nil is
	// not called.
	Started func()

	Grace          time.Duration // until the next step after an interrupt; 0 for DefaultGrace
	Signals        <-chan os.Signal
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Note           func(string) // is called with remarks; may be nil
}

// A Made is one report before it has its name, and what is known about it.
type Made struct {
	Dir    string // directory of the files
	Stem   string // start of their names
	Report string // path of the report
	SQLite string // path of its export
	Output string // what Stem will be
	Result *Result
	writing
}

// A Result says what came of a run.
type Result struct {
	NSYS        Program
	Importer    string   // what made the report, "" when nsys itself did
	Arguments   []string // of nsys, without the command
	Command     []string
	Output      string
	Files       []string // what was written, reports first
	Status      int      // exit code of nsys: the exit code of the target, 128+n for signal n
	Interrupted bool
	Notes       []string
	Elapsed     time.Duration // from the start of nsys to its end
}

// A run is one run on its way.
type run struct {
	o      Options
	nsys   Program
	help   Help
	stage  *staging
	mark   string
	pid    int
	log    log
	end    ending
	ctx    context.Context // ends when the user wants no more, see stoppable
	result *Result

	retried bool // nsys failed before the target ran, and was run again
}

// Run runs a program under nsys. It returns a result when there is a report;
// the result may come with an error about the files that go with the report.
//
// A [*Failure] says why there is no report and what to do. The run then leaves no
// files, except a whole capture that could not be imported. The error has its path.
// [ErrInterrupted] is returned when the user ended the run before there was anything
// to report. A result with Interrupted may lack the files beside the report.
func Run(o Options) (*Result, error) {
	if err := Supported(); err != nil {
		return nil, err
	}
	r := &run{o: o, mark: newMark()}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	r.started()
	stage, err := newStaging(r.result.Output)
	if err != nil {
		return nil, err
	}
	r.stage = stage
	err = r.launch()
	if err == nil {
		over := r.stoppable()
		err = r.finish()
		over()
	}
	sweep(r.mark, r.pid, r.end.signal != 0 || r.result.Interrupted || r.end.hung)
	if rerr := stage.remove(); err == nil {
		err = rerr
	}
	if len(r.result.Files) == 0 {
		return nil, err
	}
	return r.result, err
}

// started says that there will be something to take away.
func (r *run) started() {
	if r.o.Started != nil {
		r.o.Started()
	}
}

// note tells the user something and keeps it for the summary.
func (r *run) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.result.Notes = append(r.result.Notes, text)
	if r.o.Note != nil {
		r.o.Note(text)
	}
}

// prepare looks for everything that the run needs before it starts.
func (r *run) prepare() (err error) {
	o := &r.o
	if o.Grace == 0 {
		o.Grace = DefaultGrace
	}
	if err := o.Choice.Check(); err != nil {
		return err
	}
	if err := checkTarget(o.Command); err != nil {
		return err
	}
	r.result = &Result{Command: o.Command}
	if r.result.Output, err = output(*o); err != nil {
		return err
	}
	if r.nsys, err = o.Finder.choose(o.NSYS); err != nil {
		return err
	}
	r.result.NSYS = r.nsys
	if r.help, err = askHelp(r.nsys.Path); err != nil {
		return fmt.Errorf("%s profile --help: %w", r.nsys.Path, err)
	}
	return nil
}

// checkTarget refuses a program that is not there.
func checkTarget(command []string) error {
	if len(command) == 0 {
		return errors.New("no command given")
	}
	_, err := exec.LookPath(command[0])
	var e *exec.Error
	switch {
	case err == nil || errors.Is(err, exec.ErrDot):
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fail("chmod +x makes it executable", "%s: not executable", command[0])
	case errors.As(err, &e) && errors.Is(e.Err, exec.ErrNotFound):
		hint := ""
		if info, serr := os.Stat(command[0]); serr == nil && !info.IsDir() {
			hint = "to run the file in this directory: ./" + command[0]
		}
		return fail(hint, "%s: no such program in $PATH", command[0])
	case errors.Is(err, fs.ErrNotExist):
		return fail("", "%s: no such program", command[0])
	}
	return err
}

// output returns the name of the output, which may be written.
func output(o Options) (string, error) {
	if o.Output == "" {
		return firstFree(o.Extra), nil
	}
	name, err := ExpandOutput(strings.TrimSuffix(o.Output, ReportEnding), os.LookupEnv)
	if err != nil {
		return "", err
	}
	return name, checkOutput(name, o.Extra, o.Force)
}

// choose returns the nsys to use: that of a path or name, or the newest.
func (f Finder) choose(path string) (Program, error) {
	if path != "" {
		full, err := exec.LookPath(path)
		if err != nil && !errors.Is(err, exec.ErrDot) {
			return Program{}, fail("nrprof doctor shows what is installed", "%s: no such nsys", path)
		}
		p, err := Inspect(full)
		if err != nil {
			return Program{}, fail("nrprof doctor shows what is installed", "%s: %v", full, err)
		}
		return p, nil
	}
	found, problems := f.NSYS()
	if len(found) > 0 {
		return found[0], nil
	}
	if len(problems) > 0 {
		return Program{}, fail("nrprof doctor shows what is installed", "found no working nsys: %s", strings.Join(problems, "; "))
	}
	return Program{}, fail("nrprof doctor shows how to install nsys; nrprof record captures NVTX ranges without nsys",
		"found no nsys in $PATH, /opt/nvidia or /usr/lib")
}

// record runs nsys and the target.
func (r *run) record() error {
	var env []string
	environ := os.Environ()
	// Temporary files of nsys go where they can be found; the target keeps
	// its own directory for them. Nsys takes a comma for the next setting.
	if tmp := os.TempDir(); !strings.Contains(tmp, ",") {
		env = append(env, "TMPDIR="+tmp)
		environ = append(environ, "TMPDIR="+r.stage.scratch)
	}
	args, notes := r.o.Choice.arguments(r.help, r.stage.path(""), "nrprof-"+r.mark, env)
	if !r.retried {
		for _, n := range notes {
			r.note("%s", n)
		}
	}
	r.result.Arguments = args
	mine := func(text string) bool {
		return strings.Contains(text, r.stage.dir) || strings.Contains(text, r.stage.scratch)
	}
	out := &filter{w: r.o.Stdout, log: &r.log, mine: mine}
	errOut := &filter{w: r.o.Stderr, log: &r.log, mine: mine}
	c := newChild(context.Background(), r.nsys.Path, append(args[:len(args):len(args)], r.o.Command...), environ, r.mark, stdio{r.o.Stdin, out, errOut})
	c.signals, c.grace = r.o.Signals, r.o.Grace
	c.said = func(text string) { r.note("%s", text) }
	began := time.Now()
	end, err := c.run()
	r.result.Elapsed = time.Since(began)
	if err = errors.Join(err, out.Close(), errOut.Close()); err != nil {
		return err
	}
	r.pid, r.end = c.cmd.Process.Pid, end
	r.result.Status, r.result.Interrupted = end.code, end.interrupted
	return nil
}

// finish makes reports of what nsys left, and gives them their names.
func (r *run) finish() error {
	streamErr := r.importStreams()
	if streamErr != nil && !errors.Is(streamErr, ErrInterrupted) {
		return streamErr
	}
	middles, err := r.stage.with(ReportEnding)
	if err != nil {
		return err
	}
	middles = nonEmpty(r.stage, middles)
	switch {
	case len(middles) == 0 && streamErr != nil:
		return streamErr
	case len(middles) == 0:
		return r.explain()
	}
	var problems []error
	var written []string
	for _, middle := range middles {
		names, err := r.one(middle)
		written = append(written, names...)
		problems = append(problems, err)
	}
	r.result.Files = written
	if r.o.Force && len(written) > 0 {
		problems = append(problems, removeStale(r.result.Output, r.o.Extra, written))
	}
	return errors.Join(problems...)
}

// nonEmpty returns the reports that have something in them: the importer leaves
// an empty one where it runs out of room.
func nonEmpty(s *staging, middles []string) []string {
	var good []string
	for _, m := range middles {
		if info, err := os.Stat(s.path(m + ReportEnding)); err == nil && info.Size() > 0 {
			good = append(good, m)
		}
	}
	return good
}

// one exports a report, has it summarised, and gives the files their names.
func (r *run) one(middle string) ([]string, error) {
	report, database := r.stage.path(middle+ReportEnding), r.stage.path(middle+SQLiteEnding)
	err := r.export(report, database)
	if err != nil && (r.recover(middle) || r.again("nsys export", err)) {
		err = r.export(report, database)
	}
	endings := []string{middle + ReportEnding}
	switch {
	case err == nil:
		endings = append(endings, middle+SQLiteEnding)
		if r.o.Summarise == nil {
			break
		}
		result := *r.result // as it is now: Summarise may be left to itself
		m := &Made{Dir: r.stage.dir, Stem: stem + middle, Report: report, SQLite: database, Output: r.result.Output + middle, Result: &result}
		if err = r.summarise(m); err == nil {
			for _, e := range r.o.Extra {
				endings = append(endings, middle+e)
			}
		} else if r.stopped(err, "no summary of "+r.result.Output+middle) {
			err = nil
		}
	case r.stopped(err, "no export of "+r.result.Output+middle+ReportEnding+", no summary"):
		err = nil
	default:
		err = fmt.Errorf("%s exists, but its export failed: %w", r.result.Output+middle+ReportEnding, err)
	}
	names, perr := r.stage.publish(endings, r.o.Force)
	return names, errors.Join(perr, err)
}
