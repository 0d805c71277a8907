/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation would refuse is refused here: later nobody would know where it came from. */
#include "config.h"

#include "app/calibration/weft-knobs-file.h"

#include <glib/gi18n.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "mapper/weft-knobs-private.h"
#include "sim/weft-sim-knobs.h"

static gboolean
check (JsonNode *knobs, WeftInventory *inventory, GError **error)
{
  g_autoptr (GArray) of_tasks = weft_knobs_read (knobs, inventory, error);
  g_autoptr (GArray) of_comm = of_tasks != NULL ? weft_sim_comm_knobs_read (knobs, error) : NULL;

  return of_comm != NULL;
}

/* Takes all of them. */
static WeftKnobsFile *
create (const char *path, JsonNode *knobs, GPtrArray *notes)
{
  WeftKnobsFile *self = g_new0 (WeftKnobsFile, 1);

  self->path = g_strdup (path);
  self->knobs = knobs;
  self->notes = notes;
  return self;
}

WeftKnobsFile *
weft_knobs_file_write (const WeftFit *fit, const char *platform, WeftInventory *inventory, const char *path,
                       GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) knobs = weft_fit_to_knobs (fit, platform, notes);
  g_autofree char *text = weft_json_write_pretty (knobs);

  if (!check (knobs, inventory, error))
    {
      if (platform == NULL)
        g_prefix_error (error, "%s\n", _("Knobs of several platforms each hold for a chip of the catalog. Choose one "
                                         "platform, or name the chips in a column “chip” of the platforms."));
      return NULL;
    }
  if (!weft_file_save (path, text, -1, FALSE, error))
    return NULL;
  return create (path, g_steal_pointer (&knobs), g_steal_pointer (&notes));
}

WeftKnobsFile *
weft_knobs_file_load (const char *path, WeftInventory *inventory, GError **error)
{
  g_autoptr (JsonNode) knobs = weft_json_load (path, NULL, error);

  if (knobs == NULL || !check (knobs, inventory, error))
    return NULL;
  return create (path, g_steal_pointer (&knobs), g_ptr_array_new_with_free_func (g_free));
}

void
weft_knobs_file_free (WeftKnobsFile *self)
{
  g_free (self->path);
  json_node_unref (self->knobs);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
