/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and their values in words: the unit that a suffix names, labels, and text for people. */

#include "catalog/weft-key-private.h"

#include "base/weft-json.h"
#include "base/weft-json-write.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *suffix;
  WeftUnit unit;
  double to_si;
} Suffix;

/* Integer operations are scaled but have no unit of their own here: TOP/s are not FLOP/s. */
static const Suffix suffixes[] = {
  { "tflops", WEFT_UNIT_FLOPS, 1e12 },
  { "pflops", WEFT_UNIT_FLOPS, 1e15 },
  { "pf", WEFT_UNIT_FLOPS, 1e15 },
  { "tops", WEFT_UNIT_NONE, 1e12 },
  { "flop", WEFT_UNIT_FLOP, 1 },
  { "gbs_dir", WEFT_UNIT_BYTES_S, 1e9 },
  { "gbs", WEFT_UNIT_BYTES_S, 1e9 },
  { "gbps", WEFT_UNIT_BYTES_S, 1e9 / 8 },
  { "tb", WEFT_UNIT_BYTES, 1e12 },
  { "gb", WEFT_UNIT_BYTES, 1e9 },
  { "mb", WEFT_UNIT_BYTES, 1e6 },
  { "bytes", WEFT_UNIT_BYTES, 1 },
  { "s", WEFT_UNIT_S, 1 },
  { "ms", WEFT_UNIT_S, 1e-3 },
  { "us", WEFT_UNIT_S, 1e-6 },
  { "ns", WEFT_UNIT_S, 1e-9 },
  { "w", WEFT_UNIT_W, 1 },
  { "kw", WEFT_UNIT_W, 1e3 },
  { "usd", WEFT_UNIT_USD, 1 },
  { "m", WEFT_UNIT_M, 1 },
  { "b", WEFT_UNIT_COUNT, 1e9 },
};

static gboolean
has_suffix (const char *key,
            gsize       length,
            const char *suffix)
{
  gsize n = strlen (suffix);

  if (length < n || strncmp (key + length - n, suffix, n) != 0)
    return FALSE;
  return length == n || key[length - n - 1] == '_';
}

/* "power_w_per_chip" counts watts: what follows "_per_" says for what. */
static gsize
measure_stem (const char *key)
{
  const char *per = strstr (key, "_per_");

  return per != NULL ? (gsize) (per - key) : strlen (key);
}

static const Suffix *
find_suffix (const char *key)
{
  gsize length = measure_stem (key);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (has_suffix (key, length, suffixes[i].suffix))
      return &suffixes[i];

  return NULL;
}

static gboolean
check_number (const WeftJsonAt  *at,
              gboolean           whole,
              GError           **error)
{
  double value;

  if (!weft_json_at_number (at, &value, error))
    return FALSE;
  if (!isfinite (value) || value < 0)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "a finite number, not negative", error);
  if (whole && value != floor (value))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "a whole number", error);

  return TRUE;
}

