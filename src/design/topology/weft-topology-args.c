/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a generator's parameters from JSON, strictly: nothing missing, nothing unknown, every
 * number within its limits. */
#include "design/topology/weft-topology-family-private.h"

#include <stdarg.h>

#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-quote-private.h"

/* A value that is of the right type but not acceptable. */
static gboolean
refuse_value (const WeftJsonAt  *at,
              int                code,
              const char        *expected,
              GError           **error)
{
  g_autoptr (GError) reason = NULL;

  weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, expected, &reason);
  g_set_error_literal (error, WEFT_TOPOLOGY_ERROR, code, reason->message);
  return FALSE;
}

static gboolean
read_number (const WeftJsonAt         *at,
             const WeftTopologyParam  *param,
             gint64                   *value,
             GError                  **error)
{
  g_autofree char *expected = NULL;

  if (!weft_json_at_integer (at, value, error))
    return FALSE;
  if (*value >= param->min && *value <= param->max)
    return TRUE;

  expected = g_strdup_printf ("a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                              param->min, param->max);
  return refuse_value (at, WEFT_TOPOLOGY_ERROR_RANGE, expected, error);
}

/* One cable: its two ends and how many run in parallel. */
static gboolean
read_cable (const WeftJsonAt         *at,
            const WeftTopologyParam  *param,
            GArray                   *list,
            GError                  **error)
{
  const WeftTopologyParam cables = { .min = 1, .max = WEFT_NET_MAX_LINKS };
  gint64 values[3] = { 0, 0, 1 };
  guint n = weft_json_at_length (at);

  if (!weft_json_at_array (at, error))
    return FALSE;
  if (n != 2 && n != 3)
    {
      g_autofree char *found = g_strdup_printf ("[end, end, cables]; it has %u elements", n);

      return refuse_value (at, WEFT_TOPOLOGY_ERROR_RANGE, found, error);
    }
  for (guint i = 0; i < n; i++)
    {
      WeftJsonAt element;

      weft_json_at_element (at, i, &element);
      if (!read_number (&element, i < 2 ? param : &cables, &values[i], error))
        return FALSE;
    }
  g_array_append_vals (list, values, 3);
  return TRUE;
}

static gboolean
read_element (const WeftJsonAt         *at,
              const WeftTopologyParam  *param,
              GArray                   *list,
              GError                  **error)
{
  gint64 value;

  if (param->type == WEFT_TOPOLOGY_CABLES)
    return read_cable (at, param, list, error);
  if (!read_number (at, param, &value, error))
    return FALSE;
  g_array_append_val (list, value);
  return TRUE;
}

static GArray *
read_list (const WeftJsonAt         *at,
           const WeftTopologyParam  *param,
           GError                  **error)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint least = param->type == WEFT_TOPOLOGY_NUMBERS ? 1 : 0;
  guint n = weft_json_at_length (at);

  if (!weft_json_at_array (at, error))
    return NULL;
  if (n < least || n > param->max_length)
    {
      g_autofree char *expected
        = g_strdup_printf ("one of %u to %u elements; it has %u", least, param->max_length, n);

      refuse_value (at, WEFT_TOPOLOGY_ERROR_RANGE, expected, error);
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      WeftJsonAt element;

      weft_json_at_element (at, i, &element);
      if (!read_element (&element, param, list, error))
        return NULL;
    }
  return g_steal_pointer (&list);
}

static gint64
absent_number (const WeftTopologyGenerator *generator,
               const WeftTopologyParam     *param,
               const WeftTopologyArgs      *args)
{
  for (guint i = 0; param->absent_like != NULL && i < generator->n_params; i++)
    if (g_str_equal (generator->params[i].name, param->absent_like))
      return args->n[i];
  return param->absent;
}

static gboolean
read_param (const WeftTopologyGenerator  *generator,
            guint                         index,
            const WeftJsonAt             *at,
            WeftTopologyArgs             *args,
            GError                      **error)
{
  const WeftTopologyParam *param = &generator->params[index];
  WeftJsonAt member;

  if (!weft_json_at_member (at, param->name, &member))
    {
      if (param->optional)
        {
          args->n[index] = absent_number (generator, param, args);
          return TRUE;
        }
      return weft_topology_refuse (at, NULL, -1, error,
                                   "found no member \"%s\" (%s), which %s needs", param->name,
                                   param->label, generator->name);
    }
  if (param->type == WEFT_TOPOLOGY_NUMBER)
    return read_number (&member, param, &args->n[index], error);
  args->lists[index] = read_list (&member, param, error);
  return args->lists[index] != NULL;
}

