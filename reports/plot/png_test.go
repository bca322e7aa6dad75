//go:build !js

package plot

import (
	"bytes"
	"image/png"
	"testing"
)

func TestPNG(t *testing.T) {
	for name, p := range plots() {
		var image bytes.Buffer
		if err := p.PNG(&image); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if cfg, err := png.DecodeConfig(&image); err != nil || cfg.Width < 100 {
			t.Errorf("%s: %v, %d pixels wide", name, err, cfg.Width)
		}
	}
}
