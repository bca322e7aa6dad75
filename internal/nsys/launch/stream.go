package launch

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Import makes a report of a capture that an earlier run left, as nsys would have,
// and the files that go with it. The capture stays. It uses only the options about
// the output. Without nsys it makes the report alone. After an interrupt it returns
// what was made until then, or [ErrInterrupted] if nothing was made.
func Import(o Options, stream string) (*Result, error) {
	if err := Supported(); err != nil {
		return nil, err
	}
	info, err := os.Stat(stream)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file, want a capture of nsys", stream)
	}
	r := &run{o: o, mark: newMark(), result: &Result{}}
	if o.Output == "" {
		r.o.Output = strings.TrimSuffix(stream, StreamEnding)
	}
	if r.result.Output, err = ExpandOutput(strings.TrimSuffix(r.o.Output, ReportEnding), os.LookupEnv); err != nil {
		return nil, err
	}
	if err := checkImportOutput(r.result.Output, stream, o); err != nil {
		return nil, err
	}
	nsys, nsysErr := o.Finder.choose(o.NSYS)
	r.nsys, r.result.NSYS = nsys, nsys
	importer, searched := o.Finder.Companion(Importer, nsys)
	if importer == "" {
		return nil, fail("nrprof doctor shows how to install it", "found no %s in %s", Importer, strings.Join(searched, ", "))
	}
	r.result.Importer = importer
	r.started()
	if r.stage, err = newStaging(r.result.Output); err != nil {
		return nil, err
	}
	over := r.stoppable()
	err = r.importFrom(stream, nsysErr == nil)
	over()
	if rerr := r.stage.remove(); err == nil {
		err = rerr
	}
	if len(r.result.Files) == 0 {
		return nil, err
	}
	return r.result, err
}

// checkImportOutput refuses an output that would replace a file; the capture
// itself may lie under the name it has beside its report.
func checkImportOutput(output, stream string, o Options) error {
	for _, name := range family(output, o.Extra) {
		if name == stream || strings.HasSuffix(name, StreamEnding) {
			continue
		}
		if _, err := os.Lstat(name); err == nil && !o.Force {
			return fail("-f replaces it; -o names another output", "%s exists", name)
		}
	}
	return checkOutput(output, nil, true)
}

// importFrom makes the report and, where nsys is there, all that goes with it.
func (r *run) importFrom(stream string, withNSYS bool) error {
	err := r.runImporter(stream, r.stage.path(ReportEnding))
	if errors.Is(err, errIncomplete) {
		return fail("nsys was killed before it finished, or the file was truncated", "%s: the capture is incomplete: no report", stream)
	}
	if err != nil && !errors.Is(err, ErrInterrupted) {
		err = fmt.Errorf("%s: %w", stream, err)
	}
	if err != nil {
		return err
	}
	if withNSYS {
		r.result.Files, err = r.one("")
		return err
	}
	r.note("found no nsys to export the report: no %s, no summary", SQLiteEnding)
	r.result.Files, err = r.stage.publish([]string{ReportEnding}, r.o.Force)
	return err
}
