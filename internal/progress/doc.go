// Package progress draws one line that says how far a long task is. It is
// meant for a terminal's standard error, and leaves nothing behind.
package progress
