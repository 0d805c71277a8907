/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words beside the pointer: what an item or a wire is, its ports, and what is wrong with it. */
#include "config.h"

#include "app/canvas/weft-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"
#include "draw/canvas/weft-scene-heat.h"

/* Nobody reads more lines than these while pointing. */
#define MAX_PORTS 8
#define MAX_WRONG 3

static void
add_ports (WeftCanvas *self, GString *text, guint item)
{
  guint definition;
  g_autoptr (GPtrArray) sockets = NULL;

  if (weft_stage_get_definition (self->stage, &definition) == NULL)
    return;
  sockets = weft_graph_sockets (weft_stage_get_graph (self->stage),
                                weft_stage_get_catalog (self->stage), definition, item);
  for (guint i = 0; i < MIN (sockets->len, MAX_PORTS); i++)
    {
      const WeftGraphSocket *socket = sockets->pdata[i];
      g_autofree char *used = weft_quantity_format (socket->used, WEFT_UNIT_COUNT);
      g_autofree char *total = weft_quantity_format (socket->total, WEFT_UNIT_COUNT);

      if (isnan (socket->used))
        continue;
      if (isnan (socket->total))
        g_string_append_printf (text, _("\n%s: %s cables, ports unknown"), socket->title, used);
      else
        g_string_append_printf (text, _("\n%s: %s of %s ports"), socket->title, used, total);
    }
}

static void
add_wrong (WeftCanvas *self, GString *text, const char *list, guint index)
{
  GListModel *violations = weft_session_get_violations (weft_stage_get_session (self->stage));
  g_autofree char *level = weft_stage_dup_pointer (self->stage);
  g_autofree char *prefix = g_strdup_printf ("%s/%s/%u", level, list, index);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (violations) && n < MAX_WRONG; i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      const char *path = weft_violation_get_path (violation);
      gsize length = strlen (prefix);

      if (!g_str_has_prefix (path, prefix) || (path[length] != '\0' && path[length] != '/'))
        continue;
      g_string_append_printf (text, "\n\n%s", weft_violation_get_message (violation));
      n++;
    }
}

static void
describe_node (WeftCanvas *self, GString *text, guint item)
{
  const WeftSceneNode *node = weft_scene_node (weft_stage_get_scene (self->stage), item);

  g_string_append (text, node->title);
  if (node->count != 1)
    {
      g_autofree char *count = weft_quantity_format (node->count, WEFT_UNIT_COUNT);

      g_string_append_printf (text, " × %s", count);
    }
  if (*node->subtitle != '\0')
    g_string_append_printf (text, "\n%s", node->subtitle);
  add_ports (self, text, item);
  add_wrong (self, text, "items", item);
}

static void
describe_wire (WeftCanvas *self, GString *text, guint index)
{
  g_autofree char *heat = weft_scene_describe_heat (weft_stage_get_scene (self->stage), index);
  const WeftSceneWire *wire = weft_scene_wire (weft_stage_get_scene (self->stage), index);
  const WeftGraphLink *link =
    &weft_stage_get_definition (self->stage, NULL)->links[wire->link];

  g_string_append_printf (text, "%s – %s", link->from.text, link->to[wire->to].text);
  if (wire->label != NULL && *wire->label != '\0')
    g_string_append_printf (text, "\n%s", wire->label);
  if (link->fabric != NULL)
    g_string_append_printf (text, "\n%s", link->fabric);
  if (!isnan (link->length_m))
    {
      g_autofree char *length = weft_quantity_format (link->length_m, WEFT_UNIT_M);

      g_string_append_printf (text, _("\n%s long"), length);
    }
  if (heat != NULL)
    g_string_append_printf (text, "\n%s", heat);
  add_wrong (self, text, "links", wire->link);
}

gboolean
weft_canvas_query_tip_cb (WeftCanvas *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int node = keyboard ? weft_stage_get_focus (self->stage) : self->hover_node;

  if (self->stage == NULL || weft_stage_get_scene (self->stage) == NULL || self->tool != NULL)
    return FALSE;
  if (node >= 0)
    describe_node (self, text, (guint) node);
  else if (!keyboard && self->hover_wire >= 0)
    describe_wire (self, text, (guint) self->hover_wire);
  else
    return FALSE;
  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}
