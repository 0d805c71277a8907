/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading records: every member is looked at once, so that what is loaded is right. */

#include "catalog/weft-record-private.h"

#include "base/weft-json.h"
#include "catalog/weft-key-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const record_members[] = {
  "id", "name", "aliases", "notes", "values", "provenance", NULL
};
static const char *const patch_members[] = {
  "id", "name", "aliases", "replaces", "values", "pairs", "confidence", "source", "date", "note",
  NULL
};
static const char *const entry_members[] = {
  "keys", "confidence", "source", "date", "note", "read", NULL
};
static const char *const pair_members[] = {
  "chips", "values", "confidence", "source", "date", "note", NULL
};

/* How a source was read is worth a remark when nothing else is said about the value. */
static const struct
{
  const char *nick;
  const char *remark;
} readings[] = {
  { "repo", N_("a named source was read as repository text") },
  { "page", N_("a named source was read as a web page") },
  { "unrecorded", N_("no record of how the source was read: check before relying on it") },
};

static gboolean
read_confidence (const WeftJsonAt  *at,
                 gboolean           lenient,
                 WeftConfidence    *confidence,
                 GError           **error)
{
  WeftJsonNeed need = lenient ? WEFT_JSON_OPTIONAL : WEFT_JSON_REQUIRED;
  const char *nick = NULL;
  WeftJsonAt member;

  *confidence = WEFT_CONFIDENCE_USER;
  if (!weft_json_at_get_string (at, "confidence", need, &nick, error))
    return FALSE;
  if (nick == NULL || weft_confidence_parse (nick, confidence))
    return TRUE;

  weft_json_at_member (at, "confidence", &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE,
                              "datasheet, press, estimate, measured, derived, assumed or user",
                              error);
}

static gboolean
read_source (const WeftJsonAt  *at,
             gboolean           lenient,
             const char       **source,
             GError           **error)
{
  WeftJsonNeed need = lenient ? WEFT_JSON_OPTIONAL : WEFT_JSON_REQUIRED;
  WeftJsonAt member;

  *source = NULL;
  if (!weft_json_at_get_string (at, "source", need, source, error))
    return FALSE;

  if (*source != NULL && **source == '\0' && !lenient)
    {
      weft_json_at_member (at, "source", &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "the source of the values",
                                  error);
    }

  if (*source == NULL || **source == '\0')
    *source = _("user catalog");
  return TRUE;
}

static gboolean
read_remark (const WeftJsonAt  *at,
             const char       **note,
             GError           **error)
{
  const char *reading = NULL;
  WeftJsonAt member;

  *note = NULL;
  if (!weft_json_at_get_string (at, "note", WEFT_JSON_OPTIONAL, note, error)
      || !weft_json_at_get_string (at, "read", WEFT_JSON_OPTIONAL, &reading, error))
    return FALSE;
  if (reading == NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (readings); i++)
    if (g_str_equal (reading, readings[i].nick))
      {
        if (*note == NULL)
          *note = _(readings[i].remark);
        return TRUE;
      }

  weft_json_at_member (at, "read", &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "repo, page or unrecorded", error);
}

static gboolean
check_entry_keys (const WeftJsonAt  *keys,
                  WeftRecord        *self,
                  gboolean          *all,
                  GError           **error)
{
  *all = FALSE;

  for (guint i = 0; i < weft_json_at_length (keys); i++)
    {
      WeftJsonAt element;
      const char *key;

      weft_json_at_element (keys, i, &element);
      if (!weft_json_at_string (&element, &key, error))
        return FALSE;
      if (g_str_equal (key, "*"))
        *all = TRUE;
      else if (self->values == NULL || !json_object_has_member (self->values, key))
        return weft_json_at_refuse (&element, WEFT_JSON_ERROR_RANGE,
                                    "a key of this record's values, or \"*\" for all", error);
    }

  return TRUE;
}

static gboolean
read_entry (const WeftJsonAt  *at,
            WeftRecord        *self,
            gboolean          *all,
            GError           **error)
{
  WeftRecordEntry entry = { { 0 }, NULL };
  WeftJsonAt keys;

  if (!weft_json_at_object (at, error)
      || !weft_json_at_known (at, entry_members, error)
      || !weft_json_at_get_array (at, "keys", WEFT_JSON_REQUIRED, &keys, NULL, error)
      || !check_entry_keys (&keys, self, all, error)
      || !weft_provenance_read (at, self->lenient, &entry.provenance, error))
    return FALSE;

  entry.provenance.file = (char *) strrchr (self->path, G_DIR_SEPARATOR);
  entry.provenance.file = entry.provenance.file != NULL ? entry.provenance.file + 1 : self->path;
  if (!*all)
    entry.keys = json_node_get_array (keys.node);
  g_array_append_val (self->entries, entry);

  return TRUE;
}

static void
add_default_entry (WeftRecord *self)
{
  WeftRecordEntry entry = { { 0 }, NULL };
  char *slash = strrchr (self->path, G_DIR_SEPARATOR);

  entry.provenance.confidence = WEFT_CONFIDENCE_USER;
  entry.provenance.source = (char *) _("user catalog");
  entry.provenance.file = slash != NULL ? slash + 1 : self->path;
  g_array_append_val (self->entries, entry);
}

/* Without an entry for all, each value must be named by one. */
static gboolean
check_covered (const WeftJsonAt  *at,
               WeftRecord        *self,
               GError           **error)
{
  JsonObjectIter iter;
  const char *key;

  if (self->values == NULL)
    return TRUE;

  json_object_iter_init_ordered (&iter, self->values);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      WeftJsonAt values, value;
      WeftValue found;

      if (weft_record_lookup (self, key, &found))
        continue;
      weft_json_at_member (at, "values", &values);
      weft_json_at_member (&values, key, &value);
      g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_MISSING,
                   "%s: /values/%s: no provenance names this value; expected an entry for it or "
                   "one with the keys [\"*\"]", at->file, key);
      return FALSE;
    }

  return TRUE;
}

