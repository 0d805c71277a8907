/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the cards in step with the design's partitions, hands every new evaluation to whatever
 * shows it, and makes the other pages when they are first looked at. */
#include "config.h"

#include "app/compose/weft-document-page.h"

#include <glib/gi18n.h>

#include "app/compose/weft-facility-card.h"
#include "app/compose/weft-graph-editor.h"
#include "app/compose/weft-strip.h"
#include "app/trail/weft-trail-page.h"
#include "app/weft-adaptive-box.h"
#include "app/weft-document-pages.h"
#include "app/weft-message-bar.h"

struct _WeftDocumentPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  AdwToastOverlay *toasts;
  AdwViewStack *pages;
  WeftMessageBar *outside_bar;
  WeftFacilityCard *facility;
  GtkWidget *cards;
  GtkWidget *empty;
  GtkWidget *add_button;
  GtkWidget *graph_button;
  WeftScorePanel *panel;
  GtkStack *forms;
  GtkBox *editor_place;
  WeftGraphEditor *editor; /* (nullable): made for the first graph */
  WeftStrip *strip;

  WeftSession *session;
  AdwToast *toast; /* (nullable): offers to undo the newest removal */
};

G_DEFINE_FINAL_TYPE (WeftDocumentPage, weft_document_page, GTK_TYPE_WIDGET)

static void
forget_toast_cb (WeftDocumentPage *self)
{
  self->toast = NULL;
}

/* Once something else has been done, "Undo" would undo that. */
static void
dismiss_toast (WeftDocumentPage *self)
{
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
}

static void
show_evaluation (WeftDocumentPage *self)
{
  WeftEvaluation *evaluation = weft_session_get_evaluation (self->session);

  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    weft_partition_card_show_evaluation (WEFT_PARTITION_CARD (card), evaluation);
  if (self->editor != NULL)
    weft_graph_editor_show_evaluation (self->editor, evaluation);
  weft_score_panel_show (self->panel, evaluation, weft_session_get_failure (self->session));
  weft_strip_show_evaluation (self->strip);
}

static void
show_violations (WeftDocumentPage *self)
{
  GListModel *violations = weft_session_get_violations (self->session);

  weft_facility_card_show_violations (self->facility, violations);
  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    weft_partition_card_show_violations (WEFT_PARTITION_CARD (card), violations);
  if (self->editor != NULL)
    weft_graph_editor_show_violations (self->editor);
  weft_strip_show_violations (self->strip);
}

/* The catalog has come: the lists can be filled. */
static void
show_parts (WeftDocumentPage *self)
{
  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    weft_partition_card_show_parts (WEFT_PARTITION_CARD (card));
  weft_facility_card_show (self->facility);
  if (self->editor != NULL)
    weft_graph_editor_show_parts (self->editor);
}

static void
number_cards (WeftDocumentPage *self)
{
  guint n = weft_design_get_n_partitions (weft_session_get_design (self->session));
  guint i = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    weft_partition_card_set_index (WEFT_PARTITION_CARD (card), i++, n);
  gtk_widget_set_visible (self->empty, n == 0);
  gtk_widget_set_visible (self->add_button, n > 0);
  gtk_widget_set_visible (self->graph_button, n > 0);
  gtk_widget_set_visible (self->cards, n > 0);
}

static void
partitions_changed_cb (GListModel *partitions, guint position, guint removed, guint added,
                       WeftDocumentPage *self)
{
  WeftPartitionCard *before = position == 0 ? NULL
                                            : weft_document_page_get_card (self, position - 1);
  GtkWidget *last = before == NULL ? NULL : GTK_WIDGET (before);

  for (guint i = 0; i < removed; i++)
    gtk_box_remove (GTK_BOX (self->cards),
                    GTK_WIDGET (weft_document_page_get_card (self, position)));
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (WeftPartition) partition = g_list_model_get_item (partitions, position + i);
      GtkWidget *card = weft_partition_card_new (self->session, partition);

      gtk_box_insert_child_after (GTK_BOX (self->cards), card, last);
      last = card;
    }
  number_cards (self);
}

