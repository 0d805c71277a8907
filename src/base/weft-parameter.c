/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of parameters: checked against their table, filled up, and read from the text of a command line or a form. */
#include "base/weft-parameter.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-quote-private.h"

G_DEFINE_QUARK (weft-parameter-error-quark, weft_parameter_error)

/* Doubles hold every whole number up to here. */
#define MAX_EXACT 0x1p53

/* Where a message says that something is wrong; both may be NULL. */
typedef struct
{
  const char *owner;
  const char *key;
} Place;

static gboolean refuse (const Place *place, int code, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

/* Always FALSE. */
static gboolean
refuse (const Place *place, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_PARAMETER_ERROR, code, "%s%s%s%s%s", place->owner != NULL ? place->owner : "",
               place->owner != NULL ? ": " : "", place->key != NULL ? place->key : "", place->key != NULL ? ": " : "",
               words);
  return FALSE;
}

/* --- keys --- */

/* NULL at the end. */
static GPtrArray *
list_keys (const WeftParameter *params, guint n_params)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (guint i = 0; i < n_params; i++)
    g_ptr_array_add (keys, (gpointer) params[i].key);
  g_ptr_array_add (keys, NULL);
  return keys;
}

static gboolean
refuse_key (const Place *place, const char *key, const char *const *known, GError **error)
{
  g_autofree char *quoted = weft_quote (key, -1);
  g_autofree char *all = g_strjoinv (", ", (char **) known);
  const char *nearest = weft_name_nearest (key, known);

  if (nearest != NULL)
    return refuse (place, WEFT_PARAMETER_ERROR_UNKNOWN, error, _("there is no parameter %s; is \"%s\" meant?"), quoted,
                   nearest);
  if (known[0] == NULL)
    return refuse (place, WEFT_PARAMETER_ERROR_UNKNOWN, error, _("there is no parameter %s; none is taken"), quoted);
  return refuse (place, WEFT_PARAMETER_ERROR_UNKNOWN, error, _("there is no parameter %s, expected one of %s"), quoted,
                 all);
}

static gboolean
check_known (const WeftParameter *params, guint n_params, const Place *place, JsonObject *given, GError **error)
{
  g_autoptr (GPtrArray) known = list_keys (params, n_params);
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init_ordered (&iter, given);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (!g_strv_contains ((const char *const *) known->pdata, key))
      return refuse_key (place, key, (const char *const *) known->pdata, error);
  return TRUE;
}

/* --- values --- */

static gboolean
is_number (const WeftParameter *param)
{
  return param->type == WEFT_PARAMETER_WHOLE || param->type == WEFT_PARAMETER_NUMBER;
}

static gboolean
has_type (const WeftParameter *param, JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  switch (param->type)
    {
    case WEFT_PARAMETER_TEXT:
    case WEFT_PARAMETER_CHOICE:
      return type == G_TYPE_STRING;
    case WEFT_PARAMETER_FLAG:
      return type == G_TYPE_BOOLEAN;
    case WEFT_PARAMETER_LIST:
      return JSON_NODE_HOLDS_ARRAY (node);
    case WEFT_PARAMETER_WHOLE:
    case WEFT_PARAMETER_NUMBER:
    default:
      return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
    }
}

static const char *
type_words (WeftParameterType type)
{
  switch (type)
    {
    case WEFT_PARAMETER_TEXT:
    case WEFT_PARAMETER_CHOICE:
      return _("a string");
    case WEFT_PARAMETER_FLAG:
      return _("true or false");
    case WEFT_PARAMETER_LIST:
      return _("an array");
    case WEFT_PARAMETER_WHOLE:
      return _("a whole number");
    case WEFT_PARAMETER_NUMBER:
    default:
      return _("a number");
    }
}

/* Every digit, so that a number just above the greatest does not look like it. */
static char *
show_number (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  return isfinite (value) ? g_strdup (weft_json_format_double (value, buffer)) : g_strdup_printf ("%g", value);
}

static gboolean
refuse_range (const WeftParameter *param, const Place *place, double value, GError **error)
{
  g_autofree char *found = show_number (value);
  g_autofree char *min = show_number (param->min);
  g_autofree char *max = show_number (param->max);

  return refuse (place, WEFT_PARAMETER_ERROR_RANGE, error, _("found %s, expected %s from %s to %s"), found,
                 type_words (param->type), min, max);
}

