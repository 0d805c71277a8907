/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one has to know besides the figures of a result. */
#include <glib/gi18n-lib.h>

#include "sim/weft-sim-collective.h"
#include "sim/weft-sim-result.h"

/* Below this the longer way through switches does not show. */
#define NOTICED 1.05

/* @note: taken over. */
static void
take_once (GPtrArray *notes, char *note)
{
  if (note == NULL || g_ptr_array_find_with_equal_func (notes, note, g_str_equal, NULL))
    g_free (note);
  else
    g_ptr_array_add (notes, note);
}

static void
add_all (GPtrArray *notes, char *const *more)
{
  for (char *const *note = more; note != NULL && *note != NULL; note++)
    take_once (notes, g_strdup (*note));
}

char *
weft_sim_result_explain_forwarding (const WeftSimResult *self)
{
  if (self->store_factor < NOTICED)
    return NULL;
  return g_strdup_printf (self->trace->n_collectives > 0
                            ? _("Whole messages are stored at each link before they go on: one takes up to %.3g times as "
                                "long as its narrowest link needs, and a ring through a switch as many times as long as "
                                "where switches forward at once. With packets, or in the fluid model, they do.")
                            : _("Whole messages are stored at each link before they go on: one takes up to %.3g times as "
                                "long as its narrowest link needs. With packets, or in the fluid model, switches forward "
                                "at once."),
                          self->store_factor);
}

GPtrArray *
weft_sim_result_dup_notes (const WeftSimResult *self)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  add_all (notes, self->trace->notes);
  add_all (notes, self->network->notes);
  take_once (notes, weft_sim_result_explain_collectives (self));
  take_once (notes, weft_sim_result_explain_forwarding (self));
  return notes;
}
