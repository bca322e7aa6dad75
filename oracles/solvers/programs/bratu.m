% Newton's method for the Bratu problem, -Laplace u = lambda exp(u), with u = 0 at
% the border of a square, by continuation in lambda. The operator \ calls UMFPACK.
n = str2double (getenv ("SIZE"));
h = 1 / (n + 1);
e = ones (n, 1);
T = spdiags ([e, -2*e, e], -1:1, n, n);
L = (kron (T, speye (n)) + kron (speye (n), T)) / h^2;
% A wind makes the matrix unsymmetric, so that \ takes UMFPACK, not CHOLMOD.
W = kron (spdiags ([-e, e], [-1, 1], n, n), speye (n)) / (2*h);
u = zeros (n^2, 1);
solves = 0;
for lambda = 1:6
  for iteration = 1:20
    r = L*u + 5*W*u + lambda*exp (u);
    if norm (r, Inf) < 1e-9
      break
    end
    J = L + 5*W + lambda*spdiags (exp (u), 0, n^2, n^2);
    u -= J \ r;
    solves++;
  end
  printf ("lambda %d: %d iterations, max u %.17g\n", lambda, iteration - 1, max (u));
end
printf ("solves %d\n", solves);
