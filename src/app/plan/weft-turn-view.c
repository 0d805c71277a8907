/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shown again while the answer grows; thinking is only put into its label while somebody looks at it. */
#include "config.h"

#include "app/plan/weft-turn-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/plan/weft-claim-label.h"
#include "app/plan/weft-plan-words.h"
#include "app/plan/weft-prose.h"
#include "base/weft-quantity.h"

#define AVATAR_PX 32
#define INDENT_PX (AVATAR_PX + 12)
/* Before this the speed of an answer is not worth saying. */
#define STEADY_S 1.0
#define BYTES_A_TOKEN 4

struct _WeftTurnView
{
  GtkWidget parent_instance;

  GtkWidget *column;
  AdwAvatar *avatar;
  GtkLabel *name;
  GtkLabel *facts;
  GtkWidget *thinking;
  GtkLabel *thinking_head;
  WeftClaimLabel *thought;
  WeftClaimLabel *text;
  GtkWidget *claims_line;
  WeftProse *claims;
  GtkLabel *note;

  WeftDialogueItem *item; /* (nullable) */
  gint64 began_us;        /* when it was first seen to stream, 0 before */
  gsize began_bytes;
};

G_DEFINE_FINAL_TYPE (WeftTurnView, weft_turn_view, GTK_TYPE_WIDGET)

static void
append_fact (GString *facts, char *fact)
{
  if (facts->len > 0)
    g_string_append (facts, " · ");
  g_string_append (facts, fact);
  g_free (fact);
}

static gsize
count_bytes (WeftDialogueItem *item)
{
  return strlen (weft_dialogue_item_get_text (item)) + strlen (weft_dialogue_item_get_thinking (item))
         + weft_dialogue_item_get_coming_bytes (item);
}

/* "answering", with an estimate of the speed once it is steady. (transfer full) */
static char *
describe_streaming (WeftTurnView *self)
{
  gsize bytes = count_bytes (self->item);
  double elapsed_s;

  if (self->began_us == 0)
    {
      self->began_us = g_get_monotonic_time ();
      self->began_bytes = bytes;
    }
  elapsed_s = (double) (g_get_monotonic_time () - self->began_us) / G_USEC_PER_SEC;
  if (elapsed_s < STEADY_S || bytes <= self->began_bytes)
    return g_strdup (_("answering"));
  return g_strdup_printf (_("answering, ~ %.0f tokens/s"),
                          (double) (bytes - self->began_bytes) / BYTES_A_TOKEN / elapsed_s);
}

static void
show_head (WeftTurnView *self)
{
  WeftDialogueItem *item = self->item;
  const char *name = weft_plan_words_agent (weft_dialogue_item_get_agent (item));
  const char *model = weft_dialogue_item_get_model (item);
  g_autoptr (GString) facts = g_string_new (NULL);
  gboolean estimated;
  guint64 n = weft_dialogue_item_get_tokens (item, &estimated);

  gtk_label_set_text (self->name, name);
  adw_avatar_set_text (self->avatar, name);
  if (model != NULL)
    append_fact (facts, g_strdup (model));
  if (weft_dialogue_item_is_streaming (item))
    append_fact (facts, describe_streaming (self));
  else if (n > 0)
    {
      g_autofree char *count = weft_plan_words_tokens (n, estimated);

      append_fact (facts, g_strdup_printf (ngettext ("%s token", "%s tokens", (gulong) n), count));
    }
  if (weft_dialogue_item_is_abandoned (item))
    append_fact (facts, g_strdup (_("broke off, and was asked again")));
  gtk_label_set_text (self->facts, facts->str);
}

static void
show_thinking (WeftTurnView *self)
{
  const char *thinking = weft_dialogue_item_get_thinking (self->item);
  gboolean open = gtk_expander_get_expanded (GTK_EXPANDER (self->thinking));
  glong n = g_utf8_strlen (thinking, -1);
  g_autofree char *count = weft_quantity_format ((double) n, WEFT_UNIT_COUNT);
  g_autofree char *head =
    g_strdup_printf (ngettext ("Thinking, %s character", "Thinking, %s characters", (gulong) n), count);

  gtk_widget_set_visible (self->thinking, n > 0);
  gtk_label_set_text (self->thinking_head, head);
  weft_claim_label_set (self->thought, open ? thinking : "", NULL, FALSE);
}

static void
show_claims (WeftTurnView *self)
{
  g_autofree char *words = weft_claims_describe (weft_dialogue_item_get_text (self->item),
                                                 weft_dialogue_item_get_claims (self->item));

  weft_prose_set (self->claims, words != NULL ? words : "", NULL);
  gtk_widget_set_visible (self->claims_line, words != NULL);
}

/* A call that is being written is not shown before it is whole. */
static void
show_note (WeftTurnView *self)
{
  gboolean streaming = weft_dialogue_item_is_streaming (self->item);
  gsize n = streaming ? weft_dialogue_item_get_coming_bytes (self->item) : 0;
  g_autofree char *count = weft_quantity_format ((double) n, WEFT_UNIT_BYTES);
  g_autofree char *words = g_strdup_printf (_("Writing a design, %s so far"), count);

  gtk_label_set_text (self->note, words);
  gtk_widget_set_visible (GTK_WIDGET (self->note), n > 0);
}

