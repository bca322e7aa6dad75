// Package sweep runs a program under several configurations, again and again, and
// says which of them is faster.
//
// # What is run
//
// A Definition lists configurations: variables of the environment and arguments,
// by themselves or as the product of a matrix. Every run is a process of its own.
// The first runs of a configuration are cold, the others warm; the two are never
// mixed. Where the command names the folder {cache}, it is empty at the beginning
// of each cold run, and warm runs find what the last cold one left.
//
// # In what order
//
// In rounds, each of which runs every configuration once, in an order that is
// drawn anew for each round: what changes slowly, such as the clock of a
// processor that gets warm, is then in all configurations alike.
//
// # What survives
//
// Every run that ended is a line of a journal, written before the next one begins.
// A sweep that is killed goes on where it was. A run that fails, or takes too long,
// is told; the others go on.
package sweep
