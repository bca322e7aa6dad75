// Package sweep runs a program under several configurations, again and again, and
// says which configuration is faster.
//
// # What is run
//
// A [Definition] lists configurations: environment variables and arguments, written
// one by one or as the product of a matrix. Every run is a process of its own. The
// first runs of a configuration are cold, the other runs are warm, and the two are
// never mixed. If the command names the folder {cache}, the folder is empty at the
// beginning of each cold run, and warm runs find what the last cold run left.
//
// # In what order
//
// Runs come in rounds. Each round runs every configuration once, in an order that is
// drawn anew. Slow changes, such as the clock of a processor that gets warm, then
// affect all configurations alike.
//
// # What survives
//
// Every run that ended is a line of a journal, written before the next run begins. A
// sweep that was killed continues from its journal. A run that fails, or takes too
// long, is reported, and the other runs go on.
package sweep
