// Package oracle holds slow, obvious versions of the algorithms of the module,
// for tests to compare with. They follow the definition of their result and
// use maps, dense arrays and recursion where the fast versions do not; nothing
// here is tuned, and nothing outside tests imports it.
package oracle
