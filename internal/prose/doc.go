// Package prose measures text that people read: phrases that make a sentence
// hard to read, sentences that are too long, and links that lead nowhere. Tests
// of pages, comments and help texts call it; the programs do not link it.
package prose
