/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curve and lineage come from the dialogue, so that a recorded run has the same panel as one that is on. */
#include "config.h"

#include "app/plan/weft-run-panel.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "app/plan/weft-plan-words.h"
#include "base/weft-quantity.h"
#include "draw/plot/weft-convergence-private.h"

/* Lines of the lineage: the latest. */
#define MOST_STEPS 12
#define CLOCK_MS 1000

enum
{
  FACT_PLANNER,
  FACT_EVALUATIONS,
  FACT_REFUSED,
  FACT_DUPLICATES,
  FACT_REQUESTS,
  FACT_TOKENS,
  FACT_COST,
  FACT_ELAPSED,
  N_FACTS,
};

static const struct
{
  const char *name;
  const char *label;
} facts[N_FACTS] = {
  { "planner", N_("Planner") },       { "evaluations", N_("Evaluations") },
  { "refused", N_("Refused") },       { "duplicates", N_("Duplicates") },
  { "requests", N_("Requests") },     { "tokens", N_("Tokens") },
  { "cost", N_("Cost") },             { "elapsed", N_("Elapsed") },
};

struct _WeftRunPanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListBox *facts;
  WeftPlotView *convergence;
  GtkWidget *lineage_heading;
  GtkListBox *lineage;

  GtkWidget *rows[N_FACTS];
  GtkLabel *values[N_FACTS];
  WeftPlot *curve;
  GArray *best;      /* of double: after each evaluation */
  GPtrArray *steps;  /* of WeftDialogueItem: each was the best in its turn */
  guint n_shown;     /* of @steps, in the list */
  gpointer shown_of; /* the dialogue they are of; compared only */
  WeftPlanJob *job;
  guint clock_source;
};

G_DEFINE_FINAL_TYPE (WeftRunPanel, weft_run_panel, GTK_TYPE_WIDGET)

static guint chosen_signal;

/* --- figures --- */

static void
set_fact (WeftRunPanel *self, guint fact, gboolean any, char *words)
{
  gtk_label_set_text (self->values[fact], words);
  gtk_widget_set_tooltip_text (self->rows[fact], fact == FACT_PLANNER ? words : NULL);
  gtk_widget_set_visible (self->rows[fact], any);
  g_free (words);
}

/* Refusals by kind; what there is none of is left out. */
static char *
word_refused (const WeftPlanCounts *counts)
{
  const struct
  {
    guint n;
    const char *word;
  } kinds[] = {
    { counts->schema_invalid, _("schema") },
    { counts->refused, _("constraint") },
    { counts->infeasible, _("infeasible") },
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].n > 0)
      g_string_append_printf (text, "%s%u %s", text->len > 0 ? " · " : "", kinds[i].n, kinds[i].word);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup (_("none"));
}

static char *
word_of (guint n, guint limit)
{
  /* Translators: so many of a limit */
  return limit > 0 ? g_strdup_printf (_("%u of %u"), n, limit) : g_strdup_printf ("%u", n);
}

static char *
word_tokens (const WeftPlanCounts *counts)
{
  g_autofree char *in = weft_plan_words_tokens (counts->tokens_prompt, counts->tokens_estimated);
  g_autofree char *out = weft_plan_words_tokens (counts->tokens_completion, counts->tokens_estimated);

  /* Translators: tokens that were sent and that came */
  return g_strdup_printf (_("%s in · %s out"), in, out);
}

static void
show_facts (WeftRunPanel *self)
{
  gboolean model = weft_plan_job_was_model (self->job);
  WeftPlanCounts counts;
  WeftPlanBudget budget;

  weft_plan_job_get_counts (self->job, &counts, &budget);
  set_fact (self, FACT_PLANNER, TRUE, g_strdup (weft_plan_job_get_planner (self->job)));
  set_fact (self, FACT_EVALUATIONS, TRUE, word_of (counts.evaluations, budget.evaluations));
  set_fact (self, FACT_REFUSED, TRUE, word_refused (&counts));
  set_fact (self, FACT_DUPLICATES, counts.duplicates > 0, g_strdup_printf ("%u", counts.duplicates));
  set_fact (self, FACT_REQUESTS, counts.requests > 0, word_of (counts.requests, budget.requests));
  set_fact (self, FACT_TOKENS, model && counts.tokens_prompt + counts.tokens_completion > 0,
            word_tokens (&counts));
  set_fact (self, FACT_COST, model && isfinite (counts.cost_usd),
            g_strdup_printf ("%.4f USD", isfinite (counts.cost_usd) ? counts.cost_usd : 0));
  set_fact (self, FACT_ELAPSED, counts.elapsed_s > 0, weft_plan_words_elapsed (counts.elapsed_s));
}

/* --- curve and lineage --- */

