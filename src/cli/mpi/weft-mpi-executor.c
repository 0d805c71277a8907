/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank 0 keeps two chunks with each other rank, and works on items itself while no results come in. */
#include "config.h"

#include "cli/mpi/weft-mpi-executor.h"

#include <glib/gi18n.h>

/* Most items of a chunk, and chunks with a rank: one that it works on, one that waits there. */
#define MAX_CHUNK 64
#define MAX_OUT 2

/* The chunks that a rank has; it answers in their order. */
typedef struct
{
  MPI_Request request[MAX_OUT];
  guint8 *message[MAX_OUT]; /* MPI reads it until the answer is there */
  guint first;
  guint n;
} Outbox;

struct _WeftMpiExecutor
{
  WeftExecutor parent_instance;

  WeftMpiJob *job;
  WeftWork work;
  gpointer state; /* of rank 0 */
  gboolean begun;
  Outbox *outboxes; /* of the job's size */
  guint32 batch;
};

/* One map. */
typedef struct
{
  const guint8 *items;
  guint8 *results;
  guint n;
  guint chunk;
  guint next; /* the first item that nobody has */
  guint done;
} Batch;

G_DEFINE_FINAL_TYPE (WeftMpiExecutor, weft_mpi_executor, WEFT_TYPE_EXECUTOR)

/* Receives a message whose rank may be lost half-way. FALSE then. */
static gboolean
receive (WeftMpiExecutor *self, const MPI_Status *status, guint8 **message, int *length, GError **error)
{
  g_autofree guint8 *bytes = NULL;
  MPI_Request request;
  guint n_pauses = 0;
  int done = FALSE;

  MPI_Get_count (status, MPI_BYTE, length);
  bytes = g_malloc ((gsize) *length + 1);
  MPI_Irecv (bytes, *length, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD, &request);
  for (MPI_Test (&request, &done, MPI_STATUS_IGNORE); !done; MPI_Test (&request, &done, MPI_STATUS_IGNORE))
    {
      if (weft_mpi_job_lost (self->job, error))
        {
          g_steal_pointer (&bytes); /* MPI may still write there; the job ends anyhow */
          return FALSE;
        }
      weft_mpi_pause (&n_pauses);
    }
  bytes[*length] = '\0';
  *message = g_steal_pointer (&bytes);
  return TRUE;
}

static void
take_from_outbox (Outbox *outbox)
{
  MPI_Wait (&outbox->request[outbox->first], MPI_STATUS_IGNORE); /* there is an answer, so it has arrived */
  g_clear_pointer (&outbox->message[outbox->first], g_free);
  outbox->first = (outbox->first + 1) % MAX_OUT;
  outbox->n--;
}

/* Takes in one answer, whatever it belongs to: results of a batch that was cancelled are dropped. */
static gboolean
collect (WeftMpiExecutor *self, Batch *batch, gboolean *any, GError **error)
{
  g_autofree guint8 *message = NULL;
  const WeftMpiChunk *chunk;
  MPI_Status status;
  int there, length;

  *any = FALSE;
  MPI_Iprobe (MPI_ANY_SOURCE, WEFT_MPI_RESULTS, MPI_COMM_WORLD, &there, &status);
  if (!there)
    return TRUE;
  if (!receive (self, &status, &message, &length, error))
    return FALSE;
  *any = TRUE;
  take_from_outbox (&self->outboxes[status.MPI_SOURCE]);
  chunk = (const WeftMpiChunk *) message;
  if (batch == NULL || chunk->batch != self->batch)
    return TRUE;
  memcpy (batch->results + chunk->first * self->work.result_size, message + sizeof *chunk,
          chunk->n * self->work.result_size);
  batch->done += chunk->n;
  return TRUE;
}

