package timeline

// InMemory is the obvious way for the tests.
var InMemory = inMemory
