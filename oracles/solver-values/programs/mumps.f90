! Calls MUMPS by its Fortran interface, and prints what MUMPS says.
program values
  implicit none
  include 'mpif.h'
  include 'dmumps_struc.h'
  type(dmumps_struc) :: id
  integer :: k, j, error
  integer, parameter :: n = 500
  call mpi_init(error)
  id%comm = mpi_comm_world
  id%sym = 0
  id%par = 1
  call job(-1, 'setup')
  id%icntl(1:3) = -1
  id%icntl(4) = 0
  id%n = n
  id%nnz = 3 * n - 2
  allocate(id%irn(id%nnz), id%jcn(id%nnz), id%a(id%nnz), id%rhs(n))
  k = 0
  do j = 1, n
    if (j > 1) call put(j - 1, j, -1.25d0)
    call put(j, j, 3.5d0)
    if (j < n) call put(j + 1, j, -1.5d0)
  end do
  id%rhs = 1
  call job(1, 'analyze')
  call job(2, 'factor')
  call job(3, 'solve')
  call job(6, 'analyze+factor+solve')
  call job(-2, 'free')
  call mpi_finalize(error)
  print '(a)', 'MATRICES 1'
contains
  subroutine put(row, column, x)
    integer :: row, column
    double precision :: x
    k = k + 1
    id%irn(k) = row
    id%jcn(k) = column
    id%a(k) = x
  end subroutine
  subroutine job(number, phase)
    integer :: number
    character(*) :: phase
    id%job = number
    call dmumps(id)
    write (*, '(a,i0,2a)', advance='no') 'SAY dmumps_ selector=', number, ' phase=', phase
    if (number > 0) write (*, '(a,i0,a,i0,a,i0)', advance='no') ' status=', id%infog(1), ' n=', id%n, ' nnz=', id%nnz
    if (number == 2 .or. number == 6) write (*, '(3(a,i0))', advance='no') &
      ' lnz=', id%infog(29), ' flops=', nint(id%rinfog(3)), ' pivots=', id%infog(13)
    print '(a)', ''
  end subroutine
end program
