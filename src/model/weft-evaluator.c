/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analytical evaluator: rules, provisioning, the kernel, and the result put into words. Inventories are made once
 * for each profile and shared; everything else is made anew, so any thread may call. */
#include "model/weft-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-rules.h"
#include "model/measured/weft-measured-items-private.h"
#include "model/weft-remarks-private.h"

struct _WeftEvaluator
{
  GObject parent_instance;
  WeftCatalog *catalog;
  GMutex lock;
  GHashTable *inventories; /* profile id -> WeftInventory */
};

/* What an asynchronous evaluation takes along. */
typedef struct
{
  WeftDesign *design;
  char *profile;
} Job;

/* How far an evaluation may go. */
typedef enum
{
  NOTHING,    /* names or numbers are missing */
  COUNTS,     /* partitions can be counted */
  WORKLOADS,  /* workloads can be run, though one of them may have no partition */
  EVERYTHING,
} Depth;

G_DEFINE_FINAL_TYPE (WeftEvaluator, weft_evaluator, G_TYPE_OBJECT)

static JsonNode *
make_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

/* --- violations that only the evaluator sees --- */

static void
report_unknown_profile (WeftEvaluator *self,
                        WeftDesign    *design,
                        WeftList    *violations)
{
  const char *name = weft_design_get_profile (design);
  g_autofree char *message = g_strdup_printf (_("There is no profile “%s”."), name);
  g_autofree char *hint = NULL;
  g_autoptr (GString) known = g_string_new (NULL);
  g_autoptr (WeftViolation) violation = NULL;
  GListModel *profiles = weft_catalog_list_profiles (self->catalog);

  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);

      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", weft_profile_get_id (profile));
    }

  hint = g_strdup_printf (_("Use one of: %s."), known->str);
  violation = weft_violation_new ("unknown_profile", WEFT_SEVERITY_ERROR, "/profile",
                                  make_text (name), NULL, message, hint);
  weft_list_append (violations, violation);
}

static void
report_model (WeftEvaluation *evaluation,
              WeftDesign     *design,
              WeftModelFault  fault,
              const char     *reason)
{
  gboolean money = weft_design_get_budget (design, NULL) == WEFT_BUDGET_COST;
  g_autofree char *message = g_strdup_printf ("%s.", reason);
  g_autoptr (WeftViolation) violation = NULL;

  if (fault == WEFT_FAULT_PROFILE)
    violation = weft_violation_new ("profile_unusable", WEFT_SEVERITY_ERROR, "/profile",
                                    make_text (weft_design_get_profile (design)), NULL, message,
                                    _("Mend the profile, or name another one."));
  else
    violation = weft_violation_new ("reference_cannot_run", WEFT_SEVERITY_ERROR,
                                    money ? "/facility/cost_usd" : "/facility/power_w", NULL, NULL,
                                    message,
                                    _("Give a larger budget or a smaller workload, so that there "
                                      "is something to compare with."));
  weft_list_append (evaluation->violations, violation);
}

/* What no partition can run is a broken rule too, with the sizes that only the kernel knows. */
static void
report_infeasible (WeftEvaluation     *evaluation,
                   WeftWorkloadResult *result)
{
  gboolean graph = evaluation->machine.partitions[0].n_chips > 0;
  g_autoptr (WeftViolation) violation = NULL;

  violation = weft_violation_new ("no_eligible_partition", WEFT_SEVERITY_ERROR,
                                  graph ? "/graph" : "/partitions",
                                  make_text (weft_workload_nick (result->kind)), NULL, result->reason,
                                  _("Give a partition chips that can run it, more of them, or take "
                                    "the weight from the workload."));
  weft_list_append (evaluation->violations, violation);
}

static char *
first_error (WeftList *violations)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (violations)); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (G_LIST_MODEL (violations), i);

      if (weft_violation_get_standing (violation) == WEFT_SEVERITY_ERROR)
        return g_strdup (weft_violation_get_message (violation));
    }

  return NULL;
}

/* --- steps --- */

