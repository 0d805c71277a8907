/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profiles: every member is looked at once, so that what is loaded is right. */

#include "catalog/weft-profile-private.h"

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "catalog/weft-key-private.h"

#include <math.h>
#include <string.h>

static const char *const profile_members[] = {
  "id", "name", "description", "workload", "reference", "equations", "constants", "overrides", "left_out", NULL
};
static const char *const reference_members[] = { "chip", "scaleup", "scaleout", NULL };
static const char *const override_members[] = { "chips", "scaleup", "scaleout", NULL };
static const char *const constant_members[] = {
  "key", "value", "unit", "source", "confidence", "date", "note", "residual", "range", NULL
};
static const char *const left_out_members[] = { "id", "text", "part", "workload", NULL };

static gboolean
read_numbers (const WeftJsonAt  *at,
              WeftConstant          *constant,
              GError           **error)
{
  constant->n_numbers = weft_json_at_length (at);
  if (constant->n_numbers == 0)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "at least one number", error);

  constant->numbers = g_new (double, constant->n_numbers);
  for (guint i = 0; i < constant->n_numbers; i++)
    {
      WeftJsonAt element;

      weft_json_at_element (at, i, &element);
      if (!weft_json_at_number (&element, &constant->numbers[i], error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_value (const WeftJsonAt  *at,
            WeftConstant          *constant,
            GError           **error)
{
  WeftJsonAt value;

  if (!weft_json_at_member (at, "value", &value))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_MISSING, "a member value", error);
  if (weft_json_at_is_null (&value) || JSON_NODE_HOLDS_OBJECT (value.node))
    return weft_json_at_refuse (&value, WEFT_JSON_ERROR_TYPE,
                                "a number, a boolean, a string or an array of numbers", error);

  constant->node = value.node;
  if (JSON_NODE_HOLDS_ARRAY (value.node) && !read_numbers (&value, constant, error))
    return FALSE;
  return weft_key_check (&value, constant->key, error);
}

/* Of a fitted constant: the root mean square of the logarithm of predicted over measured. */
static gboolean
read_residual (const WeftJsonAt *at,
               WeftConstant     *constant,
               GError          **error)
{
  WeftJsonAt residual;

  constant->residual = NAN;
  if (!weft_json_at_member (at, "residual", &residual))
    return TRUE;
  if (!weft_json_at_number (&residual, &constant->residual, error))
    return FALSE;
  if (!(constant->residual >= 0))
    return weft_json_at_refuse (&residual, WEFT_JSON_ERROR_RANGE, "a number of at least 0", error);
  return TRUE;
}

static gboolean
read_constant (WeftProfile       *self,
               const WeftJsonAt  *at,
               gboolean           lenient,
               WeftConstant          *constant,
               GError           **error)
{
  char *slash = strrchr (self->path, G_DIR_SEPARATOR);
  WeftJsonAt key;

  if (!weft_json_at_object (at, error)
      || !weft_json_at_known (at, constant_members, error)
      || !weft_json_at_get_string (at, "key", WEFT_JSON_REQUIRED, &constant->key, error)
      || !weft_json_at_get_string (at, "unit", WEFT_JSON_OPTIONAL, &constant->unit, error)
      || !read_value (at, constant, error)
      || !read_residual (at, constant, error)
      || !weft_json_at_get_string (at, "range", WEFT_JSON_OPTIONAL, &constant->range, error)
      || !weft_provenance_read (at, lenient, &constant->provenance, error))
    return FALSE;

  constant->provenance.file = slash != NULL ? slash + 1 : self->path;
  if (g_hash_table_contains (self->places, constant->key) && weft_json_at_member (at, "key", &key))
    return weft_json_at_refuse (&key, WEFT_JSON_ERROR_DUPLICATE, "each key once", error);

  return TRUE;
}

static gboolean
read_constants (WeftProfile       *self,
                const WeftJsonAt  *at,
                gboolean           lenient,
                GError           **error)
{
  WeftJsonNeed need = lenient ? WEFT_JSON_OPTIONAL : WEFT_JSON_REQUIRED;
  gboolean present = FALSE;
  WeftJsonAt list;

  if (!weft_json_at_get_array (at, "constants", need, &list, &present, error))
    return FALSE;

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftConstant constant = { 0 };
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!read_constant (self, &element, lenient, &constant, error))
        {
          weft_constant_clear (&constant);
          return FALSE;
        }
      g_hash_table_insert (self->places, (gpointer) constant.key,
                           GUINT_TO_POINTER (self->constants->len));
      g_array_append_val (self->constants, constant);
    }

  return TRUE;
}