static void
send_chunk (WeftMpiExecutor *self, int rank, Batch *batch)
{
  Outbox *outbox = &self->outboxes[rank];
  guint at = (outbox->first + outbox->n) % MAX_OUT;
  WeftMpiChunk chunk = { self->batch, batch->next, MIN (batch->chunk, batch->n - batch->next), 0 };
  gsize length = sizeof chunk + chunk.n * self->work.item_size;
  guint8 *message = g_malloc (length);

  memcpy (message, &chunk, sizeof chunk);
  memcpy (message + sizeof chunk, batch->items + chunk.first * self->work.item_size, chunk.n * self->work.item_size);
  outbox->message[at] = message;
  outbox->n++;
  batch->next += chunk.n;
  MPI_Isend (message, (int) length, MPI_BYTE, rank, WEFT_MPI_ITEMS, MPI_COMM_WORLD, &outbox->request[at]);
}

/* A batch of one item is done before it could travel. */
static void
hand_out (WeftMpiExecutor *self, Batch *batch)
{
  for (guint out = 0; out < MAX_OUT && batch->n > 1; out++)
    for (int rank = 1; rank < self->job->size; rank++)
      if (batch->next < batch->n && self->outboxes[rank].n <= out)
        send_chunk (self, rank, batch);
}

static void
do_one (WeftMpiExecutor *self, Batch *batch)
{
  const WeftWork *work = &self->work;

  if (!self->begun)
    self->state = work->begin != NULL ? work->begin (work->data) : NULL;
  self->begun = TRUE;
  work->work (self->state, batch->items + batch->next * work->item_size,
              batch->results + batch->next * work->result_size, work->data);
  batch->next++;
  batch->done++;
}

static gboolean
weft_mpi_executor_map (WeftExecutor *executor, gconstpointer items, gpointer results, guint n,
                       GCancellable *cancellable, GError **error)
{
  WeftMpiExecutor *self = WEFT_MPI_EXECUTOR (executor);
  Batch batch = { items, results, n, CLAMP (n / ((guint) self->job->size * 8), 1, MAX_CHUNK), 0, 0 };
  guint n_pauses = 0;

  self->batch++;
  while (batch.done < n)
    {
      gboolean any;

      if (weft_mpi_job_lost (self->job, error) || g_cancellable_set_error_if_cancelled (cancellable, error)
          || !collect (self, &batch, &any, error))
        return FALSE;
      hand_out (self, &batch);
      if (any || batch.next < n)
        n_pauses = 0;
      if (!any && batch.next < n)
        do_one (self, &batch);
      else if (!any)
        weft_mpi_pause (&n_pauses);
    }
  return TRUE;
}

static void
end_state (WeftMpiExecutor *self)
{
  if (self->begun && self->work.end != NULL)
    self->work.end (self->state);
  self->begun = FALSE;
}

/* Whether what a rank has made is the work of rank 0. */
static gboolean
check_ready (WeftMpiExecutor *self, int rank, const guint8 *message, const char *digest, GError **error)
{
  const WeftMpiReady *ready = (const WeftMpiReady *) message;
  const char *host = self->job->hosts[rank];

  if (!g_str_equal (ready->digest, digest))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _("rank %d (on %s) was told another problem: its digest is %s, expected %s"), rank, host,
                 ready->digest, digest);
  else if (ready->item_size == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("rank %d (on %s): %s"), rank, host,
                 (const char *) message + sizeof *ready);
  else if (ready->item_size != self->work.item_size || ready->result_size != self->work.result_size)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _("rank %d (on %s) has items of %u and results of %u bytes, expected %u and %u: the programs differ"),
                 rank, host, (guint) ready->item_size, (guint) ready->result_size, (guint) self->work.item_size,
                 (guint) self->work.result_size);
  else
    return TRUE;
  return FALSE;
}

