package slurm

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

func TestMain(m *testing.M) {
	schematest.Watch()
	os.Exit(m.Run())
}

// The shares of all tasks have each file once, and differ by one file at most.
func TestShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z/]{1,8}`), 1, 40, rapid.ID[string]).Draw(t, "files")
		tasks := rapid.IntRange(1, 50).Draw(t, "tasks")
		p, err := NewPlan("captures", "/", files, tasks, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := min(tasks, len(files)); p.Tasks != want {
			t.Fatalf("got %d tasks, want %d", p.Tasks, want)
		}
		var all []int
		for task := 1; task <= p.Tasks; task++ {
			share := p.Share(task)
			if n := len(share) - len(files)/p.Tasks; n < 0 || n > 1 {
				t.Errorf("task %d has %d of %d files", task, len(share), len(files))
			}
			for _, k := range share {
				if !p.has(task, k) || p.has(task%p.Tasks+1, k) && p.Tasks > 1 {
					t.Errorf("task %d: has is wrong for file %d", task, k)
				}
			}
			all = append(all, share...)
		}
		slices.Sort(all)
		for k, file := range all {
			if k != file || len(all) != len(files) {
				t.Fatalf("got files %d of %d", all, len(files))
			}
		}
		other, err := NewPlan("captures", "/", shuffled(t, files), tasks, nil)
		if err != nil || !slices.Equal(p.Files, other.Files) {
			t.Errorf("the order of the files matters: %v", err)
		}
	})
}

func shuffled(t *rapid.T, files []string) []string { return rapid.Permutation(files).Draw(t, "order") }

func TestNewPlan(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  string
	}{
		{nil, "/d: no captures in this folder"},
		{[]string{"a", "b\xff"}, `"b\xff": the name is not UTF-8, and the list of files is JSON`},
		{[]string{"a", "a"}, "the list of files is not in ascending order"},
	} {
		if _, err := NewPlan("captures", "/d", c.files, 2, nil); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.files, err, c.want)
		}
	}
}

// job makes a job of files in a new folder.
func job(t *testing.T, tasks int, files ...string) *Job {
	t.Helper()
	p, err := NewPlan("captures", "/data", files, tasks, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := Create(filepath.Join(t.TempDir(), "out [1]"), ".part", p, true)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// The list of files is written once. A plan that asks for other work is refused.
func TestCreate(t *testing.T) {
	j := job(t, 2, "a", "b", "c")
	make := func(kind, folder string, tasks int, args ...string) *Plan {
		p, err := NewPlan(kind, folder, []string{"a", "b", "c", "late"}, tasks, args)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	again, appeared, err := Create(j.Dir, ".part", make("captures", "/data", 2), true)
	if err != nil || appeared != 1 || !slices.Equal(again.Plan.Files, []string{"a", "b", "c"}) || again.digest != j.digest {
		t.Errorf("got %v, %d files appeared, %v", again, appeared, err)
	}
	if _, _, err := Create(j.Dir, ".part", make("captures", "/data", 4), false); err != nil {
		t.Errorf("the default number of tasks is refused: %v", err)
	}
	if again, _, err = Create(j.Dir, ".part", nil, false); err != nil || again.Plan.Tasks != 2 {
		t.Errorf("got %v", err)
	}
	for want, p := range map[string]*Plan{
		"it has 2 tasks, not 4":                           make("captures", "/data", 4),
		"it works on the files in /data, not in /other":   make("captures", "/other", 2),
		"it works on captures, not on matrices":           make("matrices", "/data", 2),
		`its flags for each file are none, not ["--x=1"]`: make("captures", "/data", 2, "--x=1"),
	} {
		if _, _, err := Create(j.Dir, ".part", p, true); !errors.Is(err, ErrOther) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, _, err := Create(t.TempDir(), ".part", nil, false); err == nil {
		t.Error("a folder without a job: no error")
	}
}

// A damaged plan is an error with the name of the file.
func TestDamagedPlan(t *testing.T) {
	j := job(t, 2, "a", "b")
	name := filepath.Join(j.Dir, "plan.json")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for old, bad := range map[string]string{
		`"tasks": 2`:    `"tasks": 3`,
		`slurm-plan/v1`: `slurm-plan/v2`,
		`"a"`:           `"c"`,
		`"kind"`:        `"sort"`,
		"\n}":           "\n} {}",
	} {
		if err := os.WriteFile(name, []byte(strings.Replace(string(good), old, bad, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Create(j.Dir, ".part", nil, false); err == nil || !strings.HasPrefix(err.Error(), name+": ") {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}
