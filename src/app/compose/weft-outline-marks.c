/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A violation counts for the member that its pointer names, for the links of its definition, and
 * for the definition as a whole, which is how it comes to the items that are instances of it. */
#include "config.h"

#include "app/compose/weft-outline-marks.h"

#include <string.h>

#define DEFINITIONS "/graph/definitions/"

struct _WeftOutlineMarks
{
  GHashTable *worst; /* head of a pointer -> WeftViolation */
};

/* The first @n steps of a pointer, NULL when it has fewer. */
static char *
cut_pointer (const char *pointer, guint n)
{
  const char *end = pointer;

  for (guint i = 0; i < n; i++)
    {
      if (*end != '/')
        return NULL;
      end += 1 + strcspn (end + 1, "/");
    }
  return g_strndup (pointer, (gsize) (end - pointer));
}

/* Takes @key, (nullable). */
static void
note (WeftOutlineMarks *self, char *key, WeftViolation *violation)
{
  WeftViolation *known = key != NULL ? g_hash_table_lookup (self->worst, key) : NULL;

  if (key == NULL
      || (known != NULL
          && weft_violation_get_severity (known) >= weft_violation_get_severity (violation)))
    g_free (key);
  else
    g_hash_table_replace (self->worst, key, g_object_ref (violation));
}

WeftOutlineMarks *
weft_outline_marks_new (GListModel *violations)
{
  WeftOutlineMarks *self = g_new0 (WeftOutlineMarks, 1);

  self->worst = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  for (guint i = 0; violations != NULL && i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      const char *path = weft_violation_get_path (violation);

      if (weft_violation_get_severity (violation) == WEFT_SEVERITY_INFO || path == NULL
          || !g_str_has_prefix (path, DEFINITIONS))
        continue;
      for (guint n = 3; n <= 5; n++)
        note (self, cut_pointer (path, n), violation);
    }
  return self;
}

void
weft_outline_marks_free (WeftOutlineMarks *self)
{
  g_hash_table_unref (self->worst);
  g_free (self);
}

gboolean
weft_outline_marks_find (WeftOutlineMarks *self, WeftOutlineNode *node, WeftSeverity *severity,
                         const char **message)
{
  g_autofree char *own = NULL;
  g_autofree char *below = NULL;
  const WeftGraphDefinition *inside;
  WeftViolation *found, *inner = NULL;

  g_return_val_if_fail (self != NULL && WEFT_IS_OUTLINE_NODE (node), FALSE);

  own = weft_outline_node_dup_pointer (node);
  found = g_hash_table_lookup (self->worst, own);
  inside = weft_outline_node_get_kind (node) == WEFT_OUTLINE_ITEM
             ? weft_outline_node_get_inside (node)
             : NULL;
  if (inside != NULL)
    {
      below = weft_outline_definition_pointer (inside->id);
      inner = g_hash_table_lookup (self->worst, below);
    }
  if (found == NULL
      || (inner != NULL
          && weft_violation_get_severity (inner) > weft_violation_get_severity (found)))
    found = inner != NULL ? inner : found;
  if (found == NULL)
    return FALSE;
  *severity = weft_violation_get_severity (found);
  *message = weft_violation_get_message (found);
  return TRUE;
}