/* A parameter that is not known would change nothing, and the answer would be to another
 * question. */
static gboolean
check_known (const WeftTopologyGenerator  *generator,
             const WeftJsonAt             *at,
             GError                      **error)
{
  const char *known[WEFT_TOPOLOGY_MAX_PARAMS + 1] = { NULL };
  JsonObjectIter iter;
  const char *key;

  for (guint i = 0; i < generator->n_params; i++)
    known[i] = generator->params[i].name;
  json_object_iter_init (&iter, json_node_get_object (at->node));
  while (json_object_iter_next (&iter, &key, NULL))
    {
      g_autofree char *quoted = weft_quote (key, -1);
      const char *nearest = weft_name_nearest (key, known);
      g_autofree char *all = g_strjoinv (", ", (char **) known);

      if (g_strv_contains (known, key))
        continue;
      if (nearest != NULL)
        return weft_topology_refuse (at, NULL, WEFT_TOPOLOGY_ERROR_PARAMETER, error,
                                     "found the member %s, which %s does not have; is \"%s\" "
                                     "meant?", quoted, generator->name, nearest);
      return weft_topology_refuse (at, NULL, WEFT_TOPOLOGY_ERROR_PARAMETER, error,
                                   "found the member %s, which %s does not have, expected %s",
                                   quoted, generator->name, all);
    }
  return TRUE;
}

/**
 * weft_topology_refuse: (skip)
 * @at: the parameters' place
 * @name: (nullable): the parameter at fault, %NULL for all of them together
 * @code: a #WeftTopologyError, or -1 for something missing
 * @error: where to put the error
 * @format: what was found and what was expected
 *
 * Sets an error that begins with the place.
 *
 * Returns: always %FALSE
 */
gboolean
weft_topology_refuse (const WeftJsonAt  *at,
                      const char        *name,
                      int                code,
                      GError           **error,
                      const char        *format,
                      ...)
{
  const char *file = at->file != NULL ? at->file : "JSON text";
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, code < 0 ? WEFT_JSON_ERROR : WEFT_TOPOLOGY_ERROR,
               code < 0 ? (int) WEFT_JSON_ERROR_MISSING : code, "%s: %s%s%s%s", file,
               name != NULL ? "/" : "", name != NULL ? name : "", name != NULL ? ": " : "", words);
  return FALSE;
}

/**
 * weft_topology_args_read: (skip)
 * @generator: a generator
 * @at: the object of its parameters
 * @args: (out caller-allocates): the parameters; to be cleared in any case
 * @error: where to put a #WeftTopologyError or #WeftJsonError
 *
 * Returns: whether every parameter is there, of its type and within its limits
 */
gboolean
weft_topology_args_read (const WeftTopologyGenerator  *generator,
                         const WeftJsonAt             *at,
                         WeftTopologyArgs             *args,
                         GError                      **error)
{
  *args = (WeftTopologyArgs) { 0 };
  if (!weft_json_at_object (at, error) || !check_known (generator, at, error))
    return FALSE;
  for (guint i = 0; i < generator->n_params; i++)
    if (!read_param (generator, i, at, args, error))
      return FALSE;
  return TRUE;
}

/**
 * weft_topology_args_clear: (skip)
 * @args: parameters
 */
void
weft_topology_args_clear (WeftTopologyArgs *args)
{
  for (guint i = 0; i < WEFT_TOPOLOGY_MAX_PARAMS; i++)
    g_clear_pointer (&args->lists[i], g_array_unref);
}

/**
 * weft_args_list: (skip)
 * @args: parameters
 * @index: which of them, a list
 * @n: (out): its elements
 *
 * Returns: (transfer none): the list
 */
GArray *
weft_args_list (const WeftTopologyArgs *args,
                guint                   index,
                guint                  *n)
{
  g_assert (args->lists[index] != NULL);
  *n = args->lists[index]->len;
  return args->lists[index];
}
