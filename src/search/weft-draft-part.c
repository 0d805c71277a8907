/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading one partition of a proposed design, with every fault named at its place and what would be allowed there. */
#include "search/weft-draft-private.h"

#include <math.h>

static void
refuse_member (WeftDraftReading *reading,
               const char       *member,
               const char       *code,
               JsonNode         *allowed,
               JsonNode         *got,
               const char       *message)
{
  weft_draft_refuse (reading->draft, "schema",
                     g_strdup_printf ("/partitions/%u/%s", reading->at, member), code, allowed, got,
                     g_strdup (message));
}

/* --- what the space has --- */

static const WeftSpaceUnit *
unit_at (WeftProblem *problem,
         guint        unit)
{
  return &g_array_index (problem->units, WeftSpaceUnit, unit);
}

static JsonNode *
take_list (JsonArray *array)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return node;
}

/* What goes with the chip of that index in the inventory. (transfer full) */
static JsonNode *
list_fitting (WeftProblem *problem,
              guint        chip,
              WeftUnitId   id_of)
{
  g_autofree gboolean *chosen = g_new0 (gboolean, problem->n_chips);

  for (guint i = 0; i < problem->n_chips; i++)
    chosen[i] = unit_at (problem, problem->chip_first[i])->chip == chip;
  return take_list (weft_problem_list_ids (problem, chosen, id_of));
}

/* --- one partition --- */

/* (nullable): NULL when it is refused. @optional: that it is missing is no fault. */
static const char *
read_string (WeftDraftReading    *reading,
             JsonObject *object,
             const char *member,
             gboolean    optional)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    {
      if (!optional)
        refuse_member (reading, member, "missing_key", NULL, NULL, "this member is missing");
      return NULL;
    }
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    {
      refuse_member (reading, member, "wrong_type", NULL, weft_draft_copy_shown (node), "expected a string");
      return NULL;
    }
  return json_node_get_string (node);
}

static JsonNode *
new_string (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return weft_draft_copy_shown (node);
}

/* The index of the chip, -1 when the space has none of that name. */
static int
read_chip (WeftDraftReading    *reading,
           JsonObject *object)
{
  WeftProblem *problem = reading->problem;
  const char *name = read_string (reading, object, "chip", FALSE);
  const WeftChip *chip = name != NULL ? weft_inventory_find_chip (problem->inventory, name) : NULL;

  if (name == NULL)
    return -1;
  for (guint i = 0; chip != NULL && i < problem->units->len; i++)
    if (unit_at (problem, i)->chip == chip->index)
      return (int) chip->index;

  refuse_member (reading, "chip", "unknown_chip", take_list (weft_problem_list_ids (problem, NULL, weft_unit_chip_id)),
                 new_string (name), "the space has no such chip");
  return -1;
}

static gboolean
has_unit (WeftProblem *problem,
          guint        chip,
          int          scaleup,
          int          scaleout,
          guint       *found)
{
  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *unit = unit_at (problem, i);

      if (unit->chip == chip && (scaleup < 0 || unit->scaleup == (guint) scaleup)
          && (scaleout < 0 || unit->scaleout == (guint) scaleout))
        {
          *found = i;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
read_unit (WeftDraftReading    *reading,
           JsonObject *object,
           guint      *unit)
{
  WeftProblem *problem = reading->problem;
  int chip = read_chip (reading, object);
  const char *up = read_string (reading, object, "scaleup", FALSE);
  const char *out = read_string (reading, object, "scaleout", FALSE);
  const WeftScaleup *scaleup = up != NULL ? weft_inventory_find_scaleup (problem->inventory, up) : NULL;
  const WeftScaleout *scaleout = out != NULL ? weft_inventory_find_scaleout (problem->inventory, out)
                                             : NULL;
  gboolean up_fits, out_fits;

  if (chip < 0 || up == NULL || out == NULL)
    return FALSE;

  up_fits = scaleup != NULL && has_unit (problem, (guint) chip, (int) scaleup->index, -1, unit);
  out_fits = scaleout != NULL && has_unit (problem, (guint) chip, -1, (int) scaleout->index, unit);
  if (!up_fits)
    refuse_member (reading, "scaleup", scaleup == NULL ? "unknown_scaleup" : "scaleup_does_not_fit",
                   list_fitting (problem, (guint) chip, weft_unit_scaleup_id), new_string (up),
                   "this chip does not take such a scale-up fabric");
  if (!out_fits)
    refuse_member (reading, "scaleout",
                   scaleout == NULL ? "unknown_scaleout" : "scaleout_exceeds_port",
                   list_fitting (problem, (guint) chip, weft_unit_scaleout_id), new_string (out),
                   "this chip does not take such a scale-out fabric");
  return up_fits && out_fits
         && has_unit (problem, (guint) chip, (int) scaleup->index, (int) scaleout->index, unit);
}

static gboolean
read_role (WeftDraftReading    *reading,
           JsonObject *object,
           WeftRole   *role)
{
  guint before = reading->draft->errors->len;
  const char *name = read_string (reading, object, "role", TRUE);

  *role = WEFT_ROLE_GENERAL;
  if (name == NULL)
    return reading->draft->errors->len == before;
  if (weft_role_parse (name, role) && (reading->problem->space->roles & (1u << *role)) != 0)
    return TRUE;

  refuse_member (reading, "role", "unknown_role", take_list (weft_problem_list_roles (reading->problem)), new_string (name),
                 "the space has no such role");
  return FALSE;
}

static gboolean
read_fraction (WeftDraftReading    *reading,
               JsonObject *object,
               guint      *millionths)
{
  JsonNode *node = json_object_get_member (object, "power_frac");
  double fraction;

  if (node == NULL)
    {
      refuse_member (reading, "power_frac", "missing_key", NULL, NULL, "this member is missing");
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_INT64
          && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    {
      refuse_member (reading, "power_frac", "fraction_not_number", NULL, weft_draft_copy_shown (node),
                     "expected a number above 0, at most 1");
      return FALSE;
    }

  fraction = json_node_get_double (node);
  if (!(fraction > 0) || !(fraction <= 1) || lround (fraction * WEFT_SPACE_WHOLE) == 0)
    {
      refuse_member (reading, "power_frac", "fraction_range", NULL, weft_draft_copy_shown (node),
                     "expected a number above 0, at most 1");
      return FALSE;
    }
  *millionths = (guint) lround (fraction * WEFT_SPACE_WHOLE);
  return TRUE;
}

void
weft_draft_read_partition (WeftDraftReading  *reading,
                JsonNode *node)
{
  WeftDraftPart part = { 0 };
  JsonObject *object;
  gboolean unit, role, fraction;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      weft_draft_refuse (reading->draft, "schema", g_strdup_printf ("/partitions/%u", reading->at),
              "wrong_type", NULL, weft_draft_copy_shown (node), g_strdup ("expected an object"));
      return;
    }

  object = json_node_get_object (node);
  unit = read_unit (reading, object, &part.unit);
  role = read_role (reading, object, &part.role);
  fraction = read_fraction (reading, object, &part.millionths);
  if (unit && role && fraction)
    reading->parts[reading->n++] = part;
}