static gboolean
read_reference (WeftProfile       *self,
                const WeftJsonAt  *at,
                GError           **error)
{
  WeftJsonAt reference;

  if (!weft_json_at_get_object (at, "reference", WEFT_JSON_REQUIRED, &reference, NULL, error)
      || !weft_json_at_known (&reference, reference_members, error))
    return FALSE;

  for (guint i = 0; i < WEFT_N_OVERRIDE_KINDS; i++)
    if (!weft_json_at_get_string (&reference, reference_members[i], WEFT_JSON_REQUIRED,
                                  &self->reference[i], error))
      return FALSE;

  return TRUE;
}

static gboolean
read_overrides (WeftProfile       *self,
                const WeftJsonAt  *at,
                gboolean           lenient,
                GError           **error)
{
  gboolean present = FALSE;
  WeftJsonAt all;

  if (!weft_json_at_get_object (at, "overrides", WEFT_JSON_OPTIONAL, &all, &present, error))
    return FALSE;
  if (present && !weft_json_at_known (&all, override_members, error))
    return FALSE;

  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    {
      self->overrides[kind] = weft_override_read_list (at, self->root, kind, lenient, error);
      if (self->overrides[kind] == NULL)
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_left_out_item (WeftProfile       *self,
                    const WeftJsonAt  *at,
                    GError           **error)
{
  const char *id = NULL, *text = NULL, *part = NULL, *workload = NULL;
  WeftLeftOut *item;

  if (!weft_json_at_object (at, error)
      || !weft_json_at_known (at, left_out_members, error)
      || !weft_json_at_get_string (at, "id", WEFT_JSON_REQUIRED, &id, error)
      || !weft_json_at_get_string (at, "text", WEFT_JSON_REQUIRED, &text, error)
      || !weft_json_at_get_string (at, "part", WEFT_JSON_OPTIONAL, &part, error)
      || !weft_json_at_get_string (at, "workload", WEFT_JSON_OPTIONAL, &workload, error))
    return FALSE;

  item = g_new0 (WeftLeftOut, 1);
  item->id = g_strdup (id);
  item->text = g_strdup (text);
  item->part = g_strdup (part);
  item->workload = g_strdup (workload);
  g_ptr_array_add (self->left_out, item);
  return TRUE;
}

static gboolean
read_left_out (WeftProfile       *self,
               const WeftJsonAt  *at,
               GError           **error)
{
  gboolean present = FALSE;
  WeftJsonAt list;

  if (!weft_json_at_get_array (at, "left_out", WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;

  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftJsonAt element;

      weft_json_at_element (&list, i, &element);
      if (!read_left_out_item (self, &element, error))
        return FALSE;
    }

  return TRUE;
}

/* Which equations its constants belong to; those of the ArchAgent paper when it does not say. */
static gboolean
read_equations (WeftProfile      *self,
                const WeftJsonAt *at,
                GError          **error)
{
  const char *equations = NULL;
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "equations", WEFT_JSON_OPTIONAL, &equations, error))
    return FALSE;
  self->is_measured = g_strcmp0 (equations, "measured") == 0;
  if (equations != NULL && !self->is_measured && !g_str_equal (equations, "archagent")
      && weft_json_at_member (at, "equations", &member))
    return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "“archagent” or “measured”", error);
  return TRUE;
}

static gboolean
read_names (WeftProfile       *self,
            const WeftJsonAt  *at,
            GError           **error)
{
  return weft_json_at_get_string (at, "id", WEFT_JSON_REQUIRED, &self->id, error)
         && weft_json_at_get_string (at, "name", WEFT_JSON_OPTIONAL, &self->name, error)
         && weft_json_at_get_string (at, "description", WEFT_JSON_OPTIONAL, &self->description,
                                     error)
         && weft_json_at_get_string (at, "workload", WEFT_JSON_REQUIRED, &self->workload, error)
         && read_equations (self, at, error);
}

WeftProfile *
weft_profile_read (JsonNode    *root,
                   const char  *path,
                   gboolean     lenient,
                   GError     **error)
{
  g_autoptr (WeftProfile) self = g_object_new (WEFT_TYPE_PROFILE, NULL);
  WeftJsonAt at;

  self->root = json_node_ref (root);
  self->path = g_strdup (path);

  weft_json_at_root (&at, root, path);
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_known (&at, profile_members, error)
      || !read_names (self, &at, error)
      || !read_reference (self, &at, error)
      || !read_constants (self, &at, lenient, error)
      || !read_overrides (self, &at, lenient, error)
      || !read_left_out (self, &at, error))
    return NULL;

  self->digest = weft_json_digest (root);
  return g_steal_pointer (&self);
}
