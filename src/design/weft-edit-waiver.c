/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accepting a violation and taking that back. */
#include "design/weft-edit-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-write.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"
#include "design/weft-waiver.h"

#define WEFT_TYPE_WAIVER_EDIT (weft_waiver_edit_get_type ())
G_DECLARE_FINAL_TYPE (WeftWaiverEdit, weft_waiver_edit, WEFT, WAIVER_EDIT, WeftEdit)

struct _WeftWaiverEdit
{
  WeftEdit parent_instance;

  JsonObject *waiver; /* NULL: remove the one at @at */
  guint at;
  JsonNode *before; /* the member as it was, set by apply; NULL when absent */
};

G_DEFINE_FINAL_TYPE (WeftWaiverEdit, weft_waiver_edit, WEFT_TYPE_EDIT)

static JsonArray *
array_of (JsonNode *waivers)
{
  return waivers != NULL ? json_node_get_array (waivers) : NULL;
}

/* The waiver of the same violation, or the end: what is waived twice gets a new reason. */
static guint
find_place (JsonArray *array, JsonObject *waiver)
{
  guint n = array != NULL ? json_array_get_length (array) : 0;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *other = json_array_get_object_element (array, i);

      if (g_str_equal (json_object_get_string_member (other, "code"),
                       json_object_get_string_member (waiver, "code"))
          && g_str_equal (json_object_get_string_member (other, "path"),
                          json_object_get_string_member (waiver, "path")))
        return i;
    }
  return n;
}

/* NULL when no waiver is left. */
static JsonNode *
member_after (WeftWaiverEdit *self, JsonNode *before)
{
  JsonArray *old = array_of (before), *array = json_array_new ();
  guint n = old != NULL ? json_array_get_length (old) : 0;
  guint at = self->waiver != NULL ? find_place (old, self->waiver) : self->at;
  JsonNode *node;

  for (guint i = 0; i < n; i++)
    if (i != at)
      json_array_add_element (array, weft_members_copy_node (json_array_get_element (old, i)));
    else if (self->waiver != NULL)
      json_array_add_object_element (array, weft_members_copy_object (self->waiver));
  if (at >= n && self->waiver != NULL)
    json_array_add_object_element (array, weft_members_copy_object (self->waiver));

  node = json_array_get_length (array) > 0 ? json_node_new (JSON_NODE_ARRAY) : NULL;
  if (node != NULL)
    json_node_take_array (node, array);
  else
    json_array_unref (array);
  return node;
}

static gboolean
weft_waiver_edit_changes (WeftEdit *edit, WeftDesign *design)
{
  WeftWaiverEdit *self = WEFT_WAIVER_EDIT (edit);
  g_autoptr (JsonNode) before = weft_design_get_field (design, WEFT_DESIGN_WAIVERS);
  g_autoptr (JsonNode) after = NULL;
  g_autofree char *old = NULL, *new = NULL;

  if (self->waiver == NULL)
    return self->at < weft_waiver_count (design);
  if (before == NULL)
    return TRUE;
  after = member_after (self, before);
  old = weft_json_write_canonical (before);
  new = weft_json_write_canonical (after);
  return g_strcmp0 (old, new) != 0;
}

static void
weft_waiver_edit_apply (WeftEdit *edit, WeftDesign *design)
{
  WeftWaiverEdit *self = WEFT_WAIVER_EDIT (edit);
  g_autoptr (JsonNode) after = NULL;

  g_clear_pointer (&self->before, json_node_unref);
  self->before = weft_design_get_field (design, WEFT_DESIGN_WAIVERS);
  after = member_after (self, self->before);
  weft_design_set_field (design, WEFT_DESIGN_WAIVERS, after);
}

static void
weft_waiver_edit_revert (WeftEdit *edit, WeftDesign *design)
{
  weft_design_set_field (design, WEFT_DESIGN_WAIVERS, WEFT_WAIVER_EDIT (edit)->before);
}

static void
weft_waiver_edit_finalize (GObject *object)
{
  WeftWaiverEdit *self = WEFT_WAIVER_EDIT (object);

  g_clear_pointer (&self->waiver, json_object_unref);
  g_clear_pointer (&self->before, json_node_unref);

  G_OBJECT_CLASS (weft_waiver_edit_parent_class)->finalize (object);
}

static void
weft_waiver_edit_class_init (WeftWaiverEditClass *klass)
{
  WeftEditClass *edit_class = WEFT_EDIT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_waiver_edit_finalize;
  edit_class->apply = weft_waiver_edit_apply;
  edit_class->revert = weft_waiver_edit_revert;
  edit_class->changes = weft_waiver_edit_changes;
}

static void
weft_waiver_edit_init (WeftWaiverEdit *self)
{
}

/**
 * weft_edit_add_waiver:
 * @code: the rule that is broken
 * @path: JSON pointer of the violation
 * @reason: why that is accepted
 *
 * A violation that is waived already gets @reason instead of its old one.
 *
 * Returns: (transfer full) (nullable): an edit, or %NULL when @reason says nothing, or a text is
 *   longer than a document may have it
 */
WeftEdit *
weft_edit_add_waiver (const char *code, const char *path, const char *reason)
{
  WeftWaiverEdit *self;

  g_return_val_if_fail (code != NULL && path != NULL && reason != NULL, NULL);

  if (!weft_waiver_is_reason (reason)
      || g_utf8_strlen (code, -1) > WEFT_DESIGN_NAME_CHARS
      || g_utf8_strlen (path, -1) > WEFT_DESIGN_TITLE_CHARS
      || g_utf8_strlen (reason, -1) > WEFT_DESIGN_TITLE_CHARS)
    return NULL;

  self = g_object_new (WEFT_TYPE_WAIVER_EDIT, NULL);
  self->waiver = json_object_new ();
  json_object_set_string_member (self->waiver, "code", code);
  json_object_set_string_member (self->waiver, "path", path);
  json_object_set_string_member (self->waiver, "reason", reason);
  weft_edit_take_label (WEFT_EDIT (self), g_strdup (_("Accept Violation")));

  return WEFT_EDIT (self);
}

/**
 * weft_edit_remove_waiver:
 * @at: which waiver of the document, from 0
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_remove_waiver (guint at)
{
  WeftWaiverEdit *self = g_object_new (WEFT_TYPE_WAIVER_EDIT, NULL);

  self->at = at;
  weft_edit_take_label (WEFT_EDIT (self), g_strdup (_("No Longer Accept Violation")));

  return WEFT_EDIT (self);
}
