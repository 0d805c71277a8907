/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of the tables; times of problems without a machine are numbers without a unit. */
#include "config.h"

#include "draw/workload/weft-mapping-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/weft-table-row-private.h"

#define EN_DASH "–"

static void
add_time (WeftTableRow *cells, const WeftMapProblem *problem, double time_s)
{
  if (isfinite (time_s) && problem->platform->device == NULL)
    g_ptr_array_add (cells, g_strdup_printf ("%.10g", time_s));
  else
    weft_table_row_add_quantity (cells, time_s, WEFT_UNIT_S);
}

/* (transfer full) */
static char *
name_device (const WeftPlatform *platform, guint device)
{
  if (platform->device_name != NULL && platform->device_name[device] != NULL)
    return g_strdup (platform->device_name[device]);
  return g_strdup_printf (_("Device %u"), device);
}

static const char *
name_class (const WeftPlatform *platform, guint class)
{
  return platform->class_name != NULL && platform->class_name[class] != NULL ? platform->class_name[class]
                                                                             : _("device");
}

/**
 * weft_map_result_title: (skip)
 * @result: what a mapper found
 *
 * Returns: (transfer full): the algorithm that found it, after the one that was asked for when that is another
 */
char *
weft_map_result_title (const WeftMapResult *result)
{
  const char *asked = weft_map_algorithm_info (result->asked)->title;
  const char *won = weft_map_algorithm_info (result->algorithm)->title;

  return result->asked == result->algorithm ? g_strdup (won) : g_strdup_printf ("%s: %s", asked, won);
}

/**
 * weft_table_kernels: (skip)
 * @summary: figures of a workload
 *
 * Returns: (transfer full): a row a kernel
 */
WeftTable *
weft_table_kernels (const WeftTaskSummary *summary)
{
  WeftTable *table = weft_table_new (_("Kernels"));
  double flops = weft_task_summary_total_flops (summary);

  weft_table_add_column (table, _("Kernel"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Operations"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Of all"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Memory traffic"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Network"), WEFT_ALIGN_END);
  for (guint i = 0; i < summary->kernels->len; i++)
    {
      const WeftKernelSum *sum = &g_array_index (summary->kernels, WeftKernelSum, i);
      WeftTableRow *cells = weft_table_row_new ();

      weft_table_row_add (cells, sum->kernel);
      weft_table_row_add_quantity (cells, sum->n_tasks, WEFT_UNIT_COUNT);
      weft_table_row_add_quantity (cells, sum->flops, WEFT_UNIT_FLOP);
      weft_table_row_add_percent (cells, sum->flops, flops);
      weft_table_row_add_quantity (cells, sum->bytes, WEFT_UNIT_BYTES);
      weft_table_row_add_quantity (cells, sum->comm_bytes, WEFT_UNIT_BYTES);
      weft_table_row_end (cells, table);
    }
  return table;
}

static double
count_tasks (const WeftMapReport *report, int kernel, int class)
{
  double n = 0;

  for (guint k = 0; k < report->kernels->len; k++)
    for (guint c = 0; c < report->n_classes; c++)
      if ((kernel < 0 || k == (guint) kernel) && (class < 0 || c == (guint) class))
        n += report->cells[(gsize) k * report->n_classes + c].n_tasks;
  return n;
}

/**
 * weft_table_placement: (skip)
 * @problem: what was mapped
 * @report: what the mapping means
 *
 * The layout of Table 7 of the CHASE paper (share of all tasks and of each kernel's tasks that lie on a tier of the
 * machine), with a row for each tier.
 *
 * Returns: (transfer full): a row a chip
 */
