/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses traces with collectives. */
#include "sim/weft-sim-engine-private.h"

#include <glib/gi18n-lib.h>

struct _WeftSimCollectives
{
  guint32 n_refused;
};

WeftSimCollectives *
weft_sim_collectives_new (WeftSimEngine *engine, GError **error)
{
  if (engine->trace->n_collectives == 0)
    return g_new0 (WeftSimCollectives, 1);
  g_set_error_literal (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED, _("collectives are not simulated"));
  return NULL;
}

void
weft_sim_collectives_free (WeftSimCollectives *self)
{
  g_free (self);
}

void
weft_sim_collectives_start (WeftSimCollectives *self, guint32 task)
{
  self->n_refused++;
}

void
weft_sim_collectives_arrived (WeftSimCollectives *self, const WeftSimFlight *flight)
{
  self->n_refused++;
}

void
weft_sim_collectives_timer (WeftSimCollectives *self, WeftSimTag tag)
{
  self->n_refused++;
}

char *
weft_sim_collectives_explain (WeftSimCollectives *self, guint32 task)
{
  return NULL;
}
