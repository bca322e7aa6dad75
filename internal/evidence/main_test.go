package evidence

import (
	"os"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

func TestMain(m *testing.M) {
	schematest.Watch()
	os.Exit(m.Run())
}
