/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A projection as the knobs that mapper and simulator read. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/weft-projection.h"
#include "sim/weft-sim-trace.h"

static void
add_value (JsonObject *object, const char *key, const WeftProjectedValue *value)
{
  if (!isnan (value->value))
    json_object_set_double_member (object, key, value->value);
}

static JsonObject *
write_kernel (const WeftProjection *self, const char *op, const WeftProjectedKnob *knob)
{
  JsonObject *object = json_object_new ();

  if (self->target.chip != NULL)
    json_object_set_string_member (object, "chip", self->target.chip);
  json_object_set_string_member (object, "kernel", op);
  add_value (object, "flop_efficiency", &knob->phi);
  add_value (object, "bandwidth_efficiency", &knob->beta);
  add_value (object, "launch_s", &knob->launch_s);
  return object;
}

static JsonObject *
write_comm (const WeftProjection *self, const char *path, const WeftProjectedKnob *knob)
{
  JsonObject *object = json_object_new ();
  int across = weft_measured_across (path, self->target.n_dev);

  json_object_set_string_member (object, "comm", knob->comm >= 0 ? weft_sim_comm_nick (knob->comm) : "send");
  if (across >= 0)
    json_object_set_boolean_member (object, "across", across > 0);
  add_value (object, "efficiency", &knob->beta);
  add_value (object, "launch_s", &knob->launch_s);
  return object;
}

/**
 * weft_projection_to_knobs: (skip)
 * @self: a projection
 * @fit: that it comes from
 * @notes: (nullable) (element-type utf8): where sentences go about what was left out
 *
 * The document "weft-knobs/1", as weft_fit_to_knobs(). Without a chip of the catalog they hold for any chip.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_projection_to_knobs (const WeftProjection *self, const WeftFit *fit, GPtrArray *notes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *source = g_strdup_printf (_("projected to %s from %u platforms"), self->target.name, self->n_platforms);
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_init_object (json_node_alloc (), object);
  JsonArray *knobs = json_array_new ();
  JsonArray *comm = json_array_new ();

  for (guint i = 0; i < self->knobs->len; i++)
    {
      const WeftProjectedKnob *knob = &g_array_index (self->knobs, WeftProjectedKnob, i);
      char *op = g_ptr_array_index (fit->measurements->ops, knob->op);

      if (knob->comm != WEFT_MEASURED_COMPUTE)
        json_array_add_object_element (comm, write_comm (self, g_ptr_array_index (fit->measurements->paths, knob->path),
                                                         knob));
      else if (g_hash_table_add (seen, op))
        json_array_add_object_element (knobs, write_kernel (self, op, knob));
      else if (notes != NULL)
        g_ptr_array_add (notes, g_strdup_printf (_("%s: left out: the same kernel has knobs already"), op));
    }
  json_object_set_string_member (object, "format", "weft-knobs/1");
  json_object_set_string_member (object, "source", source);
  json_object_set_array_member (object, "knobs", knobs);
  json_object_set_array_member (object, "comm", comm);
  json_object_unref (object);
  return node;
}