/* A machine is given in one form or the other; an edit may change from one to the other. */
static void
show_form (WeftDocumentPage *self)
{
  gboolean is_graph =
    weft_design_get_graph (weft_session_get_design (self->session)) != NULL;

  if (is_graph && self->editor == NULL)
    {
      self->editor = g_object_new (WEFT_TYPE_GRAPH_EDITOR, "hexpand", TRUE, NULL);
      gtk_box_append (self->editor_place, GTK_WIDGET (self->editor));
      weft_graph_editor_bind (self->editor, self->session);
      weft_graph_editor_show_evaluation (self->editor,
                                         weft_session_get_evaluation (self->session));
      weft_graph_editor_show_violations (self->editor);
    }
  gtk_stack_set_visible_child_name (self->forms, is_graph ? "graph" : "partitions");
}

static void
design_changed_cb (WeftDocumentPage *self)
{
  dismiss_toast (self);
  show_form (self);
  weft_facility_card_show (self->facility);
  for (GtkWidget *card = gtk_widget_get_first_child (self->cards); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    weft_partition_card_show_typed (WEFT_PARTITION_CARD (card));
}

static void
bind_design (WeftDocumentPage *self)
{
  WeftDesign *design = weft_session_get_design (self->session);
  GListModel *partitions = weft_design_get_partitions (design);
  GtkWidget *card;

  while ((card = gtk_widget_get_first_child (self->cards)) != NULL)
    gtk_box_remove (GTK_BOX (self->cards), card);
  g_signal_connect_object (partitions, "items-changed", G_CALLBACK (partitions_changed_cb), self,
                           0);
  g_signal_connect_object (design, "changed", G_CALLBACK (design_changed_cb), self,
                           G_CONNECT_SWAPPED);
  partitions_changed_cb (partitions, 0, 0, g_list_model_get_n_items (partitions), self);
  if (self->editor != NULL)
    weft_graph_editor_bind (self->editor, self->session);
  show_form (self);
  weft_facility_card_bind (self->facility, self->session);
  show_evaluation (self);
  show_violations (self);
}

static void
changed_outside_cb (WeftDocumentPage *self)
{
  if (!weft_session_get_changed_outside (self->session))
    {
      weft_message_bar_hide (self->outside_bar);
      return;
    }
  weft_message_bar_show (self->outside_bar, WEFT_SEVERITY_WARNING,
                         _("Another program has changed the file"),
                         weft_session_get_modified (self->session)
                           ? _("Reloading loses the changes that are not saved here.")
                           : _("This page shows the design as it was before."),
                         _("_Reload"));
}

static void
reloaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftDocumentPage) self = WEFT_DOCUMENT_PAGE (data);
  g_autoptr (GError) error = NULL;

  if (!weft_session_reload_finish (WEFT_SESSION (source), result, &error))
    weft_message_bar_show (self->outside_bar, WEFT_SEVERITY_ERROR,
                           _("The file could not be read again"), error->message, NULL);
}

static void
reload_cb (WeftDocumentPage *self)
{
  weft_session_reload_async (self->session, reloaded_cb, g_object_ref (self));
}

static void
keep_mine_cb (WeftDocumentPage *self)
{
  weft_session_keep_mine (self->session);
}

/* An empty place for every page beside Compose, so that a document opens as fast as before. */
static void
add_pages (WeftDocumentPage *self)
{
  for (const WeftDocumentPageInfo *info = weft_document_pages; info->name != NULL; info++)
    adw_view_stack_add_titled_with_icon (self->pages, adw_bin_new (), info->name, _(info->title),
                                         info->icon_name);
}

static void
page_shown_cb (WeftDocumentPage *self)
{
  GtkWidget *place = adw_view_stack_get_visible_child (self->pages);
  const char *name = adw_view_stack_get_visible_child_name (self->pages);

  if (!ADW_IS_BIN (place) || adw_bin_get_child (ADW_BIN (place)) != NULL)
    return;
  for (const WeftDocumentPageInfo *info = weft_document_pages; info->name != NULL; info++)
    if (g_str_equal (info->name, name))
      adw_bin_set_child (ADW_BIN (place), info->make (self->session));
}

