/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading recorded answers. What a file may make of memory is bounded: a generator repeats texts up to a limit. */
#include "agent/weft-turn-case.h"

#include <string.h>

#include "base/weft-file.h"
#include "base/weft-json-at.h"
#include "base/weft-json.h"

#define BODY_MAX_BYTES (128 * 1024 * 1024)

static gboolean
refuse_range (const WeftJsonAt *at, const char *expected, GError **error)
{
  return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
read_strings (const WeftJsonAt *root, const char *key, char ***strings, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean present = FALSE;
  WeftJsonAt array, element;
  const char *text;

  if (!weft_json_at_get_array (root, key, WEFT_JSON_OPTIONAL, &array, &present, error))
    return FALSE;
  for (guint i = 0; present && weft_json_at_element (&array, i, &element); i++)
    {
      if (!weft_json_at_string (&element, &text, error))
        return FALSE;
      g_strv_builder_add (builder, text);
    }
  *strings = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_limit (const WeftJsonAt *limits, const char *key, gsize *size, guint *number, GError **error)
{
  gint64 value = -1;
  WeftJsonAt at;

  if (!weft_json_at_get_integer (limits, key, WEFT_JSON_OPTIONAL, &value, error))
    return FALSE;
  if (!weft_json_at_member (limits, key, &at) || weft_json_at_is_null (&at))
    return TRUE;
  if (value < 1 || value > BODY_MAX_BYTES)
    return refuse_range (&at, "a whole number from 1 to 134217728", error);
  if (size != NULL)
    *size = value;
  else
    *number = value;
  return TRUE;
}

static gboolean
read_limits (WeftTurnCase *self, const WeftJsonAt *root, GError **error)
{
  WeftTurnLimits *limits = &self->limits;
  gboolean present = FALSE;
  WeftJsonAt at;

  *limits = weft_turn_default_limits;
  if (!weft_json_at_get_object (root, "limits", WEFT_JSON_OPTIONAL, &at, &present, error))
    return FALSE;
  return !present
         || (read_limit (&at, "line", &limits->line, NULL, error)
             && read_limit (&at, "event", &limits->event, NULL, error)
             && read_limit (&at, "text", &limits->text, NULL, error)
             && read_limit (&at, "comment_bytes", &limits->comment_bytes, NULL, error)
             && read_limit (&at, "arguments", &limits->arguments, NULL, error)
             && read_limit (&at, "calls", NULL, &limits->calls, error)
             && read_limit (&at, "depth", NULL, &limits->depth, error)
             && read_limit (&at, "stream", &limits->stream, NULL, error)
             && read_limit (&at, "events", NULL, &limits->events, error)
             && read_limit (&at, "error_body", &limits->error_body, NULL, error));
}

static gboolean
read_header (WeftTurnCase *self, const WeftJsonAt *pair, GError **error)
{
  WeftJsonAt name_at, value_at;
  const char *name, *value;

  if (!weft_json_at_array (pair, error))
    return FALSE;
  if (!weft_json_at_element (pair, 0, &name_at) || !weft_json_at_element (pair, 1, &value_at))
    return weft_json_at_refuse (pair, WEFT_JSON_ERROR_TYPE, "a name and a value", error);
  if (!weft_json_at_string (&name_at, &name, error) || !weft_json_at_string (&value_at, &value, error))
    return FALSE;
  g_hash_table_insert (self->headers, g_ascii_strdown (name, -1), g_strdup (value));
  return TRUE;
}

static gboolean
read_end (WeftTurnCase *self, const WeftJsonAt *response, GError **error)
{
  static const char *const ends[] = { "eof", "premature", "reset", "cancelled" };
  const char *end = "eof";
  WeftJsonAt at;

  if (!weft_json_at_get_string (response, "end", WEFT_JSON_OPTIONAL, &end, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_equal (ends[i], end))
      {
        self->end = (WeftStreamEnd) i;
        return TRUE;
      }
  weft_json_at_member (response, "end", &at);
  return refuse_range (&at, "“eof”, “premature”, “reset” or “cancelled”", error);
}

static gboolean
read_response (WeftTurnCase *self, const WeftJsonAt *root, GError **error)
{
  gboolean present = FALSE;
  WeftJsonAt response, headers, pair, at;
  gint64 status = 200;

  if (!weft_json_at_get_object (root, "response", WEFT_JSON_REQUIRED, &response, NULL, error)
      || !weft_json_at_get_integer (&response, "status", WEFT_JSON_OPTIONAL, &status, error)
      || !weft_json_at_get_array (&response, "headers", WEFT_JSON_OPTIONAL, &headers, &present, error))
    return FALSE;
  if ((status < 100 || status > 599) && weft_json_at_member (&response, "status", &at))
    return refuse_range (&at, "a whole number from 100 to 599", error);
  self->status = status;
  for (guint i = 0; present && weft_json_at_element (&headers, i, &pair); i++)
    if (!read_header (self, &pair, error))
      return FALSE;
  return read_end (self, &response, error);
}

static gboolean
read_chunks (WeftTurnCase *self, const WeftJsonAt *root, GError **error)
{
  gboolean present = FALSE;
  WeftJsonAt array, element;

  if (!weft_json_at_get_array (root, "http_chunks", WEFT_JSON_OPTIONAL, &array, &present, error))
    return FALSE;
  for (guint i = 0; present && weft_json_at_element (&array, i, &element); i++)
    {
      gint64 value;
      guint size;

      if (!weft_json_at_integer (&element, &value, error))
        return FALSE;
      if (value < 0 || value > BODY_MAX_BYTES)
        return refuse_range (&element, "a whole number from 0 to 134217728", error);
      size = value;
      g_array_append_val (self->chunks, size);
    }
  return TRUE;
}

/* --- bodies --- */

static gboolean
append_bounded (GString *body, const char *text, gint64 count, const WeftJsonAt *at, GError **error)
{
  gsize length = strlen (text);

  if (count < 0 || count > BODY_MAX_BYTES || (length > 0 && (gsize) count > (BODY_MAX_BYTES - body->len) / length))
    return refuse_range (at, "a body of at most 128 MiB", error);
  for (gint64 i = 0; i < count; i++)
    g_string_append_len (body, text, length);
  return TRUE;
}

static gboolean
generate_body (WeftTurnCase *self, const WeftJsonAt *generator, GError **error)
{
  g_autoptr (GString) body = g_string_new (NULL);
  const char *prefix = "", *suffix = "";
  WeftJsonAt repeats, repeat;

  if (!weft_json_at_get_string (generator, "prefix", WEFT_JSON_OPTIONAL, &prefix, error)
      || !weft_json_at_get_string (generator, "suffix", WEFT_JSON_OPTIONAL, &suffix, error)
      || !weft_json_at_get_array (generator, "repeat", WEFT_JSON_REQUIRED, &repeats, NULL, error)
      || !append_bounded (body, prefix, 1, generator, error))
    return FALSE;
  for (guint i = 0; weft_json_at_element (&repeats, i, &repeat); i++)
    {
      const char *text;
      gint64 count;

      if (!weft_json_at_object (&repeat, error)
          || !weft_json_at_get_string (&repeat, "text", WEFT_JSON_REQUIRED, &text, error)
          || !weft_json_at_get_integer (&repeat, "count", WEFT_JSON_REQUIRED, &count, error)
          || !append_bounded (body, text, count, &repeat, error))
        return FALSE;
    }
  if (!append_bounded (body, suffix, 1, generator, error))
    return FALSE;
  self->body = g_string_free_to_bytes (g_steal_pointer (&body));
  return TRUE;
}

/* The bytes lie beside the file: nowhere else. */
static gboolean
load_body (WeftTurnCase *self, const WeftJsonAt *root, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = NULL;
  char *text;
  const char *name = NULL;
  gsize length;
  WeftJsonAt at;

  if (!weft_json_at_get_string (root, "body", WEFT_JSON_REQUIRED, &name, error))
    return FALSE;
  if (strchr (name, G_DIR_SEPARATOR) != NULL || g_str_equal (name, "") || g_str_equal (name, "."))
    {
      weft_json_at_member (root, "body", &at);
      return refuse_range (&at, "the name of a file beside this one", error);
    }
  file = g_build_filename (folder, name, NULL);
  text = weft_file_read (file, BODY_MAX_BYTES, &length, error);
  if (text == NULL)
    return FALSE;
  self->body = g_bytes_new_take (text, length);
  return TRUE;
}

static gboolean
read_body (WeftTurnCase *self, const WeftJsonAt *root, const char *path, GError **error)
{
  gboolean present = FALSE;
  WeftJsonAt generator;

  if (!weft_json_at_get_object (root, "generator", WEFT_JSON_OPTIONAL, &generator, &present, error))
    return FALSE;
  return present ? generate_body (self, &generator, error) : load_body (self, root, path, error);
}

/* --- cases --- */

static JsonNode *
member_copy (const WeftJsonAt *root, const char *key)
{
  WeftJsonAt at;

  return weft_json_at_member (root, key, &at) && JSON_NODE_HOLDS_OBJECT (at.node) ? json_node_copy (at.node) : NULL;
}

static gboolean
read_case (WeftTurnCase *self, const WeftJsonAt *root, const char *path, GError **error)
{
  const char *id = "", *level = "turn";

  if (!weft_json_at_object (root, error) || !weft_json_at_get_string (root, "id", WEFT_JSON_REQUIRED, &id, error)
      || !weft_json_at_get_string (root, "level", WEFT_JSON_OPTIONAL, &level, error)
      || !weft_json_at_get_integer (root, "now", WEFT_JSON_OPTIONAL, &self->now_s, error)
      || !read_strings (root, "tools", &self->tools, error) || !read_limits (self, root, error)
      || !read_response (self, root, error) || !read_chunks (self, root, error) || !read_body (self, root, path, error))
    return FALSE;
  self->id = g_strdup (id);
  self->framing = g_str_equal (level, "sse");
  self->request = member_copy (root, "request");
  self->expect = member_copy (root, "expect");
  return TRUE;
}

/**
 * weft_turn_case_load: (skip)
 * @path: (type filename): the JSON file
 * @error: what is wrong with it or with its body
 *
 * Returns: (transfer full): the case, or %NULL
 */
WeftTurnCase *
weft_turn_case_load (const char *path, GError **error)
{
  g_autoptr (WeftTurnCase) self = g_new0 (WeftTurnCase, 1);
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, error);
  g_autofree char *name = NULL;
  WeftJsonAt root;

  self->headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->chunks = g_array_new (FALSE, FALSE, sizeof (guint));
  if (node == NULL)
    return NULL;
  name = g_filename_display_name (path);
  weft_json_at_root (&root, node, name);
  return read_case (self, &root, path, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * weft_turn_case_free: (skip)
 * @self: (nullable): a case
 */
void
weft_turn_case_free (WeftTurnCase *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_strfreev (self->tools);
  g_hash_table_unref (self->headers);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_array_unref (self->chunks);
  g_clear_pointer (&self->request, json_node_unref);
  g_clear_pointer (&self->expect, json_node_unref);
  g_free (self);
}
