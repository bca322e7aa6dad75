// Package starting words where the time of the start of a program goes.
package starting