static WeftEvaluation *
start_evaluation (WeftInventory *inventory,
                  WeftDesign    *design,
                  GPtrArray     *extra)
{
  WeftEvaluation *evaluation = g_object_new (WEFT_TYPE_EVALUATION, NULL);
  double amount = NAN;
  WeftBudget budget = weft_design_get_budget (design, &amount);

  evaluation->inventory = g_object_ref (inventory);
  evaluation->design_name = g_strdup (weft_design_get_name (design));
  evaluation->design_digest = weft_design_digest (design);
  evaluation->budget_is_cost = budget == WEFT_BUDGET_COST;
  evaluation->budget = amount;
  evaluation->budget_is_default = budget == WEFT_BUDGET_DEFAULT;
  if (budget == WEFT_BUDGET_DEFAULT)
    weft_profile_get_number (weft_inventory_get_profile (inventory), "default_power_w",
                             &evaluation->budget, NULL);

  for (guint i = 0; extra != NULL && i < extra->len; i++)
    weft_list_append (evaluation->violations, g_ptr_array_index (extra, i));

  return evaluation;
}

/* Rules that say no more than that some workload cannot run. */
static gboolean
is_about_workloads (const char *code)
{
  return g_str_equal (code, "no_fp64") || g_str_equal (code, "no_eligible_partition");
}

static Depth
check_rules (WeftEvaluation *evaluation,
             WeftDesign     *design)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean resolved;
  Depth depth = weft_rules_check_machine (design, evaluation->inventory, violations,
                                          &evaluation->machine, &resolved, &evaluation->totals)
                  ? EVERYTHING : WORKLOADS;

  for (guint i = 0; i < violations->len; i++)
    {
      WeftViolation *violation = g_ptr_array_index (violations, i);

      weft_list_append (evaluation->violations, violation);
      if (weft_violation_get_standing (violation) == WEFT_SEVERITY_ERROR
          && !is_about_workloads (weft_violation_get_code (violation)))
        depth = COUNTS;
    }

  return resolved ? depth : NOTHING;
}

static gboolean
prepare_model (WeftEvaluation *evaluation,
               WeftDesign     *design,
               WeftModelFault *fault,
               GError        **error)
{
  return weft_model_init_for_design (&evaluation->model, design, evaluation->inventory,
                                     evaluation->machine.budget, evaluation->machine.amount,
                                     &evaluation->workload, fault, error);
}

static GPtrArray *
list_names (WeftEvaluation *evaluation,
            WeftDesign     *design)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const WeftMachine *machine = &evaluation->machine;

  /* A graph has no names for its partitions: what sets them apart is chip and role. */
  for (guint i = 0; i < machine->n_partitions && weft_design_get_graph (design) != NULL; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      g_ptr_array_add (names,
                       g_strdup_printf ("%s, %s",
                                        weft_inventory_chip (evaluation->inventory, part->chip)->id,
                                        weft_role_nick (part->role)));
    }

  for (guint i = 0; i < weft_design_get_n_partitions (design); i++)
    {
      const char *name = weft_partition_get_name (weft_design_get_partition (design, i));

      g_ptr_array_add (names, name != NULL && *name != '\0'
                                ? g_strdup (name) : g_strdup_printf (_("Partition %u"), i + 1));
    }

  return names;
}

static void
run_workloads (WeftEvaluation     *evaluation,
               const WeftFindings *findings,
               Depth               depth)
{
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      g_autoptr (WeftWorkloadResult) result = weft_workload_result_build (findings, i);

      weft_list_append (evaluation->workloads, result);
      if (result->feasible || !(result->weight > 0))
        continue;
      if (evaluation->reason == NULL)
        evaluation->reason = g_strdup (result->reason);
      if (depth == EVERYTHING)
        report_infeasible (evaluation, result);
    }

  weft_remarks_append (evaluation->violations, findings);
  weft_left_out_append (evaluation->left_out, findings);
}

/* A graph that breaks the composition rules has no totals, and nothing can be said of its items. */
static void
run_items (WeftEvaluation     *evaluation,
           const WeftFindings *findings,
           gboolean            is_graph)
{
  WeftFindings known = *findings;

  if (is_graph && evaluation->totals == NULL)
    return;
  if (!evaluation->has_model)
    known.model = NULL;
  evaluation->items = weft_measured_items_new (&known, evaluation->totals);
  for (guint i = 0; evaluation->items != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (evaluation->workloads)); i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, i);

      if (result->feasible && evaluation->items->works[i])
        result->power = g_memdup2 (&evaluation->items->work[i], sizeof *result->power);
    }
}

