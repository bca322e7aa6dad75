package reportstest

import "testing"

func TestOutside(t *testing.T) {
	for page, want := range map[string]string{
		`<img src="x">`: `src=`,
		"see http://x":  "http:",
		`<a href="x">`:  `href="x"`,
		"<script>":      "<script",
		`<image href="data:image/png;base64,AAAA"/>`: "",
		"<p>a / b</p>": "",
	} {
		if got := outside([]byte(page)); got != want {
			t.Errorf("%s: want %q, got %q", page, want, got)
		}
	}
}
