package doctor

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/doctor"
	"github.com/nrkit/nrkit/reports"
)

// The table fits into 80 columns, whatever is in it.
func TestDoctorWidth(t *testing.T) {
	doc := &doctor.Document{OS: "linux", Arch: "amd64", Distribution: "Debian GNU/Linux 12 (bookworm)", Checks: []doctor.Check{
		{Name: "QdstrmImporter", State: doctor.Missing, Detail: "not in " + strings.Repeat("/usr/lib/nsight-systems, ", 9), UsedFor: "reports of nsys", Fix: "Install: apt-get install nsight-systems"},
		{Name: "C compiler", State: doctor.OK, Version: strings.Repeat("long version ", 9), UsedFor: "nrprof record"},
		{Name: "ImportNvtxt", State: doctor.Limited, Detail: strings.Repeat("error ", 9), UsedFor: "phases into .nsys-rep"},
		{Name: "disk: temporary files", State: doctor.OK, Detail: "4.00 EiB free", UsedFor: "nrprof nsys, record"},
	}}
	var b strings.Builder
	if err := reports.Text(&b, Report(doc), 0); err != nil {
		t.Fatal(err)
	}
	table, _, found := strings.Cut(b.String(), "WHAT TO DO")
	if !found {
		t.Fatalf("nothing to do: %s", b.String())
	}
	for line := range strings.Lines(table) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestWithoutPackager(t *testing.T) {
	for in, want := range map[string]string{
		"cc (Debian 12.2.0-14+deb12u1) 12.2.0": "cc 12.2.0", "go1.26.8": "go1.26.8", "clang (x": "clang (x", "17 (unmapped)": "17 (unmapped)", "": "",
	} {
		if got := withoutPackager(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