static void
add_clicked_cb (WeftDocumentPage *self)
{
  weft_document_page_add_partition (self);
}

/* Of any page: an event of a run, by the run's path and the event's number. */
static void
show_event_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  GtkWidget *trail;
  const char *path;
  guint64 seq;

  g_variant_get (parameter, "(&st)", &path, &seq);
  if (!weft_document_page_show_page (self, "trail"))
    return;
  trail = adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (self->pages)));
  weft_trail_page_show_event (WEFT_TRAIL_PAGE (trail), path, seq);
}

/* Of any page: goes on with a recorded run that has no end, by its path. */
static void
resume_run_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  GtkWidget *search;

  if (!weft_document_page_show_page (self, "search"))
    return;
  search = adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (self->pages)));
  gtk_widget_activate_action_variant (search, "search.resume-run", parameter);
}

/* Of any page: a recorded planning run to read, by its path. */
static void
read_dialogue_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  GtkWidget *plan;

  if (!weft_document_page_show_page (self, "plan"))
    return;
  plan = adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (self->pages)));
  gtk_widget_activate_action_variant (plan, "plan.read-run", parameter);
}

/* Of any page: a recorded simulation, by its path. */
static void
open_simulation_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  GtkWidget *simulate;

  if (!weft_document_page_show_page (self, "simulate"))
    return;
  simulate = adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (self->pages)));
  gtk_widget_activate_action_variant (simulate, "simulate.open-run", parameter);
}

static void
remove_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  guint index = g_variant_get_uint32 (parameter);
  WeftPartition *partition =
    weft_design_get_partition (weft_session_get_design (self->session), index);
  const char *own = weft_partition_get_name (partition);
  g_autofree char *title = own != NULL ? g_strdup (own)
                                       : g_strdup_printf (_("Partition %u"), index + 1);
  g_autofree char *words = g_strdup_printf (_("%s removed"), title);
  g_autofree char *markup = g_markup_escape_text (words, -1);

  weft_session_remove_partition (self->session, index);
  self->toast = adw_toast_new (markup);
  adw_toast_set_button_label (self->toast, _("_Undo"));
  adw_toast_set_action_name (self->toast, "win.undo");
  g_signal_connect_object (self->toast, "dismissed", G_CALLBACK (forget_toast_cb), self,
                           G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, self->toast);
}

static void
to_graph_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);
  g_autoptr (GError) error = NULL;

  if (!weft_session_turn_into_graph (self->session, &error))
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);

      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
    }
}

static void
go_to_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_document_page_go_to (WEFT_DOCUMENT_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
weft_document_page_dispose (GObject *object)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_document_page_parent_class)->dispose (object);
}

static void
weft_document_page_class_init (WeftDocumentPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_document_page_dispose;
  g_type_ensure (WEFT_TYPE_ADAPTIVE_BOX);
  g_type_ensure (WEFT_TYPE_FACILITY_CARD);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SCORE_PANEL);
  g_type_ensure (WEFT_TYPE_STRIP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "documentpage");
  gtk_widget_class_install_action (widget_class, "compose.remove-partition", "u",
                                   remove_action_cb);
  gtk_widget_class_install_action (widget_class, "compose.go-to", "s", go_to_action_cb);
  gtk_widget_class_install_action (widget_class, "page.resume-run", "s", resume_run_action_cb);
  gtk_widget_class_install_action (widget_class, "page.show-event", "(st)", show_event_action_cb);
  gtk_widget_class_install_action (widget_class, "page.read-dialogue", "s", read_dialogue_action_cb);
  gtk_widget_class_install_action (widget_class, "page.open-simulation", "s", open_simulation_action_cb);
  gtk_widget_class_install_action (widget_class, "compose.to-graph", NULL, to_graph_action_cb);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-document-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, content);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, pages);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, outside_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, facility);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, cards);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, forms);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, editor_place);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, empty);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, graph_button);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, panel);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, strip);
  gtk_widget_class_bind_template_callback (widget_class, page_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, reload_cb);
  gtk_widget_class_bind_template_callback (widget_class, keep_mine_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_clicked_cb);
}

