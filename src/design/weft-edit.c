/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all edits have in common. */
#include "design/weft-edit-private.h"

#include "design/weft-design-private.h"

typedef struct
{
  char *label;
} WeftEditPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftEdit, weft_edit, G_TYPE_OBJECT)

static void
weft_edit_finalize (GObject *object)
{
  WeftEditPrivate *priv = weft_edit_get_instance_private (WEFT_EDIT (object));

  g_free (priv->label);

  G_OBJECT_CLASS (weft_edit_parent_class)->finalize (object);
}

static void
weft_edit_class_init (WeftEditClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_edit_finalize;
}

static void
weft_edit_init (WeftEdit *self)
{
}

void
weft_edit_take_label (WeftEdit *self,
                      char     *label)
{
  WeftEditPrivate *priv = weft_edit_get_instance_private (self);

  g_free (priv->label);
  priv->label = label;
}

/**
 * weft_edit_get_label:
 * @self: an edit
 *
 * Returns: what it does, for a menu, translated
 */
const char *
weft_edit_get_label (WeftEdit *self)
{
  WeftEditPrivate *priv;

  g_return_val_if_fail (WEFT_IS_EDIT (self), NULL);

  priv = weft_edit_get_instance_private (self);
  return priv->label != NULL ? priv->label : "";
}

/**
 * weft_edit_apply:
 * @self: an edit
 * @design: the design to change
 */
void
weft_edit_apply (WeftEdit   *self,
                 WeftDesign *design)
{
  g_return_if_fail (WEFT_IS_EDIT (self));
  g_return_if_fail (WEFT_IS_DESIGN (design));

  weft_design_begin_edit (design);
  WEFT_EDIT_GET_CLASS (self)->apply (self, design);
  weft_design_end_edit (design);
}

/**
 * weft_edit_revert:
 * @self: an edit that was applied to @design
 * @design: the design to change back
 */
void
weft_edit_revert (WeftEdit   *self,
                  WeftDesign *design)
{
  g_return_if_fail (WEFT_IS_EDIT (self));
  g_return_if_fail (WEFT_IS_DESIGN (design));

  weft_design_begin_edit (design);
  WEFT_EDIT_GET_CLASS (self)->revert (self, design);
  weft_design_end_edit (design);
}

/**
 * weft_edit_changes:
 * @self: an edit
 * @design: a design
 *
 * Returns: whether applying it to @design would change anything
 */
gboolean
weft_edit_changes (WeftEdit   *self,
                   WeftDesign *design)
{
  g_return_val_if_fail (WEFT_IS_EDIT (self), FALSE);
  g_return_val_if_fail (WEFT_IS_DESIGN (design), FALSE);

  if (WEFT_EDIT_GET_CLASS (self)->changes == NULL)
    return TRUE;

  return WEFT_EDIT_GET_CLASS (self)->changes (self, design);
}

gboolean
weft_edit_merge (WeftEdit *self,
                 WeftEdit *next)
{
  if (WEFT_EDIT_GET_CLASS (self)->merge == NULL)
    return FALSE;

  return WEFT_EDIT_GET_CLASS (self)->merge (self, next);
}

gboolean
weft_edit_is_idle (WeftEdit *self)
{
  return WEFT_EDIT_GET_CLASS (self)->is_idle != NULL && WEFT_EDIT_GET_CLASS (self)->is_idle (self);
}
