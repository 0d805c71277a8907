/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A projection as JSON: knobs as those of a fit, each with an interval, and how far it can be trusted. */
#include <math.h>

#include "base/weft-json-write.h"
#include "calib/weft-projection.h"

static void
add_value (JsonObject *object, JsonObject *interval, const char *key, const WeftProjectedValue *value, double scale)
{
  JsonArray *ends;

  weft_json_set_number (object, key, value->value * scale);
  if (isnan (value->value))
    return;
  ends = json_array_new ();
  json_array_add_double_element (ends, value->low * scale);
  json_array_add_double_element (ends, value->high * scale);
  json_object_set_array_member (interval, key, ends);
}

static JsonObject *
knob_to_json (const WeftProjection *self, const WeftFit *fit, const WeftProjectedKnob *knob)
{
  JsonObject *object = json_object_new ();
  JsonObject *interval = json_object_new ();
  const char *path = g_ptr_array_index (fit->measurements->paths, knob->path);

  if (knob->comm != WEFT_MEASURED_COMPUTE && self->target.n_dev > 0)
    json_object_set_int_member (object, "n_dev", self->target.n_dev);
  if (path[0] != '\0')
    json_object_set_string_member (object, "path", path);
  add_value (object, interval, "phi", &knob->phi, 1);
  add_value (object, interval, "beta", &knob->beta, 1);
  add_value (object, interval, "l_us", &knob->launch_s, 1e6);
  json_object_set_object_member (object, "interval", interval);
  weft_json_set_number (object, "held_out_error", knob->held_out_error);
  if (knob->n_held_out > 0)
    json_object_set_int_member (object, "held_out_points", knob->n_held_out);
  return object;
}

static JsonObject *
knobs_to_json (const WeftProjection *self, const WeftFit *fit)
{
  JsonObject *ops = json_object_new ();
  JsonObject *knobs = json_object_new ();

  for (guint i = 0; i < self->knobs->len; i++)
    {
      const WeftProjectedKnob *knob = &g_array_index (self->knobs, WeftProjectedKnob, i);
      const char *op = g_ptr_array_index (fit->measurements->ops, knob->op);

      if (!json_object_has_member (ops, op))
        json_object_set_array_member (ops, op, json_array_new ());
      json_array_add_object_element (json_object_get_array_member (ops, op), knob_to_json (self, fit, knob));
    }
  json_object_set_object_member (knobs, self->target.name, ops);
  return knobs;
}

static JsonObject *
lambda_to_json (const double lambda[3])
{
  static const char *const keys[] = { "phi", "beta", "l_us" };
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    weft_json_set_number (object, keys[i], lambda[i]);
  return object;
}

/* "lambda": null where the mean alone is taken. */
void
weft_projection_add_json (const WeftProjection *self, const WeftFit *fit, JsonObject *object)
{
  json_object_set_string_member (object, "platform", self->target.name);
  json_object_set_object_member (object, "knobs", knobs_to_json (self, fit));
  json_object_set_int_member (object, "platforms", self->n_platforms);
  json_object_set_object_member (object, "lambda", lambda_to_json (self->lambda));
  json_object_set_object_member (object, "comm_lambda", lambda_to_json (self->comm_lambda));
  weft_json_set_number (object, "error_left_out", self->error_left_out);
  weft_json_set_number (object, "comm_error_left_out", self->comm_error_left_out);
  weft_json_set_number (object, "held_out_error", self->held_out_error);
  weft_json_set_number (object, "held_out_comm_error", self->held_out_comm_error);
}
