//go:build !linux

package childusage

import "errors"

// Main does nothing here.
func Main() {}

// between reports whether programs are started by a process between.
func between() bool { return false }

func startBetween(Command) (*Child, error) { return nil, errors.ErrUnsupported }
