/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that a verdict does not need are hidden, so that one card serves every call that scrolls by. */
#include "config.h"

#include "app/plan/weft-call-card.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/charts/weft-ratio-strip.h"
#include "app/plan/weft-advice-list.h"
#include "app/plan/weft-plan-words.h"
#include "app/plan/weft-prose.h"

/* Problems of a refusal that are shown. */
#define MOST_PROBLEMS 3

struct _WeftCallCard
{
  GtkWidget parent_instance;

  GtkWidget *card;
  GtkLabel *tool;
  GtkLabel *name;
  GtkLabel *label;
  GtkWidget *best;
  GtkLabel *number;
  GtkLabel *score;
  WeftProse *reason;
  WeftRatioStrip *ratios;
  GtkWidget *verdict_line;
  GtkImage *verdict_icon;
  WeftProse *verdict;
  WeftProse *problems;
  GtkWidget *advice;
  GtkWidget *foot;
  GtkWidget *buttons[4];

  WeftDialogueItem *item; /* (nullable) */
  gboolean says_more;     /* than the turn before it */
};

G_DEFINE_FINAL_TYPE (WeftCallCard, weft_call_card, GTK_TYPE_WIDGET)

/* --- what is shown --- */

static void
show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
show_prose (WeftProse *prose, const char *text)
{
  weft_prose_set (prose, text != NULL ? text : "", NULL);
  gtk_widget_set_visible (GTK_WIDGET (prose), text != NULL && *text != '\0');
}

static void
show_head (WeftCallCard *self)
{
  WeftDialogueItem *item = self->item;
  double number = weft_dialogue_item_get_score (item);
  g_autofree char *score = isfinite (number) ? g_strdup_printf ("%.3f", number) : NULL;
  guint evaluation = weft_dialogue_item_get_evaluation (item);
  g_autofree char *which = evaluation > 0 ? g_strdup_printf (_("evaluation %u"), evaluation) : NULL;
  gboolean user = g_strcmp0 (weft_dialogue_item_get_agent (item), "user") == 0;

  gtk_label_set_text (self->tool, user ? _("Design of yours") : "evaluate_design");
  show_text (self->name, weft_dialogue_item_get_name (item));
  show_text (self->label, weft_dialogue_item_get_label (item));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->label), weft_dialogue_item_get_label (item));
  show_text (self->number, which);
  show_text (self->score, score);
  gtk_widget_set_visible (self->best, weft_dialogue_item_is_best (item));
}

static void
show_ratios (WeftCallCard *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    any = any || isfinite (weft_dialogue_item_get_ratio (self->item, i));
  gtk_widget_set_visible (GTK_WIDGET (self->ratios), any);
  for (guint i = 0; any && i < WEFT_N_WORKLOADS; i++)
    {
      g_autofree char *words = weft_plan_words_ratio (self->item, i);

      weft_ratio_strip_set (self->ratios, i, weft_dialogue_item_get_ratio (self->item, i),
                            weft_plan_words_find_part (weft_dialogue_item_get_bottleneck (self->item, i)),
                            words);
    }
}

static const char *
verdict_icon (WeftCallVerdict verdict)
{
  switch (verdict)
    {
    case WEFT_CALL_REFUSED:
      return "action-unavailable-symbolic";
    case WEFT_CALL_INFEASIBLE:
      return "dialog-warning-symbolic";
    case WEFT_CALL_DUPLICATE:
      return "edit-copy-symbolic";
    case WEFT_CALL_WAITING:
    case WEFT_CALL_SCORED:
    default:
      return "content-loading-symbolic";
    }
}

/* (transfer full) (nullable) */
static char *
join_problems (GPtrArray *problems)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < problems->len && i < MOST_PROBLEMS; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *) problems->pdata[i]);
  if (problems->len > MOST_PROBLEMS)
    {
      guint n = problems->len - MOST_PROBLEMS;

      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("and %u more", "and %u more", n), n);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
show_verdict (WeftCallCard *self)
{
  WeftCallVerdict verdict = weft_dialogue_item_get_verdict (self->item);
  g_autofree char *words = weft_plan_words_verdict (self->item);
  g_autofree char *problems = join_problems (weft_dialogue_item_get_problems (self->item));
  gboolean bad = verdict == WEFT_CALL_REFUSED || verdict == WEFT_CALL_INFEASIBLE;

  gtk_widget_set_visible (self->verdict_line, *words != '\0');
  weft_prose_set (self->verdict, words, NULL);
  gtk_image_set_from_icon_name (self->verdict_icon, verdict_icon (verdict));
  if (bad)
    gtk_widget_add_css_class (self->verdict_line, verdict == WEFT_CALL_REFUSED ? "error" : "warning");
  else
    {
      gtk_widget_remove_css_class (self->verdict_line, "error");
      gtk_widget_remove_css_class (self->verdict_line, "warning");
    }
  show_prose (self->problems, problems);
}

static void
show_buttons (WeftCallCard *self)
{
  guint64 seq = weft_dialogue_item_get_seq (self->item);
  gboolean any = weft_dialogue_item_get_partitions (self->item) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (self->buttons); i++)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->buttons[i]), "t", seq);
  for (guint i = 0; i < 3; i++)
    gtk_widget_set_visible (self->buttons[i], any);
  gtk_widget_set_visible (self->foot, seq > 0);
}

static void
show (WeftCallCard *self)
{
  WeftDialogueItem *item = self->item;

  show_head (self);
  show_prose (self->reason, self->says_more ? weft_dialogue_item_get_text (item) : NULL);
  show_ratios (self);
  show_verdict (self);
  weft_advice_list_show (WEFT_ADVICE_LIST (self->advice), weft_dialogue_item_get_advice (item));
  show_buttons (self);
}