static void
take_call (WeftRunPanel *self, WeftDialogueItem *item)
{
  WeftCallVerdict verdict = weft_dialogue_item_get_verdict (item);
  double score = weft_dialogue_item_get_score (item);
  double before =
    self->best->len == 0 ? NAN : g_array_index (self->best, double, self->best->len - 1);
  double now = !isfinite (score) || score <= before ? before : score;

  if (verdict != WEFT_CALL_SCORED && verdict != WEFT_CALL_INFEASIBLE)
    return;
  g_array_append_val (self->best, now);
  if (weft_dialogue_item_is_best (item))
    g_ptr_array_add (self->steps, g_object_ref (item));
}

static void
read_dialogue (WeftRunPanel *self, WeftDialogue *dialogue)
{
  guint n = dialogue == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (dialogue));

  g_array_set_size (self->best, 0);
  g_ptr_array_set_size (self->steps, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (G_LIST_MODEL (dialogue), i);

      if (weft_dialogue_item_get_kind (item) == WEFT_DIALOGUE_CALL)
        take_call (self, item);
    }
}

static void
show_curve (WeftRunPanel *self)
{
  const WeftOptimum *optimum = weft_plan_job_get_optimum (self->job);
  gboolean certified = optimum != NULL && optimum->score > 0 && !(optimum->gap > 0);
  WeftConvergenceRun run = { (const double *) (gpointer) self->best->data, self->best->len };
  WeftConvergenceMethod method = { _("Planner"), 0, &run, 1 };
  WeftConvergence data = { &method, 1, certified ? optimum->score : NAN, NULL, 0 };
  double best = self->best->len == 0 ? NAN : g_array_index (self->best, double, self->best->len - 1);
  g_autofree char *regret = NULL;
  WeftPlanCounts counts;
  WeftPlanBudget budget;

  weft_plan_job_get_counts (self->job, &counts, &budget);
  data.budget = budget.evaluations;
  weft_convergence_plot_fill (self->curve, &data);
  if (self->best->len == 0)
    weft_plot_set_message (self->curve, _("No design has been evaluated yet"));
  if (certified && isfinite (best))
    /* Translators: how far the best is from the optimum; the number is a percentage */
    regret = g_strdup_printf (_("regret %.1f %%"), MAX (0, 1 - best / optimum->score) * 100);
  weft_plot_view_set_status (self->convergence, regret);
}

/* What holds the workload that gains least: where the next step would have to help. (transfer full) */
static char *
word_hold (WeftDialogueItem *item)
{
  double least = INFINITY;
  int kind = -1;
  WeftTimePart part;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (weft_dialogue_item_get_ratio (item, i) < least)
      {
        least = weft_dialogue_item_get_ratio (item, i);
        kind = (int) i;
      }
  if (kind < 0)
    return g_strdup ("");
  part = weft_plan_words_find_part (weft_dialogue_item_get_bottleneck (item, (guint) kind));
  return part == WEFT_N_PARTS
           ? g_strdup ("")
           : g_strdup_printf ("%s: %s", weft_workload_label ((guint) kind), weft_time_part_label (part));
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_step (WeftDialogueItem *item)
{
  g_autofree char *score = g_strdup_printf ("%.3f", weft_dialogue_item_get_score (item));
  g_autofree char *number = g_strdup_printf ("%u", weft_dialogue_item_get_evaluation (item));
  g_autofree char *hold = word_hold (item);
  g_autofree char *name = g_strdup_printf (_("Evaluation %s, score %s: %s; %s"), number, score,
                                           weft_dialogue_item_get_label (item), hold);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *count = make_label (number, "step-count");
  GtkWidget *value = make_label (score, "found-score");

  gtk_widget_set_valign (count, GTK_ALIGN_START);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_label_set_wrap (GTK_LABEL (value), FALSE);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), make_label (weft_dialogue_item_get_label (item), "found-label"));
  if (*hold != '\0')
    gtk_box_append (GTK_BOX (words), make_label (hold, "found-words"));
  gtk_box_append (GTK_BOX (line), count);
  gtk_box_append (GTK_BOX (line), words);
  gtk_box_append (GTK_BOX (line), value);
  gtk_widget_add_css_class (line, "found-line");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (row), "seq",
                     GUINT_TO_POINTER ((guint) weft_dialogue_item_get_seq (item)));
  return row;
}

static void
show_lineage (WeftRunPanel *self, WeftDialogue *dialogue)
{
  guint first = self->steps->len > MOST_STEPS ? self->steps->len - MOST_STEPS : 0;
  GtkListBoxRow *row;

  gtk_widget_set_visible (self->lineage_heading, self->steps->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->lineage), self->steps->len > 0);
  if (self->n_shown == self->steps->len && self->shown_of == dialogue)
    return;
  self->n_shown = self->steps->len;
  self->shown_of = dialogue;
  while ((row = gtk_list_box_get_row_at_index (self->lineage, 0)) != NULL)
    gtk_list_box_remove (self->lineage, GTK_WIDGET (row));
  /* The latest on top. */
  for (guint i = self->steps->len; i > first; i--)
    gtk_list_box_append (self->lineage, make_step (self->steps->pdata[i - 1]));
}

