/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kind needs is made when the row first has an item of that kind. However fast an item grows, it is shown thirty
 * times a second at most. */
#include "config.h"

#include "app/plan/weft-dialogue-row.h"

#include <glib/gi18n.h>

#include "app/plan/weft-call-card.h"
#include "app/plan/weft-plan-words.h"
#include "app/plan/weft-prose.h"
#include "app/plan/weft-turn-view.h"

#define FRAME_MS 33

struct _WeftDialogueRow
{
  GtkWidget parent_instance;

  GtkWidget *turn;   /* (nullable), as the others until they are needed */
  GtkWidget *call;
  GtkWidget *user;
  WeftProse *said;
  GtkWidget *notice;
  GtkWidget *end;
  WeftProse *ended;
  GtkWidget *shown;  /* (nullable): one of them */

  WeftDialogueItem *item; /* (nullable) */
  WeftDialogueItem *before; /* (nullable): the turn it belongs to */
  guint show_source;
};

G_DEFINE_FINAL_TYPE (WeftDialogueRow, weft_dialogue_row, GTK_TYPE_WIDGET)

/* --- what a kind looks like --- */

static GtkWidget *
make_user (WeftDialogueRow *self)
{
  GtkWidget *bubble = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_label_new (weft_plan_words_agent ("user"));

  self->said = WEFT_PROSE (weft_prose_new ("user-said"));
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_add_css_class (name, "turn-facts");
  gtk_box_append (GTK_BOX (bubble), name);
  gtk_box_append (GTK_BOX (bubble), GTK_WIDGET (self->said));
  gtk_widget_set_halign (bubble, GTK_ALIGN_END);
  gtk_widget_add_css_class (bubble, "user-bubble");
  return bubble;
}

static GtkWidget *
make_end (WeftDialogueRow *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->ended = WEFT_PROSE (weft_prose_new ("heading"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->ended), TRUE);
  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("emblem-ok-symbolic"));
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->ended));
  gtk_widget_add_css_class (line, "dialogue-end");
  return line;
}

static GtkWidget *
ensure (WeftDialogueRow *self, GtkWidget **place, GtkWidget *made)
{
  *place = made;
  gtk_widget_set_parent (made, GTK_WIDGET (self));
  return made;
}

static GtkWidget *
ensure_child (WeftDialogueRow *self, WeftDialogueKind kind)
{
  switch (kind)
    {
    case WEFT_DIALOGUE_TURN:
      return self->turn != NULL ? self->turn : ensure (self, &self->turn, weft_turn_view_new ());
    case WEFT_DIALOGUE_CALL:
      return self->call != NULL ? self->call : ensure (self, &self->call, weft_call_card_new ());
    case WEFT_DIALOGUE_USER:
      return self->user != NULL ? self->user : ensure (self, &self->user, make_user (self));
    case WEFT_DIALOGUE_END:
      return self->end != NULL ? self->end : ensure (self, &self->end, make_end (self));
    case WEFT_DIALOGUE_START:
    case WEFT_DIALOGUE_NOTICE:
    default:
      return self->notice != NULL
               ? self->notice
               : ensure (self, &self->notice, weft_prose_new ("dialogue-notice"));
    }
}

/* --- showing it --- */

/* For who does not see it; a text that still grows is told when it is whole. */
static void
name_row (WeftDialogueRow *self)
{
  WeftDialogueItem *item = self->item;
  g_autofree char *call = NULL, *name = NULL;
  const char *text = weft_dialogue_item_get_text (item);
  const char *agent = weft_plan_words_agent (weft_dialogue_item_get_agent (item));

  if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_CALL)
    name = weft_call_card_describe (item);
  else if (weft_dialogue_item_is_streaming (item))
    name = g_strdup_printf (_("%s is answering"), agent);
  else if (weft_dialogue_item_get_agent (item) != NULL)
    name = g_strdup_printf ("%s: %s", agent, text);
  else
    name = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
show (WeftDialogueRow *self)
{
  WeftDialogueKind kind = weft_dialogue_item_get_kind (self->item);
  const char *text = weft_dialogue_item_get_text (self->item);
  GtkWidget *child = ensure_child (self, kind);

  if (self->shown != NULL && self->shown != child)
    gtk_widget_set_visible (self->shown, FALSE);
  self->shown = child;
  gtk_widget_set_visible (child, TRUE);
  if (kind == WEFT_DIALOGUE_TURN)
    weft_turn_view_show (WEFT_TURN_VIEW (child), self->item);
  else if (kind == WEFT_DIALOGUE_CALL)
    weft_call_card_show (WEFT_CALL_CARD (child), self->item,
                         self->before != NULL ? weft_dialogue_item_get_text (self->before) : NULL);
  else if (kind == WEFT_DIALOGUE_USER)
    weft_prose_set (self->said, text, NULL);
  else if (kind == WEFT_DIALOGUE_END)
    weft_prose_set (self->ended, text, NULL);
  else
    weft_prose_set (WEFT_PROSE (child), text, NULL);
  name_row (self);
}

static gboolean
show_cb (gpointer data)
{
  WeftDialogueRow *self = data;

  self->show_source = 0;
  if (self->item != NULL)
    show (self);
  return G_SOURCE_REMOVE;
}

static void
notify_cb (WeftDialogueRow *self)
{
  if (self->show_source == 0)
    self->show_source = g_timeout_add (FRAME_MS, show_cb, self);
}

/* --- class --- */

/* How wide it would be for a height is nothing that a list needs, and boxes find it by trying a dozen widths. */
static void
weft_dialogue_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                           int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *child = WEFT_DIALOGUE_ROW (widget)->shown;

  if (child != NULL)
    gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size,
                        minimum, natural, NULL, NULL);
}

static GtkSizeRequestMode
weft_dialogue_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_dialogue_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = WEFT_DIALOGUE_ROW (widget)->shown;

  if (child != NULL)
    gtk_widget_size_allocate (child, &(GtkAllocation){ 0, 0, width, height }, -1);
}

static void
weft_dialogue_row_dispose (GObject *object)
{
  WeftDialogueRow *self = WEFT_DIALOGUE_ROW (object);
  GtkWidget *child;

  weft_dialogue_row_bind (self, NULL, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_dialogue_row_parent_class)->dispose (object);
}

static void
weft_dialogue_row_class_init (WeftDialogueRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_dialogue_row_dispose;
  widget_class->measure = weft_dialogue_row_measure;
  widget_class->get_request_mode = weft_dialogue_row_get_request_mode;
  widget_class->size_allocate = weft_dialogue_row_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "dialoguerow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
weft_dialogue_row_init (WeftDialogueRow *self)
{
}

GtkWidget *
weft_dialogue_row_new (void)
{
  return g_object_new (WEFT_TYPE_DIALOGUE_ROW, NULL);
}

void
weft_dialogue_row_bind (WeftDialogueRow *self, WeftDialogueItem *item, WeftDialogueItem *before)
{
  g_return_if_fail (WEFT_IS_DIALOGUE_ROW (self));

  g_clear_handle_id (&self->show_source, g_source_remove);
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  g_set_object (&self->before, before);
  if (item == NULL)
    return;
  g_signal_connect_swapped (item, "notify", G_CALLBACK (notify_cb), self);
  show (self);
}

/* (nullable) */
WeftDialogueItem *
weft_dialogue_row_get_item (WeftDialogueRow *self)
{
  g_return_val_if_fail (WEFT_IS_DIALOGUE_ROW (self), NULL);

  return self->item;
}
