/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a config.json under any of the names that they have had, each with a fact about how it is known. */
#include "workload/weft-hf-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json.h"
#include "workload/weft-task-graph.h"

/* A place with the places above it, which it points to. */
typedef struct
{
  WeftJsonAt parent;
  WeftJsonAt at;
} Place;

/* Whether @key, "a" or "a.b", is there and not null; FALSE with an error when "a" is no object. */
static gboolean
find_place (const WeftJsonAt *object, const char *key, Place *place, gboolean *is_found, GError **error)
{
  const char *dot = strchr (key, '.');
  g_autofree char *first = NULL;
  const WeftJsonAt *inside = object;

  *is_found = FALSE;
  if (dot != NULL)
    {
      gboolean is_there = FALSE;

      first = g_strndup (key, dot - key);
      if (!weft_json_at_get_object (object, g_intern_string (first), WEFT_JSON_OPTIONAL, &place->parent, &is_there,
                                    error))
        return FALSE;
      if (!is_there)
        return TRUE;
      inside = &place->parent;
      key = dot + 1;
    }
  *is_found = weft_json_at_member (inside, key, &place->at) && !weft_json_at_is_null (&place->at);
  return TRUE;
}

static gboolean
read_whole (const WeftJsonAt *at, double *value, GError **error)
{
  gint64 whole;

  if (!weft_json_at_integer (at, &whole, error))
    return FALSE;
  if (whole < 0)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("a whole number from 0 on"), error);
  *value = whole;
  return TRUE;
}

static void
say_read (WeftHfReader *self, const char *field, double value, const WeftJsonAt *at)
{
  g_autofree char *pointer = weft_json_at_pointer (at);
  g_autofree char *why = NULL;

  /* TRANSLATORS: %s is a place in a JSON file: "/text_config/hidden_size". */
  why = g_strdup_printf (_("“%s” of the file"), pointer);
  weft_llm_facts_add_number (self->config->facts, field, value, WEFT_LLM_READ, why);
}

/* A file may have two names of the same thing; they should agree. */
static gboolean
compare_rest (WeftHfReader *self, const char *taken, const char *const *rest, double value, GError **error)
{
  for (guint i = 0; rest[i] != NULL; i++)
    {
      Place place;
      gboolean is_found;
      double other;

      if (!find_place (&self->text, rest[i], &place, &is_found, error))
        return FALSE;
      if (!is_found)
        continue;
      if (!read_whole (&place.at, &other, error))
        return FALSE;
      if (other != value)
        weft_hf_note (self, _("“%s” is %g, but “%s” is %g; the former counts"), taken, value, rest[i], other);
    }
  return TRUE;
}

static gboolean
read_default (WeftHfReader *self, const char *field, const char *const *keys, double *value)
{
  JsonObject *defaults = self->defaults != NULL ? json_node_get_object (self->defaults) : NULL;

  for (guint i = 0; defaults != NULL && keys[i] != NULL; i++)
    if (json_object_has_member (defaults, keys[i]))
      {
        *value = json_object_get_int_member (defaults, keys[i]);
        weft_hf_say (self, field, *value, WEFT_LLM_ASSUMED,
                     _("what the architecture has unless the file says otherwise"));
        return TRUE;
      }
  return FALSE;
}

/**
 * weft_hf_read_size: (skip)
 * @self: a reader
 * @field: the value's name in facts
 * @keys: names that it may have, NULL at the end
 * @value: (inout): the value
 * @is_found: whether it is there
 * @error: return location
 *
 * Returns: FALSE when it is there and no whole number from 0 on
 */
gboolean
weft_hf_read_size (WeftHfReader       *self,
                   const char         *field,
                   const char *const  *keys,
                   double             *value,
                   gboolean           *is_found,
                   GError            **error)
{
  *is_found = FALSE;
  for (guint i = 0; keys[i] != NULL; i++)
    {
      Place place;

      if (!find_place (&self->text, keys[i], &place, is_found, error))
        return FALSE;
      if (!*is_found)
        continue;
      if (!read_whole (&place.at, value, error))
        return FALSE;
      say_read (self, field, *value, &place.at);
      return compare_rest (self, keys[i], keys + i + 1, *value, error);
    }
  *is_found = read_default (self, field, keys, value);
  return TRUE;
}

/**
 * weft_hf_need_size: (skip)
 * @self: a reader
 * @field: the value's name in facts
 * @keys: names that it may have, NULL at the end
 * @value: (out): the value
 * @error: return location
 *
 * Returns: FALSE when it is not there, or no whole number from 0 on
 */
gboolean
weft_hf_need_size (WeftHfReader       *self,
                   const char         *field,
                   const char *const  *keys,
                   double             *value,
                   GError            **error)
{
  g_autofree char *names = NULL;
  gboolean is_found;

  if (!weft_hf_read_size (self, field, keys, value, &is_found, error))
    return FALSE;
  if (is_found)
    return TRUE;

  names = g_strjoinv ("”, “", (char **) keys);
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING,
               _("%s: “%s” of a model of type “%s” is not known: there is no “%s”"), self->root.file, field,
               self->config->model_type, names);
  return FALSE;
}

/**
 * weft_hf_read_flag: (skip)
 * @self: a reader
 * @field: (nullable): the value's name in facts
 * @key: its key
 * @value: (inout): the value
 * @is_found: whether it is there
 * @error: return location
 *
 * Returns: FALSE when it is there and neither true nor false
 */
gboolean
weft_hf_read_flag (WeftHfReader  *self,
                   const char    *field,
                   const char    *key,
                   gboolean      *value,
                   gboolean      *is_found,
                   GError       **error)
{
  const WeftJsonAt *places[] = { &self->text, &self->root };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *pointer = NULL;
      g_autofree char *why = NULL;
      WeftJsonAt at;

      *is_found = weft_json_at_member (places[i], key, &at) && !weft_json_at_is_null (&at);
      if (!*is_found)
        continue;
      if (!weft_json_at_boolean (&at, value, error))
        return FALSE;
      pointer = weft_json_at_pointer (&at);
      why = g_strdup_printf (_("“%s” of the file"), pointer);
      if (field != NULL)
        weft_llm_facts_add (self->config->facts, field, *value ? _("yes") : _("no"), WEFT_LLM_READ, why);
      return TRUE;
    }
  return TRUE;
}

/**
 * weft_hf_say: (skip)
 * @self: a reader
 * @field: the value's name
 * @value: the value
 * @known: how it is known
 * @why: what it follows from, or why it is assumed
 */
void
weft_hf_say (WeftHfReader *self, const char *field, double value, WeftLlmKnown known, const char *why)
{
  weft_llm_facts_add_number (self->config->facts, field, value, known, why);
}

/**
 * weft_hf_note: (skip)
 * @self: a reader
 * @format: a translated sentence, as printf() takes it
 * @...: what it has in it
 */
void
weft_hf_note (WeftHfReader *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->config->notes, g_strdup_vprintf (format, args));
  va_end (args);
}
