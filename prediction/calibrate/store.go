package calibrate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/prediction"
)

// mostBytes is the size above which a file is no calibration.
const mostBytes = 1 << 20

// Path returns the file in which the calibration of a CPU with the key is kept: in the
// folder nrkit/machines of the user's cache folder.
func Path(key string) (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(user, "nrkit", "machines", key+".json"), nil
}

// Save keeps a calibration under its key and returns the path of the file. A file
// that exists is replaced. A machine that [ReadFile] would refuse is an error.
func Save(m *prediction.Machine) (path string, err error) {
	if err := check(m); err != nil {
		return "", err
	}
	if path, err = Path(m.Key); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return path, atomicfile.WriteFile(path, func(w io.Writer) error { return Write(w, m) })
}

// Writable returns why [Save] could not keep a calibration now, and nil if it can. It
// creates the folder.
func Writable() error {
	path, err := Path("probe")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "probe")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Write writes m as the document machine/v1.
func Write(w io.Writer, m *prediction.Machine) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Load returns the machine on which the program runs: as it was calibrated, otherwise
// the row of the shipped table for its CPU, otherwise the generic row.
//
// why says in words where the times come from. If a calibration is there but cannot
// be used, err says why, and m is a row of the table.
func Load() (m *prediction.Machine, why string, err error) {
	c, err := ThisCPU()
	if err != nil {
		return prediction.Generic(), noRow, err
	}
	if path, none := Path(c.Key); none == nil { // otherwise there is no cache folder, and no calibration
		if m, err = ReadFile(path); err == nil && m.Key != c.Key {
			err = fmt.Errorf("%s: calibration of another machine: key %q, want %q", path, m.Key, c.Key)
		}
		if err == nil {
			return m, "calibrated on this machine", nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if m, ok := prediction.Shipped(c.Microarchitecture); ok {
		return m, "typical of " + m.Name + ", not calibrated", err
	}
	return prediction.Generic(), noRow, err
}

// noRow is the reason of Load for the generic row.
const noRow = "a generic CPU, not calibrated"

// ReadFile reads a document machine/v1, which a calibration or a user wrote.
func ReadFile(path string) (*prediction.Machine, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("%s is not a file %s: more than %d bytes", path, prediction.MachineSchema, mostBytes)
	}
	m, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a file %s: %w", path, prediction.MachineSchema, err)
	}
	if err := check(m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// parse returns the document in text.
func parse(text []byte) (*prediction.Machine, error) {
	var m prediction.Machine
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	if m.Schema != prediction.MachineSchema {
		return nil, fmt.Errorf("schema %q, want %s", m.Schema, prediction.MachineSchema)
	}
	return &m, nil
}

// check returns what is wrong with a machine: a missing time would predict that work
// takes no time.
func check(m *prediction.Machine) error {
	if m.Kernels != prediction.Kernels {
		return fmt.Errorf("times of version %d of the loops, want version %d: run analyze calibrate again", m.Kernels, prediction.Kernels)
	}
	if len(m.CacheBytes) != prediction.Memory || len(m.WorkingSetBytes) != prediction.Levels {
		return fmt.Errorf("%d sizes of caches and %d working sets, want %d and %d", len(m.CacheBytes), len(m.WorkingSetBytes), prediction.Memory, prediction.Levels)
	}
	if slices.Min(m.CacheBytes) < 0 {
		return fmt.Errorf("cache_bytes %v, want none below 0", m.CacheBytes)
	}
	for k, b := range m.WorkingSetBytes {
		if b <= 0 || k > 0 && b < m.WorkingSetBytes[k-1] {
			return fmt.Errorf("working_set_bytes %v, want them positive and ascending", m.WorkingSetBytes)
		}
	}
	for _, list := range []struct {
		name  string
		times []float64
	}{{"update_ns", m.Update}, {"stream_ns", m.Stream}, {"latency_ns", m.Latency}} {
		if len(list.times) != prediction.Levels {
			return fmt.Errorf("%s: %d times, want %d", list.name, len(list.times), prediction.Levels)
		}
		for _, t := range list.times {
			if !positive(t) {
				return fmt.Errorf("%s: %v, want times above 0", list.name, list.times)
			}
		}
	}
	for _, one := range []struct {
		name string
		time float64
	}{{"column_ns", m.Column}, {"dense_multiply_add_ns", m.Dense}, {"scalar_multiply_add_ns", m.Scalar}, {"divide_ns", m.Divide}, {"dispatch_ns", m.Dispatch}, {"wake_ns", m.Wake}} {
		if !positive(one.time) {
			return fmt.Errorf("%s: %v, want a time above 0", one.name, one.time)
		}
	}
	return nil
}

// positive: above 0 and at most a second, so that sums of times are finite.
func positive(t float64) bool { return 0 < t && t <= 1e9 }
