// Package foresight guesses what a loop does next, as the branch predictor of a processor
// does.
package foresight
