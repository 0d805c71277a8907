/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs of all algorithms share: the division of bytes into buffers and blocks, and their life. */
#include "sim/weft-sim-collective-private.h"

#include <math.h>

/* Above this whole numbers are no longer all exact. */
#define MAX_WHOLE 9007199254740992.0

/* Shorter pieces than this cost more in messages than they save. */
#define MIN_PIECE_BYTES 65536.0
#define MAX_PIECES 1024
#define MAX_PIECES_IN_ALL 1048576.0

static WeftSimShares
divide (double bytes, guint32 n)
{
  double base = floor (bytes / n);

  if (bytes != floor (bytes) || bytes > MAX_WHOLE)
    return (WeftSimShares) { bytes / n, 0 };
  return (WeftSimShares) { base, bytes - base * n };
}

void
weft_sim_program_divide (WeftSimProgram *self)
{
  WeftSimShares buffers = divide (self->bytes, self->n_buffers);

  self->n_fat = buffers.n_fat;
  self->shares[0] = divide (buffers.base + 1, self->n_blocks);
  self->shares[1] = divide (buffers.base, self->n_blocks);
}

guint32
weft_sim_program_pieces (const WeftSimProgram *self, guint32 depth)
{
  double bytes = self->bytes / self->n_buffers;
  double best = MIN (sqrt (depth * bytes / MIN_PIECE_BYTES), bytes / MIN_PIECE_BYTES);

  return CLAMP (MIN (best, MAX_PIECES_IN_ALL / self->n), 1, MAX_PIECES);
}

gboolean
weft_sim_program_init (WeftSimProgram            *self,
                       const WeftSimProgramClass *klass,
                       const WeftSimLayout       *layout,
                       WeftSimComm                comm,
                       guint32                    root,
                       guint32                    chunk,
                       double                     bytes)
{
  *self = (WeftSimProgram) {
    .klass = klass,
    .layout = layout,
    .comm = comm,
    .chunk = chunk,
    .n = layout->n,
    .root = root,
    .n_buffers = 1,
    .n_lanes = 1,
    .n_threads = 1,
    .n_slots = 1,
    .n_blocks = layout->n,
    .bytes = comm == WEFT_SIM_BARRIER ? 0 : bytes,
  };
  if (!klass->setup (self))
    return FALSE;
  weft_sim_program_divide (self);
  return TRUE;
}

void
weft_sim_program_clear (WeftSimProgram *self)
{
  g_clear_pointer (&self->tree, g_free);
}
