package netlist

import (
	"strings"
	"testing"
)

// TestControl has the analyses that .control blocks ask for.
func TestControl(t *testing.T) {
	for _, c := range []struct {
		text string
		op   bool
		stop float64 // of the transient; 0 for none
		warn []string
	}{
		{".control\ntran 1n 10n\n.endc", false, 10e-9, nil},
		{".control\n.tran 1n 10n 0 1n uic\n.op\n.endc", true, 10e-9, nil},
		{".CONTROL\nTRAN 1n 10N\nOP\n.ENDC", true, 10e-9, nil},
		{".control\nop\n.endc", true, 0, nil},
		{".control\nrun\n.endc", false, 0, nil},
		{".control\nrun\n.endc\n.tran 1n 10n", false, 10e-9, nil},
		{".tran 1n 10n\n.control\nrun\n.endc\n.op", true, 10e-9, nil},
		{".control\n* tran 1n 9n\n# tran 1n 9n\n\n  tran 1n\n+ 10n $ 9n\n.endc $ end", false, 10e-9, nil},
		{".control\nop; tran 1n 10n // x\n.endc", true, 10e-9, nil},
		{".control\nset noaskquit ; op\ntran 1n 10n\nplot v(1)\nprint v(2)\nplot v(2)\nquit\n.endc", true, 10e-9,
			[]string{"x.cir:2: commands of .control other than op, tran and run are ignored: set, plot, print, quit"}},
		{".control\ntran 1n 10n\ntran 1n 20n\n.endc", false, 10e-9, []string{"x.cir:4: tran is ignored: another transient comes first"}},
		{".tran 1n 5n\n.control\ntran 1n 10n\n.endc", false, 10e-9, []string{"x.cir:4: tran replaces .tran, because no run command comes before it"}},
		{".tran 1n 5n\n.control\nrun\ntran 1n 10n\n.endc", false, 5e-9, []string{"x.cir:5: tran is ignored: another transient comes first"}},
		{".control\nrun\ntran 1n 10n\n.endc", false, 10e-9, nil},
		{".control\ntran $&dt 10n\n.endc\n.tran 1n 5n", false, 5e-9, []string{"x.cir:3: tran is ignored: it uses a variable of .control"}},
		{".control\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\n.endc", false, 0,
			[]string{"x.cir:2: commands of .control other than op, tran and run are ignored: a, b, c, d, e, f, g, h, i, j, k, l and others"}},
		{".control\n+ 10n\n.endc\n.control\nop\n.endc", true, 0, nil},
		{".param q=10n\n.control\ntran 1n {q}\n.endc", false, 10e-9, nil},
	} {
		n := parse(t, c.text)
		stop := 0.0
		if n.Tran != nil {
			stop = n.Tran.Stop
		}
		var warn []string
		for _, w := range n.Warnings {
			warn = append(warn, w.String())
		}
		if n.OP != c.op || stop != c.stop || strings.Join(warn, "\n") != strings.Join(c.warn, "\n") {
			t.Errorf("%s: got op %v, stop %g, warnings %q; want %v, %g, %q", c.text, n.OP, stop, warn, c.op, c.stop, c.warn)
		}
	}
	for text, want := range map[string]string{
		".control\nop\ntran 1n\n.endc":     "x.cir:4: got the end of the line, want the stop time",
		".control\ntran 1n foo\n.endc":     `x.cir:3: parameter "foo" is not defined`,
		".control\ntran 1n 10n (\n.endc":   "x.cir:3: ",
		".control\ntran 1n 10n {1n\n.endc": "x.cir:3: ",
		".control\nop":                     "x.cir:2: got .control without .endc after it",
	} {
		if _, err := Parse("x.cir", strings.NewReader("t\n"+text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
