/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wide, the strip is one line; without room the bars go below the rest. */
#include "config.h"

#include "app/compose/weft-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/charts/weft-ratio-strip.h"
#include "app/compose/weft-mini-bar.h"
#include "app/compose/weft-score-band.h"
#include "app/compose/weft-violation-list.h"
#include "app/provenance/weft-number.h"
#include "app/provenance/weft-origins.h"
#include "app/provenance/weft-profile-card.h"
#include "app/weft-message-bar.h"

struct _WeftStrip
{
  GtkWidget parent_instance;

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
  GtkWidget *profile_caption;
  GtkWidget *profile_icon;

  WeftSession *session;
  WeftScoreBand *band;
  gboolean compact; /* no room for words */
  guint compact_source;
};

G_DEFINE_FINAL_TYPE (WeftStrip, weft_strip, GTK_TYPE_WIDGET)

/* Between score, bars and facts. */
#define GAP 12
/* Below this the facts are icons and figures without their words. */
#define COMPACT_WIDTH 500
/* Room for "0.135" in large figures, and for "1.93" where there is little. */
#define SCORE_CHARS 5
#define LEAST_SCORE_CHARS 4
/* And for "1.06–1.84" beside its caption. */
#define BAND_CHARS 9

static double
find_scale (WeftEvaluation *evaluation)
{
  double ratios[WEFT_N_WORKLOADS];
  guint n = 0;

  for (guint kind = 0; evaluation != NULL && kind < WEFT_N_WORKLOADS; kind++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

      if (result != NULL)
        ratios[n++] = weft_workload_result_get_speedup (result);
    }
  return weft_ratio_strip_scale (ratios, n);
}

/* Room for the usual score, so that its neighbours stay where they are; a longer one gets more. */
static void
keep_score_room (WeftStrip *self)
{
  glong chars = g_utf8_strlen (weft_number_get_text (self->score), -1);

  weft_number_set_width_chars (self->score,
                               MAX (self->compact ? LEAST_SCORE_CHARS : SCORE_CHARS, (int) chars));
}

/* Where there is little room the interval is only told. */
static void
show_band (WeftStrip *self)
{
  const WeftBand *band = weft_score_band_get (self->band);
  g_autofree char *low = band != NULL ? weft_quantity_format (band->p5, WEFT_UNIT_NONE) : NULL;
  g_autofree char *high = band != NULL ? weft_quantity_format (band->p95, WEFT_UNIT_NONE) : NULL;
  /* Translators: from a number to a number */
  g_autofree char *note = band != NULL ? g_strdup_printf (_("%s–%s"), low, high) : NULL;
  g_autofree char *spoken = band != NULL ? g_strdup_printf (_("in 90 of 100 cases from %s to %s"), low, high) : NULL;

  weft_number_set_note (self->score, note, spoken, self->compact ? 0 : BAND_CHARS);
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
  used = cost ? weft_evaluation_get_cost_usd (evaluation)
              : weft_evaluation_get_power_w (evaluation);
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
fill_profile_cb (GtkMenuButton *button, gpointer data)
{
  WeftStrip *self = WEFT_STRIP (data);
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (popover == NULL)
    {
      popover = GTK_POPOVER (gtk_popover_new ());
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  gtk_popover_set_child (popover, weft_profile_card_new (self->session, popover));
}

/* The width of the facts with texts of a usual length: a dash instead of a number, or another
 * count, must not change how the strip is laid out. */
static int
measure_facts (WeftStrip *self)
{
  GtkWidget *label = GTK_WIDGET (self->violations_label);
  int facts;

  gtk_widget_measure (self->facts, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &facts, NULL, NULL);
  if (self->compact)
    return facts;
  /* Translators: how many violations there are, in a usual case */
  return facts + weft_measure_text (label, _("1 warning, 1 note"))
         - weft_measure_text (label, gtk_label_get_text (self->violations_label))
         + weft_number_measure (self->budget_used, "99.9 kW of 1.00 MW")
         - weft_number_measure (self->budget_used, weft_number_get_text (self->budget_used));
}

/* Whether score, bars and facts stand in one line at this width. */
static gboolean
fits_one_line (WeftStrip *self, int width)
{
  int score, bars;

  gtk_widget_measure (GTK_WIDGET (self->score), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &score,
                      NULL, NULL);
  gtk_widget_measure (self->bars_place, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &bars, NULL, NULL);
  return width >= score + bars + measure_facts (self) + 2 * GAP;
}

static int
measure_height (GtkWidget *widget, int width, int *natural)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, &minimum, natural, NULL, NULL);
  return minimum;
}

