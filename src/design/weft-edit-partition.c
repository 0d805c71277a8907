/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding, removing and moving partitions. */
#include "design/weft-edit-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design-private.h"

typedef enum
{
  ADD,
  REMOVE,
  MOVE,
} Action;

#define WEFT_TYPE_PARTITION_EDIT (weft_partition_edit_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartitionEdit, weft_partition_edit, WEFT, PARTITION_EDIT, WeftEdit)

struct _WeftPartitionEdit
{
  WeftEdit parent_instance;

  Action action;
  guint at;                 /* where to add or remove; where it is moved from */
  guint to;                 /* where it is after a move or, after applying, an addition */
  WeftPartition *partition; /* to add, or what was removed */
};

G_DEFINE_FINAL_TYPE (WeftPartitionEdit, weft_partition_edit, WEFT_TYPE_EDIT)

static void
move (WeftDesign *design,
      guint       from,
      guint       to)
{
  g_autoptr (WeftPartition) partition = weft_design_remove (design, from);

  weft_design_insert (design, to, partition);
}

/* Each design gets a partition of its own: the edit may be applied to several. */
static void
add (WeftPartitionEdit *self,
     WeftDesign        *design)
{
  g_autoptr (WeftPartition) partition = weft_partition_copy (self->partition);

  self->to = MIN (self->at, weft_design_get_n_partitions (design));
  weft_design_insert (design, self->to, partition);
}

static gboolean
weft_partition_edit_changes (WeftEdit   *edit,
                             WeftDesign *design)
{
  WeftPartitionEdit *self = WEFT_PARTITION_EDIT (edit);
  guint n = weft_design_get_n_partitions (design);

  switch (self->action)
    {
    case REMOVE:
      return self->at < n;
    case MOVE:
      return self->at < n && self->to < n && self->at != self->to;
    case ADD:
    default:
      return TRUE;
    }
}

static void
weft_partition_edit_apply (WeftEdit   *edit,
                           WeftDesign *design)
{
  WeftPartitionEdit *self = WEFT_PARTITION_EDIT (edit);

  g_return_if_fail (weft_partition_edit_changes (edit, design));

  switch (self->action)
    {
    case ADD:
      add (self, design);
      break;
    case REMOVE:
      g_clear_object (&self->partition);
      self->partition = weft_design_remove (design, self->at);
      break;
    case MOVE:
    default:
      move (design, self->at, self->to);
      break;
    }
}

static void
weft_partition_edit_revert (WeftEdit   *edit,
                            WeftDesign *design)
{
  WeftPartitionEdit *self = WEFT_PARTITION_EDIT (edit);
  g_autoptr (WeftPartition) removed = NULL;

  switch (self->action)
    {
    case ADD:
      removed = weft_design_remove (design, self->to);
      break;
    case REMOVE:
      g_return_if_fail (self->partition != NULL);
      weft_design_insert (design, self->at, self->partition);
      break;
    case MOVE:
    default:
      move (design, self->to, self->at);
      break;
    }
}

static void
weft_partition_edit_finalize (GObject *object)
{
  g_clear_object (&WEFT_PARTITION_EDIT (object)->partition);

  G_OBJECT_CLASS (weft_partition_edit_parent_class)->finalize (object);
}

static void
weft_partition_edit_class_init (WeftPartitionEditClass *klass)
{
  WeftEditClass *edit_class = WEFT_EDIT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_partition_edit_finalize;
  edit_class->apply = weft_partition_edit_apply;
  edit_class->revert = weft_partition_edit_revert;
  edit_class->changes = weft_partition_edit_changes;
}

static void
weft_partition_edit_init (WeftPartitionEdit *self)
{
}

static WeftPartitionEdit *
edit_new (Action  action,
          guint   at,
          char   *label)
{
  WeftPartitionEdit *self = g_object_new (WEFT_TYPE_PARTITION_EDIT, NULL);

  self->action = action;
  self->at = at;
  weft_edit_take_label (WEFT_EDIT (self), label);

  return self;
}

/**
 * weft_edit_add_partition:
 * @partition: what to add; it is copied
 * @at: where it will stand; the end when there are not so many
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_add_partition (WeftPartition *partition,
                         guint          at)
{
  WeftPartitionEdit *self;

  g_return_val_if_fail (WEFT_IS_PARTITION (partition), NULL);

  self = edit_new (ADD, at, g_strdup (_("Add Partition")));
  self->partition = weft_partition_copy (partition);

  return WEFT_EDIT (self);
}

/**
 * weft_edit_remove_partition:
 * @at: which one, from 0
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_remove_partition (guint at)
{
  return WEFT_EDIT (edit_new (REMOVE, at, g_strdup_printf (_("Remove Partition %u"), at + 1)));
}

/**
 * weft_edit_move_partition:
 * @from: which one, from 0
 * @to: where it stands afterwards
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_move_partition (guint from,
                          guint to)
{
  WeftPartitionEdit *self;

  self = edit_new (MOVE, from, g_strdup_printf (_("Move Partition %u"), from + 1));
  self->to = to;

  return WEFT_EDIT (self);
}
