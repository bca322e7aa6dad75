package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// JournalSchema names the first line of a journal.
const JournalSchema = "sweep-journal/v1"

// journalName is the file of the journal in the folder of a sweep.
const journalName = "journal.jsonl"

// ErrOther is the error of Open for the folder of another sweep.
var ErrOther = errors.New("the folder belongs to another sweep")

// ErrInUse is the error of Open and Remove for a folder in which a sweep runs.
var ErrInUse = errors.New("another process is running a sweep in the folder")

// A header is the first line of a journal.
type header struct {
	Schema string          `json:"schema"`
	Plan   string          `json:"plan"` // stands for all that decides what the runs are
	Key    json.RawMessage `json:"key,omitempty"`
}

// A Record is a run that ended: the other lines of a journal.
type Record struct {
	Number        int    `json:"run"`
	Configuration string `json:"configuration"`
	Round         int    `json:"round"`
	Cold          bool   `json:"cold"`
	Start         string `json:"start"` // RFC 3339

	WallNS int64 `json:"wall_ns"`
	UserNS int64 `json:"user_ns"`
	SysNS  int64 `json:"sys_ns"`
	MaxRSS int64 `json:"max_rss_bytes"` // 0 where it is not known, see maxRSS

	Exit     int    `json:"exit"` // -1 when a signal ended it or it did not start
	Signal   string `json:"signal,omitempty"`
	TimedOut bool   `json:"timed_out,omitempty"`
	Timeout  int64  `json:"timeout_ns,omitempty"` // how long it might take, where it took longer
	Error    string `json:"error,omitempty"`      // why it did not start
	LastLine string `json:"last_line,omitempty"`
	Capture  string `json:"capture,omitempty"` // the file, below the folder of the sweep
	Output   string `json:"output"`            // what it printed, likewise

	Outputs []string `json:"outputs,omitempty"` // parts of the key whose files were written meanwhile
}

// Failed says whether the run does not count.
func (r *Record) Failed() bool {
	return r.Exit != 0 || r.Signal != "" || r.TimedOut || r.Error != ""
}

// Why says why a run failed.
func (r *Record) Why() string {
	text := fmt.Sprintf("exit status %d", r.Exit)
	switch {
	case r.Error != "":
		text = r.Error
	case r.TimedOut:
		if text = "exceeded its timeout"; r.Timeout > 0 {
			text += " of " + time.Duration(r.Timeout).String()
		}
	case r.Signal != "":
		text = "ended by " + r.Signal
	}
	if r.LastLine != "" {
		text += ": " + r.LastLine
	}
	return text
}

// A Journal is the folder of a sweep.
type Journal struct {
	Dir  string
	Key  json.RawMessage // identity of the machine when the sweep began
	Done map[int]*Record // by number

	// Outputs, unless nil, returns the names of the parts of the key whose files were
	// written since it was last called: it is called after each run.
	Outputs func() []string

	plan *Plan
	f    *os.File
	lock io.Closer
}

// Open opens the folder dir for the runs of a plan, and reads which of them have
// ended; it makes the folder if it does not exist. A new journal notes Key, and so
// does a journal in which no run has ended.
//
// The folder belongs to this process alone until Close. A line that was not written
// whole is removed. The errors are ErrOther, ErrInUse, an error for a file that is
// no journal, and errors of the file system.
func Open(dir string, p *Plan, key json.RawMessage) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	j, err := openLocked(dir, p, key)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	j.lock = lock
	return j, nil
}

// lockName is the file that is locked in the folder of a sweep. It stays there.
const lockName = "lock"

// lockFolder makes a folder that of this process, until the result is closed or
// the process ends, however it does.
func lockFolder(dir string) (io.Closer, error) {
	lock, err := lockFile(filepath.Join(dir, lockName))
	if errors.Is(err, ErrInUse) {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return lock, err
}

// openLocked is Open in a folder that is locked.
func openLocked(dir string, p *Plan, key json.RawMessage) (*Journal, error) {
	for _, sub := range []string{"captures", "cache", "output"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			return nil, err
		}
	}
	j := &Journal{Dir: dir, Done: map[int]*Record{}, plan: p}
	path := filepath.Join(dir, journalName)
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if err := j.read(path, whole); err != nil {
		return nil, err
	}
	if len(j.Done) == 0 {
		whole = nil // begun by whoever goes on
	}
	if j.f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	if err := j.begin(int64(len(whole)), key); err != nil {
		return nil, errors.Join(err, j.f.Close())
	}
	return j, nil
}

// begin goes to the end of what is whole, and writes the first line of a new one.
func (j *Journal) begin(size int64, key json.RawMessage) error {
	if err := j.f.Truncate(size); err != nil {
		return err
	}
	if _, err := j.f.Seek(size, io.SeekStart); err != nil {
		return err
	}
	if size > 0 {
		return nil
	}
	j.Key = key
	return j.append(&header{JournalSchema, j.plan.hash(), key})
}

// read takes the lines of a journal.
func (j *Journal) read(path string, text []byte) error {
	s := bufio.NewScanner(bytes.NewReader(text))
	s.Buffer(nil, len(text)+1)
	for line := 1; s.Scan(); line++ {
		var err error
		if line == 1 {
			err = j.readHeader(s.Bytes())
		} else {
			err = j.readRecord(s.Bytes())
		}
		if errors.Is(err, ErrOther) {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err != nil {
			return &SyntaxError{File: path, Line: line, Msg: err.Error()}
		}
	}
	return s.Err()
}

func (j *Journal) readHeader(line []byte) error {
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return fmt.Errorf("want the first line of a journal of a sweep: %w", err)
	}
	if h.Schema != JournalSchema {
		return fmt.Errorf("want a journal of schema %s, got %q", JournalSchema, h.Schema)
	}
	if h.Plan != j.plan.hash() {
		return ErrOther
	}
	j.Key = h.Key
	return nil
}

func (j *Journal) readRecord(line []byte) error {
	r := &Record{}
	if err := json.Unmarshal(line, r); err != nil {
		return fmt.Errorf("want a run: %w", err)
	}
	if r.Number < 1 || r.Number > len(j.plan.Runs) {
		return fmt.Errorf("want a run from 1 to %d, got %d", len(j.plan.Runs), r.Number)
	}
	if j.Done[r.Number] != nil {
		return fmt.Errorf("run %d is recorded twice", r.Number)
	}
	j.Done[r.Number] = r
	return nil
}

// append adds a line, which is on the disk when append returns.
func (j *Journal) append(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		panic("internal error: " + err.Error())
	}
	if _, err := j.f.Write(append(text, '\n')); err != nil {
		return err
	}
	return j.f.Sync()
}

// add notes a run that ended.
func (j *Journal) add(r *Record) error {
	if err := j.append(r); err != nil {
		return err
	}
	j.Done[r.Number] = r
	return nil
}

// Close closes the journal, and lets others have the folder.
func (j *Journal) Close() error { return errors.Join(j.f.Close(), j.lock.Close()) }

// Names of the files in the folder of a sweep that have its result. Who has the
// result writes them.
const (
	ResultName = "result.json"
	BenchName  = "result.bench.txt"
)

// Remove removes a sweep from its folder, the results too. A folder without a
// journal is left as it is. The errors are ErrInUse and errors of the file system.
func Remove(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, journalName)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return err
	}
	return errors.Join(removeLocked(dir), lock.Close())
}

func removeLocked(dir string) error {
	for _, name := range []string{"captures", "cache", "output", ResultName, BenchName, journalName} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}