static void
show (WeftTurnView *self)
{
  const char *text = weft_dialogue_item_get_text (self->item);
  gboolean streaming = weft_dialogue_item_is_streaming (self->item);

  show_head (self);
  show_thinking (self);
  weft_claim_label_set (self->text, text, weft_dialogue_item_get_claims (self->item), streaming);
  gtk_widget_set_visible (GTK_WIDGET (self->text), streaming || *text != '\0');
  show_claims (self);
  show_note (self);
}

static void
expanded_cb (WeftTurnView *self)
{
  if (self->item != NULL)
    show_thinking (self);
}

/* --- making it --- */

static GtkLabel *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return GTK_LABEL (label);
}

static void
add_head (WeftTurnView *self, GtkWidget *column)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->name = make_label ("heading");
  self->facts = make_label ("turn-facts");
  gtk_label_set_ellipsize (self->facts, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->facts));
  gtk_box_append (GTK_BOX (column), head);
}

static void
add_thinking (WeftTurnView *self, GtkWidget *column)
{
  self->thinking = gtk_expander_new (NULL);
  self->thinking_head = make_label ("turn-facts");
  gtk_expander_set_label_widget (GTK_EXPANDER (self->thinking), GTK_WIDGET (self->thinking_head));
  self->thought = WEFT_CLAIM_LABEL (weft_claim_label_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->thought), "turn-thought");
  gtk_expander_set_child (GTK_EXPANDER (self->thinking), GTK_WIDGET (self->thought));
  g_signal_connect_swapped (self->thinking, "notify::expanded", G_CALLBACK (expanded_cb), self);
  gtk_box_append (GTK_BOX (column), self->thinking);
}

static void
add_text (WeftTurnView *self, GtkWidget *column)
{
  self->text = WEFT_CLAIM_LABEL (weft_claim_label_new ());
  gtk_box_append (GTK_BOX (column), GTK_WIDGET (self->text));
  self->claims_line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->claims_line, "turn-claims");
  gtk_box_append (GTK_BOX (self->claims_line), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  self->claims = WEFT_PROSE (weft_prose_new ("turn-facts"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->claims), TRUE);
  gtk_box_append (GTK_BOX (self->claims_line), GTK_WIDGET (self->claims));
  gtk_box_append (GTK_BOX (column), self->claims_line);
  self->note = make_label ("turn-facts");
  gtk_box_append (GTK_BOX (column), GTK_WIDGET (self->note));
}

/* --- class --- */

static void
weft_turn_view_dispose (GObject *object)
{
  WeftTurnView *self = WEFT_TURN_VIEW (object);

  g_clear_object (&self->item);
  g_clear_pointer (&self->column, gtk_widget_unparent);
  g_clear_pointer ((GtkWidget **) &self->avatar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_turn_view_parent_class)->dispose (object);
}

/* A box beside a box would ask how wide the column is for a height, which lays all of its text out a dozen times. */
static void
weft_turn_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  WeftTurnView *self = WEFT_TURN_VIEW (widget);
  gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  int least, usual;

  /* In any case, before it is given its place. */
  gtk_widget_measure (GTK_WIDGET (self->avatar), orientation, -1, &least, &usual, NULL, NULL);
  gtk_widget_measure (self->column, orientation, across || for_size < 0 ? -1 : MAX (0, for_size - INDENT_PX),
                      minimum, natural, NULL, NULL);
  *minimum = across ? *minimum + INDENT_PX : MAX (*minimum, AVATAR_PX);
  *natural = across ? *natural + INDENT_PX : MAX (*natural, AVATAR_PX);
}

static GtkSizeRequestMode
weft_turn_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_turn_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftTurnView *self = WEFT_TURN_VIEW (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation avatar = { rtl ? width - AVATAR_PX : 0, 0, AVATAR_PX, AVATAR_PX };
  GtkAllocation column = { rtl ? 0 : INDENT_PX, 0, MAX (0, width - INDENT_PX), height };

  gtk_widget_size_allocate (GTK_WIDGET (self->avatar), &avatar, -1);
  gtk_widget_size_allocate (self->column, &column, -1);
}

static void
weft_turn_view_class_init (WeftTurnViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_turn_view_dispose;
  widget_class->measure = weft_turn_view_measure;
  widget_class->get_request_mode = weft_turn_view_get_request_mode;
  widget_class->size_allocate = weft_turn_view_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "turnview");
}

static void
weft_turn_view_init (WeftTurnView *self)
{
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->avatar = ADW_AVATAR (adw_avatar_new (AVATAR_PX, NULL, TRUE));
  gtk_widget_set_parent (GTK_WIDGET (self->avatar), GTK_WIDGET (self));
  gtk_widget_set_parent (self->column, GTK_WIDGET (self));
  add_head (self, self->column);
  add_thinking (self, self->column);
  add_text (self, self->column);
}

GtkWidget *
weft_turn_view_new (void)
{
  return g_object_new (WEFT_TYPE_TURN_VIEW, NULL);
}

void
weft_turn_view_show (WeftTurnView *self, WeftDialogueItem *item)
{
  g_return_if_fail (WEFT_IS_TURN_VIEW (self) && WEFT_IS_DIALOGUE_ITEM (item));

  /* Another turn begins with its thinking folded. */
  if (g_set_object (&self->item, item))
    {
      gtk_expander_set_expanded (GTK_EXPANDER (self->thinking), FALSE);
      self->began_us = 0;
    }
  show (self);
}
