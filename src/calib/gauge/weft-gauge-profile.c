/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes fitted constants into a profile: value, source, residual, range, and a date that changes with them only. */
#include "calib/gauge/weft-gauge-profile-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"

#define SPREAD_DIGITS 3u

typedef struct
{
  GHashTable *fresh; /* key to JsonObject */
  GPtrArray *keys;   /* in order */
  const char *date;
} Writer;

static JsonObject *
new_constant (const char *key, double value, const char *unit, const char *source, const char *confidence)
{
  JsonObject *constant = json_object_new ();

  json_object_set_string_member (constant, "key", key);
  weft_json_set_number (constant, "value", value);
  json_object_set_string_member (constant, "unit", unit);
  json_object_set_string_member (constant, "source", source);
  json_object_set_string_member (constant, "confidence", confidence);
  return constant;
}

/* The members that follow the date, which is set later. */
static void
finish_constant (Writer *self, JsonObject *constant, const char *note, double residual, const char *range)
{
  json_object_set_string_member (constant, "date", self->date);
  if (note != NULL)
    json_object_set_string_member (constant, "note", note);
  if (!isnan (residual))
    weft_json_set_number (constant, "residual", weft_gauge_round (residual, SPREAD_DIGITS));
  if (range != NULL)
    json_object_set_string_member (constant, "range", range);
  g_ptr_array_add (self->keys, g_strdup (json_object_get_string_member (constant, "key")));
  g_hash_table_insert (self->fresh, self->keys->pdata[self->keys->len - 1], constant);
}

/* --- what is written --- */

static void
add_parameter (Writer *self, const WeftGaugePart *part, guint j)
{
  const WeftGaugeParameter *parameter = weft_gauge_part_parameter (part, j);
  gboolean is_fitted = part->n_bearing[j] > 0;
  const char *origin = part->origin[j];
  g_autofree char *range = NULL;
  JsonObject *constant
    = new_constant (parameter->key, part->x[j], parameter->unit, origin != NULL ? origin : "Weft",
                    is_fitted ? "measured" : origin != NULL ? "derived" : "assumed");

  if (is_fitted)
    range = parameter->range != NULL
              ? g_strdup_printf ("%s; %u rows", parameter->range, part->n_bearing[j])
              : g_strdup_printf ("%u rows", part->n_bearing[j]);
  finish_constant (self, constant, parameter->note, part->residual[j], range);
}

/* @scope: (nullable): of cases of that scope alone. */
static void
add_spread (Writer *self, const WeftGaugePart *part, const char *scope)
{
  g_autofree char *key = g_strconcat ("spread@", part->domain->id, scope != NULL ? "/" : NULL, scope, NULL);
  g_autofree char *range = NULL;
  JsonObject *constant;
  double spread;
  guint n;

  spread = weft_gauge_spread (part, scope, &n);
  if (n < WEFT_GAUGE_LEAST_SPREAD)
    return;
  range = g_strdup_printf ("%u rows held out", n);
  constant = new_constant (key, weft_gauge_round (spread, SPREAD_DIGITS), "1", "errors of rows held out of the fit",
                           "measured");
  finish_constant (self, constant, "root mean square of ln (predicted / measured) over sources that a fit has not seen",
                   NAN, range);
}

static void
add_spreads (Writer *self, const WeftGaugePart *part)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  if (part->n_folds == 0)
    return;
  add_spread (self, part, NULL);
  for (guint i = 0; i < part->cases->len; i++)
    {
      char *scope = weft_gauge_part_case (part, i)->scope;

      if (scope != NULL && g_hash_table_add (known, scope))
        add_spread (self, part, scope);
    }
}

/* --- the profile's list --- */

static const char *
get_text (JsonObject *constant, const char *name)
{
  JsonNode *node = json_object_get_member (constant, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

static char *
constant_text (JsonObject *constant)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_node_set_object (node, constant);
  return weft_json_write_canonical (node);
}

/* Whether the two differ by nothing but the date. */
static gboolean
is_same (JsonObject *old, JsonObject *fresh)
{
  g_autofree char *new_date = g_strdup (get_text (fresh, "date"));
  const char *old_date = get_text (old, "date");
  g_autofree char *one = constant_text (old);
  g_autofree char *other = NULL;
  gboolean same;

  if (old_date == NULL)
    return FALSE;
  json_object_set_string_member (fresh, "date", old_date);
  other = constant_text (fresh);
  same = g_strcmp0 (one, other) == 0;
  json_object_set_string_member (fresh, "date", new_date);
  return same;
}

/* Fitted by other rows before, and by none now. */
static gboolean
is_kept (JsonObject *old, JsonObject *fresh)
{
  return json_object_has_member (old, "residual") && !json_object_has_member (fresh, "residual")
         && !g_str_has_prefix (get_text (fresh, "key"), "spread@");
}

static void
take_old (Writer *self, JsonArray *list, JsonObject *old, GPtrArray *kept)
{
  const char *key = get_text (old, "key");
  JsonObject *fresh = key != NULL ? g_hash_table_lookup (self->fresh, key) : NULL;

  if (fresh != NULL && is_kept (old, fresh))
    g_ptr_array_add (kept, g_strdup (key));
  if (fresh != NULL && !is_kept (old, fresh) && !is_same (old, fresh))
    json_array_add_object_element (list, json_object_ref (fresh));
  else
    json_array_add_object_element (list, json_object_ref (old));
  if (fresh != NULL)
    g_hash_table_remove (self->fresh, key);
}

static JsonArray *
merge (Writer *self, JsonArray *old, GPtrArray *kept)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; old != NULL && i < json_array_get_length (old); i++)
    take_old (self, list, json_array_get_object_element (old, i), kept);
  for (guint i = 0; i < self->keys->len; i++)
    {
      JsonObject *fresh = g_hash_table_lookup (self->fresh, self->keys->pdata[i]);

      if (fresh != NULL)
        json_array_add_object_element (list, json_object_ref (fresh));
    }
  return list;
}

JsonNode *
weft_gauge_profile_with (JsonNode *root, const WeftGaugePart *part, const char *date, GPtrArray *kept)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) objects
    = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) json_object_unref);
  Writer self = { objects, keys, date };
  JsonObject *old = json_node_get_object (root);
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (GList) members = json_object_get_members (old);

  for (guint j = 0; j < part->parameters->len; j++)
    add_parameter (&self, part, j);
  add_spreads (&self, part);
  for (GList *at = members; at != NULL; at = at->next)
    if (g_str_equal (at->data, "constants"))
      json_object_set_array_member (object, at->data,
                                    merge (&self, json_object_get_array_member (old, at->data), kept));
    else
      json_object_set_member (object, at->data, json_node_copy (json_object_get_member (old, at->data)));
  json_node_take_object (node, object);
  return node;
}
