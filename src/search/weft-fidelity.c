/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each workload of each design, and of the reference, is a piece of work of its own; what comes of it depends on
 * nothing else. A workload that cannot be simulated counts with the evaluator's ratio, and says so. */
#include "search/weft-fidelity-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "base/weft-statistics.h"

/* What a worker finds; plain bytes. */
typedef struct
{
  gboolean is_done;
  guint n_chips;
  double rate;
  double share[WEFT_N_SIM_SHARES];
  char why[240];
} Found;

/* Designs, the reference the last. */
typedef struct
{
  GPtrArray *evaluations;
  WeftInventory *inventory;
  GCancellable *cancellable;
  void (*progress) (double share, gpointer data);
  gpointer progress_data;
  guint n;       /* pieces of work */
  guint n_items; /* that differ */
  int n_done;
} Job;

/* --- one piece of work --- */

static void
look_cb (gpointer state, gconstpointer item, gpointer result, gpointer data)
{
  Job *job = data;
  guint index = *(const guint *) item;
  WeftEvaluation *evaluation = job->evaluations->pdata[index / WEFT_N_WORKLOADS];
  WeftWorkloadKind kind = index % WEFT_N_WORKLOADS;
  WeftWorkloadResult *analytic = weft_evaluation_get_workload (evaluation, kind);
  WeftFidelityWorkload workload = { 0 };
  g_autoptr (GError) error = NULL;
  Found *found = result;

  memset (found, 0, sizeof *found);
  if (analytic == NULL || !weft_workload_result_is_feasible (analytic))
    g_strlcpy (found->why, _("the evaluator finds no partition for it"), sizeof found->why);
  else if (weft_fidelity_measure (evaluation, kind, job->inventory, &workload, &found->rate, job->cancellable, &error))
    {
      found->is_done = TRUE;
      found->n_chips = workload.n_chips;
      memcpy (found->share, workload.share, sizeof found->share);
    }
  else
    g_strlcpy (found->why, error->message, sizeof found->why);
  if (job->progress != NULL)
    job->progress ((g_atomic_int_add (&job->n_done, 1) + 1) / (double) job->n_items, job->progress_data);
}

/* --- the rankings --- */

static int
compare_scores_cb (gconstpointer a, gconstpointer b)
{
  const WeftFidelityDesign *one = *(WeftFidelityDesign *const *) a;
  const WeftFidelityDesign *other = *(WeftFidelityDesign *const *) b;

  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;
  return (one->index > other->index) - (one->index < other->index);
}

static void
rank (WeftFidelity *self)
{
  guint n = self->designs->len;
  g_autofree double *scores = g_new (double, n + 1);
  g_autofree double *simulated = g_new (double, n + 1);

  g_ptr_array_sort (self->designs, compare_scores_cb);
  for (guint i = 0; i < n; i++)
    {
      WeftFidelityDesign *design = self->designs->pdata[i];

      design->rank = i + 1;
      design->simulated_rank = 1;
      scores[i] = design->score;
      simulated[i] = design->simulated;
      for (guint k = 0; k < n; k++)
        {
          const WeftFidelityDesign *other = self->designs->pdata[k];

          design->simulated_rank += other->simulated > design->simulated;
          self->n_swapped += k < i && (scores[k] - scores[i]) * (other->simulated - design->simulated) < 0;
        }
    }
  self->tau = weft_statistics_kendall_tau (scores, simulated, n);
}

/* --- putting together --- */

static void
fill_workload (WeftFidelityWorkload *workload, WeftEvaluation *evaluation, WeftWorkloadKind kind, const Found *found,
               const Found *reference)
{
  WeftWorkloadResult *analytic = weft_evaluation_get_workload (evaluation, kind);

  workload->analytic = analytic != NULL ? weft_workload_result_get_speedup (analytic) : 0;
  workload->bound = analytic != NULL ? weft_workload_result_get_bottleneck (analytic) : WEFT_PART_COMPUTE;
  workload->is_simulated = found->is_done && reference->is_done && reference->rate > 0;
  workload->simulated = workload->is_simulated ? found->rate / reference->rate : workload->analytic;
  workload->n_chips = found->n_chips;
  memcpy (workload->share, found->share, sizeof workload->share);
  if (!workload->is_simulated)
    workload->reason = g_strdup_printf (_("not simulated, the evaluator’s ratio counts: %s"),
                                        found->is_done ? reference->why : found->why);
}

/* score = exp (sum of w ln r): MODEL, section 6. */
static double
score_simulated (const WeftFidelityDesign *design, WeftEvaluation *evaluation)
{
  double sum = 0;

  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, k);

      if (result == NULL || !(design->workloads[k].simulated > 0))
        return 0;
      sum += weft_workload_result_get_weight (result) * log (design->workloads[k].simulated);
    }
  return exp (sum);
}

static void
add_design (WeftFidelity *self, const Job *job, guint index, const Found *found, const Found *reference)
{
  WeftEvaluation *evaluation = job->evaluations->pdata[index];
  WeftFidelityDesign *design = g_new0 (WeftFidelityDesign, 1);

  design->name = g_strdup (weft_evaluation_get_design_name (evaluation));
  design->index = index;
  design->score = weft_evaluation_get_score (evaluation);
  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    {
      WeftFidelityWorkload *workload = &design->workloads[k];
      WeftFidelityWorkload base = { 0 };

      memcpy (base.share, reference[k].share, sizeof base.share);
      fill_workload (workload, evaluation, k, &found[k], &reference[k]);
      if (workload->reason == NULL)
        workload->reason = weft_fidelity_reason (workload, &base);
    }
  if (weft_evaluation_is_feasible (evaluation))
    design->simulated = score_simulated (design, evaluation);
  else
    design->failure = g_strdup (weft_evaluation_get_reason (evaluation));
  g_ptr_array_add (self->designs, design);
}

