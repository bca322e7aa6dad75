// Analyze reads a sparse matrix and says how parallel a direct solver is on it.
package main

import "os"

func main() {
	limitThreads(os.Args[1:])
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
