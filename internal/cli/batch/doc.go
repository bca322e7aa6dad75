// Package batch has the commands that divide work on many files among the machines of
// a cluster: the flags, the submission, a task, the merge and the state of a job. What
// the work is, is the program's.
package batch
