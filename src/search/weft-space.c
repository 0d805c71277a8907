/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spaces: reading them from JSON, and what they say. */
#include "search/weft-space-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-name.h"
#include "design/weft-machine.h"

G_DEFINE_QUARK (weft-search-error-quark, weft_search_error)
G_DEFINE_FINAL_TYPE (WeftSpace, weft_space, G_TYPE_OBJECT)

/* Names that stand for one file and a year. */
#define YEAR_PREFIX "same-generation-"
#define MAX_NAMES 1000

static const char *const known_keys[] = {
  "id", "name", "description", "chips", "without", "fabrics", "scaleups", "scaleouts", "roles",
  "fractions", "max_partitions", "generation_year", "facility", NULL,
};

/* --- reading --- */

static gboolean
refuse (const WeftJsonAt *at,
        const char       *expected,
        GError          **error)
{
  return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
check_keys (const WeftJsonAt *root,
            GError          **error)
{
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init (&iter, json_node_get_object (root->node));
  while (json_object_iter_next (&iter, &key, NULL))
    if (!g_strv_contains (known_keys, key))
      {
        const char *nearest = weft_name_nearest (key, known_keys);

        g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_SPACE,
                     nearest != NULL ? _("%s: a space has no member “%s”; is “%s” meant?")
                                     : _("%s: a space has no member “%s”"),
                     root->file, key, nearest);
        return FALSE;
      }

  return TRUE;
}

