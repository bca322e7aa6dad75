// Package hint has errors with advice: [With] adds advice to an error. A program
// prints the advice that [Of] returns below the error.
package hint
