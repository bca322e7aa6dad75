package matrices

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/jsontext"
)

// Schema is the name of the document in index.json.
const Schema = "matrices/v1"

// IndexName is the file of a folder of matrices that says what the others are.
const IndexName = "index.json"

// An Index says which call each file of a folder is from.
type Index struct {
	Schema  string `json:"schema"`  // name of the schema: `matrices/v1`
	Capture string `json:"capture"` // name of the capture beside the folder, which has the same call numbers
	Calls   []Call `json:"calls"`   // calls of which something was saved, by process, then by number

	// matrices and vectors that a process was writing when it ended; they are not in the
	// folder
	HalfWritten int `json:"half_written"`

	LeftOut []LeftOut `json:"left_out"` // matrices and vectors that could not be converted
}

// A Call is what was saved of one call into a solver library.
type Call struct {
	Number  uint64 `json:"number"`  // number of the call in its process, from 1
	Process uint64 `json:"process"` // id of the process

	// time on the monotonic clock of the machine that tells apart the programs of a process.
	// If a process runs another program, its calls count from 1 again
	ImageNS uint64 `json:"image_ns"`

	Thread string `json:"thread,omitempty"`  // name of the thread; absent if the capture does not have the call
	TimeNS *int64 `json:"time_ns,omitempty"` // begin of the call, from the begin of the capture; absent if the capture does not have the call

	Function string `json:"function"` // called function
	Library  string `json:"library"`  // solver library
	Phase    string `json:"phase"`    // what the call does: `analyze`, `factor`, `refactor`, `solve` and so on

	Rows int64 `json:"rows"`           // rows of the matrix or of the vectors
	N    int64 `json:"n,omitempty"`    // columns of the matrix; absent if no matrix was saved at this call
	NNZ  int64 `json:"nnz,omitempty"`  // entries that the program stores, with duplicates; for a dense matrix, rows × columns
	NRHS int64 `json:"nrhs,omitempty"` // right-hand sides; absent if no vectors were saved

	Pattern string `json:"pattern,omitempty"` // hash of the structure, 16 hexadecimal digits; absent if the matrix of the call was not saved
	Values  string `json:"values,omitempty"`  // hash of the values, 16 hexadecimal digits; absent for a matrix without values
	Sampled bool   `json:"sampled,omitempty"` // whether a hash was made of samples, because the arrays are large

	Duplicates int64 `json:"duplicates,omitempty"` // stored entries that were added to another entry at the same position
	Ignored    int64 `json:"ignored,omitempty"`    // stored entries that the library does not look at, such as the other triangle of a symmetric matrix; they are not in the file
	Transposed bool  `json:"transposed,omitempty"` // whether the call solved with the transpose of the matrix
	Conjugate  bool  `json:"conjugate,omitempty"`  // whether the call solved with the conjugate transpose; `transposed` is true, too

	Files Files `json:"files"` // files of the call
}

// Files are names of files in the folder.
type Files struct {
	// matrix A. For a solve the file may be from an earlier call, which factored the
	// matrix
	Matrix string `json:"matrix,omitempty"`

	RightHandSide string `json:"right_hand_side,omitempty"` // right-hand sides b
	Solution      string `json:"solution,omitempty"`        // solutions x of A·x = b
}

// A LeftOut is a raw file that could not be converted.
type LeftOut struct {
	File   string `json:"file"`   // name of the raw file: process, begin of the program, call, and A, b or x
	Reason string `json:"reason"` // what is wrong with the file, and at which byte
}

// Matrices returns the names of the matrices, in the order of the calls, each once. A
// matrix without values is left out if its pattern is there with values.
func (x *Index) Matrices() []string {
	valued := map[string]bool{}
	for _, c := range x.Calls {
		if c.Files.Matrix != "" && c.Values != "" {
			valued[c.Pattern] = true
		}
	}
	var list []string
	seen := map[string]bool{}
	for _, c := range x.Calls {
		f := c.Files.Matrix
		if f == "" || seen[f] || c.Values == "" && valued[c.Pattern] {
			continue
		}
		seen[f] = true
		list = append(list, f)
	}
	return list
}

// Vectors returns the names of the right-hand sides and solutions.
func (x *Index) Vectors() map[string]bool {
	names := map[string]bool{}
	for _, c := range x.Calls {
		for _, f := range []string{c.Files.RightHandSide, c.Files.Solution} {
			if f != "" {
				names[f] = true
			}
		}
	}
	return names
}

// files returns all names.
func (x *Index) files() map[string]bool {
	names := x.Vectors()
	names[IndexName] = true
	for _, c := range x.Calls {
		if c.Files.Matrix != "" {
			names[c.Files.Matrix] = true
		}
	}
	return names
}

// A SchemaError says that an index.json is another document.
type SchemaError struct{ Path, Schema string }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("%s: want schema %q, got %q", e.Path, Schema, e.Schema)
}

// ReadIndex reads the index of the folder dir. The error is [fs.ErrNotExist] if the
// folder has no index.
func ReadIndex(dir string) (*Index, error) {
	path := filepath.Join(dir, IndexName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var x Index
	if err := json.Unmarshal(text, &x); err != nil {
		line, col, msg := jsontext.Place(text, err)
		return nil, fmt.Errorf("%s:%d:%d: %s", path, line, col, msg)
	}
	if x.Schema != Schema {
		return nil, &SchemaError{path, x.Schema}
	}
	for name := range x.files() {
		if filepath.Base(name) != name {
			return nil, fmt.Errorf("%s: want names of files in the folder, got %q", path, name)
		}
	}
	return &x, nil
}

// Ours returns an error unless dir is a folder that [Job.Convert] made and to which
// nothing was added, so that it may be removed.
func Ours(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	x, err := ReadIndex(dir)
	if err != nil {
		return fmt.Errorf("%s is no folder of matrices: %w", dir, pathless(err))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	have := x.files()
	for _, e := range entries {
		if !have[e.Name()] || !e.Type().IsRegular() {
			return fmt.Errorf("%s has %s, which nrprof did not write", dir, e.Name())
		}
	}
	return nil
}

// pathless returns the cause of an error of the file system, which names a path of
// ours.
func pathless(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return fmt.Errorf("%s: %w", IndexName, p.Err)
	}
	return err
}

// Remove removes a folder that is [Ours].
func Remove(dir string) error {
	if err := Ours(dir); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}
