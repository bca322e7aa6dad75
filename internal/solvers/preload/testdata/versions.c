/* Two versions of a function. */
__asm__(".symver old_factor, toy_factor@TOY_1");
__asm__(".symver new_factor, toy_factor@@TOY_2");

int old_factor(int n, double x) { return 1000 + n + (int)x; }
int new_factor(int n, double x) { return 2000 + n + (int)x; }
