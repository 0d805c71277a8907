/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person may do to a session's design, each as one named step of its history. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/weft-session-private.h"
#include "design/graph/weft-graph-edits.h"

/* What a new partition takes from the largest one when nothing is free: this, or half of it. */
#define USUAL_SHARE 0.1

static void
set_value (WeftSession *self, const char *path, JsonNode *value, gboolean continues)
{
  g_autoptr (GError) error = NULL;
  WeftEdit *edit = weft_edit_set (self->design, path, value, continues, &error);

  if (edit != NULL)
    weft_history_do (self->history, edit);
  else
    g_warning ("%s", error->message);
}

/* In hundredths of a percent, as shares are typed. */
static double
round_share (double share)
{
  return floor (share * 1e4 + 0.5) / 1e4;
}

static double
measure_free_share (WeftSession *self)
{
  double used = 0;

  for (guint i = 0; i < weft_design_get_n_partitions (self->design); i++)
    used += weft_partition_get_power_frac (weft_design_get_partition (self->design, i));
  return round_share (1 - used);
}

/* Like the last partition of the design, else like the profile's reference machine. */
static WeftPartition *
make_usual_partition (WeftSession *self, double share)
{
  guint n = weft_design_get_n_partitions (self->design);
  WeftInventory *inventory = weft_session_get_inventory (self);
  const char *chip = "", *scaleup = "", *scaleout = "";

  if (inventory != NULL)
    weft_profile_get_reference (weft_inventory_get_profile (inventory), &chip, &scaleup,
                                &scaleout);
  else if (n > 0)
    {
      WeftPartition *last = weft_design_get_partition (self->design, n - 1);

      chip = weft_partition_get_chip (last);
      scaleup = weft_partition_get_scaleup (last);
      scaleout = weft_partition_get_scaleout (last);
    }
  return weft_partition_new (chip, weft_role_nick (WEFT_ROLE_GENERAL), share, scaleup, scaleout);
}

/* Sets a text at a JSON pointer; an empty partition name takes the member away. */
void
weft_session_set_text (WeftSession *self, const char *path, const char *text, gboolean continues)
{
  gboolean removes;
  JsonNode *node;

  g_return_if_fail (WEFT_IS_SESSION (self) && path != NULL && text != NULL);

  removes = *text == '\0' && g_str_has_prefix (path, "/partitions/")
            && g_str_has_suffix (path, "/name");
  node = json_node_new (removes ? JSON_NODE_NULL : JSON_NODE_VALUE);
  if (!removes)
    json_node_set_string (node, text);
  set_value (self, path, node, continues);
}

/* Sets any value; @value is (transfer full), null takes an optional one away. */
void
weft_session_set_node (WeftSession *self, const char *path, JsonNode *value, gboolean continues)
{
  g_return_if_fail (WEFT_IS_SESSION (self) && path != NULL && value != NULL);

  set_value (self, path, value, continues);
}

void
weft_session_set_number (WeftSession *self, const char *path, double value, gboolean continues)
{
  JsonNode *node;

  g_return_if_fail (WEFT_IS_SESSION (self) && path != NULL);

  node = json_node_new (JSON_NODE_VALUE);
  json_node_set_double (node, value);
  set_value (self, path, node, continues);
}

static guint
find_largest (WeftSession *self)
{
  guint largest = 0;
  double most = 0;

  for (guint i = 0; i < weft_design_get_n_partitions (self->design); i++)
    {
      double share = weft_partition_get_power_frac (weft_design_get_partition (self->design, i));

      if (share > most)
        {
          most = share;
          largest = i;
        }
    }
  return largest;
}

/* Makes room for a new partition; returns its share. */
static double
take_share (WeftSession *self)
{
  guint largest = find_largest (self);
  double has = weft_partition_get_power_frac (weft_design_get_partition (self->design, largest));
  double share = MIN (USUAL_SHARE, round_share (has / 2));
  g_autofree char *path = g_strdup_printf ("/partitions/%u/power_frac", largest);

  weft_session_set_number (self, path, round_share (has - share), FALSE);
  return share;
}

/* Adds a partition of the profile's reference parts on the share that is still free; when nothing
 * is, the largest partition gives some of its own in the same step. */
void
weft_session_add_partition (WeftSession *self)
{
  guint n;
  double share;
  g_autoptr (WeftPartition) partition = NULL;

  g_return_if_fail (WEFT_IS_SESSION (self));

  n = weft_design_get_n_partitions (self->design);
  share = measure_free_share (self);
  weft_history_begin (self->history, _("Add Partition"));
  if (share <= 0 && n > 0)
    share = take_share (self);
  partition = make_usual_partition (self, share);
  weft_history_do (self->history, weft_edit_add_partition (partition, n));
  weft_history_end (self->history);
}

void
weft_session_duplicate_partition (WeftSession *self, guint index)
{
  g_autoptr (WeftPartition) copy = NULL;

  g_return_if_fail (WEFT_IS_SESSION (self));
  g_return_if_fail (index < weft_design_get_n_partitions (self->design));

  copy = weft_partition_copy (weft_design_get_partition (self->design, index));
  weft_history_do (self->history, weft_edit_add_partition (copy, index + 1));
}

void
weft_session_remove_partition (WeftSession *self, guint index)
{
  g_return_if_fail (WEFT_IS_SESSION (self));
  g_return_if_fail (index < weft_design_get_n_partitions (self->design));

  weft_history_do (self->history, weft_edit_remove_partition (index));
}

void
weft_session_move_partition (WeftSession *self, guint from, guint to)
{
  guint n;

  g_return_if_fail (WEFT_IS_SESSION (self));

  n = weft_design_get_n_partitions (self->design);
  g_return_if_fail (from < n && to < n);
  weft_history_do (self->history, weft_edit_move_partition (from, to));
}

/* The partitions of @design in place of the session's own, as one step; everything else stays. */
void
weft_session_replace_partitions (WeftSession *self, WeftDesign *design, const char *label)
{
  g_return_if_fail (WEFT_IS_SESSION (self) && WEFT_IS_DESIGN (design) && label != NULL);
  g_return_if_fail (weft_design_get_graph (self->design) == NULL);

  weft_history_begin (self->history, label);
  for (guint n = weft_design_get_n_partitions (self->design); n > 0; n--)
    weft_history_do (self->history, weft_edit_remove_partition (n - 1));
  for (guint i = 0; i < weft_design_get_n_partitions (design); i++)
    {
      g_autoptr (WeftPartition) copy = weft_partition_copy (weft_design_get_partition (design, i));

      weft_history_do (self->history, weft_edit_add_partition (copy, i));
    }
  weft_history_end (self->history);
}

gboolean
weft_session_turn_into_graph (WeftSession *self, GError **error)
{
  WeftInventory *inventory;
  WeftEdit *edit;

  g_return_val_if_fail (WEFT_IS_SESSION (self), FALSE);

  inventory = weft_session_get_inventory (self);
  if (inventory == NULL && weft_design_get_n_partitions (self->design) > 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                           _("The catalog is still being read."));
      return FALSE;
    }
  edit = weft_design_edit_to_graph (self->design, inventory, error);
  if (edit == NULL)
    return FALSE;
  weft_history_do (self->history, edit);
  return TRUE;
}