static gboolean
check_choice (const WeftParameter *param, const Place *place, const char *word, GError **error)
{
  g_auto (GStrv) choices = g_strsplit (param->choices, ",", -1);
  g_autofree char *quoted = weft_quote (word, -1);
  g_autofree char *all = g_strjoinv (", ", choices);

  return g_strv_contains ((const char *const *) choices, word)
         || refuse (place, WEFT_PARAMETER_ERROR_RANGE, error, _("found %s, expected one of %s"), quoted, all);
}

static gboolean
check_value (const WeftParameter *param, const Place *place, JsonNode *node, GError **error)
{
  double value;

  if (!has_type (param, node))
    {
      WeftJsonAt at;
      g_autofree char *found = NULL;

      weft_json_at_root (&at, node, NULL);
      found = weft_json_at_found (&at);
      return refuse (place, WEFT_PARAMETER_ERROR_TYPE, error, _("found %s, expected %s"), found,
                     type_words (param->type));
    }
  if (param->type == WEFT_PARAMETER_CHOICE)
    return check_choice (param, place, json_node_get_string (node), error);
  if (!is_number (param))
    return TRUE;
  value = json_node_get_double (node);
  if (value >= param->min && value <= param->max && (param->type == WEFT_PARAMETER_NUMBER || value == floor (value)))
    return TRUE;
  return refuse_range (param, place, value, error);
}

/* A copy that shares nothing with a list: reference counts of JSON are not safe between threads. */
static JsonNode *
copy_list (const Place *place, JsonNode *node, GError **error)
{
  g_autofree char *text = weft_json_write_compact (node);

  if (text != NULL)
    return weft_json_parse (text, -1, place->key, NULL, error);
  refuse (place, WEFT_PARAMETER_ERROR_RANGE, error, _("found a list with an infinite number, expected finite ones"));
  return NULL;
}

/* A checked value in its own type: a whole number may have been written 8.0. */
static JsonNode *
copy_value (const WeftParameter *param, const Place *place, JsonNode *node, GError **error)
{
  switch (param->type)
    {
    case WEFT_PARAMETER_TEXT:
    case WEFT_PARAMETER_CHOICE:
      return json_node_init_string (json_node_alloc (), json_node_get_string (node));
    case WEFT_PARAMETER_FLAG:
      return json_node_init_boolean (json_node_alloc (), json_node_get_boolean (node));
    case WEFT_PARAMETER_LIST:
      return copy_list (place, node, error);
    case WEFT_PARAMETER_WHOLE:
      if (fabs (json_node_get_double (node)) <= MAX_EXACT)
        return json_node_init_int (json_node_alloc (), json_node_get_int (node));
      G_GNUC_FALLTHROUGH;
    case WEFT_PARAMETER_NUMBER:
    default:
      return json_node_init_double (json_node_alloc (), json_node_get_double (node));
    }
}

/* --- texts --- */

/* Decimal, and not what else strtod() takes. */
static gboolean
read_number (const char *text, double *value)
{
  char *end = NULL;

  if (*text == '\0' || strspn (text, "0123456789+-.eE") != strlen (text))
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*value);
}

static JsonNode *
read_flag (const char *text)
{
  static const char *const yes[] = { "true", "yes", "on", "1", NULL };
  static const char *const no[] = { "false", "no", "off", "0", NULL };

  if (g_strv_contains (yes, text))
    return json_node_init_boolean (json_node_alloc (), TRUE);
  if (g_strv_contains (no, text))
    return json_node_init_boolean (json_node_alloc (), FALSE);
  return NULL;
}

/* "[4, 4]", or "4, 4" without the brackets. */
static JsonNode *
read_list (const char *text)
{
  g_autofree char *list = text[0] == '[' ? g_strdup (text) : g_strdup_printf ("[%s]", text);

  return weft_json_parse (list, -1, NULL, NULL, NULL);
}

