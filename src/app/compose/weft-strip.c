/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wide, the strip is one line; without room the bars go below the rest. */
#include "config.h"

#include "app/compose/weft-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/compose/weft-mini-bar.h"
#include "app/compose/weft-violation-list.h"
#include "app/provenance/weft-number.h"
#include "app/provenance/weft-origins.h"
#include "app/weft-message-bar.h"

struct _WeftStrip
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftNumber *score;
  GtkWidget *bars_place;
  WeftMiniBar *bars[WEFT_N_WORKLOADS];
  GtkWidget *facts;
  GtkLabel *budget_caption;
  WeftNumber *budget_used;
  WeftMeter *budget_meter;
  GtkMenuButton *violations_button;
  GtkImage *violations_icon;
  GtkLabel *violations_label;
  GtkMenuButton *profile_button;
  GtkLabel *profile_label;

  WeftSession *session;
};

G_DEFINE_FINAL_TYPE (WeftStrip, weft_strip, GTK_TYPE_WIDGET)

/* The bars' end is never below this, so that a design like the reference shows half a bar. */
#define LEAST_SCALE 2.0

static double
find_scale (WeftEvaluation *evaluation)
{
  double scale = LEAST_SCALE;

  for (guint kind = 0; evaluation != NULL && kind < WEFT_N_WORKLOADS; kind++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

      if (result != NULL)
        scale = MAX (scale, weft_workload_result_get_speedup (result));
    }
  return scale;
}

static void
show_budget (WeftStrip *self, WeftEvaluation *evaluation)
{
  gboolean cost = evaluation != NULL && weft_evaluation_budget_is_cost (evaluation);
  WeftUnit unit = cost ? WEFT_UNIT_USD : WEFT_UNIT_W;
  g_autofree char *used_text = NULL;
  g_autofree char *limit_text = NULL;
  g_autofree char *text = NULL;
  double used, limit;

  gtk_label_set_text (self->budget_caption, cost ? _("Cost") : _("Power"));
  if (evaluation == NULL)
    {
      weft_number_set (self->budget_used, NULL, NULL, "—");
      weft_meter_set (self->budget_meter, NAN, NAN);
      return;
    }
  used = cost ? weft_evaluation_get_cost_usd (evaluation) : weft_evaluation_get_power_w (evaluation);
  limit = weft_evaluation_get_budget (evaluation);
  used_text = weft_quantity_format (used, unit);
  limit_text = weft_quantity_format (limit, unit);
  /* Translators: what is used, of how much */
  text = g_strdup_printf (_("%s of %s"), used_text, limit_text);
  weft_number_set (self->budget_used, evaluation, cost ? "cost_usd" : "power_w", text);
  weft_meter_set (self->budget_meter, used / limit, NAN);
}

static void
fill_violations_cb (GtkMenuButton *button, gpointer data)
{
  WeftStrip *self = WEFT_STRIP (data);
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (popover == NULL)
    {
      popover = GTK_POPOVER (gtk_popover_new ());
      gtk_widget_add_css_class (GTK_WIDGET (popover), "violations-popover");
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  gtk_popover_set_child (popover,
                         weft_violation_list_new (weft_session_get_violations (self->session)));
}

static void
add_sentence (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
}

static void
fill_profile_cb (GtkMenuButton *button, gpointer data)
{
  WeftStrip *self = WEFT_STRIP (data);
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  WeftInventory *inventory = weft_session_get_inventory (self->session);
  WeftEvaluation *evaluation = weft_session_get_evaluation (self->session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  const char *const *left_out =
    evaluation == NULL ? NULL : weft_evaluation_get_left_out (evaluation);

  if (popover == NULL)
    {
      popover = GTK_POPOVER (gtk_popover_new ());
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  gtk_widget_add_css_class (box, "origins");
  if (inventory != NULL)
    {
      WeftProfile *profile = weft_inventory_get_profile (inventory);

      add_sentence (box, weft_profile_get_name (profile), "title-4");
      add_sentence (box, weft_profile_get_description (profile), "dim-label");
    }
  if (left_out != NULL && left_out[0] != NULL)
    add_sentence (box, _("What this model leaves out"), "origins-heading");
  for (guint i = 0; left_out != NULL && left_out[i] != NULL; i++)
    add_sentence (box, left_out[i], "left-out");
  gtk_popover_set_child (popover, weft_popover_scroller (box));
}

static void
narrow_cb (GObject *box, GParamSpec *pspec, WeftStrip *self)
{
  weft_strip_show_violations (self);
}

static void
weft_strip_dispose (GObject *object)
{
  WeftStrip *self = WEFT_STRIP (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_strip_parent_class)->dispose (object);
}

static int
measure_line (WeftStrip *self)
{
  int facts, score, bars;

  gtk_widget_measure (self->facts, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &facts, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->score), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &score,
                      NULL, NULL);
  gtk_widget_measure (self->bars_place, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &bars, NULL, NULL);
  return facts + score + bars + 48;
}
