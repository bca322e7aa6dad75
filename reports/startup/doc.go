// Package startup words where the time of the start of a program goes.
package startup
