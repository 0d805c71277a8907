/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a job starts, makes sure that its ranks belong together, and ends. */
#include "config.h"

#include "cli/mpi/weft-mpi-job.h"

#include <stdlib.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "cli/mpi/weft-mpi-serve.h"
#include "cli/weft-cli.h"

/* What each rank tells all others at the start; plain bytes. */
typedef struct
{
  char version[64];
  char host[64];
} Introduction;

static WeftMpiJob *running_job;

WeftMpiJob *
weft_mpi_job (void)
{
  return running_job;
}

gboolean
weft_mpi_job_lost (WeftMpiJob *job, GError **error)
{
  guint rank = weft_mpi_watch_lost (job->watch);

  if (rank == 0)
    return FALSE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED,
               _("rank %u of %d (on %s) was lost; what was evaluated before is in the trail, and "
                 "“weft search --resume RUN” goes on from there"),
               rank, job->size, job->hosts[rank]);
  return TRUE;
}

void
weft_mpi_pause (guint *n_pauses)
{
  if ((*n_pauses)++ < 64)
    g_thread_yield ();
  else
    g_usleep (*n_pauses < 1024 ? 20 : 200);
}

/* FALSE after rank 0 has said which rank runs another version. */
static gboolean
introduce (WeftMpiJob *job, gboolean *one_host)
{
  g_autofree Introduction *all = g_new0 (Introduction, job->size);
  Introduction own = { 0 };
  gboolean alike = TRUE;

  g_strlcpy (own.version, WEFT_VERSION, sizeof own.version);
  g_strlcpy (own.host, g_get_host_name (), sizeof own.host);
  MPI_Allgather (&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, MPI_COMM_WORLD);
  job->hosts = g_malloc0_n (job->size, sizeof *job->hosts);
  *one_host = TRUE;
  for (int i = 0; i < job->size; i++)
    {
      memcpy (job->hosts[i], all[i].host, sizeof *job->hosts);
      *one_host &= g_str_equal (all[i].host, all[0].host);
      if (g_str_equal (all[i].version, all[0].version))
        continue;
      if (job->rank == 0)
        weft_cli_refuse (_("rank %d (on %s) runs weft %s, rank 0 runs weft %s; expected the same on all ranks"), i,
                         all[i].host, all[i].version, all[0].version);
      alike = FALSE;
    }
  return alike;
}

/* FALSE on all ranks when it fails on one. */
static gboolean
connect_ranks (WeftMpiJob *job, gboolean one_host)
{
  g_autoptr (GError) error = NULL;
  WeftMpiAddress address = { 0 };
  int done, all_done;

  if (job->rank == 0)
    job->watch = weft_mpi_watch_new ((guint) job->size, one_host, &address, &error);
  MPI_Bcast (&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (job->rank != 0 && address.port != 0)
    job->watch = weft_mpi_watch_join (&address, (guint) job->rank, &error);
  done = job->watch != NULL && (job->rank != 0 || weft_mpi_watch_start (job->watch, &error));
  if (error != NULL)
    weft_cli_fail (error);
  MPI_Allreduce (&done, &all_done, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all_done;
}

/* When a rank is gone, MPI_Finalize() would wait for it for ever; the others end by being dismissed. */
static void
end_job (void)
{
  WeftMpiJob *job = g_steal_pointer (&running_job);

  if (job == NULL || job->rank != 0)
    return;
  if (weft_mpi_watch_lost (job->watch) != 0)
    {
      weft_mpi_watch_stop (job->watch, TRUE);
      return;
    }
  weft_mpi_watch_stop (job->watch, FALSE);
  for (int i = 1; i < job->size; i++)
    MPI_Send (NULL, 0, MPI_BYTE, i, WEFT_MPI_END, MPI_COMM_WORLD);
  MPI_Finalize ();
}

int
weft_mpi_run (int argc, char **argv, WeftWorkFactory factory, int (*body) (int argc, char **argv))
{
  static WeftMpiJob job;
  gboolean one_host;
  int level;

  /* A search maps from a thread of its own, but never two at once. */
  MPI_Init_thread (&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank (MPI_COMM_WORLD, &job.rank);
  MPI_Comm_size (MPI_COMM_WORLD, &job.size);
  if (!introduce (&job, &one_host) || !connect_ranks (&job, one_host))
    {
      MPI_Finalize ();
      return WEFT_EXIT_BAD;
    }
  running_job = &job;
  if (job.rank != 0)
    {
      weft_mpi_serve (&job, factory);
      weft_mpi_watch_stop (job.watch, FALSE);
      MPI_Finalize ();
      return WEFT_EXIT_DONE;
    }
  /* Help and bad usage end a program through exit(). */
  atexit (end_job);
  return body (argc, argv);
}