static void
measure_width (WeftStrip *self, int *minimum, int *natural)
{
  int score, bars, facts, score_natural, bars_natural, facts_natural;

  gtk_widget_measure (GTK_WIDGET (self->score), GTK_ORIENTATION_HORIZONTAL, -1, &score,
                      &score_natural, NULL, NULL);
  gtk_widget_measure (self->bars_place, GTK_ORIENTATION_HORIZONTAL, -1, &bars, &bars_natural,
                      NULL, NULL);
  gtk_widget_measure (self->facts, GTK_ORIENTATION_HORIZONTAL, -1, &facts, &facts_natural, NULL,
                      NULL);
  *minimum = MAX (score + GAP + facts, bars);
  *natural = score_natural + bars_natural + facts_natural + 2 * GAP;
}

static void
weft_strip_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftStrip *self = WEFT_STRIP (widget);
  int top, bars, ignored;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (self, minimum, natural);
      return;
    }
  top = MAX (measure_height (GTK_WIDGET (self->score), -1, &ignored),
             measure_height (self->facts, -1, &ignored));
  if (for_size < 0 || fits_one_line (self, for_size))
    {
      /* With all six beside each other they are as high as one. */
      bars = measure_height (gtk_widget_get_first_child (self->bars_place), -1, &ignored);
      *minimum = MAX (top, bars);
    }
  else
    {
      bars = measure_height (self->bars_place, for_size, &ignored);
      *minimum = top + bars;
    }
  *natural = *minimum;
}

/* Places a child from @x, counted from the side where text begins. */
static void
place (WeftStrip *self, GtkWidget *child, int x, int y, int width, int height)
{
  int all = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GtkAllocation allocation = { mirrored ? all - x - width : x, y, width, height };

  gtk_widget_size_allocate (child, &allocation, -1);
}

static gboolean
compact_cb (gpointer data)
{
  WeftStrip *self = WEFT_STRIP (data);

  self->compact_source = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->profile_label), !self->compact);
  gtk_widget_set_visible (self->profile_caption, !self->compact);
  gtk_widget_set_visible (self->profile_icon, self->compact);
  keep_score_room (self);
  show_band (self);
  if (self->session != NULL)
    weft_strip_show_violations (self);
  return G_SOURCE_REMOVE;
}

static void
weft_strip_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftStrip *self = WEFT_STRIP (widget);
  int score, facts, facts_least, ignored;

  if (self->compact != (width < COMPACT_WIDTH))
    {
      self->compact = width < COMPACT_WIDTH;
      if (self->compact_source == 0)
        self->compact_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, compact_cb, self, NULL);
    }
  gtk_widget_measure (GTK_WIDGET (self->score), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &score,
                      NULL, NULL);
  gtk_widget_measure (self->facts, GTK_ORIENTATION_HORIZONTAL, -1, &facts_least, NULL, NULL,
                      NULL);
  facts = MAX (measure_facts (self), facts_least);
  if (fits_one_line (self, width))
    {
      place (self, GTK_WIDGET (self->score), 0, 0, score, height);
      place (self, self->bars_place, score + GAP, 0, width - score - facts - 2 * GAP, height);
      place (self, self->facts, width - facts, 0, facts, height);
    }
  else
    {
      int top = MAX (measure_height (GTK_WIDGET (self->score), -1, &ignored),
                     measure_height (self->facts, -1, &ignored));

      facts = CLAMP (facts, facts_least, MAX (facts_least, width - score - GAP));
      score = MIN (score, width - facts);
      place (self, GTK_WIDGET (self->score), 0, 0, score, top);
      place (self, self->facts, width - facts, 0, facts, top);
      place (self, self->bars_place, 0, top, width, height - top);
    }
}

static GtkSizeRequestMode
weft_strip_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_strip_dispose (GObject *object)
{
  WeftStrip *self = WEFT_STRIP (object);
  GtkWidget *child;

  g_clear_handle_id (&self->compact_source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_object (&self->band);
  G_OBJECT_CLASS (weft_strip_parent_class)->dispose (object);
}

static void
weft_strip_class_init (WeftStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_strip_dispose;
  widget_class->measure = weft_strip_measure;
  widget_class->size_allocate = weft_strip_size_allocate;
  widget_class->get_request_mode = weft_strip_get_request_mode;
  g_type_ensure (WEFT_TYPE_NUMBER);
  g_type_ensure (WEFT_TYPE_METER);
  gtk_widget_class_set_css_name (widget_class, "strip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, score);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, bars_place);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, budget_caption);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, budget_used);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, budget_meter);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, violations_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, violations_icon);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, violations_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, profile_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, profile_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, profile_caption);
  gtk_widget_class_bind_template_child (widget_class, WeftStrip, profile_icon);
}

static void
weft_strip_init (WeftStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      GtkWidget *bar = weft_mini_bar_new (kind);
      GtkWidget *child = gtk_flow_box_child_new ();

      self->bars[kind] = WEFT_MINI_BAR (bar);
      gtk_widget_set_focusable (child, FALSE);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), bar);
      gtk_flow_box_append (GTK_FLOW_BOX (self->bars_place), child);
    }
  gtk_label_set_xalign (self->violations_label, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->violations_label), TRUE);
  keep_score_room (self);
  self->band = weft_score_band_new ();
  g_signal_connect_object (self->band, "changed", G_CALLBACK (show_band), self, G_CONNECT_SWAPPED);
  show_band (self);
  gtk_menu_button_set_create_popup_func (self->violations_button, fill_violations_cb, self, NULL);
  gtk_menu_button_set_create_popup_func (self->profile_button, fill_profile_cb, self, NULL);
}

