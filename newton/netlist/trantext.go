package netlist

import (
	"errors"
	"fmt"
	"strings"
)

// ParseTran reads a transient analysis from STEP,STOP[,START[,MAX]], in seconds as
// netlists write them, such as 2p,2n. The error has what was got and wanted.
func ParseTran(s string) (*Tran, error) {
	bad := func(why string) error {
		return fmt.Errorf("want STEP,STOP[,START[,MAX]], got %q%s", s, why)
	}
	parts := strings.Split(s, ",")
	for _, part := range parts {
		if part == "" || strings.Trim(part, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-") != "" ||
			!strings.ContainsAny(part[:1], "0123456789.+-") {
			return nil, bad("")
		}
	}
	if len(parts) < 2 || len(parts) > 4 {
		return nil, bad("")
	}
	n, err := Parse("--tran", strings.NewReader("tran\nr1 a 0 1\n.tran "+strings.Join(parts, " ")+"\n.end\n"))
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return nil, bad(": " + syntax.Msg)
	}
	if err != nil {
		return nil, err
	}
	return n.Tran, nil
}
