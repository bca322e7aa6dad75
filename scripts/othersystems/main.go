// Othersystems checks the types of all packages and of their tests as they are on other
// systems, and runs the analyzers of go vet there:
//
//	othersystems GOOS/GOARCH…
//
// GOOS=… go vet ./... finds the same, but compiles all that the packages import, and takes
// four times as long.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func main() {
	for _, system := range os.Args[1:] {
		fmt.Println(system)
		if err := check(".", system); err != nil {
			fmt.Fprintf(os.Stderr, "othersystems: error: %s: %v\n", system, err)
			os.Exit(1)
		}
	}
}

// check prints what is wrong with the packages below a folder on a system. The error says
// how many findings there are.
func check(dir, system string) error {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return errors.New("want GOOS/GOARCH")
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Dir:   dir,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return err
	}
	if n := packages.PrintErrors(pkgs); n > 0 || len(pkgs) == 0 {
		return fmt.Errorf("%d errors in %d packages", n, len(pkgs))
	}
	found, err := checker.Analyze(suite, pkgs, nil)
	if err != nil {
		return err
	}
	wrong := 0
	for _, a := range found.Roots {
		wrong += len(a.Diagnostics)
		err = cmp.Or(err, a.Err)
	}
	if wrong == 0 {
		return err
	}
	return cmp.Or(err, found.PrintText(os.Stderr, -1), fmt.Errorf("%d findings", wrong))
}