static void
weft_document_page_init (WeftDocumentPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_document_page_new (WeftSession *session)
{
  WeftDocumentPage *self = g_object_new (WEFT_TYPE_DOCUMENT_PAGE, NULL);

  self->session = g_object_ref (session);
  add_pages (self);
  weft_strip_bind (self->strip, session);
  g_signal_connect_object (session, "notify::evaluation", G_CALLBACK (show_evaluation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::failure", G_CALLBACK (show_evaluation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::changed-outside", G_CALLBACK (changed_outside_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (bind_design), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_violations (session), "items-changed",
                           G_CALLBACK (show_violations), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_engine (session), "notify::evaluator",
                           G_CALLBACK (show_parts), self, G_CONNECT_SWAPPED);
  bind_design (self);
  return GTK_WIDGET (self);
}

WeftSession *
weft_document_page_get_session (WeftDocumentPage *self)
{
  g_return_val_if_fail (WEFT_IS_DOCUMENT_PAGE (self), NULL);

  return self->session;
}

/* (transfer none): the pages, for a switcher. */
AdwViewStack *
weft_document_page_get_pages (WeftDocumentPage *self)
{
  g_return_val_if_fail (WEFT_IS_DOCUMENT_PAGE (self), NULL);

  return self->pages;
}

/* Shows "compose" or a page of weft_document_pages; FALSE when there is no such page. */
gboolean
weft_document_page_show_page (WeftDocumentPage *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_DOCUMENT_PAGE (self) && name != NULL, FALSE);

  if (adw_view_stack_get_child_by_name (self->pages, name) == NULL)
    return FALSE;
  adw_view_stack_set_visible_child_name (self->pages, name);
  return TRUE;
}

/* (nullable) (transfer none): the card of a partition. */
WeftPartitionCard *
weft_document_page_get_card (WeftDocumentPage *self, guint index)
{
  GtkWidget *card;

  g_return_val_if_fail (WEFT_IS_DOCUMENT_PAGE (self), NULL);

  card = gtk_widget_get_first_child (self->cards);
  while (card != NULL && index-- > 0)
    card = gtk_widget_get_next_sibling (card);
  return card == NULL ? NULL : WEFT_PARTITION_CARD (card);
}

/* Adds a partition, brings it into view and gives its chip the keyboard. */
void
weft_document_page_add_partition (WeftDocumentPage *self)
{
  guint n;
  WeftPartitionCard *card;

  g_return_if_fail (WEFT_IS_DOCUMENT_PAGE (self));

  /* A machine is given in one form or the other. */
  if (weft_design_get_graph (weft_session_get_design (self->session)) != NULL)
    return;
  weft_document_page_show_page (self, "compose");
  weft_session_add_partition (self->session);
  n = weft_design_get_n_partitions (weft_session_get_design (self->session));
  card = n == 0 ? NULL : weft_document_page_get_card (self, n - 1);
  if (card != NULL)
    weft_partition_card_focus_field (card, "chip");
}

/* Gives the keyboard to the field at a JSON pointer and lights it up; FALSE when there is none. */
gboolean
weft_document_page_go_to (WeftDocumentPage *self, const char *pointer)
{
  guint64 index;
  char *rest = NULL;
  WeftPartitionCard *card;

  g_return_val_if_fail (WEFT_IS_DOCUMENT_PAGE (self) && pointer != NULL, FALSE);

  weft_document_page_show_page (self, "compose");
  if (weft_design_get_graph (weft_session_get_design (self->session)) != NULL)
    return weft_graph_editor_go_to (self->editor, pointer);
  if (weft_facility_card_focus_field (self->facility, pointer))
    return TRUE;
  if (!g_str_has_prefix (pointer, "/partitions/"))
    return FALSE;
  index = g_ascii_strtoull (pointer + strlen ("/partitions/"), &rest, 10);
  card = index < G_MAXUINT ? weft_document_page_get_card (self, (guint) index) : NULL;
  return card != NULL
         && weft_partition_card_focus_field (card, *rest == '/' ? rest + 1 : rest);
}
