package record

import (
	"errors"
	"testing"
)

// environ is a lookup of variables in a map.
func environ(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
}

func TestRank(t *testing.T) {
	for _, c := range []struct {
		vars map[string]string
		want int
	}{
		{nil, -1},
		{map[string]string{"SLURM_PROCID": "3"}, 3},
		{map[string]string{"PMI_RANK": "4", "SLURM_PROCID": "0"}, 4}, // mpirun in a batch job
		{map[string]string{"PMIX_RANK": "5", "PMI_RANK": "1"}, 5},
		{map[string]string{"OMPI_COMM_WORLD_RANK": "6", "PMIX_RANK": "6", "SLURM_PROCID": "0"}, 6},
		{map[string]string{"OMPI_COMM_WORLD_RANK": "", "SLURM_PROCID": "7"}, 7},
		{map[string]string{"PMI_RANK": "-1"}, -1},
		{map[string]string{"PMI_RANK": "x/../y"}, -1},
		{map[string]string{"PMI_RANK": "99999999999"}, -1},
	} {
		if got := Rank(environ(c.vars)); got != c.want {
			t.Errorf("%v: got %d, want %d", c.vars, got, c.want)
		}
	}
}

func TestExpand(t *testing.T) {
	vars := environ(map[string]string{"SLURM_PROCID": "12", "SLURM_JOB_ID": "345"})
	host := func() (string, error) { return "node7.cluster.example", nil }
	for name, want := range map[string]string{
		"run.nrt":                    "run.nrt",
		"run-{rank}.nrt":             "run-12.nrt",
		"{job}/{host}-{rank}.nrt":    "345/node7-12.nrt",
		"{rank}{rank} {capture}.nrt": "1212 {capture}.nrt",
	} {
		if got, err := Expand(name, vars, host); got != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"run-{rank}.nrt": "{rank} in run-{rank}.nrt: none of the variables OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID is set: srun or mpirun sets them for each rank",
		"{job}.nrt":      "{job} in {job}.nrt: the variable SLURM_JOB_ID is not set: Slurm sets it in each job",
		"{host}.nrt":     "{host} in {host}.nrt: no name",
	} {
		got, err := Expand(name, environ(nil), func() (string, error) { return "", errors.New("no name") })
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, want)
		}
	}
}
