package structure

// Messages of the panics that broken preconditions cause.
const errNotSquare = "structure: matrix not square"
