/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the record of a component must say, by its type, and how its numbers must be ordered. */

#include "catalog/weft-component-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "catalog/weft-record-private.h"

const WeftBounds weft_bounds[] = {
  { "peak_tflops", "peak_min_tflops", "peak_max_tflops", NULL },
  { "bandwidth_gbs", "bandwidth_min_gbs", "bandwidth_max_gbs", NULL },
  { "latency_ns", "latency_min_ns", "latency_max_ns", NULL },
  { "hop_ns", NULL, "hop_max_ns", NULL },
  { "capacity_gb", "capacity_min_gb", "capacity_max_gb", "capacity_options_gb" },
  { "channels", "channels_min", "channels_max", "channels_options" },
  { "ports", "ports_min", "ports_max", "ports_options" },
  { "port_gbps", "port_min_gbps", "port_max_gbps", "port_options_gbps" },
  { "active_w", "active_min_w", "active_max_w", NULL },
  { "u_space", "u_space_min", "u_space_max", "u_space_options" },
};

const guint weft_n_bounds = G_N_ELEMENTS (weft_bounds);

/* What a product cannot do without: any one of the keys. */
typedef struct
{
  WeftComponentType type;
  const char *group; /* (nullable): the part of the entity before its point */
  const char *keys[5];
  const char *expected;
} Need;

static const Need needs[] = {
  { WEFT_COMPONENT_VERTEX, "Die", { "peak_tflops", "peak_max_tflops" }, "the peak in TFLOP/s" },
  { WEFT_COMPONENT_VERTEX, "Mem", { "capacity_gb", "capacity_max_gb" }, "the capacity in GB" },
  { WEFT_COMPONENT_VERTEX, "Mem", { "bandwidth_gbs", "bandwidth_max_gbs" }, "the rate in GB/s" },
  { WEFT_COMPONENT_VERTEX, "Switch", { "ports", "ports_max" }, "the number of ports" },
  { WEFT_COMPONENT_VERTEX, "Chassis", { "u_space", "u_space_max" }, "the height in rack units" },
  { WEFT_COMPONENT_LINK, NULL,
    { "bandwidth_gbs", "bandwidth_max_gbs", "port_gbps", "port_max_gbps", "bandwidth_unbounded" },
    "the rate in GB/s, or that of the port in Gb/s" },
  { WEFT_COMPONENT_RACK, NULL, { "u_space" }, "the height in rack units" },
  { WEFT_COMPONENT_RACK, NULL, { "limit_kw" }, "the power that it can feed, in kW" },
  { WEFT_COMPONENT_CDU, NULL, { "limit_kw" }, "the heat that it can carry off, in kW" },
  { WEFT_COMPONENT_POWER_SHELF, NULL, { "limit_kw" }, "the power that it can feed, in kW" },
};

static gboolean
refuse (WeftRecord  *record,
        const char  *key,
        const char  *expected,
        GError     **error)
{
  g_autofree char *found = NULL;
  WeftValue value;

  if (weft_record_lookup (record, key, &value))
    {
      WeftJsonAt at;

      weft_json_at_root (&at, value.node, record->path);
      found = weft_json_at_found (&at);
    }
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: %s/values/%s: found %s, expected %s", record->path,
               record->pointer != NULL ? record->pointer : "", key,
               found != NULL ? found : "nothing", expected);
  return FALSE;
}

/* "Group.Name" */
static gboolean
is_entity (const char *entity)
{
  const char *point = entity != NULL ? strchr (entity, '.') : NULL;

  return point != NULL && point > entity && point[1] != '\0';
}

static gboolean
check_names (WeftRecord         *record,
             WeftComponentType  *type,
             GError            **error)
{
  const char *level_nick = weft_record_get_text (record, "level");
  const char *type_nick = weft_record_get_text (record, "type");
  const char *origin = weft_record_get_text (record, "origin");
  const char *medium_nick = weft_record_get_text (record, "medium");
  const char *direction = weft_record_get_text (record, "bandwidth_direction");
  WeftMedium medium;
  WeftLevel level;

  if (level_nick == NULL || !weft_level_parse (level_nick, &level))
    return refuse (record, "level", "package, node, rack or cluster", error);
  if (type_nick == NULL || !weft_component_type_parse (type_nick, type))
    return refuse (record, "type", "vertex, link, template, rack, cdu or power-shelf", error);
  if (!is_entity (weft_record_get_text (record, "entity")))
    return refuse (record, "entity", "an entity such as \"Die.Dense_Tensor\"", error);
  /* What somebody adds is a product unless it says otherwise. */
  if ((origin == NULL && !record->lenient)
      || (origin != NULL && !g_str_equal (origin, "paper") && !g_str_equal (origin, "product")))
    return refuse (record, "origin", "paper or product", error);
  if (medium_nick != NULL && !weft_medium_parse (medium_nick, &medium))
    return refuse (record, "medium", "silicon, package, board, backplane, dac, acc, aec, aoc, "
                   "transceiver, lpo or cpo", error);
  if (direction != NULL && !g_str_equal (direction, "one") && !g_str_equal (direction, "both"))
    return refuse (record, "bandwidth_direction", "one or both", error);

  return TRUE;
}

static gboolean
has_group (const char *entity,
           const char *group)
{
  gsize n = strlen (group);

  return strncmp (entity, group, n) == 0 && entity[n] == '.';
}

/* Zero of any of these is no part: no memory, no port, no power to feed. A switch that is drawn as
 * part of a board takes no height, and so may a CDU beside the rack. */
static gboolean
says (WeftRecord *record,
      const char *key)
{
  double value = weft_record_get_number (record, key);

  return value > 0 || (value == 0 && g_str_equal (key, "u_space"))
         || weft_record_get_flag (record, key);
}

static gboolean
check_needs (WeftRecord         *record,
             WeftComponentType   type,
             GError            **error)
{
  const char *entity = weft_record_get_text (record, "entity");

  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      const Need *need = &needs[i];
      gboolean met = FALSE;

      if (need->type != type || (need->group != NULL && !has_group (entity, need->group)))
        continue;
      for (gsize j = 0; j < G_N_ELEMENTS (need->keys) && need->keys[j] != NULL; j++)
        met |= says (record, need->keys[j]);
      if (!met)
        return refuse (record, need->keys[0], need->expected, error);
    }

  return TRUE;
}

/* Unknown numbers cannot break an order. */
static gboolean
check_order (WeftRecord  *record,
             const char  *small,
             const char  *large,
             GError     **error)
{
  g_autofree char *expected = NULL;

  if (small == NULL || large == NULL
      || !(weft_record_get_number (record, small) > weft_record_get_number (record, large)))
    return TRUE;

  expected = g_strdup_printf ("at most /values/%s", large);
  return refuse (record, small, expected, error);
}

gboolean
weft_component_check (WeftRecord  *record,
                      GError     **error)
{
  WeftComponentType type;

  if (!check_names (record, &type, error))
    return FALSE;
  /* The paper leaves open what it lets a design choose. */
  if (g_strcmp0 (weft_record_get_text (record, "origin"), "paper") != 0
      && !check_needs (record, type, error))
    return FALSE;

  for (guint i = 0; i < weft_n_bounds; i++)
    {
      const WeftBounds *bounds = &weft_bounds[i];

      if (!check_order (record, bounds->min, bounds->max, error)
          || !check_order (record, bounds->min, bounds->key, error)
          || !check_order (record, bounds->key, bounds->max, error))
        return FALSE;
    }

  return TRUE;
}
