/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a stage: the section that fits the selection, and a survey of the machine that a worker
 * makes after each change. What is being typed is taken before the selection goes on. */
#include "config.h"

#include "app/compose/weft-inspector.h"

#include <glib/gi18n.h>

#include "app/compose/weft-constraint-list.h"
#include "app/compose/weft-inspector-private.h"
#include "app/compose/weft-kind.h"

struct _WeftInspector
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkLabel *title;
  GtkLabel *words;
  GtkStack *stack;
  WeftInspectorItem *item;
  WeftInspectorLink *link;
  WeftInspectorLevel *level;
  WeftInspectorTotals *totals;
  WeftConstraintList *constraints;

  WeftStage *stage;
  WeftSurvey *survey;        /* (nullable): of the document as it is, or was */
  GCancellable *cancellable; /* (nullable): of the one being made */
  WeftGraph *surveyed;       /* (nullable): what the newest survey is of */
  guint show_source;
  gboolean is_flushing;
};

G_DEFINE_FINAL_TYPE (WeftInspector, weft_inspector, GTK_TYPE_WIDGET)

/* --- what is selected --- */

static char *
write_item_title (WeftStage *stage, guint n)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (stage, NULL);
  const WeftGraphItem *item;

  if (n > 1)
    return g_strdup_printf (_("%u parts"), n);
  item = &definition->items[gtk_bitset_get_nth (weft_stage_get_items (stage), 0)];
  if (item->definition >= 0)
    {
      const WeftGraphDefinition *inside =
        weft_graph_definition (weft_stage_get_graph (stage), item->definition);

      if (inside->title != NULL && *inside->title != '\0')
        return g_strdup (inside->title);
    }
  return g_strdup (item->id);
}

static char *
write_link_title (WeftStage *stage, guint n)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (stage, NULL);
  const WeftGraphLink *link;

  if (n > 1)
    return g_strdup_printf (_("%u links"), n);
  link = &definition->links[gtk_bitset_get_nth (weft_stage_get_links (stage), 0)];
  /* Translators: from and to */
  return g_strdup_printf (_("%s to %s"), link->from.text,
                          link->n_to > 0 ? link->to[0].text : _("nothing"));
}

static const char *
write_level (const WeftGraphDefinition *definition)
{
  return definition->level == WEFT_LEVEL_ANY
           ? definition->level_name
           : weft_kind_label (weft_kind_of_level (definition->level));
}

static void
show_title (WeftInspector *self, const char *page, guint n_items, guint n_links)
{
  g_autofree char *title = NULL;
  const char *words = "";

  if (g_str_equal (page, "item"))
    {
      title = write_item_title (self->stage, n_items);
      words = n_items > 1 ? _("A new value goes to all of them.") : _("Part");
    }
  else if (g_str_equal (page, "link"))
    {
      title = write_link_title (self->stage, n_links);
      words = n_links > 1 ? _("A new value goes to all of them.") : _("Link");
    }
  else if (g_str_equal (page, "both"))
    {
      g_autofree char *items = write_item_title (self->stage, n_items);
      g_autofree char *links = write_link_title (self->stage, n_links);

      /* Translators: what is selected: parts and links, each with its number or name */
      title = g_strdup_printf (_("%s and %s"), items, links);
    }
  else if (g_str_equal (page, "level"))
    {
      title = weft_stage_dup_step_title (self->stage, weft_stage_depth (self->stage) - 1);
      words = write_level (weft_stage_get_definition (self->stage, NULL));
    }
  gtk_label_set_text (self->title, title != NULL ? title : "");
  gtk_label_set_text (self->words, words);
  gtk_widget_set_visible (GTK_WIDGET (self->title), title != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->words), *words != '\0');
}

static void
show_selection (WeftInspector *self)
{
  gboolean any = self->stage != NULL && weft_stage_get_definition (self->stage, NULL) != NULL;
  guint n_items = any ? (guint) gtk_bitset_get_size (weft_stage_get_items (self->stage)) : 0;
  guint n_links = any ? (guint) gtk_bitset_get_size (weft_stage_get_links (self->stage)) : 0;
  const char *page = !any                         ? "none"
                     : n_items > 0 && n_links > 0 ? "both"
                     : n_items > 0                ? "item"
                     : n_links > 0                ? "link"
                                                  : "level";

  weft_inspector_item_show (self->item, g_str_equal (page, "item") ? self->stage : NULL);
  weft_inspector_link_show (self->link, g_str_equal (page, "link") ? self->stage : NULL);
  weft_inspector_level_show (self->level, g_str_equal (page, "level") ? self->stage : NULL);
  weft_inspector_link_show_flat (self->link, self->survey != NULL ? self->survey->flat : NULL);
  show_title (self, page, n_items, n_links);
  gtk_stack_set_visible_child_name (self->stack, page);
}