static void
run_kernel (WeftEvaluation *evaluation,
            WeftDesign     *design,
            Depth           depth)
{
  g_autofree WeftPartitionTimes *times = g_new0 (WeftPartitionTimes, WEFT_MAX_PARTITIONS);
  g_autoptr (GPtrArray) names = list_names (evaluation, design);
  WeftFindings findings = {
    .inventory = evaluation->inventory,
    .model = &evaluation->model,
    .machine = &evaluation->machine,
    .score = &evaluation->result,
    .times = times,
    .names = names,
  };

  if (depth >= WORKLOADS)
    evaluation->has_model = weft_kernel_evaluate_fresh (&evaluation->model, &evaluation->machine,
                                                        times, &evaluation->result);
  else
    weft_kernel_provision (evaluation->inventory, &evaluation->machine, &evaluation->result);

  if (evaluation->has_model)
    {
      evaluation->score = depth == EVERYTHING ? evaluation->result.score : 0;
      run_workloads (evaluation, &findings, depth);
    }
  for (guint i = 0; i < evaluation->machine.n_partitions; i++)
    {
      g_autoptr (WeftPartitionResult) partition = weft_partition_result_build (&findings, i);

      weft_list_append (evaluation->partitions, partition);
    }
  run_items (evaluation, &findings, weft_design_get_graph (design) != NULL);
}

/* --- callbacks --- */

static void
free_job (gpointer data)
{
  Job *job = data;

  g_object_unref (job->design);
  g_free (job->profile);
  g_free (job);
}

