/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two groups of rows, made anew when the graph or the evaluation changes. */
#include "config.h"

#include "app/compose/weft-graph-card.h"

#include <glib/gi18n.h>

#include "design/graph/weft-graph.h"

/* More rows than these nobody reads; the rest is counted. */
#define MAX_ROWS 100
#define MAX_ITEMS 12

struct _WeftGraphCard
{
  GtkWidget parent_instance;

  GtkWidget *content;
  AdwPreferencesGroup *amounts;
  AdwPreferencesGroup *definitions;
  GPtrArray *amount_rows;     /* borrowed from their groups */
  GPtrArray *definition_rows;
};

G_DEFINE_FINAL_TYPE (WeftGraphCard, weft_graph_card, GTK_TYPE_WIDGET)

static void
clear_rows (AdwPreferencesGroup *group, GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, rows->pdata[i]);
  g_ptr_array_set_size (rows, 0);
}

static void
add_row (AdwPreferencesGroup *group, GPtrArray *rows, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
  adw_preferences_group_add (group, row);
  g_ptr_array_add (rows, row);
}

/* "18 × b200-tray, 9 × nvlink5-switch-tray" */
static char *
describe_items (const WeftGraphDefinition *definition)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (definition->n_items, MAX_ITEMS); i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      g_autofree char *count = weft_quantity_format (item->count, WEFT_UNIT_COUNT);

      g_string_append_printf (text, "%s%s × %s", i > 0 ? ", " : "", count,
                              item->of != NULL ? item->of : item->id);
    }
  if (definition->n_items > MAX_ITEMS)
    g_string_append_printf (text, _(" and %u more"), definition->n_items - MAX_ITEMS);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_definition (const WeftGraphDefinition *definition)
{
  g_autofree char *items = describe_items (definition);

  if (definition->enclosure == NULL)
    return g_strdup_printf ("%s: %s", definition->level_name, items);
  return g_strdup_printf (_("%s in %s: %s"), definition->level_name, definition->enclosure, items);
}

static void
add_definition (WeftGraphCard *self, const WeftGraphDefinition *definition)
{
  g_autofree char *subtitle = describe_definition (definition);
  const char *title = definition->title != NULL ? definition->title : definition->id;

  add_row (self->definitions, self->definition_rows, title, subtitle);
}

static void
weft_graph_card_dispose (GObject *object)
{
  WeftGraphCard *self = WEFT_GRAPH_CARD (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->amount_rows, g_ptr_array_unref);
  g_clear_pointer (&self->definition_rows, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_graph_card_parent_class)->dispose (object);
}

static void
weft_graph_card_class_init (WeftGraphCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_graph_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-graph-card.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftGraphCard, content);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphCard, amounts);
  gtk_widget_class_bind_template_child (widget_class, WeftGraphCard, definitions);
}

static void
weft_graph_card_init (WeftGraphCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->amount_rows = g_ptr_array_new ();
  self->definition_rows = g_ptr_array_new ();
}

void
weft_graph_card_show (WeftGraphCard *self, WeftDesign *design)
{
  WeftGraph *graph;
  guint n;

  g_return_if_fail (WEFT_IS_GRAPH_CARD (self));

  clear_rows (self->definitions, self->definition_rows);
  graph = weft_design_get_graph (design);
  n = graph != NULL ? weft_graph_n_definitions (graph) : 0;
  for (guint i = 0; i < MIN (n, MAX_ROWS); i++)
    add_definition (self, weft_graph_definition (graph, i));
  if (n > MAX_ROWS)
    {
      g_autofree char *rest = g_strdup_printf (_("%u more definitions"), n - MAX_ROWS);

      add_row (self->definitions, self->definition_rows, rest, "");
    }
}

void
weft_graph_card_show_evaluation (WeftGraphCard *self, WeftEvaluation *evaluation)
{
  GListModel *partitions;

  g_return_if_fail (WEFT_IS_GRAPH_CARD (self));

  clear_rows (self->amounts, self->amount_rows);
  partitions = evaluation != NULL ? weft_evaluation_get_partitions (evaluation) : NULL;
  for (guint i = 0; partitions != NULL && i < g_list_model_get_n_items (partitions); i++)
    {
      g_autoptr (WeftPartitionResult) part = g_list_model_get_item (partitions, i);
      g_autofree char *count = weft_quantity_format (weft_partition_result_get_count (part),
                                                     WEFT_UNIT_COUNT);
      g_autofree char *power = weft_quantity_format (weft_partition_result_get_power_w (part),
                                                     WEFT_UNIT_W);
      g_autofree char *title = g_strdup_printf ("%s × %s", count,
                                                weft_partition_result_get_chip (part));
      g_autofree char *subtitle =
        g_strdup_printf ("%s · %s · %s · %s", weft_partition_result_get_domains_text (part),
                         weft_partition_result_get_scaleup (part),
                         weft_partition_result_get_scaleout (part), power);

      add_row (self->amounts, self->amount_rows, title, subtitle);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->amounts), self->amount_rows->len > 0);
}