/* What somebody types belongs to what was selected while they typed it. */
static void
flush (WeftInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *entry =
    focus != NULL ? gtk_widget_get_ancestor (focus, WEFT_TYPE_VALUE_ENTRY) : NULL;

  if (self->is_flushing || entry == NULL || !gtk_widget_is_ancestor (entry, GTK_WIDGET (self)))
    return;
  self->is_flushing = TRUE;
  weft_value_entry_commit (WEFT_VALUE_ENTRY (entry));
  self->is_flushing = FALSE;
}

static gboolean
show_cb (gpointer data)
{
  WeftInspector *self = data;

  self->show_source = 0;
  show_selection (self);
  return G_SOURCE_REMOVE;
}

static gboolean
has_focus (WeftInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* An edit on the canvas may change the selection more than once; it is shown once, before the next
 * frame. Who types here goes on from what the last key has done. */
static void
selection_changed_cb (WeftInspector *self)
{
  flush (self);
  if (has_focus (self))
    show_selection (self);
  else if (self->show_source == 0)
    self->show_source = g_idle_add_full (GTK_PRIORITY_RESIZE - 1, show_cb, self, NULL);
}

/* --- the machine --- */

static void
take_survey (WeftInspector *self, WeftSurvey *survey)
{
  g_clear_pointer (&self->survey, weft_survey_unref);
  self->survey = survey;
  weft_inspector_totals_show (self->totals, self->stage, survey);
  weft_inspector_link_show_flat (self->link, survey != NULL ? survey->flat : NULL);
}

static void
surveyed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftInspector) self = WEFT_INSPECTOR (data);
  g_autoptr (WeftSurvey) survey = weft_survey_make_finish (result);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  take_survey (self, g_steal_pointer (&survey));
}

static void
stop_survey (WeftInspector *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* The totals of before stand until the new ones are there. */
static void
survey (WeftInspector *self)
{
  stop_survey (self);
  if (self->stage == NULL)
    {
      take_survey (self, NULL);
      return;
    }
  g_clear_pointer (&self->surveyed, weft_graph_unref);
  if (weft_stage_get_graph (self->stage) != NULL)
    self->surveyed = weft_graph_ref (weft_stage_get_graph (self->stage));
  self->cancellable = g_cancellable_new ();
  weft_survey_make_async (self->stage, self->cancellable, surveyed_cb, g_object_ref (self));
}

static void
evaluation_cb (WeftInspector *self)
{
  /* The catalog has come, the machine or the budget is another one. Totals follow the score, which
   * is what somebody waits for after an edit. */
  if (self->survey == NULL || self->surveyed != weft_stage_get_graph (self->stage))
    survey (self);
  else
    weft_inspector_totals_show (self->totals, self->stage, self->survey);
  if (self->survey == NULL)
    selection_changed_cb (self);
}

/* --- class --- */

static void
let_go (WeftInspector *self)
{
  stop_survey (self);
  g_clear_handle_id (&self->show_source, g_source_remove);
  g_clear_pointer (&self->surveyed, weft_graph_unref);
  if (self->stage != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->stage, self);
      g_signal_handlers_disconnect_by_data (weft_stage_get_session (self->stage), self);
    }
  g_clear_object (&self->stage);
  g_clear_pointer (&self->survey, weft_survey_unref);
}

static void
weft_inspector_dispose (GObject *object)
{
  WeftInspector *self = WEFT_INSPECTOR (object);

  let_go (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_parent_class)->dispose (object);
}

static void
weft_inspector_class_init (WeftInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_inspector_dispose;
  g_type_ensure (WEFT_TYPE_INSPECTOR_ITEM);
  g_type_ensure (WEFT_TYPE_INSPECTOR_LINK);
  g_type_ensure (WEFT_TYPE_INSPECTOR_LEVEL);
  g_type_ensure (WEFT_TYPE_INSPECTOR_TOTALS);
  g_type_ensure (WEFT_TYPE_CONSTRAINT_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, title);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, words);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, item);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, link);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, level);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, totals);
  gtk_widget_class_bind_template_child (widget_class, WeftInspector, constraints);
}

static void
weft_inspector_init (WeftInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_inspector_new (void)
{
  return g_object_new (WEFT_TYPE_INSPECTOR, NULL);
}

/* @stage is nullable. */
void
weft_inspector_set_stage (WeftInspector *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_INSPECTOR (self));

  if (stage == self->stage)
    return;
  let_go (self);
  weft_constraint_list_set_stage (self->constraints, stage);
  if (stage != NULL)
    {
      self->stage = g_object_ref (stage);
      g_signal_connect_object (stage, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (stage, "path-changed", G_CALLBACK (survey), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (weft_stage_get_session (stage), "notify::evaluation",
                               G_CALLBACK (evaluation_cb), self, G_CONNECT_SWAPPED);
    }
  survey (self);
  show_selection (self);
}
