// Package progress draws one line that says how far a long task is. It is meant for
// standard error on a terminal, and it erases the line at the end.
package progress
