/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as JSON: strict, since a member that is misspelt would be a limit or a field that silently does not count. */
#include "agent/weft-endpoint-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

static const char *const members[] = {
  "$schema", "name", "url", "model", "key_variable", "key_file", "consent_plain_http", "fields", "reasoning_effort",
  "temperature", "top_p", "max_tokens", "context_tokens", "price_prompt", "price_completion", "price_date", "ca_file",
  "connect_s", "first_byte_s", "silence_s", "turn_s", NULL,
};

static gboolean
read_texts (WeftEndpoint *self, const WeftJsonAt *at, GError **error)
{
  for (guint i = 0; i < WEFT_N_ENDPOINT_TEXTS; i++)
    {
      const char *text = NULL;
      WeftJsonAt member;

      /* The URL has been read. */
      if (i == WEFT_ENDPOINT_URL)
        continue;
      if (!weft_json_at_get_string (at, weft_endpoint_text_members[i], WEFT_JSON_OPTIONAL, &text, error))
        return FALSE;
      if (text == NULL)
        continue;
      weft_json_at_member (at, weft_endpoint_text_members[i], &member);
      if (strlen (text) > WEFT_ENDPOINT_MAX_TEXT)
        return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a text of at most 2048 bytes"), error);
      if (*text == '\0' && i == WEFT_ENDPOINT_NAME)
        return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a name"), error);
      g_free (self->texts[i]);
      self->texts[i] = *text != '\0' || i == WEFT_ENDPOINT_VARIABLE ? g_strdup (text) : NULL;
    }
  return TRUE;
}

static gboolean
read_numbers (WeftEndpoint *self, const WeftJsonAt *at, GError **error)
{
  for (guint i = 0; i < WEFT_N_ENDPOINT_NUMBERS; i++)
    {
      const WeftEndpointRange *range = &weft_endpoint_ranges[i];
      double value = range->value;
      g_autofree char *expected = NULL;
      WeftJsonAt member;

      if (!weft_json_at_get_number (at, range->member, WEFT_JSON_OPTIONAL, &value, error))
        return FALSE;
      self->numbers[i] = value;
      if (isnan (value) || (value >= range->min && value <= range->max))
        continue;
      weft_json_at_member (at, range->member, &member);
      expected = g_strdup_printf (_("a number from %g to %g"), range->min, range->max);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
    }
  return TRUE;
}

static gboolean
read_counts (WeftEndpoint *self, const WeftJsonAt *at, GError **error)
{
  for (guint i = 0; i < WEFT_N_ENDPOINT_COUNTS; i++)
    {
      const char *key = weft_endpoint_count_members[i];
      gint64 value = 0;
      WeftJsonAt member;

      if (!weft_json_at_get_integer (at, key, WEFT_JSON_OPTIONAL, &value, error))
        return FALSE;
      if (value < 0 || value > G_MAXINT)
        {
          weft_json_at_member (at, key, &member);
          return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a whole number from 0 to 2147483647"), error);
        }
      self->counts[i] = (guint) value;
    }
  return TRUE;
}

static gboolean
read_fields (WeftEndpoint *self, const WeftJsonAt *at, GError **error)
{
  const char *known[WEFT_N_FIELDS + 1] = { NULL };
  gboolean present = FALSE;
  WeftJsonAt fields;

  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    known[i] = weft_field_name (i);
  if (!weft_json_at_get_object (at, "fields", WEFT_JSON_OPTIONAL, &fields, &present, error))
    return FALSE;
  if (present && !weft_json_at_known (&fields, known, error))
    return FALSE;
  for (guint i = 0; present && i < WEFT_N_FIELDS; i++)
    if (!weft_json_at_get_boolean (&fields, known[i], WEFT_JSON_OPTIONAL, &self->fields[i], error))
      return FALSE;
  return TRUE;
}

static WeftEndpoint *
read_url (const WeftJsonAt *at, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *pointer = NULL;
  const char *name = NULL, *url = NULL;
  WeftEndpoint *self;
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "name", WEFT_JSON_REQUIRED, &name, error)
      || !weft_json_at_get_string (at, "url", WEFT_JSON_REQUIRED, &url, error))
    return NULL;
  self = weft_endpoint_new (name, url, NULL, &reason);
  if (self != NULL)
    return self;
  weft_json_at_member (at, "url", &member);
  pointer = weft_json_at_pointer (&member);
  g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_URL, "%s: %s: %s", at->file, pointer, reason->message);
  return NULL;
}

/**
 * weft_endpoint_new_from_json:
 * @root: a profile
 * @file: its file, for messages
 * @error: return location
 *
 * Returns: (transfer full): the endpoint, %NULL when @root is no profile; the error says where
 */
WeftEndpoint *
weft_endpoint_new_from_json (JsonNode *root, const char *file, GError **error)
{
  g_autoptr (WeftEndpoint) self = NULL;
  const char *ignored = NULL;
  WeftJsonAt at;

  g_return_val_if_fail (root != NULL, NULL);

  weft_json_at_root (&at, root, file);
  if (!weft_json_at_known (&at, members, error)
      || !weft_json_at_get_string (&at, "$schema", WEFT_JSON_OPTIONAL, &ignored, error))
    return NULL;
  self = read_url (&at, error);
  if (self == NULL || !read_texts (self, &at, error) || !read_numbers (self, &at, error)
      || !read_counts (self, &at, error) || !read_fields (self, &at, error)
      || !weft_json_at_get_boolean (&at, "consent_plain_http", WEFT_JSON_OPTIONAL, &self->consent_plain_http, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
write_fields (WeftEndpoint *self, JsonObject *object)
{
  JsonObject *fields = json_object_new ();

  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    json_object_set_boolean_member (fields, weft_field_name (i), self->fields[i]);
  json_object_set_object_member (object, "fields", fields);
}

/**
 * weft_endpoint_to_json:
 * @self: an endpoint
 *
 * Returns: (transfer full): its profile, which never has a key in it
 */
JsonNode *
weft_endpoint_to_json (WeftEndpoint *self)
{
  JsonObject *object;
  JsonNode *root;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), NULL);

  object = json_object_new ();
  root = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (root, object);
  for (guint i = 0; i < WEFT_N_ENDPOINT_TEXTS; i++)
    if (self->texts[i] != NULL)
      json_object_set_string_member (object, weft_endpoint_text_members[i], self->texts[i]);
  if (self->consent_plain_http)
    json_object_set_boolean_member (object, "consent_plain_http", TRUE);
  write_fields (self, object);
  for (guint i = 0; i < WEFT_N_ENDPOINT_COUNTS; i++)
    if (self->counts[i] > 0)
      json_object_set_int_member (object, weft_endpoint_count_members[i], self->counts[i]);
  for (guint i = 0; i < WEFT_N_ENDPOINT_NUMBERS; i++)
    if (!isnan (self->numbers[i]))
      json_object_set_double_member (object, weft_endpoint_ranges[i].member, self->numbers[i]);
  return root;
}
