package launch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Installed returns the nsys that the variable NSYS names, otherwise the newest nsys
// that [Finder] finds with PATH. Getenv looks the variables up.
func Installed(getenv func(key string) string) (Program, bool) {
	if path := getenv("NSYS"); path != "" {
		p, err := Inspect(path)
		return p, err == nil
	}
	found, _ := Finder{Path: getenv("PATH")}.NSYS()
	if len(found) == 0 {
		return Program{}, false
	}
	return found[0], true
}

// Export lets nsys write a report as an SQLite database. When the context ends, so
// does nsys, and its error is returned.
func (p Program) Export(ctx context.Context, report, database string) error {
	cmd := exec.CommandContext(ctx, p.Path, "export", "--type=sqlite", "--quiet=true", "--output="+database, report)
	out, err := cmd.CombinedOutput()
	if cerr := ctx.Err(); cerr != nil {
		return cerr
	}
	if _, serr := os.Stat(database); serr != nil && err == nil {
		err = errors.New("wrote no database") // ends with 0 whatever happens
	}
	if err != nil {
		return fmt.Errorf("%s: nsys export: %w: %s", report, err, LastLine(out))
	}
	return nil
}

// LastLine returns the last line with text in the output of a program, or a note
// that there is no such line.
func LastLine(out []byte) string {
	lines := bytes.FieldsFunc(out, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if s := strings.TrimSpace(string(lines[i])); s != "" {
			return s
		}
	}
	return "no message"
}
