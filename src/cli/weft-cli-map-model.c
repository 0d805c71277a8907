/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map --model NAME DESIGN`: how a language model is best spread over a machine, and the alternatives. */
#include "cli/weft-cli-map-machine.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "mapper/weft-llm-plan-json.h"
#include "mapper/weft-map-ranks.h"
#include "mapper/weft-map-result-json.h"
#include "workload/weft-llm-source.h"

/* Plans that a terminal shows; --json has all. */
#define MAX_PLANS 12
/* Of these so many have it said what speaks against them. */
#define MAX_REASONS 3

typedef struct
{
  WeftCliMachine machine;
  WeftLlmSource source;
  WeftLlmTask task;
  GPtrArray *plans;
} Model;

static void
model_clear (Model *self)
{
  g_clear_pointer (&self->plans, g_ptr_array_unref);
  weft_llm_source_clear (&self->source);
  weft_cli_machine_clear (&self->machine);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

/* --- the plans --- */

static int
make_plans (Model *self, const WeftCliMap *map)
{
  g_autoptr (GError) error = NULL;

  if (!weft_llm_source_find (&self->source, map->model, weft_evaluator_get_catalog (self->machine.evaluator), &error)
      || !weft_llm_task_init (&self->task, map->is_training, self->machine.inventory, &error))
    return weft_cli_fail (error);
  if (map->prompt_tokens > 0)
    self->task.prompt_tokens = map->prompt_tokens;
  if (map->batch > 0)
    self->task.batch = map->batch;
  self->task.new_tokens = map->new_tokens;
  self->plans = weft_llm_plans (&self->source.shape, &self->task, self->machine.platform, self->machine.flat,
                                self->machine.inventory, map->use_all, NULL, &error);
  return self->plans != NULL ? WEFT_EXIT_DONE : weft_cli_fail_mapping (error);
}

/* --- the answer --- */

/* What the estimate assumes, then what is said of the model and of the machine. (transfer full) */
static GPtrArray *
all_notes (const Model *self)
{
  GPtrArray *notes = weft_llm_task_notes (&self->task);

  for (guint i = 0; i < self->source.notes->len; i++)
    g_ptr_array_add (notes, g_strdup (self->source.notes->pdata[i]));
  for (guint i = 0; i < self->machine.notes->len; i++)
    g_ptr_array_add (notes, g_strdup (self->machine.notes->pdata[i]));
  return notes;
}

/* What is left of a part by rounding is none. */
static double
without_dust (double part_s, double whole_s)
{
  return part_s < 1e-9 * whole_s ? 0 : part_s;
}

/* Plans that fit come first. */
static gboolean
fits_all (const Model *self)
{
  const WeftLlmPlan *last = g_ptr_array_index (self->plans, MIN (self->plans->len, MAX_PLANS) - 1);

  return last->fits;
}

/* Parts of the time of a plan; that of gradients only where there are any. */
static void
add_plan (const Model *self, WeftTable *table, const WeftLlmPlan *plan)
{
  const double times_s[] = { plan->time_s, plan->compute_s, plan->tp_comm_s, plan->pp_comm_s, plan->bubble_s,
                             plan->dp_comm_s };
  guint n_times = G_N_ELEMENTS (times_s) - !self->task.is_training;
  g_autoptr (GPtrArray) row = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (row, g_strdup_printf ("%u", plan->tp));
  g_ptr_array_add (row, g_strdup_printf ("%u", plan->pp));
  g_ptr_array_add (row, g_strdup_printf ("%u", plan->dp));
  g_ptr_array_add (row, weft_quantity_format (plan->n_tasks, WEFT_UNIT_COUNT));
  for (guint i = 0; i < n_times; i++)
    g_ptr_array_add (row, weft_quantity_format (without_dust (times_s[i], plan->time_s), WEFT_UNIT_S));
  g_ptr_array_add (row, weft_quantity_format (plan->memory_bytes, WEFT_UNIT_BYTES));
  if (!fits_all (self))
    g_ptr_array_add (row, g_strdup (plan->fits ? _("yes") : _("no")));
  g_ptr_array_add (row, NULL);
  weft_table_add_row (table, (const char *const *) row->pdata);
}

static void
print_plans (const WeftCliOptions *options, const Model *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Plans"));

  weft_table_add_column (table, "TP", WEFT_ALIGN_END);
  weft_table_add_column (table, "PP", WEFT_ALIGN_END);
  weft_table_add_column (table, "DP", WEFT_ALIGN_END);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Time"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Compute"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Tensor"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Sends"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Waiting"), WEFT_ALIGN_END);
  if (self->task.is_training)
    weft_table_add_column (table, _("Gradients"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Fullest Chip"), WEFT_ALIGN_END);
  if (!fits_all (self))
    weft_table_add_column (table, _("Fits"), WEFT_ALIGN_START);
  for (guint i = 0; i < MIN (self->plans->len, MAX_PLANS); i++)
    add_plan (self, table, g_ptr_array_index (self->plans, i));
  weft_cli_print_table (options, table);
  if (self->plans->len > MAX_PLANS)
    weft_cli_print_more (self->plans->len - MAX_PLANS);
}

/* What speaks against the next best plans; --json says it of all. */
static void
print_reasons (const Model *self)
{
  for (guint i = 1; i < MIN (self->plans->len, MAX_REASONS + 1); i++)
    {
      const WeftLlmPlan *plan = g_ptr_array_index (self->plans, i);
      g_autofree char *head = g_strdup_printf ("TP %u, PP %u, DP %u: ", plan->tp, plan->pp, plan->dp);

      weft_cli_print_wrapped (head, "  ", plan->why);
    }
}

static void
print_words (const WeftCliOptions *options, const Model *self)
{
  const WeftLlmPlan *best = g_ptr_array_index (self->plans, 0);
  g_autoptr (GPtrArray) notes = all_notes (self);
  g_autofree char *head = g_strdup_printf (_("%s on “%s”: TP %u, PP %u, DP %u"), self->source.name,
                                           weft_design_get_name (self->machine.design), best->tp, best->pp, best->dp);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, head);
  g_print ("\n");
  weft_cli_print_wrapped ("", "", best->why);
  if (best->step_s > 0)
    {
      g_autofree char *step = weft_quantity_format (best->step_s, WEFT_UNIT_S);

      g_print (_("From one new token to the next: %s\n"), step);
    }
  g_print ("\n");
  print_plans (options, self);
  g_print ("\n");
  print_reasons (self);
  weft_cli_print_notes (options, notes);
}

static void
print_json (const Model *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (GPtrArray) notes = all_notes (self);
  const WeftLlmPlan *best = g_ptr_array_index (self->plans, 0);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "model", self->source.name);
  json_object_set_int_member (object, "tp", best->tp);
  json_object_set_int_member (object, "pp", best->pp);
  json_object_set_int_member (object, "dp", best->dp);
  json_object_set_int_member (object, "tasks", best->n_tasks);
  json_object_set_int_member (object, "devices", self->machine.platform->n_devices);
  weft_json_set_number (object, "time_s", best->time_s);
  json_object_set_string_member (object, "why", best->why);
  json_object_set_array_member (object, "plans", weft_llm_plans_to_json (self->plans, self->machine.platform));
  json_object_set_array_member (object, "notes", weft_json_strings (notes));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* --- files --- */

static WeftTaskGraph *
make_graph (const Model *self, const WeftCliMap *map, const WeftLlmPlan *plan, GError **error)
{
  const WeftGenerator *generator = weft_generator_find ("llm", error);
  g_autoptr (JsonObject) params = weft_llm_plan_params (plan, &self->task);

  if (generator == NULL)
    return NULL;
  json_object_set_string_member (params, g_file_test (map->model, G_FILE_TEST_EXISTS) ? "config" : "model",
                                 map->model);
  return weft_generator_make (generator, params, weft_evaluator_get_catalog (self->machine.evaluator), NULL, error);
}

/* The schedule of the best plan, each task where its rank is placed. */
static int
write_files (const Model *self, const WeftCliMap *map)
{
  const WeftLlmPlan *plan = g_ptr_array_index (self->plans, 0);
  const WeftCliMachine *machine = &self->machine;
  WeftMapOptions options = { .device_of_rank = plan->devices, .n_ranks = plan->tp * plan->pp * plan->dp };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTaskGraph) graph = make_graph (self, map, plan, &error);
  g_autoptr (WeftMapProblem) mean = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (WeftMapReport) report = NULL;

  if (graph == NULL
      || (mean = weft_map_problem_on (graph, machine->platform, machine->inventory, NULL, NULL, &error)) == NULL
      || (problem = weft_map_problem_for_ranks (mean, options.device_of_rank, options.n_ranks, &error)) == NULL
      || (result = weft_map (problem, WEFT_MAP_RANKS, &options, NULL, &error)) == NULL)
    return weft_cli_fail_mapping (error);
  report = weft_map_report_new (problem, result->schedule, machine->flat, NULL);
  return weft_cli_write_map_files (map, problem, result, report) ? WEFT_EXIT_DONE : WEFT_EXIT_BAD;
}

int
weft_cli_map_model (const WeftCliOptions *options, const WeftCliMap *map)
{
  g_auto (Model) self = { 0 };
  int status = weft_cli_machine_read (&self.machine, options, options->arguments[0]);

  if (status == WEFT_EXIT_DONE)
    status = make_plans (&self, map);
  if (status == WEFT_EXIT_DONE && (map->schedule != NULL || map->trace != NULL || map->gantt != NULL))
    status = write_files (&self, map);
  if (status != WEFT_EXIT_DONE)
    return status;
  if (options->json)
    print_json (&self);
  else if (!weft_cli_map_is_piped (map))
    print_words (options, &self);
  return WEFT_EXIT_DONE;
}