/* --- making it --- */

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static WeftProse *
add_prose (GtkWidget *box, const char *css_class)
{
  GtkWidget *prose = weft_prose_new (css_class);

  gtk_widget_set_hexpand (prose, TRUE);
  gtk_box_append (GTK_BOX (box), prose);
  return WEFT_PROSE (prose);
}

static GtkWidget *
make_best (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget *label = gtk_label_new (_("best so far"));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("starred-symbolic"));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "call-best");
  gtk_widget_set_tooltip_text (box, _("best so far"));
  return box;
}

static void
add_head (WeftCallCard *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (head, "call-head");
  self->tool = add_label (head, "heading");
  gtk_label_set_ellipsize (self->tool, PANGO_ELLIPSIZE_NONE);
  self->name = add_label (head, "dim-label");
  self->label = add_label (head, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  self->best = make_best ();
  gtk_box_append (GTK_BOX (head), self->best);
  self->number = add_label (head, "dim-label");
  self->score = add_label (head, "call-score");
  gtk_label_set_ellipsize (self->score, PANGO_ELLIPSIZE_NONE);
  gtk_box_append (GTK_BOX (self->card), head);
}

static void
add_verdict (WeftCallCard *self)
{
  self->verdict_line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->verdict_icon = GTK_IMAGE (gtk_image_new ());
  gtk_box_append (GTK_BOX (self->verdict_line), GTK_WIDGET (self->verdict_icon));
  gtk_widget_add_css_class (self->verdict_line, "call-verdict");
  self->verdict = add_prose (self->verdict_line, NULL);
  gtk_box_append (GTK_BOX (self->card), self->verdict_line);
  self->problems = add_prose (self->card, "call-problems");
}

static void
add_buttons (WeftCallCard *self)
{
  static const struct
  {
    const char *label;
    const char *action;
    const char *tip;
  } entries[] = {
    { N_("Open"), "plan.open-design", N_("Opens this design as a document of its own") },
    { N_("Apply"), "plan.apply-design", N_("Takes these partitions in place of the document’s own") },
    { N_("Copy JSON"), "plan.copy-design", N_("Copies this design as JSON") },
    { N_("Show in Trail"), "plan.show-event", N_("Shows the event of the trail that recorded this") },
  };

  self->foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->foot, "call-foot");
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      GtkWidget *label = gtk_label_new (_(entries[i].label));

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      self->buttons[i] = gtk_button_new ();
      gtk_button_set_child (GTK_BUTTON (self->buttons[i]), label);
      gtk_widget_set_tooltip_text (self->buttons[i], _(entries[i].tip));
      gtk_widget_add_css_class (self->buttons[i], "flat");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->buttons[i]), "t", (guint64) 0);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->buttons[i]), entries[i].action);
      gtk_box_append (GTK_BOX (self->foot), self->buttons[i]);
    }
  gtk_box_append (GTK_BOX (self->card), self->foot);
}

/* --- class --- */

static void
weft_call_card_dispose (GObject *object)
{
  WeftCallCard *self = WEFT_CALL_CARD (object);

  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_object (&self->item);
  G_OBJECT_CLASS (weft_call_card_parent_class)->dispose (object);
}

static void
weft_call_card_class_init (WeftCallCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_call_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "callcard");
}

static void
weft_call_card_init (WeftCallCard *self)
{
  self->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->card, "card");
  gtk_widget_set_overflow (self->card, GTK_OVERFLOW_HIDDEN);
  add_head (self);
  self->reason = add_prose (self->card, "call-reason");
  self->ratios = WEFT_RATIO_STRIP (weft_ratio_strip_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->ratios), "call-ratios");
  gtk_box_append (GTK_BOX (self->card), GTK_WIDGET (self->ratios));
  add_verdict (self);
  self->advice = weft_advice_list_new ();
  gtk_box_append (GTK_BOX (self->card), self->advice);
  add_buttons (self);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
}

GtkWidget *
weft_call_card_new (void)
{
  return g_object_new (WEFT_TYPE_CALL_CARD, NULL);
}

void
weft_call_card_show (WeftCallCard *self, WeftDialogueItem *item, const char *said)
{
  g_return_if_fail (WEFT_IS_CALL_CARD (self) && WEFT_IS_DIALOGUE_ITEM (item));

  g_set_object (&self->item, item);
  self->says_more = said == NULL || strstr (said, weft_dialogue_item_get_text (item)) == NULL;
  show (self);
}

char *
weft_call_card_describe (WeftDialogueItem *item)
{
  g_autoptr (GString) text = g_string_new (weft_dialogue_item_get_label (item));
  g_autofree char *verdict = weft_plan_words_verdict (item);
  g_autofree char *problems = join_problems (weft_dialogue_item_get_problems (item));
  double score = weft_dialogue_item_get_score (item);

  if (isfinite (score))
    g_string_append_printf (text, _(", score %.3f"), score);
  if (weft_dialogue_item_is_best (item))
    g_string_append_printf (text, ", %s", _("best so far"));
  if (*verdict != '\0')
    g_string_append_printf (text, ", %s", verdict);
  if (problems != NULL)
    g_string_append_printf (text, ": %s", problems);
  for (guint i = 0; i < WEFT_N_WORKLOADS && isfinite (score); i++)
    {
      g_autofree char *ratio = weft_plan_words_ratio (item, i);

      g_string_append_printf (text, ", %s", ratio);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
