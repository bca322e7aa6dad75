// Notice writes NOTICE: the modules that the programs analyze and nrprof contain on
// the systems for which they are built, and the full text of their licences.
//
// usage: go run ./scripts/notice [-o FILE]
//
// It asks the go command from which packages each program is linked. From the
// modules it takes the files called LICENSE, COPYING or NOTICE, also in folders that
// contain a linked package. A module without such a file, or with a licence that is
// not in the table of licence.go, is an error.
package main

//go:generate go run . -o ../../NOTICE

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

func main() {
	output := flag.String("o", "", "file to write; standard output by default")
	flag.Parse()
	if err := run(*output); err != nil {
		fmt.Fprintln(os.Stderr, "notice: error:", err)
		os.Exit(1)
	}
}

// run writes the notice to a file, or to standard output if its name is empty.
func run(output string) error {
	modules, err := linked(programs, systems)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := render(&b, modules); err != nil {
		return err
	}
	if output == "" {
		_, err = os.Stdout.Write(b.Bytes())
		return err
	}
	return os.WriteFile(output, b.Bytes(), 0o644)
}
