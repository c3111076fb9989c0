! SPDX-License-Identifier: Apache-2.0
! Does what lines.c does, by the interface of MPI that is chosen when this is compiled.
program calls
#if defined(BY_MODULE_F08)
  use mpi_f08
#elif defined(BY_MODULE)
  use mpi
#endif
  implicit none
#if defined(BY_HEADER)
  include 'mpif.h'
#endif
  integer :: rank, number, error
  integer :: in(1), out(1)
#if defined(BY_MODULE_F08)
  type(MPI_Request) :: request
#else
  integer :: request
#endif
  in = 0
  out = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  do number = 0, 9
    call MPI_Irecv(in, 1, MPI_INTEGER, rank, MPI_ANY_TAG, MPI_COMM_WORLD, request, error)
    call MPI_Send(out, 1, MPI_INTEGER, rank, number, MPI_COMM_WORLD, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  end do
  print '(I0,A,I0)', rank, ' MPI_Irecv fortran.F90:', __LINE__ - 4
  print '(I0,A,I0)', rank, ' MPI_Send fortran.F90:', __LINE__ - 4
#if defined(BY_HEADER)
  ! gfortran gives this call the line of the block that it stands in where its interface comes from a module.
  print '(I0,A,I0)', rank, ' MPI_Wait fortran.F90:', __LINE__ - 6
#endif
  call MPI_Bcast(in, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  print '(I0,A,I0)', rank, ' MPI_Bcast fortran.F90:', __LINE__ - 1
  call MPI_Finalize(error)
end program calls