WeftTable *
weft_table_placement (const WeftMapProblem *problem, const WeftMapReport *report)
{
  WeftTable *table = weft_table_new (_("Placement"));

  weft_table_add_column (table, _("Chip"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("All tasks"), WEFT_ALIGN_END);
  for (guint k = 0; k < report->kernels->len; k++)
    weft_table_add_column (table, report->kernels->pdata[k], WEFT_ALIGN_END);
  for (guint c = 0; c < report->n_classes; c++)
    {
      WeftTableRow *cells = weft_table_row_new ();

      weft_table_row_add (cells, name_class (problem->platform, c));
      weft_table_row_add_quantity (cells, problem->platform->class_size[c], WEFT_UNIT_COUNT);
      weft_table_row_add_percent (cells, count_tasks (report, -1, (int) c), count_tasks (report, -1, -1));
      for (guint k = 0; k < report->kernels->len; k++)
        weft_table_row_add_percent (cells, count_tasks (report, (int) k, (int) c), count_tasks (report, (int) k, -1));
      weft_table_row_end (cells, table);
    }
  return table;
}

/**
 * weft_table_loads: (skip)
 * @problem: what was mapped
 * @schedule: the mapping
 * @report: what it means
 *
 * Returns: (transfer full): a row a device
 */
WeftTable *
weft_table_loads (const WeftMapProblem *problem, const WeftSchedule *schedule, const WeftMapReport *report)
{
  const WeftPlatform *platform = problem->platform;
  WeftTable *table = weft_table_new (_("Devices"));

  weft_table_add_column (table, _("Device"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Chip"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Of the time"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Holds"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Of its memory"), WEFT_ALIGN_END);
  for (guint d = 0; d < report->n_devices; d++)
    {
      const WeftDeviceLoad *load = &report->loads[d];
      double capacity = platform->capacity_bytes != NULL ? platform->capacity_bytes[platform->class_of[d]] : INFINITY;
      WeftTableRow *cells = weft_table_row_new ();

      g_ptr_array_add (cells, name_device (platform, d));
      weft_table_row_add (cells, name_class (platform, platform->class_of[d]));
      weft_table_row_add_quantity (cells, load->n_tasks, WEFT_UNIT_COUNT);
      add_time (cells, problem, load->busy_s);
      weft_table_row_add_percent (cells, load->busy_s, schedule->makespan_s);
      weft_table_row_add_quantity (cells, load->resident_bytes, WEFT_UNIT_BYTES);
      weft_table_row_add_percent (cells, load->resident_bytes, isfinite (capacity) ? capacity : 0);
      weft_table_row_end (cells, table);
    }
  return table;
}

/* An end of a link. (transfer full) */
static char *
name_end (const WeftMapProblem *problem, const WeftFlat *flat, const WeftLinkLoad *load, guint32 end)
{
  if (load->link != WEFT_FLAT_NONE && flat != NULL)
    return weft_flat_device_name (flat, end);
  return name_device (problem->platform, end);
}

/**
 * weft_table_links: (skip)
 * @problem: what was mapped
 * @report: what the mapping means
 * @flat: (nullable): the machine of the report
 * @most: rows at most, 0 for all
 *
 * Returns: (transfer full): a row a link with bytes on it, the most first
 */
WeftTable *
weft_table_links (const WeftMapProblem *problem, const WeftMapReport *report, const WeftFlat *flat, guint most)
{
  WeftTable *table = weft_table_new (_("Links"));
  guint n = most > 0 ? MIN (most, report->links->len) : report->links->len;

  weft_table_add_column (table, _("From"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("To"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Messages"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bytes"), WEFT_ALIGN_END);
  for (guint i = 0; i < n; i++)
    {
      const WeftLinkLoad *load = &g_array_index (report->links, WeftLinkLoad, i);
      WeftTableRow *cells = weft_table_row_new ();

      g_ptr_array_add (cells, name_end (problem, flat, load, load->from));
      g_ptr_array_add (cells, name_end (problem, flat, load, load->to));
      weft_table_row_add_quantity (cells, (double) load->n_messages, WEFT_UNIT_COUNT);
      weft_table_row_add_quantity (cells, load->bytes, WEFT_UNIT_BYTES);
      weft_table_row_end (cells, table);
    }
  return table;
}

/* How far a time is above a least one: "+4.1 %". */
static void
add_distance (WeftTableRow *cells, double time_s, double least_s)
{
  double above = least_s > 0 ? time_s / least_s - 1 : NAN;

  if (!isfinite (above))
    weft_table_row_add (cells, EN_DASH);
  else
    g_ptr_array_add (cells, above < 5e-6 ? g_strdup ("0 %") : g_strdup_printf ("+%.2f %%", 100 * above));
}

/**
 * weft_table_results: (skip)
 * @problem: what was mapped
 * @results: what mappers found
 * @reports: what it means; each (nullable)
 * @n: how many
 *
 * Returns: (transfer full): a row a result
 */
WeftTable *
weft_table_results (const WeftMapProblem *problem, const WeftMapResult *const *results,
                    const WeftMapReport *const *reports, guint n)
{
  WeftTable *table = weft_table_new (_("Algorithms"));
  double best_s = INFINITY, bound_s = 0;

  for (guint i = 0; i < n; i++)
    {
      best_s = MIN (best_s, results[i]->schedule->makespan_s);
      bound_s = MAX (bound_s, results[i]->bound_s);
    }
  weft_table_add_column (table, _("Algorithm"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Makespan"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Above the best"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Above the bound"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bytes moved"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Mapper time"), WEFT_ALIGN_END);
  for (guint i = 0; i < n; i++)
    {
      WeftTableRow *cells = weft_table_row_new ();

      g_ptr_array_add (cells, weft_map_result_title (results[i]));
      add_time (cells, problem, results[i]->schedule->makespan_s);
      add_distance (cells, results[i]->schedule->makespan_s, best_s);
      add_distance (cells, results[i]->schedule->makespan_s, bound_s);
      weft_table_row_add_quantity (cells, reports[i] != NULL ? reports[i]->moved_bytes : NAN, WEFT_UNIT_BYTES);
      weft_table_row_add_percent (cells, reports[i] != NULL ? reports[i]->utilisation : NAN, 1);
      weft_table_row_add_quantity (cells, results[i]->mapper_s, WEFT_UNIT_S);
      weft_table_row_end (cells, table);
    }
  return table;
}

/* What only some plans have: models that are trained reduce gradients, those that answer make tokens. */
typedef struct
{
  gboolean gradients;
  gboolean tokens;
} PlanColumns;

static PlanColumns
find_columns (const GPtrArray *plans)
{
  PlanColumns columns = { FALSE, FALSE };

  for (guint i = 0; i < plans->len; i++)
    {
      const WeftLlmPlan *plan = plans->pdata[i];

      columns.gradients |= plan->dp_comm_s > 0;
      columns.tokens |= plan->step_s > 0;
    }
  return columns;
}

static void
add_memory (WeftTableRow *cells, const WeftLlmPlan *plan)
{
  g_autofree char *used = weft_quantity_format (plan->memory_bytes, WEFT_UNIT_BYTES);
  g_autofree char *capacity = weft_quantity_format (plan->capacity_bytes, WEFT_UNIT_BYTES);

  /* Translators: a part of a device's memory, and all of it */
  g_ptr_array_add (cells, g_strdup_printf (_("%s of %s"), used, capacity));
}

static void
add_plan (WeftTable *table, PlanColumns columns, const WeftLlmPlan *plan)
{
  WeftTableRow *cells = weft_table_row_new ();
  const double degrees[] = { plan->tp, plan->pp, plan->dp, (double) plan->tp * plan->pp * plan->dp };
  const double parts[] = { plan->time_s, plan->compute_s, plan->tp_comm_s, plan->pp_comm_s, plan->bubble_s };

  for (guint i = 0; i < G_N_ELEMENTS (degrees); i++)
    weft_table_row_add_quantity (cells, degrees[i], WEFT_UNIT_COUNT);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    weft_table_row_add_quantity (cells, plan->fits ? parts[i] : NAN, WEFT_UNIT_S);
  if (columns.gradients)
    weft_table_row_add_quantity (cells, plan->fits ? plan->dp_comm_s : NAN, WEFT_UNIT_S);
  if (columns.tokens)
    weft_table_row_add_quantity (cells, plan->fits ? plan->step_s : NAN, WEFT_UNIT_S);
  add_memory (cells, plan);
  weft_table_row_add_quantity (cells, (double) plan->n_tasks, WEFT_UNIT_COUNT);
  weft_table_row_end (cells, table);
}

/**
 * weft_table_llm_plans: (skip)
 * @plans: (element-type WeftLlmPlan): plans, the best first
 *
 * Returns: (transfer full): a row a plan; its reason is a sentence and stands elsewhere
 */
WeftTable *
weft_table_llm_plans (const GPtrArray *plans)
{
  WeftTable *table = weft_table_new (_("Parallel plans"));
  PlanColumns columns = find_columns (plans);

  weft_table_add_column (table, _("TP"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("PP"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("DP"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Estimate"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Compute"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("TP traffic"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("PP traffic"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bubble"), WEFT_ALIGN_END);
  if (columns.gradients)
    weft_table_add_column (table, _("DP traffic"), WEFT_ALIGN_END);
  if (columns.tokens)
    weft_table_add_column (table, _("A token"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Memory"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  for (guint i = 0; i < plans->len; i++)
    add_plan (table, columns, plans->pdata[i]);
  return table;
}
