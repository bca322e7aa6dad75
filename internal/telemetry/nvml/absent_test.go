//go:build !cgo || !linux

package nvml

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/telemetry"
)

func TestAbsent(t *testing.T) {
	want := "no GPU telemetry: built without cgo"
	if runtime.GOOS != "linux" {
		want = "no GPU telemetry: NVML is supported only on Linux"
	}
	source, err := Open()
	if source != nil || !errors.Is(err, telemetry.ErrNone) || err.Error() != want || strings.Contains(err.Error(), "\n") {
		t.Errorf("want %q in one line, got %v", want, err)
	}
}
