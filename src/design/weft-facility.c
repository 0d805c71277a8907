/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of a document between JSON and numbers. */
#include "design/weft-facility-private.h"

#include <math.h>

#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

const char *const weft_design_budget_keys[3] = { "power_w", "cost_usd", NULL };

static double
get_number_member (JsonObject *object,
                   const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && !json_node_is_null (node) ? json_node_get_double (node) : NAN;
}

JsonNode *
weft_facility_to_json (const WeftFacility *self)
{
  JsonObject *object;

  if (!self->is_there)
    return NULL;
  object = json_object_new ();
  if (!isnan (self->power_w))
    json_object_set_member (object, "power_w", weft_members_number (self->power_w));
  if (!isnan (self->cost_usd))
    json_object_set_member (object, "cost_usd", weft_members_number (self->cost_usd));
  weft_members_append (object, self->unknown);

  return weft_members_to_node (object);
}

void
weft_facility_set (WeftFacility *self,
                   JsonNode     *value)
{
  JsonObject *object = value != NULL ? json_node_get_object (value) : NULL;

  weft_facility_clear (self);
  self->is_there = object != NULL;
  self->power_w = NAN;
  self->cost_usd = NAN;

  if (object != NULL)
    {
      self->power_w = get_number_member (object, "power_w");
      self->cost_usd = get_number_member (object, "cost_usd");
      self->unknown = weft_members_unknown (object, weft_design_budget_keys);
    }
}

void
weft_facility_clear (WeftFacility *self)
{
  g_clear_pointer (&self->unknown, json_object_unref);
}
