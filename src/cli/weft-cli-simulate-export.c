/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as other simulators read it, and what a Chakra trace holds. */
#include "cli/weft-cli-simulate.h"

#include <stdio.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-outputs.h"
#include "interop/weft-astra-export.h"
#include "interop/weft-simgrid.h"

/* A host does one in a nanosecond, so that times of a trace become whole numbers of them. */
#define SIMGRID_FLOPS_S 1e9

static void
tell_losses (GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    weft_cli_note ("%s", (const char *) notes->pdata[i]);
}

/* FALSE after a message. */
static gboolean
export_chakra (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  g_autofree char *files = g_strdup_printf ("%s.*.et", self->export_chakra);
  g_autoptr (GError) error = NULL;

  return weft_cli_tell_saved (weft_chakra_write (run->result->trace, self->export_chakra, NULL, &error), files, &error);
}

static gboolean
export_astra (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  g_autofree char *files = g_strdup_printf ("%s.*", self->export_astra);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  gboolean is_saved = weft_astra_export (run->result->trace, run->result->network, &self->options, self->export_astra,
                                         notes, NULL, &error);

  if (!weft_cli_tell_saved (is_saved, files, &error))
    return FALSE;
  tell_losses (notes);
  return TRUE;
}

static gboolean
export_simgrid (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  gboolean is_saved = weft_simgrid_platform_write (run->result->network, SIMGRID_FLOPS_S, self->export_simgrid, notes,
                                                   NULL, &error);

  if (!weft_cli_tell_saved (is_saved, self->export_simgrid, &error))
    return FALSE;
  tell_losses (notes);
  return TRUE;
}

gboolean
weft_cli_simulate_export (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  return (self->export_chakra == NULL || export_chakra (self, run))
         && (self->export_astra == NULL || export_astra (self, run))
         && (self->export_simgrid == NULL || export_simgrid (self, run));
}

/* --- what a trace holds --- */

int
weft_cli_simulate_describe (const WeftCliOptions *options, const WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) description = weft_chakra_describe (self->what, NULL, &error);
  g_autofree char *text = NULL;

  if (description == NULL)
    return weft_cli_fail (error);
  if (options->json)
    {
      weft_cli_print_json (description);
      return WEFT_EXIT_DONE;
    }
  text = weft_chakra_describe_text (description);
  g_print ("%s%s", text, g_str_has_suffix (text, "\n") ? "" : "\n");
  return WEFT_EXIT_DONE;
}
