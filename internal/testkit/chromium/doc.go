// Package chromium drives Debian's chromium for tests, by the DevTools protocol [1]
// through a pair of pipes: messages are JSON and end with a zero byte.
//
// [1] https://chromedevtools.github.io/devtools-protocol/
package chromium