/* Waits until @rank has said whether it can; results that it still sends for a batch before are dropped. */
static gboolean
await_ready (WeftMpiExecutor *self, int rank, const char *digest, GError **error)
{
  g_autofree guint8 *message = NULL;
  MPI_Status status;
  guint n_pauses = 0;
  int there = FALSE;
  int length;

  while (!there)
    {
      gboolean any;

      if (weft_mpi_job_lost (self->job, error) || !collect (self, NULL, &any, error))
        return FALSE;
      MPI_Iprobe (rank, WEFT_MPI_READY, MPI_COMM_WORLD, &there, &status);
      if (!there && !any)
        weft_mpi_pause (&n_pauses);
    }
  return receive (self, &status, &message, &length, error)
         && check_ready (self, rank, message, digest, error);
}

/* Sends the recipe to all at once, since each needs a while to make the work, and hears them all. */
static gboolean
spread_recipe (WeftMpiExecutor *self, const char *recipe, GError **error)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, recipe, -1);
  g_autofree MPI_Request *requests = g_new0 (MPI_Request, self->job->size);
  g_autoptr (GError) first = NULL;
  g_autofree char *copy = g_strdup (recipe);
  int length = (int) strlen (recipe) + 1;

  for (int rank = 1; rank < self->job->size; rank++)
    MPI_Isend (copy, length, MPI_BYTE, rank, WEFT_MPI_WORK, MPI_COMM_WORLD, &requests[rank]);
  for (int rank = 1; rank < self->job->size; rank++)
    {
      g_autoptr (GError) own = NULL;

      if (!await_ready (self, rank, digest, &own) && first == NULL)
        first = g_steal_pointer (&own);
      if (first != NULL && g_error_matches (first, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
        {
          copy = NULL; /* MPI may still read it for the lost rank; the job ends anyhow */
          break;
        }
      MPI_Wait (&requests[rank], MPI_STATUS_IGNORE);
    }
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

static gboolean
weft_mpi_executor_set_work (WeftExecutor *executor, const WeftWork *work, const char *recipe, GError **error)
{
  WeftMpiExecutor *self = WEFT_MPI_EXECUTOR (executor);

  end_state (self);
  self->work = *work;
  self->batch++; /* what is under way belongs to no batch any more */
  if (self->job->size == 1)
    return TRUE;
  if (recipe == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           "work without a recipe cannot be spread over ranks");
      return FALSE;
    }
  return spread_recipe (self, recipe, error);
}

static guint
weft_mpi_executor_n_workers (WeftExecutor *executor)
{
  return (guint) WEFT_MPI_EXECUTOR (executor)->job->size;
}

static void
weft_mpi_executor_finalize (GObject *object)
{
  WeftMpiExecutor *self = WEFT_MPI_EXECUTOR (object);
  guint n_pauses = 0;
  gboolean any;

  for (int rank = 1; rank < self->job->size; rank++)
    while (self->outboxes[rank].n > 0 && !weft_mpi_job_lost (self->job, NULL))
      if (collect (self, NULL, &any, NULL) && !any)
        weft_mpi_pause (&n_pauses);
  end_state (self);
  /* The messages to a lost rank stay MPI's. */
  g_free (self->outboxes);
  G_OBJECT_CLASS (weft_mpi_executor_parent_class)->finalize (object);
}

static void
weft_mpi_executor_class_init (WeftMpiExecutorClass *klass)
{
  WeftExecutorClass *executor_class = WEFT_EXECUTOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_mpi_executor_finalize;
  executor_class->set_work = weft_mpi_executor_set_work;
  executor_class->map = weft_mpi_executor_map;
  executor_class->n_workers = weft_mpi_executor_n_workers;
}

static void
weft_mpi_executor_init (WeftMpiExecutor *self)
{
}

WeftExecutor *
weft_mpi_executor_new (WeftMpiJob *job)
{
  WeftMpiExecutor *self = g_object_new (WEFT_TYPE_MPI_EXECUTOR, NULL);

  self->job = job;
  self->outboxes = g_new0 (Outbox, job->size);
  return WEFT_EXECUTOR (self);
}