static void
free_design (gpointer data)
{
  WeftFidelityDesign *design = data;

  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    g_free (design->workloads[k].reason);
  g_free (design->name);
  g_free (design->failure);
  g_free (design);
}

static void
add_notes (WeftFidelity *self)
{
  g_ptr_array_add (self->notes,
                   g_strdup_printf (_("Each workload runs on a slice of its partition: %u chips, or two scale-up domains "
                                      "if they are more, with the work a chip of the whole."), WEFT_FIDELITY_CHIPS));
  g_ptr_array_add (self->notes, g_strdup (_("Language models keep the evaluator’s TP, PP and batch; kernels on grids have "
                                            "a block a chip. Times are rooflines of the chips’ peaks, without "
                                            "efficiencies; only ratios to the reference are compared.")));
  g_ptr_array_add (self->notes, g_strdup (_("The surrogate of the coupled workload is not simulated.")));
}

/* The profile's reference parts on the budget of @setting. (transfer full) */
static WeftDesign *
make_reference (WeftDesign *setting, WeftInventory *inventory, GError **error)
{
  const char *chip, *scaleup, *scaleout;
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (JsonNode) root = weft_design_to_json (setting);
  JsonObject *object = json_node_get_object (root), *part = json_object_new ();
  JsonArray *parts = json_array_new ();

  weft_profile_get_reference (weft_inventory_get_profile (inventory), &chip, &scaleup, &scaleout);
  json_object_set_string_member (part, "chip", chip);
  json_object_set_string_member (part, "role", "general");
  json_object_set_double_member (part, "power_frac", 1);
  json_object_set_string_member (part, "scaleup", scaleup);
  json_object_set_string_member (part, "scaleout", scaleout);
  json_array_add_object_element (parts, part);
  json_object_remove_member (object, "graph");
  json_object_set_array_member (object, "partitions", parts);
  return weft_design_new_from_json (root, "reference", violations, error);
}

/* [n] Of each piece of work, which of @items has its answer; fills these with one of each kind. (transfer full) */
static guint *
list_items (Job *job, guint *items, guint *n_items)
{
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint *same = g_new (guint, job->n);

  *n_items = 0;
  for (guint i = 0; i < job->n; i++)
    {
      g_autofree char *key
          = weft_fidelity_dup_key (job->evaluations->pdata[i / WEFT_N_WORKLOADS], i % WEFT_N_WORKLOADS);
      gpointer slot;

      if (g_hash_table_lookup_extended (first, key, NULL, &slot))
        same[i] = GPOINTER_TO_UINT (slot);
      else
        {
          same[i] = *n_items;
          g_hash_table_insert (first, g_steal_pointer (&key), GUINT_TO_POINTER (*n_items));
          items[(*n_items)++] = i;
        }
    }
  return same;
}

/* Evaluates all, the reference last. */
static gboolean
evaluate_all (Job *job, WeftEvaluator *evaluator, GPtrArray *designs, const char *profile, GError **error)
{
  WeftDesign *first = designs->pdata[0];
  g_autoptr (WeftDesign) reference = NULL;

  job->inventory = weft_evaluator_get_inventory (
      evaluator, profile != NULL ? profile : weft_design_get_profile (first), error);
  reference = job->inventory != NULL ? make_reference (first, job->inventory, error) : NULL;
  if (reference == NULL)
    return FALSE;
  for (guint i = 0; i <= designs->len; i++)
    {
      WeftDesign *design = i < designs->len ? designs->pdata[i] : reference;
      WeftEvaluation *evaluation = weft_evaluator_evaluate (evaluator, design, profile, NULL, error);

      if (evaluation == NULL)
        return FALSE;
      g_ptr_array_add (job->evaluations, evaluation);
    }
  return TRUE;
}

WeftFidelity *
weft_fidelity_new (WeftEvaluator *evaluator, GPtrArray *designs, const char *profile,
                   void (*progress) (double share, gpointer data), gpointer data, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (WeftFidelity) self = g_new0 (WeftFidelity, 1);
  g_autoptr (GPtrArray) evaluations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (0);
  Job job = { evaluations, NULL, cancellable, progress, data, (designs->len + 1) * WEFT_N_WORKLOADS, 0, 0 };
  const WeftWork work = { sizeof (guint), sizeof (Found), NULL, look_cb, NULL, &job };
  g_autofree guint *items = g_new (guint, job.n);
  g_autofree Found *apart = g_new0 (Found, job.n);
  g_autofree Found *found = g_new0 (Found, job.n);
  g_autofree guint *same = NULL;

  self->designs = g_ptr_array_new_with_free_func (free_design);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->tau = NAN;
  if (designs->len == 0)
    return g_steal_pointer (&self);
  if (!evaluate_all (&job, evaluator, designs, profile, error))
    return NULL;
  same = list_items (&job, items, &job.n_items);
  if (!weft_executor_set_work (executor, &work, NULL, error)
      || !weft_executor_map (executor, items, apart, job.n_items, cancellable, error))
    return NULL;
  for (guint i = 0; i < job.n; i++)
    found[i] = apart[same[i]];
  for (guint i = 0; i < designs->len; i++)
    add_design (self, &job, i, &found[i * WEFT_N_WORKLOADS], &found[designs->len * WEFT_N_WORKLOADS]);
  rank (self);
  add_notes (self);
  return g_steal_pointer (&self);
}

void
weft_fidelity_free (WeftFidelity *self)
{
  g_clear_pointer (&self->designs, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}