/* An absent list leaves @names NULL; an empty one is refused, since it would leave nothing. */
static gboolean
read_names (const WeftJsonAt *root,
            const char       *key,
            GStrv            *names,
            GError          **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean present = FALSE;
  WeftJsonAt list;
  guint n;

  if (!weft_json_at_get_array (root, key, WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  if (!present)
    return TRUE;

  n = weft_json_at_length (&list);
  if (n == 0 || n > MAX_NAMES)
    return refuse (&list, "1 to 1000 names", error);

  for (guint i = 0; i < n; i++)
    {
      WeftJsonAt item;
      const char *name;

      weft_json_at_element (&list, i, &item);
      if (!weft_json_at_string (&item, &name, error))
        return FALSE;
      g_strv_builder_add (builder, name);
    }

  *names = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_fabrics (WeftSpace        *self,
              const WeftJsonAt *root,
              GError          **error)
{
  const char *fabrics = "ten";
  WeftJsonAt at;

  if (!weft_json_at_get_string (root, "fabrics", WEFT_JSON_OPTIONAL, &fabrics, error))
    return FALSE;

  self->all_fabrics = g_str_equal (fabrics, "all");
  if (!self->all_fabrics && !g_str_equal (fabrics, "ten"))
    {
      weft_json_at_member (root, "fabrics", &at);
      return refuse (&at, "\"ten\" or \"all\"", error);
    }

  return read_names (root, "scaleups", &self->scaleups, error)
         && read_names (root, "scaleouts", &self->scaleouts, error);
}

static gboolean
read_roles (WeftSpace        *self,
            const WeftJsonAt *root,
            GError          **error)
{
  g_auto (GStrv) names = NULL;

  if (!read_names (root, "roles", &names, error))
    return FALSE;
  if (names == NULL)
    self->roles = 1u << WEFT_ROLE_GENERAL;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      WeftJsonAt list, item;
      WeftRole role;

      if (weft_role_parse (names[i], &role))
        {
          self->roles |= 1u << role;
          continue;
        }
      weft_json_at_member (root, "roles", &list);
      weft_json_at_element (&list, i, &item);
      return refuse (&item, "general, prefill, decode, solver or ai", error);
    }

  return TRUE;
}

static int
compare_fractions_cb (gconstpointer a,
                      gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

static gboolean
read_fractions (WeftSpace        *self,
                const WeftJsonAt *root,
                GError          **error)
{
  WeftJsonAt list;
  guint n;

  if (!weft_json_at_get_array (root, "fractions", WEFT_JSON_REQUIRED, &list, NULL, error))
    return FALSE;

  n = weft_json_at_length (&list);
  if (n == 0 || n > WEFT_SPACE_MAX_FRACTIONS)
    return refuse (&list, "1 to 256 fractions", error);

  for (guint i = 0; i < n; i++)
    {
      double value, millionths;
      WeftJsonAt item;

      weft_json_at_element (&list, i, &item);
      if (!weft_json_at_number (&item, &value, error))
        return FALSE;
      millionths = round (value * WEFT_SPACE_WHOLE);
      if (!(value > 0 && value <= 1) || fabs (millionths / WEFT_SPACE_WHOLE - value) > 1e-12)
        return refuse (&item, "a multiple of 0.000001 above 0 and at most 1", error);
      self->fractions[i] = (guint) millionths;
    }

  qsort (self->fractions, n, sizeof self->fractions[0], compare_fractions_cb);
  for (guint i = 0; i < n; i++)
    if (i == 0 || self->fractions[i] != self->fractions[self->n_fractions - 1])
      self->fractions[self->n_fractions++] = self->fractions[i];
  return TRUE;
}

static gboolean
read_limits (WeftSpace        *self,
             const WeftJsonAt *root,
             GError          **error)
{
  gint64 most = 2, year = 0;
  WeftJsonAt at;

  if (!weft_json_at_get_integer (root, "max_partitions", WEFT_JSON_OPTIONAL, &most, error)
      || !weft_json_at_get_integer (root, "generation_year", WEFT_JSON_OPTIONAL, &year, error))
    return FALSE;

  if (most < 1 || most > WEFT_SPACE_MAX_PARTITIONS)
    {
      weft_json_at_member (root, "max_partitions", &at);
      return refuse (&at, "1 to 8", error);
    }
  if (weft_json_at_member (root, "generation_year", &at) && !weft_json_at_is_null (&at)
      && (year < 1990 || year > 2100))
    return refuse (&at, "a year from 1990 to 2100", error);

  self->max_partitions = (guint) most;
  self->generation_year = (int) year;
  return TRUE;
}

static gboolean
read_facility (WeftSpace        *self,
               const WeftJsonAt *root,
               GError          **error)
{
  double power_w = NAN, cost_usd = NAN, most;
  gboolean present = FALSE;
  WeftJsonAt facility;

  if (!weft_json_at_get_object (root, "facility", WEFT_JSON_OPTIONAL, &facility, &present, error))
    return FALSE;
  if (!present)
    return TRUE;

  if (!weft_json_at_get_number (&facility, "power_w", WEFT_JSON_OPTIONAL, &power_w, error)
      || !weft_json_at_get_number (&facility, "cost_usd", WEFT_JSON_OPTIONAL, &cost_usd, error))
    return FALSE;
  if (isnan (power_w) == isnan (cost_usd))
    return refuse (&facility, "power_w or cost_usd, one of them", error);

  self->budget = isnan (power_w) ? WEFT_BUDGET_COST : WEFT_BUDGET_POWER;
  self->amount = isnan (power_w) ? cost_usd : power_w;
  most = isnan (power_w) ? WEFT_MAX_COST_USD : WEFT_MAX_POWER_W;
  if (!(self->amount > 0 && self->amount <= most))
    return refuse (&facility, "a budget above 0 and at most 100 GW or 1 T$", error);
  return TRUE;
}

static gboolean
read_space (WeftSpace        *self,
            const WeftJsonAt *root,
            GError          **error)
{
  const char *id = NULL, *name = NULL, *description = NULL;

  if (!weft_json_at_object (root, error) || !check_keys (root, error)
      || !weft_json_at_get_string (root, "id", WEFT_JSON_OPTIONAL, &id, error)
      || !weft_json_at_get_string (root, "name", WEFT_JSON_OPTIONAL, &name, error)
      || !weft_json_at_get_string (root, "description", WEFT_JSON_OPTIONAL, &description, error))
    return FALSE;

  self->id = g_strdup (id != NULL && *id != '\0' ? id : "space");
  self->name = g_strdup (name != NULL && *name != '\0' ? name : self->id);
  self->description = g_strdup (description);

  return read_names (root, "chips", &self->chips, error)
         && read_names (root, "without", &self->without, error)
         && read_fabrics (self, root, error) && read_roles (self, root, error)
         && read_fractions (self, root, error) && read_limits (self, root, error)
         && read_facility (self, root, error);
}

/* --- class --- */

static void
weft_space_finalize (GObject *object)
{
  WeftSpace *self = WEFT_SPACE (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->description);
  g_strfreev (self->chips);
  g_strfreev (self->without);
  g_strfreev (self->scaleups);
  g_strfreev (self->scaleouts);
  g_free (self->text);

  G_OBJECT_CLASS (weft_space_parent_class)->finalize (object);
}

static void
weft_space_class_init (WeftSpaceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_space_finalize;
}

static void
weft_space_init (WeftSpace *self)
{
}

/**
 * weft_space_new_at: (skip)
 * @at: where a space stands in a file
 * @error: return location
 *
 * Returns: (transfer full): the space, or %NULL with an error that names file and JSON pointer
 */
WeftSpace *
weft_space_new_at (const WeftJsonAt *at,
                   GError          **error)
{
  g_autoptr (WeftSpace) self = g_object_new (WEFT_TYPE_SPACE, NULL);

  if (!read_space (self, at, error))
    return NULL;

  self->text = weft_json_write_compact (at->node);
  return g_steal_pointer (&self);
}

/* --- public API --- */

/**
 * weft_space_new_from_json:
 * @root: the JSON of a space
 * @file: what messages call it
 * @error: return location
 *
 * Returns: (transfer full): the space, or %NULL with an error that names file and JSON pointer
 */
WeftSpace *
weft_space_new_from_json (JsonNode   *root,
                          const char *file,
                          GError    **error)
{
  WeftJsonAt at;

  g_return_val_if_fail (root != NULL, NULL);

  weft_json_at_root (&at, root, file);
  return weft_space_new_at (&at, error);
}

/**
 * weft_space_to_json:
 * @self: a space
 *
 * Returns: (transfer full): its JSON
 */
JsonNode *
weft_space_to_json (WeftSpace *self)
{
  g_return_val_if_fail (WEFT_IS_SPACE (self), NULL);
  return weft_json_parse (self->text, -1, self->id, NULL, NULL);
}

/**
 * weft_space_get_id:
 * @self: a space
 *
 * Returns: (transfer none): its id
 */
const char *
weft_space_get_id (WeftSpace *self)
{
  g_return_val_if_fail (WEFT_IS_SPACE (self), NULL);
  return self->id;
}

/**
 * weft_space_get_name:
 * @self: a space
 *
 * Returns: (transfer none): its name for people
 */
const char *
weft_space_get_name (WeftSpace *self)
{
  g_return_val_if_fail (WEFT_IS_SPACE (self), NULL);
  return self->name;
}

/**
 * weft_space_get_description:
 * @self: a space
 *
 * Returns: (transfer none) (nullable): what it is for
 */
const char *
weft_space_get_description (WeftSpace *self)
{
  g_return_val_if_fail (WEFT_IS_SPACE (self), NULL);
  return self->description;
}

/**
 * weft_space_without:
 * @self: a space
 * @chips: (array zero-terminated=1): names of chips
 *
 * Returns: (transfer full): the same space without them
 */
WeftSpace *
weft_space_without (WeftSpace         *self,
                    const char *const *chips)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *without;

  g_return_val_if_fail (WEFT_IS_SPACE (self), NULL);
  g_return_val_if_fail (chips != NULL, NULL);

  root = weft_space_to_json (self);
  without = json_array_new ();
  for (guint i = 0; self->without != NULL && self->without[i] != NULL; i++)
    json_array_add_string_element (without, self->without[i]);
  for (guint i = 0; chips[i] != NULL; i++)
    json_array_add_string_element (without, chips[i]);
  if (json_array_get_length (without) > 0)
    json_object_set_array_member (json_node_get_object (root), "without", without);
  else
    json_array_unref (without);

  return weft_space_new_from_json (root, self->id, NULL);
}
