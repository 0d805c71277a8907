/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation would refuse is refused here: later nobody would know where it came from. */
#include "config.h"

#include "app/calibration/weft-knobs-file.h"

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

static WeftKnobsFile *
create (const char *path, JsonNode *knobs, GPtrArray *notes)
{
  WeftKnobsFile *self = g_new0 (WeftKnobsFile, 1);

  self->path = g_strdup (path);
  self->knobs = json_node_ref (knobs);
  self->notes = notes != NULL ? g_ptr_array_ref (notes) : g_ptr_array_new ();
  return self;
}

WeftKnobsFile *
weft_knobs_file_write (JsonNode *knobs, GPtrArray *notes, WeftInventory *inventory, const char *path, GError **error)
{
  g_autofree char *text = weft_json_write_pretty (knobs);

  if (!check (knobs, inventory, error) || !weft_file_save (path, text, -1, FALSE, error))
    return NULL;
  return create (path, knobs, notes);
}

WeftKnobsFile *
weft_knobs_file_load (const char *path, WeftInventory *inventory, GError **error)
{
  g_autoptr (JsonNode) knobs = weft_json_load (path, NULL, error);

  if (knobs == NULL || !check (knobs, inventory, error))
    return NULL;
  return create (path, knobs, NULL);
}

void
weft_knobs_file_free (WeftKnobsFile *self)
{
  g_free (self->path);
  json_node_unref (self->knobs);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
