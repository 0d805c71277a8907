/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job of several ranks of which rank 0 runs a program and the others work for it. */
#pragma once

#include <mpi.h>

#include "base/weft-executor.h"
#include "cli/mpi/weft-mpi-watch.h"

G_BEGIN_DECLS

/* What the messages between rank 0 and another rank hold. */
typedef enum
{
  WEFT_MPI_WORK = 1, /* to a rank: a recipe, with its 0 */
  WEFT_MPI_READY,    /* from a rank: WeftMpiReady, then why it cannot, with its 0 */
  WEFT_MPI_ITEMS,    /* to a rank: WeftMpiChunk, then items */
  WEFT_MPI_RESULTS,  /* from a rank: the same chunk, then results */
  WEFT_MPI_END,      /* to a rank: nothing follows */
} WeftMpiTag;

/* What a rank's work is like, to compare with that of rank 0. */
typedef struct
{
  guint64 item_size; /* 0 when it could not be made */
  guint64 result_size;
  char digest[72]; /* SHA-256 of the recipe as it arrived */
} WeftMpiReady;

/* Where a chunk stands in its batch. */
typedef struct
{
  guint32 batch;
  guint32 first;
  guint32 n;
  guint32 unused;
} WeftMpiChunk;

typedef struct
{
  int rank;
  int size;
  char (*hosts)[64]; /* of size */
  WeftMpiWatch *watch;
} WeftMpiJob;

/* Runs @body on rank 0 and ends the job with its status; the others work until then. Does not return on rank 0 when
 * @body calls exit(), which is as good. */
int      weft_mpi_run       (int               argc,
                             char            **argv,
                             WeftWorkFactory   factory,
                             int             (*body) (int argc, char **argv));
/* The job of this process, or NULL outside weft_mpi_run(). */
WeftMpiJob *weft_mpi_job    (void);
/* TRUE with an error when a rank was lost. */
gboolean weft_mpi_job_lost  (WeftMpiJob *job, GError **error);
/* Waits a little for messages; longer when nothing came for a while. */
void     weft_mpi_pause     (guint *n_pauses);

G_END_DECLS