static gboolean
read_entries (const WeftJsonAt  *at,
              WeftRecord        *self,
              GError           **error)
{
  WeftJsonNeed need = self->lenient ? WEFT_JSON_OPTIONAL : WEFT_JSON_REQUIRED;
  gboolean any_for_all = self->lenient, present = FALSE;
  WeftJsonAt list;

  if (self->lenient)
    add_default_entry (self);
  if (!weft_json_at_get_array (at, "provenance", need, &list, &present, error))
    return FALSE;

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftJsonAt element;
      gboolean all;

      weft_json_at_element (&list, i, &element);
      if (!read_entry (&element, self, &all, error))
        return FALSE;
      any_for_all |= all;
    }

  return any_for_all || check_covered (at, self, error);
}

static gboolean
read_patch_entry (const WeftJsonAt  *at,
                  WeftRecord        *self,
                  GError           **error)
{
  WeftRecordEntry entry = { { 0 }, NULL };
  char *slash = strrchr (self->path, G_DIR_SEPARATOR);

  if (!weft_provenance_read (at, self->lenient, &entry.provenance, error))
    return FALSE;

  entry.provenance.file = slash != NULL ? slash + 1 : self->path;
  g_array_append_val (self->entries, entry);
  return TRUE;
}

static gboolean
read_values (const WeftJsonAt  *at,
             WeftRecord        *self,
             GError           **error)
{
  WeftJsonNeed need = self->lenient ? WEFT_JSON_OPTIONAL : WEFT_JSON_REQUIRED;
  gboolean present = FALSE;
  JsonObjectIter iter;
  WeftJsonAt values;
  const char *key;
  JsonNode *node;

  if (!weft_json_at_get_object (at, "values", need, &values, &present, error))
    return FALSE;
  if (!present)
    return TRUE;

  self->values = json_node_get_object (values.node);
  json_object_iter_init_ordered (&iter, self->values);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      WeftJsonAt value = { &values, at->file, node, key, 0 };

      if (!weft_key_check (&value, key, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_aliases (const WeftJsonAt  *at,
              WeftRecord        *self,
              GError           **error)
{
  gboolean present = FALSE;
  WeftJsonAt list;

  if (!weft_json_at_get_array (at, "aliases", WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftJsonAt element;
      const char *alias;

      weft_json_at_element (&list, i, &element);
      if (!weft_json_at_string (&element, &alias, error))
        return FALSE;
      if (*alias == '\0')
        return weft_json_at_refuse (&element, WEFT_JSON_ERROR_RANGE, "a name", error);
      g_ptr_array_add (self->aliases, (gpointer) alias);
    }

  g_ptr_array_add (self->aliases, NULL);
  return TRUE;
}

static gboolean
read_names (const WeftJsonAt  *at,
            WeftRecord        *self,
            GError           **error)
{
  gboolean named = self->form == WEFT_RECORD_WHOLE && !self->lenient;
  WeftJsonNeed need = named ? WEFT_JSON_REQUIRED : WEFT_JSON_OPTIONAL;
  WeftJsonAt member;

  if (self->form == WEFT_RECORD_PAIR)
    {
      self->id = "";
      g_ptr_array_add (self->aliases, NULL);
      return TRUE;
    }

  if (!weft_json_at_get_string (at, "id", WEFT_JSON_REQUIRED, &self->id, error)
      || !weft_json_at_get_string (at, "name", need, &self->name, error)
      || !weft_json_at_get_string (at, "notes", WEFT_JSON_OPTIONAL, &self->notes, error)
      || !read_aliases (at, self, error))
    return FALSE;

  if (*self->id == '\0')
    {
      weft_json_at_member (at, "id", &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "a name that is not empty",
                                  error);
    }

  return TRUE;
}

gboolean
weft_provenance_read (const WeftJsonAt  *at,
                      gboolean           lenient,
                      WeftProvenance    *provenance,
                      GError           **error)
{
  const char *source, *date = NULL, *note;

  if (!read_confidence (at, lenient, &provenance->confidence, error)
      || !read_source (at, lenient, &source, error)
      || !weft_json_at_get_string (at, "date", WEFT_JSON_OPTIONAL, &date, error)
      || !read_remark (at, &note, error))
    return FALSE;

  provenance->source = (char *) source;
  provenance->date = (char *) date;
  provenance->note = (char *) note;
  return TRUE;
}

WeftRecord *
weft_record_read (const WeftJsonAt  *at,
                  JsonNode          *root,
                  WeftRecordKind     kind,
                  WeftRecordForm     form,
                  gboolean           lenient,
                  GError           **error)
{
  const char *const *members = form == WEFT_RECORD_WHOLE ? record_members
                               : form == WEFT_RECORD_PATCH ? patch_members : pair_members;
  g_autoptr (WeftRecord) self = NULL;

  if (!weft_json_at_known (at, members, error))
    return NULL;

  self = g_object_new (WEFT_TYPE_RECORD, NULL);
  self->kind = kind;
  self->form = form;
  self->lenient = lenient;
  self->root = json_node_ref (root);
  self->path = g_ref_string_new (at->file != NULL ? at->file : "");
  if (at->parent != NULL)
    {
      g_autofree char *pointer = weft_json_at_pointer (at);
      self->pointer = g_ref_string_new (pointer);
    }

  if (!read_names (at, self, error)
      || !read_values (at, self, error)
      || !(form == WEFT_RECORD_WHOLE ? read_entries : read_patch_entry) (at, self, error))
    return NULL;

  return g_steal_pointer (&self);
}
