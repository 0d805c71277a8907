/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What edits write to a design besides single values, and when "changed" is emitted. */
#include "design/weft-design-inside-private.h"

void
weft_design_insert (WeftDesign    *self,
                    guint          at,
                    WeftPartition *partition)
{
  weft_design_freeze (self);
  g_list_store_insert (self->partitions, at, partition);
  weft_design_touch (self);
  weft_design_thaw (self);
}

/* (transfer full) */
WeftPartition *
weft_design_remove (WeftDesign *self,
                    guint       at)
{
  WeftPartition *partition;

  partition = g_list_model_get_item (G_LIST_MODEL (self->partitions), at);
  g_assert (partition != NULL);

  weft_design_freeze (self);
  g_list_store_remove (self->partitions, at);
  weft_design_touch (self);
  weft_design_thaw (self);

  return partition;
}

/* Only an edit that is being applied or reverted may do so: everything else goes through undo. */
void
weft_design_set_graph (WeftDesign *self,
                       WeftGraph  *graph)
{
  g_return_if_fail (self->editing > 0);

  if (graph == self->graph)
    return;
  if (graph != NULL)
    weft_graph_ref (graph);
  g_clear_pointer (&self->graph, weft_graph_unref);
  self->graph = graph;
  weft_design_touch (self);
}

/* Returns what it was. */
gboolean
weft_design_set_has_partitions (WeftDesign *self,
                                gboolean    has_partitions)
{
  gboolean had = self->has_partitions;

  self->has_partitions = has_partitions;
  return had;
}

void
weft_design_touch (WeftDesign *self)
{
  self->touched = TRUE;
  if (self->frozen == 0)
    {
      self->touched = FALSE;
      g_signal_emit_by_name (self, "changed");
    }
}

void
weft_design_freeze (WeftDesign *self)
{
  self->frozen++;
}

void
weft_design_thaw (WeftDesign *self)
{
  g_assert (self->frozen > 0);

  self->frozen--;
  if (self->frozen == 0 && self->touched)
    weft_design_touch (self);
}

void
weft_design_begin_edit (WeftDesign *self)
{
  self->editing++;
  weft_design_freeze (self);
}

/* Who hears of the change is not inside of the edit any more. */
void
weft_design_end_edit (WeftDesign *self)
{
  g_assert (self->editing > 0);

  self->editing--;
  weft_design_thaw (self);
}
