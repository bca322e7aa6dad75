package cli

import "io"

// Stream writes a result to standard output as it is made, without keeping it,
// or to a file, whole or not at all. Nothing but the writing itself may fail any
// more, and nothing else may be printed on standard output.
func (p *Program) Stream(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(legibly(p.Terminal))
	}
	return p.WriteTo(path, write)
}