/* NULL when the text is none of the parameter's type. */
static JsonNode *
read_text (const WeftParameter *param, const char *text)
{
  g_autofree char *bare = g_strstrip (g_strdup (text));
  double value;

  switch (param->type)
    {
    case WEFT_PARAMETER_TEXT:
    case WEFT_PARAMETER_CHOICE:
      return json_node_init_string (json_node_alloc (), bare);
    case WEFT_PARAMETER_FLAG:
      return read_flag (bare);
    case WEFT_PARAMETER_LIST:
      return read_list (bare);
    case WEFT_PARAMETER_WHOLE:
    case WEFT_PARAMETER_NUMBER:
    default:
      return read_number (bare, &value) ? json_node_init_double (json_node_alloc (), value) : NULL;
    }
}

/* --- public --- */

/**
 * weft_parameters_fill: (skip)
 * @params: the table
 * @n_params: its length
 * @owner: what takes the parameters, for messages
 * @given: (nullable): those that are given
 * @error: where to put a #WeftParameterError
 *
 * Returns: (transfer full) (nullable): a value for every parameter: whole numbers as integers, the rest in its type.
 *   Nothing is shared with @given.
 */
JsonObject *
weft_parameters_fill (const WeftParameter *params, guint n_params, const char *owner, JsonObject *given,
                      GError **error)
{
  g_autoptr (JsonObject) filled = json_object_new ();
  const Place whole = { owner, NULL };

  if (given != NULL && !check_known (params, n_params, &whole, given, error))
    return NULL;
  for (guint i = 0; i < n_params; i++)
    {
      const Place place = { owner, params[i].key };
      JsonNode *node = given != NULL ? json_object_get_member (given, params[i].key) : NULL;

      if (node == NULL || JSON_NODE_HOLDS_NULL (node))
        node = weft_json_parse (params[i].initial, -1, params[i].key, NULL, error);
      else if (check_value (&params[i], &place, node, error))
        node = copy_value (&params[i], &place, node, error);
      else
        node = NULL;
      if (node == NULL)
        return NULL;
      json_object_set_member (filled, params[i].key, node);
    }
  return g_steal_pointer (&filled);
}

/**
 * weft_parameter_parse: (skip)
 * @param: a parameter
 * @text: its value as people type it; a list may stand without its brackets
 * @error: where to put a #WeftParameterError
 *
 * Returns: (transfer full) (nullable): the value
 */
JsonNode *
weft_parameter_parse (const WeftParameter *param, const char *text, GError **error)
{
  const Place place = { NULL, param->key };
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  node = read_text (param, text);
  if (node == NULL)
    {
      g_autofree char *quoted = weft_quote (text, -1);

      refuse (&place, WEFT_PARAMETER_ERROR_TYPE, error, _("found %s, expected %s"), quoted, type_words (param->type));
      return NULL;
    }
  return check_value (param, &place, node, error) ? copy_value (param, &place, node, error) : NULL;
}

/**
 * weft_parameter_has_range: (skip)
 * @param: a parameter
 *
 * Returns: whether its least and its greatest number mean anything
 */
gboolean
weft_parameter_has_range (const WeftParameter *param)
{
  return is_number (param) || param->type == WEFT_PARAMETER_LIST;
}

/**
 * weft_parameter_to_json: (skip)
 * @param: a parameter
 *
 * Returns: (transfer full): {"key", "title", "type", "unit", "default", "min", "max", "choices"}, as far as it has them
 */
JsonObject *
weft_parameter_to_json (const WeftParameter *param)
{
  static const char *const types[] = { "whole", "number", "text", "list", "choice", "flag" };
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "key", param->key);
  json_object_set_string_member (object, "title", param->title);
  json_object_set_string_member (object, "type", types[param->type]);
  if (param->unit != NULL)
    json_object_set_string_member (object, "unit", param->unit);
  json_object_set_member (object, "default", weft_json_parse (param->initial, -1, param->key, NULL, NULL));
  if (weft_parameter_has_range (param))
    {
      json_object_set_double_member (object, "min", param->min);
      json_object_set_double_member (object, "max", param->max);
    }
  if (param->choices != NULL)
    {
      g_auto (GStrv) choices = g_strsplit (param->choices, ",", -1);
      JsonArray *array = json_array_new ();

      for (guint i = 0; choices[i] != NULL; i++)
        json_array_add_string_element (array, choices[i]);
      json_object_set_array_member (object, "choices", array);
    }
  return object;
}