static void
evaluate_thread_cb (GTask        *task,
                    gpointer      source,
                    gpointer      data,
                    GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  WeftEvaluation *evaluation = weft_evaluator_evaluate (source, job->design, job->profile, NULL,
                                                        &error);

  if (evaluation != NULL)
    g_task_return_pointer (task, evaluation, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* --- class --- */

static void
weft_evaluator_finalize (GObject *object)
{
  WeftEvaluator *self = WEFT_EVALUATOR (object);

  g_clear_object (&self->catalog);
  g_hash_table_unref (self->inventories);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (weft_evaluator_parent_class)->finalize (object);
}

static void
weft_evaluator_class_init (WeftEvaluatorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_evaluator_finalize;
}

static void
weft_evaluator_init (WeftEvaluator *self)
{
  g_mutex_init (&self->lock);
  self->inventories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

/* --- public API --- */

/**
 * weft_evaluator_new:
 * @catalog: the catalog
 *
 * Returns: (transfer full): an evaluator
 */
WeftEvaluator *
weft_evaluator_new (WeftCatalog *catalog)
{
  WeftEvaluator *self;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog), NULL);

  self = g_object_new (WEFT_TYPE_EVALUATOR, NULL);
  self->catalog = g_object_ref (catalog);
  return self;
}

/**
 * weft_evaluator_get_catalog:
 * @self: an evaluator
 *
 * Returns: (transfer none): its catalog
 */
WeftCatalog *
weft_evaluator_get_catalog (WeftEvaluator *self)
{
  g_return_val_if_fail (WEFT_IS_EVALUATOR (self), NULL);
  return self->catalog;
}

/**
 * weft_evaluator_get_inventory:
 * @self: an evaluator
 * @profile: id of a profile
 * @error: return location
 *
 * Returns: (transfer none): the catalog as the profile sees it, or %NULL with a %WEFT_CATALOG_ERROR
 */
WeftInventory *
weft_evaluator_get_inventory (WeftEvaluator *self,
                              const char    *profile,
                              GError       **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  WeftInventory *inventory;
  WeftProfile *record;

  g_return_val_if_fail (WEFT_IS_EVALUATOR (self), NULL);
  g_return_val_if_fail (profile != NULL, NULL);

  locker = g_mutex_locker_new (&self->lock);
  inventory = g_hash_table_lookup (self->inventories, profile);
  if (inventory != NULL)
    return inventory;

  record = weft_catalog_get_profile (self->catalog, profile, error);
  if (record == NULL)
    return NULL;

  inventory = weft_inventory_new (self->catalog, record, error);
  if (inventory != NULL)
    g_hash_table_insert (self->inventories, g_strdup (profile), inventory);
  return inventory;
}

/**
 * weft_evaluator_evaluate:
 * @self: an evaluator
 * @design: a design
 * @profile: (nullable): id of the profile that judges, instead of the document's
 * @extra: (nullable) (element-type WeftViolation): found while reading the document; put first
 * @error: return location
 *
 * Broken rules are no error: the evaluation carries them and its score is 0. As far as the names can be resolved its
 * partitions are counted all the same, and when only a workload has no partition, the other ones are run.
 *
 * Returns: (transfer full): the evaluation, or %NULL with a %WEFT_CATALOG_ERROR when @profile is unknown or unusable
 */
WeftEvaluation *
weft_evaluator_evaluate (WeftEvaluator *self,
                         WeftDesign    *design,
                         const char    *profile,
                         GPtrArray     *extra,
                         GError       **error)
{
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autoptr (GError) local = NULL;
  const char *wanted;
  WeftInventory *inventory;
  WeftModelFault fault;
  Depth depth;

  g_return_val_if_fail (WEFT_IS_EVALUATOR (self), NULL);
  g_return_val_if_fail (WEFT_IS_DESIGN (design), NULL);

  wanted = profile != NULL ? profile : weft_design_get_profile (design);
  inventory = weft_evaluator_get_inventory (self, wanted, &local);
  if (inventory == NULL)
    {
      if (profile != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      /* Judged by the default profile, so that the other violations are found as well. */
      inventory = weft_evaluator_get_inventory (self, WEFT_DESIGN_DEFAULT_PROFILE, error);
      if (inventory == NULL)
        return NULL;
    }

  evaluation = start_evaluation (inventory, design, extra);
  depth = check_rules (evaluation, design);
  if (local != NULL)
    {
      /* One that is there may still lack a constant. */
      if (weft_catalog_get_profile (self->catalog, wanted, NULL) == NULL)
        report_unknown_profile (self, design, evaluation->violations);
      else
        report_model (evaluation, design, WEFT_FAULT_PROFILE, local->message);
      depth = MIN (depth, COUNTS);
    }
  else if (depth >= WORKLOADS && !prepare_model (evaluation, design, &fault, &local))
    {
      report_model (evaluation, design, fault, local->message);
      depth = COUNTS;
    }
  if (depth >= COUNTS)
    run_kernel (evaluation, design, depth);

  if (!(evaluation->score > 0) && evaluation->reason == NULL)
    evaluation->reason = first_error (evaluation->violations);
  return g_steal_pointer (&evaluation);
}

WeftEvaluation *
weft_evaluator_evaluate_in (WeftEvaluator     *self,
                            WeftDesign        *design,
                            WeftInventory     *inventory,
                            const WeftMachine *machine,
                            GError           **error)
{
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autoptr (GError) local = NULL;
  WeftModelFault fault;
  Depth depth;

  g_return_val_if_fail (WEFT_IS_EVALUATOR (self) && WEFT_IS_DESIGN (design), NULL);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), NULL);

  evaluation = start_evaluation (inventory, design, NULL);
  depth = check_rules (evaluation, design);
  if (machine != NULL && depth > NOTHING)
    evaluation->machine = *machine;
  if (depth >= WORKLOADS && !prepare_model (evaluation, design, &fault, &local))
    {
      report_model (evaluation, design, fault, local->message);
      depth = COUNTS;
    }
  if (depth >= COUNTS)
    run_kernel (evaluation, design, depth);

  if (!(evaluation->score > 0) && evaluation->reason == NULL)
    evaluation->reason = first_error (evaluation->violations);
  return g_steal_pointer (&evaluation);
}

/**
 * weft_evaluator_evaluate_async:
 * @self: an evaluator
 * @design: a design; a copy is taken at once
 * @profile: (nullable): as in weft_evaluator_evaluate()
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called on the caller's main context
 * @user_data: for @callback
 *
 * Evaluates in a worker thread.
 */
void
weft_evaluator_evaluate_async (WeftEvaluator      *self,
                               WeftDesign         *design,
                               const char         *profile,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (WEFT_IS_EVALUATOR (self));
  g_return_if_fail (WEFT_IS_DESIGN (design));

  job = g_new0 (Job, 1);
  job->design = weft_design_copy (design);
  job->profile = g_strdup (profile);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_evaluator_evaluate_async);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, evaluate_thread_cb);
}

/**
 * weft_evaluator_evaluate_finish:
 * @self: an evaluator
 * @result: the result that the callback got
 * @error: return location
 *
 * Returns: (transfer full): the evaluation, or %NULL with an error
 */
WeftEvaluation *
weft_evaluator_evaluate_finish (WeftEvaluator *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