void
weft_strip_bind (WeftStrip *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_STRIP (self) && WEFT_IS_SESSION (session));

  g_set_object (&self->session, session);
  weft_strip_show_evaluation (self);
  weft_strip_show_violations (self);
}

/* Takes the session's newest evaluation over. */
void
weft_strip_show_evaluation (WeftStrip *self)
{
  WeftEvaluation *evaluation;
  const char *profile;
  double scale;
  g_autofree char *score = NULL;
  g_autofree char *words = NULL;

  g_return_if_fail (WEFT_IS_STRIP (self) && self->session != NULL);

  evaluation = weft_session_get_evaluation (self->session);
  scale = find_scale (evaluation);
  score = evaluation != NULL && weft_evaluation_is_feasible (evaluation)
            ? weft_quantity_format (weft_evaluation_get_score (evaluation), WEFT_UNIT_NONE)
            : g_strdup ("—");
  weft_number_set (self->score, evaluation, "score", score);
  keep_score_room (self);
  weft_score_band_ask (self->band, self->session);
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    weft_mini_bar_show (self->bars[kind], evaluation, scale);
  show_budget (self, evaluation);
  profile = weft_design_get_profile (weft_session_get_design (self->session));
  words = g_strdup_printf (_("Judged by %s. Click to change it, and to see its constants and what it leaves out."), profile);
  gtk_label_set_text (self->profile_label, profile);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->profile_button), words);
  weft_name_menu_button (self->profile_button, words);
}

static void
append_count (GString *text, guint n, const char *words)
{
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", words);
}

/* "2 errors, 1 note": how many of each severity, the worst first. (transfer full) */
static char *
write_counts (GListModel *violations)
{
  GString *text = g_string_new (NULL);
  guint n[WEFT_SEVERITY_ERROR + 1] = { 0 };
  g_autofree char *errors = NULL, *warnings = NULL, *notes = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);

      n[weft_violation_get_standing (violation)]++;
    }
  errors = g_strdup_printf (ngettext ("%u error", "%u errors", n[WEFT_SEVERITY_ERROR]),
                            n[WEFT_SEVERITY_ERROR]);
  warnings = g_strdup_printf (ngettext ("%u warning", "%u warnings", n[WEFT_SEVERITY_WARNING]),
                              n[WEFT_SEVERITY_WARNING]);
  notes = g_strdup_printf (ngettext ("%u note", "%u notes", n[WEFT_SEVERITY_INFO]),
                           n[WEFT_SEVERITY_INFO]);
  append_count (text, n[WEFT_SEVERITY_ERROR], errors);
  append_count (text, n[WEFT_SEVERITY_WARNING], warnings);
  append_count (text, n[WEFT_SEVERITY_INFO], notes);
  if (text->len == 0)
    g_string_append (text, _("No violations"));
  return g_string_free (text, FALSE);
}

static void
set_class (GtkWidget *widget, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* Takes the session's violations over: how many of each kind, and how bad the worst is. */
void
weft_strip_show_violations (WeftStrip *self)
{
  GtkWidget *button;
  GListModel *violations;
  WeftSeverity severity;
  guint n;
  g_autofree char *text = NULL;
  g_autofree char *number = NULL;
  g_autofree char *tip = NULL;

  g_return_if_fail (WEFT_IS_STRIP (self) && self->session != NULL);

  button = GTK_WIDGET (self->violations_button);
  violations = weft_session_get_violations (self->session);
  n = g_list_model_get_n_items (violations);
  severity = weft_violations_severity (violations);
  text = write_counts (violations);
  number = g_strdup_printf ("%u", n);
  tip = n == 0 ? g_strdup (text) : g_strdup_printf (_("%s. Click to read them."), text);
  gtk_label_set_text (self->violations_label, self->compact ? number : text);
  gtk_image_set_from_icon_name (self->violations_icon, n == 0 ? "object-select-symbolic"
                                                              : weft_severity_icon (severity));
  gtk_widget_set_sensitive (button, n > 0);
  gtk_widget_set_tooltip_text (button, tip);
  weft_name_menu_button (self->violations_button, tip);
  set_class (button, "error", n > 0 && severity == WEFT_SEVERITY_ERROR);
  set_class (button, "warning", n > 0 && severity == WEFT_SEVERITY_WARNING);
}

/* The words on the button that opens the violations: "1 warning, 1 note". */
const char *
weft_strip_get_counts (WeftStrip *self)
{
  g_return_val_if_fail (WEFT_IS_STRIP (self), NULL);

  return gtk_label_get_text (self->violations_label);
}
