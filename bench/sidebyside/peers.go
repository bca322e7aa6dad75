//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// A peer is a C program over libraries from Debian.
type peer struct {
	name string
	libs []string
}

// peers are the programs of bench/peers that are compiled.
var peers = []peer{
	{"amd", []string{"-lcxsparse", "-lamd", "-lsuitesparseconfig"}},
	{"colamd", []string{"-lcolamd", "-lcxsparse", "-lsuitesparseconfig"}},
	{"etree", []string{"-lcxsparse", "-lcholmod"}},
	{"metis", []string{"-lmetis", "-lcxsparse"}},
	{"btf", []string{"-lbtf"}},
	{"cholmod9", []string{"-lcholmod", "-lcxsparse"}},
	{"dmperm", []string{"-lcxsparse"}},
	{"klu", []string{"-lklu", "-lamd", "-lbtf", "-lcolamd"}},
	{"cholmod_read", []string{"-lcholmod"}},
}

// buildPeers compiles every peer into dir and returns the C compiler's version.
func buildPeers(src, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range peers {
		args := append([]string{"-O2", "-o", filepath.Join(dir, p.name),
			filepath.Join(src, p.name+".c"), "-I/usr/include/suitesparse"}, p.libs...)
		if out, err := exec.Command("cc", append(args, "-lm")...).CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", p.name, err, out)
		}
	}
	return nil
}

// buildOurs compiles nrkit's own programs into dir.
func buildOurs(dir string) error {
	for _, pkg := range []string{"./bench/kernels", "./cmd/analyze"} {
		cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
		}
	}
	return nil
}
