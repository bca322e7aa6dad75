// Package threadtime reads the CPU time of a thread.
package threadtime
