# SPDX-License-Identifier: Apache-2.0
# Calls of two ranks from several functions, threads and a generator. Keeps account of them: a line
# "FUNCTION LINE BYTES" each, in the file ARGUMENT.RANK.
import array
import sys
import threading

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank = comm.Get_rank()
account = open(f"{sys.argv[1]}.{rank}", "w")
lock = threading.Lock()


def note(function, length):
    """The call is in the next line of the one who notes it."""
    with lock:
        account.write(f"{function} {sys._getframe(1).f_lineno + 1} {length}\n")


def wait(on):
    note("MPI_Barrier", 0)
    on.Barrier()


def exchange(values):
    if rank == 0:
        note("MPI_Send", 8 * len(values))
        comm.Send(values, dest=1)
    else:
        note("MPI_Recv", 0)
        comm.Recv(values, source=0)


def solve():
    for length in (1, 10, 100):
        exchange(array.array("d", [0.0] * length))
    wait(comm)


def steps():
    for step in range(3):
        note("MPI_Barrier", 0)
        comm.Barrier()
        yield step


def work(own):
    for _ in range(50):
        wait(own)
    try:
        raise ValueError
    except ValueError:
        note("MPI_Barrier", 0)
        own.Barrier()


solve()
wait(comm)
total = sum(steps()) + sum(steps())
if rank == 0:
    print(total)
copies = [comm.Dup() for _ in range(2)]
threads = [threading.Thread(target=work, args=(one,)) for one in copies]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
account.close()
