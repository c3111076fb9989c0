! SPDX-License-Identifier: Apache-2.0
! Rank 0 sends ten messages to rank 1, by the interface of MPI that is chosen when this is compiled, and prints at which
! lines what is called.
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
  integer :: values(4)
#if defined(BY_MODULE_F08)
  type(MPI_Request) :: request
#else
  integer :: request
#endif
  values = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  do number = 1, 10
    if (rank == 0) then
      call MPI_Send(values, 4, MPI_INTEGER, 1, number, MPI_COMM_WORLD, error)
    else if (rank == 1) then
      call MPI_Irecv(values, 4, MPI_INTEGER, 0, MPI_ANY_TAG, MPI_COMM_WORLD, request, error)
      call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    end if
  end do
  if (rank == 0) then
    print '(A,I0)', 'MPI_Send fortran.F90:', __LINE__ - 7
    print '(A,I0)', 'MPI_Irecv fortran.F90:', __LINE__ - 6
  end if
  call MPI_Bcast(values, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(A,I0)', 'MPI_Bcast fortran.F90:', __LINE__ - 1
  call MPI_Finalize(error)
  print *
end program calls
