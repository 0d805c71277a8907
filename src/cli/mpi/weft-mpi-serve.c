/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rank's life: one message after the other. */
#include "config.h"

#include "cli/mpi/weft-mpi-serve.h"

#include <signal.h>

typedef struct
{
  WeftWorkFactory factory;
  WeftWork work; /* item_size 0 while there is none */
  GObject *owner;
  gpointer state;
  gboolean begun;
} Server;

static void
drop_work (Server *self)
{
  if (self->begun && self->work.end != NULL)
    self->work.end (self->state);
  self->begun = FALSE;
  self->work = (WeftWork) { 0 };
  g_clear_object (&self->owner);
}

static void
take_work (Server *self, const char *recipe)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) answer = g_byte_array_new ();
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, recipe, -1);
  WeftMpiReady ready = { 0 };
  gpointer owner = NULL;

  drop_work (self);
  if (self->factory (recipe, &self->work, &owner, &error))
    {
      self->owner = owner;
      ready.item_size = self->work.item_size;
      ready.result_size = self->work.result_size;
    }
  g_strlcpy (ready.digest, digest, sizeof ready.digest);
  g_byte_array_append (answer, (const guint8 *) &ready, sizeof ready);
  if (error != NULL)
    g_byte_array_append (answer, (const guint8 *) error->message, (guint) strlen (error->message));
  g_byte_array_append (answer, (const guint8 *) "", 1);
  MPI_Send (answer->data, (int) answer->len, MPI_BYTE, 0, WEFT_MPI_READY, MPI_COMM_WORLD);
}

static void
do_items (Server *self, const guint8 *message)
{
  const WeftMpiChunk *chunk = (const WeftMpiChunk *) message;
  const WeftWork *work = &self->work;
  gsize length = sizeof *chunk + chunk->n * work->result_size;
  g_autofree guint8 *answer = g_malloc0 (length);
  guint8 *results = answer + sizeof *chunk;

  message += sizeof *chunk;
  if (!self->begun)
    self->state = work->begin != NULL ? work->begin (work->data) : NULL;
  self->begun = TRUE;
  memcpy (answer, chunk, sizeof *chunk);
  for (guint i = 0; i < chunk->n; i++)
    work->work (self->state, message + i * work->item_size, results + i * work->result_size, work->data);
  MPI_Send (answer, (int) length, MPI_BYTE, 0, WEFT_MPI_RESULTS, MPI_COMM_WORLD);
}

/* Waits without taking a processor from those who have work. */
static MPI_Status
wait_for_message (void)
{
  MPI_Status status;
  guint n_pauses = 0;
  int there = 0;

  for (;;)
    {
      MPI_Iprobe (0, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
      if (there)
        return status;
      weft_mpi_pause (&n_pauses);
    }
}

void
weft_mpi_serve (WeftMpiJob *job, WeftWorkFactory factory)
{
  Server self = { .factory = factory };

  /* Whoever asks a job to end asks all its ranks; rank 0 does what is to be done first, and the others end with it. */
  signal (SIGTERM, SIG_IGN);
  signal (SIGINT, SIG_IGN);
  signal (SIGHUP, SIG_IGN);

  for (;;)
    {
      MPI_Status status = wait_for_message ();
      g_autofree guint8 *message = NULL;
      int length;

      MPI_Get_count (&status, MPI_BYTE, &length);
      message = g_malloc ((gsize) length + 1);
      MPI_Recv (message, length, MPI_BYTE, 0, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      message[length] = '\0';
      if (status.MPI_TAG == WEFT_MPI_WORK)
        take_work (&self, (const char *) message);
      else if (status.MPI_TAG == WEFT_MPI_ITEMS)
        do_items (&self, message);
      else
        break;
    }
  drop_work (&self);
}