static void
row_activated_cb (WeftRunPanel *self, GtkListBoxRow *row)
{
  g_signal_emit (self, chosen_signal, 0,
                 (guint64) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "seq")));
}

/* --- the clock --- */

static gboolean
clock_cb (gpointer data)
{
  WeftRunPanel *self = data;

  show_facts (self);
  return G_SOURCE_CONTINUE;
}

static void
run_clock (WeftRunPanel *self)
{
  gboolean runs = gtk_widget_get_mapped (GTK_WIDGET (self)) && self->job != NULL
                  && weft_plan_job_is_busy (self->job);

  if (!runs)
    g_clear_handle_id (&self->clock_source, g_source_remove);
  else if (self->clock_source == 0)
    self->clock_source = g_timeout_add (CLOCK_MS, clock_cb, self);
}

static void
weft_run_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_run_panel_parent_class)->map (widget);
  weft_run_panel_update (WEFT_RUN_PANEL (widget));
}

static void
weft_run_panel_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&WEFT_RUN_PANEL (widget)->clock_source, g_source_remove);
  GTK_WIDGET_CLASS (weft_run_panel_parent_class)->unmap (widget);
}

/* --- class --- */

static void
weft_run_panel_dispose (GObject *object)
{
  WeftRunPanel *self = WEFT_RUN_PANEL (object);

  g_clear_handle_id (&self->clock_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->curve);
  g_clear_pointer (&self->best, g_array_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_run_panel_parent_class)->dispose (object);
}

static void
weft_run_panel_class_init (WeftRunPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_run_panel_dispose;
  widget_class->map = weft_run_panel_map;
  widget_class->unmap = weft_run_panel_unmap;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "runpanel");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-run-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftRunPanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftRunPanel, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftRunPanel, convergence);
  gtk_widget_class_bind_template_child (widget_class, WeftRunPanel, lineage_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftRunPanel, lineage);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
add_fact (WeftRunPanel *self, guint fact)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (_(facts[fact].label));

  self->rows[fact] = gtk_list_box_row_new ();
  self->values[fact] = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_xalign (self->values[fact], 1);
  gtk_label_set_wrap (self->values[fact], TRUE);
  gtk_label_set_wrap_mode (self->values[fact], PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (self->values[fact], GTK_JUSTIFY_RIGHT);
  gtk_widget_set_hexpand (GTK_WIDGET (self->values[fact]), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->values[fact]), "fact-value");
  gtk_widget_add_css_class (line, "fact-line");
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->values[fact]));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->rows[fact]), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->rows[fact]), FALSE);
  gtk_list_box_append (self->facts, self->rows[fact]);
}

static void
weft_run_panel_init (WeftRunPanel *self)
{
  const WeftConvergence nothing = { NULL, 0, NAN, NULL, 0 };

  self->best = g_array_new (FALSE, FALSE, sizeof (double));
  self->steps = g_ptr_array_new_with_free_func (g_object_unref);
  self->curve = weft_convergence_plot (&nothing);
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_plot_view_set_plot (self->convergence, self->curve);
  for (guint i = 0; i < N_FACTS; i++)
    add_fact (self, i);
}

void
weft_run_panel_bind (WeftRunPanel *self, WeftPlanJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_RUN_PANEL (self) && WEFT_IS_PLAN_JOB (job));

  g_set_object (&self->job, job);
  weft_plot_view_set_message_bar (self->convergence, bar);
}

void
weft_run_panel_update (WeftRunPanel *self)
{
  WeftDialogue *dialogue;

  g_return_if_fail (WEFT_IS_RUN_PANEL (self));

  if (self->job == NULL)
    return;
  dialogue = weft_plan_job_get_dialogue (self->job);
  run_clock (self);
  show_facts (self);
  read_dialogue (self, dialogue);
  show_curve (self);
  show_lineage (self, dialogue);
}

/* (nullable): NULL when it is not shown. */
const char *
weft_run_panel_get_fact (WeftRunPanel *self, const char *name)
{
  g_return_val_if_fail (WEFT_IS_RUN_PANEL (self), NULL);

  for (guint i = 0; i < N_FACTS; i++)
    if (g_str_equal (facts[i].name, name))
      return gtk_widget_get_visible (self->rows[i]) ? gtk_label_get_text (self->values[i]) : NULL;
  return NULL;
}
