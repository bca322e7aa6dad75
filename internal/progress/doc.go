// Package progress draws one line that says how far a long task is, and how long the
// task still takes once its pace is steady. The line is meant for standard error on a
// terminal, and it is erased at the end.
package progress
