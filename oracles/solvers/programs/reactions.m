% A chain of 200 stiff reactions with diffusion, by ode15s: IDA with KLU.
n = str2double (getenv ("SIZE"));
function f = rates (t, y, n)
  u = y(1:n);
  v = y(n+1:end);
  k = 100 * u.^2 .* v;
  lu = [0; u(1:end-1)] - 2*u + [u(2:end); 0];
  lv = [1; v(1:end-1)] - 2*v + [v(2:end); 0];
  f = [n*lu + k - u; n*lv - k];
end
e = ones (n, 1);
T = spdiags ([e, e, e], -1:1, n, n);
S = [T, speye(n); speye(n), T];
function J = jacobian (t, y, n)
  u = y(1:n);
  v = y(n+1:end);
  e = ones (n, 1);
  T = n * spdiags ([e, -2*e, e], -1:1, n, n);
  J = [T + spdiags(200*u.*v - 1, 0, n, n), spdiags(100*u.^2, 0, n, n);
       spdiags(-200*u.*v, 0, n, n), T - spdiags(100*u.^2, 0, n, n)];
end
o = odeset ("Jacobian", @(t, y) jacobian (t, y, n), "RelTol", 1e-6, "AbsTol", 1e-9, "Stats", "on");
y0 = [0.01 * sin(pi*(1:n)'/(n+1)); ones(n, 1)];
[t, y] = ode15s (@(t, y) rates (t, y, n), [0 1], y0, o);
printf ("%d steps, end %.17g %.17g\n", numel (t) - 1, y(end, n/2), y(end, n + n/2));
