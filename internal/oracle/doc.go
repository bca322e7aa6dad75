// Package oracle holds slow, obvious versions of the algorithms of the module, with
// which tests compare the fast versions. They follow the definition of their result
// and use maps, dense arrays and recursion. Nothing here is tuned, and only tests
// import the package.
package oracle
