package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// rankVariables are the variables in which launchers say which rank of MPI a process
// is. Slurm's is the last: a process that mpirun started in a batch job has the
// variable of the batch script, too, with rank 0.
var rankVariables = []string{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}

// Rank returns the rank of MPI that the launcher of this process named, -1 without
// one. Lookup is os.LookupEnv.
func Rank(lookup func(string) (string, bool)) int {
	for _, name := range rankVariables {
		value, _ := lookup(name)
		if n, err := strconv.ParseInt(value, 10, 32); err == nil && n >= 0 {
			return int(n)
		}
	}
	return -1
}

// Expand replaces {rank}, {host} and {job} in the name of an output, so that each rank
// has its own. Other braces stay. The error says which word has no value.
func Expand(name string, lookup func(string) (string, bool), host func() (string, error)) (string, error) {
	words := []struct {
		word  string
		value func() (string, error)
	}{
		{"{rank}", func() (string, error) {
			if n := Rank(lookup); n >= 0 {
				return strconv.Itoa(n), nil
			}
			return "", fmt.Errorf("none of the variables %s is set: srun or mpirun sets them for each rank", strings.Join(rankVariables, ", "))
		}},
		{"{job}", func() (string, error) {
			if id, ok := lookup("SLURM_JOB_ID"); ok && id != "" && filepath.Base(id) == id {
				return id, nil
			}
			return "", errors.New("the variable SLURM_JOB_ID is not set: Slurm sets it in each job")
		}},
		{"{host}", func() (string, error) {
			full, err := host()
			short, _, _ := strings.Cut(full, ".")
			if err == nil && short == "" {
				err = errors.New("the host has no name")
			}
			return short, err
		}},
	}
	for _, w := range words {
		if !strings.Contains(name, w.word) {
			continue
		}
		value, err := w.value()
		if err != nil {
			return "", fmt.Errorf("%s in %s: %w", w.word, name, err)
		}
		name = strings.ReplaceAll(name, w.word, value)
	}
	return name, nil
}

// labels returns what the header of a capture says of the run.
func labels() map[string]string {
	if n := Rank(os.LookupEnv); n >= 0 {
		return map[string]string{"rank": strconv.Itoa(n)}
	}
	return nil
}

// labelsName is the file in which the labels are left, for Recover.
const labelsName = "labels.json"

// saveLabels leaves the labels of a run in dir.
func (r *Recording) saveLabels(labels map[string]string, dir string) {
	if labels == nil {
		return
	}
	text, err := json.Marshal(labels)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, labelsName), text, 0o666)
	}
	if err != nil {
		r.Say.Warn("a recovered capture will have no label rank: " + err.Error())
	}
}

// savedLabels returns the labels that a recording which was killed left, nil for none.
func savedLabels(dir string) map[string]string {
	text, err := os.ReadFile(filepath.Join(dir, labelsName))
	if err != nil {
		return nil
	}
	var labels map[string]string
	if json.Unmarshal(text, &labels) != nil {
		return nil // cut off
	}
	return labels
}

// removeSaved removes a file of the recording's own, which may not be there.
func removeSaved(dir, name string) error {
	if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