static gboolean
check_elements (const WeftJsonAt  *at,
                WeftKeyType        type,
                GError           **error)
{
  if (!weft_json_at_array (at, error))
    return FALSE;

  for (guint i = 0; i < weft_json_at_length (at); i++)
    {
      WeftJsonAt element;
      const char *text;

      weft_json_at_element (at, i, &element);
      if (type == WEFT_KEY_TEXTS || (type == WEFT_KEY_FREE
                                     && json_node_get_value_type (element.node) == G_TYPE_STRING))
        {
          if (!weft_json_at_string (&element, &text, error))
            return FALSE;
        }
      else if (!check_number (&element, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_shares (const WeftJsonAt  *at,
              GError           **error)
{
  JsonObjectIter iter;
  const char *name;

  if (!weft_json_at_object (at, error))
    return FALSE;

  json_object_iter_init_ordered (&iter, json_node_get_object (at->node));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      WeftJsonAt member;

      weft_json_at_member (at, name, &member);
      if (!check_number (&member, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

/* A key that Weft does not know may hold what any key may hold. */
static gboolean
check_free (const WeftJsonAt  *at,
            GError           **error)
{
  switch (json_node_get_node_type (at->node))
    {
    case JSON_NODE_ARRAY:
      return check_elements (at, WEFT_KEY_FREE, error);
    case JSON_NODE_OBJECT:
      return check_shares (at, error);
    default:
      break;
    }

  if (json_node_get_value_type (at->node) == G_TYPE_STRING
      || json_node_get_value_type (at->node) == G_TYPE_BOOLEAN)
    return TRUE;

  return check_number (at, FALSE, error);
}

/* The last keys that were asked for: a study asks for the same ones a million times. */
#define N_REMEMBERED 256

typedef struct
{
  char text[48];
  const WeftKey *known; /* (nullable) */
  WeftUnit unit;
  double to_si;
} Remembered;

static const WeftKey *
search (const char *key)
{
  guint low = 0, high = weft_n_keys;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      int order = strcmp (key, weft_keys[middle].key);

      if (order == 0)
        return &weft_keys[middle];
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }

  return NULL;
}

static WeftUnit
find_unit (const char    *key,
           const WeftKey *known,
           double        *to_si)
{
  const Suffix *suffix = find_suffix (key);
  WeftUnit unit;
  double factor = 1;

  if (known != NULL && known->type == WEFT_KEY_YEAR)
    unit = WEFT_UNIT_NONE;
  else if (known != NULL && known->type == WEFT_KEY_WHOLE)
    unit = WEFT_UNIT_COUNT;
  else if (suffix != NULL)
    {
      unit = suffix->unit;
      factor = suffix->to_si;
    }
  else
    unit = WEFT_UNIT_NONE;

  *to_si = factor;
  return unit;
}

/* What is known of a key; @other: where to put it when the key is no usual one. */
static const Remembered *
remember (const char *key,
          Remembered *other)
{
  static _Thread_local Remembered memory[N_REMEMBERED];
  gsize length = strlen (key);
  Remembered *slot = other;

  if (length >= 2 && length < sizeof slot->text)
    {
      slot = &memory[(length + 7u * (guint8) key[0] + 31u * (guint8) key[length / 2] + 5u * (guint8) key[length - 2])
                     % N_REMEMBERED];
      if (memcmp (slot->text, key, length + 1) == 0)
        return slot;
      memcpy (slot->text, key, length + 1);
    }
  slot->known = search (key);
  slot->unit = find_unit (key, slot->known, &slot->to_si);
  return slot;
}

const WeftKey *
weft_key_find (const char *key)
{
  Remembered other;

  return remember (key, &other)->known;
}

gboolean
weft_key_check (const WeftJsonAt  *at,
                const char        *key,
                GError           **error)
{
  const WeftKey *known = weft_key_find (key);
  WeftKeyType type = WEFT_KEY_FREE;
  const char *text;
  gboolean flag;

  if (weft_json_at_is_null (at))
    return TRUE;

  if (known != NULL)
    type = known->type;
  else if (find_suffix (key) != NULL)
    type = WEFT_KEY_NUMBER;

  switch (type)
    {
    case WEFT_KEY_NUMBER:
      return check_number (at, FALSE, error);
    case WEFT_KEY_WHOLE:
    case WEFT_KEY_YEAR:
      return check_number (at, TRUE, error);
    case WEFT_KEY_TEXT:
      return weft_json_at_string (at, &text, error);
    case WEFT_KEY_FLAG:
      return weft_json_at_boolean (at, &flag, error);
    case WEFT_KEY_TEXTS:
    case WEFT_KEY_NUMBERS:
      return check_elements (at, type, error);
    case WEFT_KEY_SHARES:
      return check_shares (at, error);
    case WEFT_KEY_FREE:
    default:
      return check_free (at, error);
    }
}

static char *
format_number (const char *key,
               double      value)
{
  const WeftKey *known = key != NULL ? weft_key_find (key) : NULL;
  char buffer[WEFT_DOUBLE_BUFFER];
  double to_si = 1;
  WeftUnit unit = key != NULL ? weft_key_unit (key, &to_si) : WEFT_UNIT_NONE;

  if (!isfinite (value))
    return weft_quantity_format (NAN, WEFT_UNIT_NONE);

  if (unit == WEFT_UNIT_NONE || (known != NULL && known->type == WEFT_KEY_YEAR))
    {
      const char *digits = weft_json_format_double (value, buffer);

      /* Tera-operations are named, not rescaled. */
      if (to_si != 1)
        return g_strdup_printf ("%s\302\240TOP/s", digits);
      return g_strdup (digits);
    }

  if (unit == WEFT_UNIT_COUNT && to_si != 1)
    {
      /* Translators: a number of parameters, such as "70.6 billion" */
      return g_strdup_printf (_("%s\302\240billion"), weft_json_format_double (value, buffer));
    }

  return weft_quantity_format (value * to_si, unit);
}

static char *
format_scalar (const char *key,
               JsonNode   *node)
{
  GType type = json_node_get_value_type (node);

  if (type == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (type == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? _("yes") : _("no"));
  if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
    return format_number (key, json_node_get_double (node));

  return weft_quantity_format (NAN, WEFT_UNIT_NONE);
}

static char *
format_array (const char *key,
              JsonArray  *array)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *element = format_scalar (key, json_array_get_element (array, i));
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", element);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
format_object (JsonObject *object)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *value = format_scalar (NULL, node);
      g_string_append_printf (text, "%s%s\302\240%s", text->len > 0 ? ", " : "", name, value);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * weft_key_unit:
 * @key: a key of a record or profile, with its unit as suffix
 * @to_si: (out) (optional): the factor from the written number to SI
 *
 * What stands before "_per_" decides: "power_w_per_chip" is in watts.
 *
 * Returns: the unit, #WEFT_UNIT_NONE when the key names none
 */
WeftUnit
weft_key_unit (const char *key,
               double     *to_si)
{
  const Remembered *found;
  Remembered other;

  g_return_val_if_fail (key != NULL, WEFT_UNIT_NONE);

  found = remember (key, &other);
  if (to_si != NULL)
    *to_si = found->to_si;
  return found->unit;
}

/* A constant for some parts only: the constant, and for which. */
static char *
label_scoped (const char *key)
{
  const char *scope = strchr (key, '@');
  g_autofree char *stem = g_strndup (key, scope - key);
  g_autofree char *label = weft_key_label (stem);

  return g_strdup_printf ("%s (%s)", label, scope + 1);
}

/**
 * weft_key_label:
 * @key: a key of a record or profile
 *
 * Returns: (transfer full): the key in words, translated; one that Weft does not know loses its
 *   unit suffix and its underscores
 */
char *
weft_key_label (const char *key)
{
  const WeftKey *known;
  const Suffix *suffix;
  char *label;

  g_return_val_if_fail (key != NULL, NULL);

  known = weft_key_find (key);
  if (known != NULL)
    return g_strdup (_(known->label));
  if (strchr (key, '@') != NULL)
    return label_scoped (key);

  suffix = find_suffix (key);
  label = g_strdup (key);
  if (suffix != NULL && strstr (key, "_per_") == NULL && strlen (key) > strlen (suffix->suffix) + 1)
    label[strlen (key) - strlen (suffix->suffix) - 1] = '\0';

  return g_strdelimit (label, "_", ' ');
}

/**
 * weft_value_format: (skip)
 * @value: a value
 *
 * Returns: (transfer full): the value in words: scaled unit for numbers, "unknown" for null
 */
char *
weft_value_format (const WeftValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (value->node == NULL)
    return weft_quantity_format (NAN, WEFT_UNIT_NONE);

  switch (json_node_get_node_type (value->node))
    {
    case JSON_NODE_ARRAY:
      return format_array (value->key, json_node_get_array (value->node));
    case JSON_NODE_OBJECT:
      return format_object (json_node_get_object (value->node));
    case JSON_NODE_VALUE:
      return format_scalar (value->key, value->node);
    case JSON_NODE_NULL:
    default:
      return weft_quantity_format (NAN, WEFT_UNIT_NONE);
    }
}
