/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line a suggestion. */
#include "config.h"

#include "app/plan/weft-advice-list.h"

#include <string.h>

#include "app/plan/weft-plan-words.h"
#include "app/plan/weft-prose.h"

#define BECAUSE_ALPHA 49000

struct _WeftAdviceList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GListModel *advice; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftAdviceList, weft_advice_list, GTK_TYPE_WIDGET)

static const char *
find_icon (const char *specialist)
{
  if (g_strcmp0 (specialist, "scaleup") == 0)
    return "weft-kind-link-symbolic";
  if (g_strcmp0 (specialist, "scaleout") == 0)
    return "weft-kind-switch-symbolic";
  return "weft-kind-chip-symbolic";
}

/* The suggestion, and below it in smaller letters why. */
static void
show_words (WeftProse *prose, WeftAdvice *advice)
{
  const char *name = weft_plan_words_agent (weft_advice_get_specialist (advice));
  g_autofree char *parameter = weft_plan_words_parameter (weft_advice_get_parameter (advice));
  g_autofree char *suggestion = g_strdup_printf ("%s: %s → %s", name, parameter,
                                                 weft_advice_get_suggestion (advice));
  g_autofree char *text = g_strjoin ("\n", suggestion, weft_advice_get_because (advice), NULL);
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  PangoAttribute *small = pango_attr_scale_new (0.86), *dim = pango_attr_foreground_alpha_new (BECAUSE_ALPHA);

  small->start_index = dim->start_index = (guint) strlen (suggestion);
  pango_attr_list_insert (list, small);
  pango_attr_list_insert (list, dim);
  weft_prose_set (prose, text, list);
}

static GtkWidget *
make_line (void)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *words = weft_prose_new (NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), words);
  return line;
}

static void
show_line (GtkWidget *line, WeftAdvice *advice)
{
  GtkWidget *icon = gtk_widget_get_first_child (line);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), find_icon (weft_advice_get_specialist (advice)));
  show_words (WEFT_PROSE (gtk_widget_get_next_sibling (icon)), advice);
  gtk_widget_set_tooltip_text (line, weft_advice_get_parameter (advice));
  gtk_widget_set_visible (line, TRUE);
}

/* Lines are used again: a card shows many calls one after the other. */
static void
changed_cb (WeftAdviceList *self)
{
  GtkWidget *line = gtk_widget_get_first_child (self->box);
  guint n = self->advice == NULL ? 0 : g_list_model_get_n_items (self->advice);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftAdvice) advice = g_list_model_get_item (self->advice, i);

      if (line == NULL)
        {
          line = make_line ();
          gtk_box_append (GTK_BOX (self->box), line);
        }
      show_line (line, advice);
      line = gtk_widget_get_next_sibling (line);
    }
  for (; line != NULL; line = gtk_widget_get_next_sibling (line))
    gtk_widget_set_visible (line, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static void
let_go (WeftAdviceList *self)
{
  if (self->advice != NULL)
    g_signal_handlers_disconnect_by_data (self->advice, self);
  g_clear_object (&self->advice);
}

static void
weft_advice_list_dispose (GObject *object)
{
  WeftAdviceList *self = WEFT_ADVICE_LIST (object);

  let_go (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_advice_list_parent_class)->dispose (object);
}

static void
weft_advice_list_class_init (WeftAdviceListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_advice_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "advicelist");
}

static void
weft_advice_list_init (WeftAdviceList *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
weft_advice_list_new (void)
{
  return g_object_new (WEFT_TYPE_ADVICE_LIST, NULL);
}

void
weft_advice_list_show (WeftAdviceList *self, GListModel *advice)
{
  g_return_if_fail (WEFT_IS_ADVICE_LIST (self));

  if (advice == self->advice)
    return;
  let_go (self);
  if (advice != NULL)
    {
      self->advice = g_object_ref (advice);
      g_signal_connect_swapped (advice, "items-changed", G_CALLBACK (changed_cb), self);
    }
  changed_cb (self);
}
