package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/trace/input"
)

// An explainDocument is key-explain/v1.
type explainDocument struct {
	Schema      string               `json:"schema"`
	Old         string               `json:"old"`
	New         string               `json:"new"`
	OldHash     string               `json:"old_hash"`
	NewHash     string               `json:"new_hash"`
	Differences []differenceDocument `json:"differences"`
}

type differenceDocument struct {
	Name    string           `json:"name"`
	Old     string           `json:"old"`
	New     string           `json:"new"`
	Matters []runkey.Purpose `json:"matters"`
	Unknown bool             `json:"unknown"`
}

// newKeyExplainCmd returns the command that says in what two keys differ.
func newKeyExplainCmd(p *program) *cobra.Command {
	var f formatFlags
	var purpose string
	cmd := &cobra.Command{
		Use:   "explain OLD NEW",
		Short: "say in what two keys differ, and what that spoils",
		Long: `Explain says in which parts two keys differ and what each difference spoils:
whether code compiled for the one may be used for the other, whether their times
may be compared, whether their numbers may. OLD and NEW are documents of nrprof
key, run or startup --json, captures, journals of sweeps (journal.jsonl), and
exports of Nsight Systems, which know some of the parts.

With --for it ends with exit code 3 where a difference matters for the purpose.`,
		Example: `  nrprof key explain old.nrt new.nrt
  nrprof key explain --for code cached.json key.json`,
		Args: cli.ExactArgs("OLD", "NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if purpose != "" {
				if _, err := purposeOf("--for", purpose); err != nil {
					return err
				}
			}
			return p.explain(cmd, args, purpose, &f)
		},
	}
	f.register(cmd, "key-explain/v1")
	cmd.Flags().StringVar(&purpose, "for", "", "exit with 3 where a difference matters for `PURPOSE`: "+purposeNames(runkey.Purposes(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("for", cobra.FixedCompletions(strings.Fields(purposeNames(runkey.Purposes(), " ")), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// explain prints in what the keys of two files differ.
func (p *program) explain(cmd *cobra.Command, args []string, purpose string, f *formatFlags) error {
	var keys [2]*runkey.Key
	for i, path := range args {
		var err error
		if keys[i], err = p.keyOf(cmd, path); err != nil {
			return err
		}
	}
	list := runkey.Explain(keys[0], keys[1])
	doc := explainDocument{
		Schema: "key-explain/v1", Old: filepath.Base(args[0]), New: filepath.Base(args[1]), OldHash: keys[0].Hash(), NewHash: keys[1].Hash(),
		Differences: []differenceDocument{},
	}
	for _, d := range list {
		if d.Matters == nil {
			d.Matters = []runkey.Purpose{}
		}
		doc.Differences = append(doc.Differences, differenceDocument(d))
	}
	if err := p.print(f, doc, explainReport(&doc, list)); err != nil {
		return err
	}
	if purpose == "" {
		return nil
	}
	spoils, err := purposeOf("--for", purpose)
	if err != nil {
		return err
	}
	for _, d := range list {
		if d.Matter(spoils) && !d.Unknown {
			return cli.Status(3)
		}
	}
	return nil
}

// explainReport words differences.
func explainReport(doc *explainDocument, list []runkey.Difference) *reports.Document {
	r := &reports.Document{Title: doc.Old + " and " + doc.New}
	columns := []reports.Column{{Name: "part"}, {Name: doc.Old}, {Name: doc.New}, {Name: "matters for", Rank: 1}}
	differ, unknown := &reports.Table{Columns: columns}, &reports.Table{Columns: columns}
	spoiled := map[runkey.Purpose]int{}
	for _, d := range list {
		t := differ
		if d.Unknown {
			t = unknown
		}
		t.Append(d.Name, cell(d.Old), cell(d.New), purposeNames(d.Matters, ", "))
		for _, purpose := range d.Matters {
			if !d.Unknown {
				spoiled[purpose]++
			}
		}
	}
	facts := reports.Facts()
	for _, x := range []struct {
		purpose runkey.Purpose
		what    string
	}{{runkey.Code, "compiled code"}, {runkey.Timing, "times"}, {runkey.Results, "numbers"}} {
		verdict := "no part that is known differs"
		if n := spoiled[x.purpose]; n > 0 {
			verdict = units.Plural(n, "part") + " that matters differs"
			if n > 1 {
				verdict = units.Plural(n, "part") + " that matter differ"
			}
		}
		facts.Append(x.what, verdict)
	}
	r.Add(facts)
	if len(differ.Rows) > 0 {
		r.Add(reports.Heading("Different"), differ)
	}
	if len(unknown.Rows) > 0 {
		r.Add(reports.Heading("Known on one side only"), unknown)
	}
	return r
}

// longCell is how many characters of a value a table has; JSON has all.
const longCell = 64

// cell returns a value as a cell of a table.
func cell(s string) string {
	if s == "" {
		return "–"
	}
	if r := []rune(s); len(r) > longCell {
		return string(r[:longCell-1]) + "…"
	}
	return s
}

// keyOf returns the key that a file has: a document key/v1, one of another
// schema that holds it under key, or a trace.
func (p *program) keyOf(cmd *cobra.Command, path string) (*runkey.Key, error) {
	text, err := p.jsonOf(path)
	if err != nil {
		return nil, fileError(cmd, []string{path}, err)
	}
	if text == nil {
		return p.keyOfTrace(cmd, path)
	}
	var head struct {
		Schema string          `json:"schema"`
		Key    json.RawMessage `json:"key"`
	}
	// What is no document of that kind at all is told by the reader below. The first
	// line of the journal of a sweep is one.
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err == nil {
		switch {
		case head.Schema == "": // Chrome JSON
			return nil, noKey(path, "has no schema")
		case strings.HasPrefix(head.Schema, "key/"):
		case head.Key == nil:
			return nil, noKey(path, "is a document "+head.Schema+" without a key")
		default:
			text = head.Key
		}
	}
	k, err := runkey.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// noKey is the error of a file without a key.
func noKey(path, why string) error {
	return cli.WithHint(fmt.Errorf("%s: %s, want a key", path, why),
		"what has a key: documents of nrprof key, run and startup --json, captures of nrprof run and record, journals of sweeps, exports of Nsight Systems")
}

// maxDocument is how large a document with a key is at most.
const maxDocument = 64 << 20

// jsonOf returns the contents of a file that is a JSON object, nil when it is
// none. - is standard input, which is one.
func (p *program) jsonOf(path string) ([]byte, error) {
	var in io.Reader = p.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close() // was only read
		head := make([]byte, input.HeadBytes)
		n, err := io.ReadFull(f, head)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if head = bytes.TrimLeft(head[:n], " \t\r\n"); len(head) == 0 || head[0] != '{' {
			return nil, nil
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	if err == nil && len(text) > maxDocument {
		err = fmt.Errorf("%s: more than %d bytes, want a document with a key", path, maxDocument)
	}
	return text, err
}

// keyOfTrace returns the key at the start of a trace.
func (p *program) keyOfTrace(cmd *cobra.Command, path string) (*runkey.Key, error) {
	s, err := p.openTrace(cmd, path)
	if err != nil {
		return nil, err
	}
	text := bytes.Clone(s.Header.Key)
	if err := s.Close(); err != nil {
		return nil, err
	}
	if text == nil {
		return nil, noKey(path, "has no key")
	}
	k, err := runkey.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: key: %w", path, err)
	}
	return k, nil
}

// fileError gives an error of a file that is not there a hint at one with a
// similar name.
func fileError(cmd *cobra.Command, paths []string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range paths {
		if _, serr := os.Stat(path); errors.Is(serr, fs.ErrNotExist) {
			return cli.WithHint(err, cli.FileHint(cmd, path))
		}
	}
	return err
}
