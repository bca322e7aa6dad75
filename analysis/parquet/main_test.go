package parquet_test

import (
	"os"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

// TestMain has each document checked that a test writes.
func TestMain(m *testing.M) {
	schematest.Watch()
	os.Exit(m.Run())
}
