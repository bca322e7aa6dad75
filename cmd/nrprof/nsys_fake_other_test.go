//go:build !linux

package main

// fakes are the programs that scenarios run besides nrprof.
func fakes() map[string]func() { return nil }
