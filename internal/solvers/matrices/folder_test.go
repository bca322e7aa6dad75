package matrices

import "testing"

func TestFolder(t *testing.T) {
	for capture, want := range map[string]string{
		"run.nrt": "run.matrices", "a/run.json.gz": "a/run.matrices", "run.pftrace": "run.matrices", "run.2.nrt": "run.2.matrices",
	} {
		if got := Folder(capture); got != want {
			t.Errorf("%s: got %s", capture, got)
		}
	}
}
