// Package walk turns the events of a trace into closed ranges with their depth
// and self time, for whatever needs no more than that.
package walk
