/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a schedule means, in words: its critical path, devices, kernels and links. */
#include "cli/weft-cli-map.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-quantity.h"

/* Rows of a table that a terminal shows; --json has all. */
#define MAX_ROWS 12

/* What is printed. */
typedef struct
{
  const WeftCliOptions *options;
  const WeftMapProblem *problem;
  const WeftSchedule *schedule;
  const WeftMapReport *report;
  const WeftFlat *flat;
} Printer;

/* --- the critical path --- */

/* Steps of one kernel. */
typedef struct
{
  const char *kernel;
  guint n;
  double work_s;
  double comm_s;
} PathSum;

static int
compare_path_sums_cb (gconstpointer a, gconstpointer b)
{
  const PathSum *one = a;
  const PathSum *other = b;
  double one_s = one->work_s + one->comm_s, other_s = other->work_s + other->comm_s;

  return one_s != other_s ? (one_s > other_s ? -1 : 1) : strcmp (one->kernel, other->kernel);
}

static PathSum *
find_path_sum (GArray *sums, GHashTable *places, const char *kernel)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, kernel));
  const PathSum none = { .kernel = kernel };

  if (place == 0)
    {
      g_array_append_val (sums, none);
      place = sums->len;
      g_hash_table_insert (places, (gpointer) kernel, GUINT_TO_POINTER (place));
    }
  return &g_array_index (sums, PathSum, place - 1);
}

/* (transfer full) (element-type PathSum): those that take longest first */
static GArray *
sum_path (const Printer *self)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (PathSum));
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->report->path->len; i++)
    {
      const WeftPathStep *step = &g_array_index (self->report->path, WeftPathStep, i);
      PathSum *sum = find_path_sum (sums, places, weft_task_graph_kernel (self->problem->graph, step->task));

      sum->n++;
      sum->work_s += self->schedule->finish_s[step->task] - self->schedule->start_s[step->task];
      sum->comm_s += step->comm_s;
    }
  g_array_sort (sums, compare_path_sums_cb);
  return sums;
}

static void
print_path_line (const Printer *self, const GArray *sums)
{
  const GArray *path = self->report->path;
  const WeftTaskGraph *graph = self->problem->graph;
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *work = NULL;
  g_autofree char *comm = NULL;
  g_autofree char *n = weft_quantity_format (path->len, WEFT_UNIT_COUNT);
  double work_s = 0, comm_s = 0;

  if (path->len == 0)
    return;
  for (guint i = 0; i < sums->len; i++)
    {
      work_s += g_array_index (sums, PathSum, i).work_s;
      comm_s += g_array_index (sums, PathSum, i).comm_s;
    }
  first = weft_task_graph_task_name (graph, g_array_index (path, WeftPathStep, 0).task);
  last = weft_task_graph_task_name (graph, g_array_index (path, WeftPathStep, path->len - 1).task);
  work = weft_quantity_format (work_s, WEFT_UNIT_S);
  comm = weft_quantity_format (comm_s, WEFT_UNIT_S);
  g_print (ngettext ("Critical path: %s task, from “%s” to “%s”; %s of work and %s of transfers\n",
                     "Critical path: %s tasks, from “%s” to “%s”; %s of work and %s of transfers\n", path->len),
           n, first, last, work, comm);
}

static void
print_path_table (const Printer *self, const GArray *sums)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Critical Path"));

  weft_table_add_column (table, _("Kernel"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Work"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Transfers"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (sums->len, MAX_ROWS); i++)
    {
      const PathSum *sum = &g_array_index (sums, PathSum, i);
      g_autofree char *n = weft_quantity_format (sum->n, WEFT_UNIT_COUNT);
      g_autofree char *work = weft_quantity_format (sum->work_s, WEFT_UNIT_S);
      g_autofree char *comm = weft_quantity_format (sum->comm_s, WEFT_UNIT_S);
      const char *cells[] = { sum->kernel, n, work, comm, NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (self->options, table);
  if (sums->len > MAX_ROWS)
    weft_cli_print_more (sums->len - MAX_ROWS);
}

/* --- devices --- */

static int
compare_loads_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftDeviceLoad *loads = data;
  guint one = *(const guint *) a, other = *(const guint *) b;

  if (loads[one].busy_s != loads[other].busy_s)
    return loads[one].busy_s > loads[other].busy_s ? -1 : 1;
  if (loads[one].n_tasks != loads[other].n_tasks)
    return loads[one].n_tasks > loads[other].n_tasks ? -1 : 1;
  return one < other ? -1 : 1;
}

/* Devices with tasks, the busiest first. (transfer full) (element-type guint) */
static GArray *
find_busy (const WeftMapReport *report)
{
  GArray *busy = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < report->n_devices; p++)
    if (report->loads[p].n_tasks > 0)
      g_array_append_val (busy, p);
  g_array_sort_with_data (busy, compare_loads_cb, report->loads);
  return busy;
}

static void
add_load (const Printer *self, WeftTable *table, guint device)
{
  const WeftPlatform *platform = self->problem->platform;
  const WeftDeviceLoad *load = &self->report->loads[device];
  g_autofree char *tasks = weft_quantity_format (load->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *busy = weft_quantity_format (load->busy_s, WEFT_UNIT_S);
  g_autofree char *holds = weft_quantity_format (load->resident_bytes, WEFT_UNIT_BYTES);
  const char *cells[] = { platform->device_name[device], platform->class_name[platform->class_of[device]], tasks, busy,
                          holds, NULL };

  weft_table_add_row (table, cells);
}

static void
print_loads (const Printer *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Busiest Devices"));
  g_autoptr (GArray) busy = find_busy (self->report);
  guint n_empty = self->report->n_devices - busy->len;
  g_autofree char *empty = weft_quantity_format (n_empty, WEFT_UNIT_COUNT);
  g_autofree char *all = weft_quantity_format (self->report->n_devices, WEFT_UNIT_COUNT);

  weft_table_add_column (table, _("Device"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Chip"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Holds"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (busy->len, MAX_ROWS); i++)
    add_load (self, table, g_array_index (busy, guint, i));
  weft_cli_print_table (self->options, table);
  if (busy->len > MAX_ROWS)
    weft_cli_print_more (busy->len - MAX_ROWS);
  if (n_empty > 0)
    g_print (ngettext ("%s of %s devices has no task\n", "%s of %s devices have no task\n", n_empty), empty, all);
}

/* --- kernels --- */

static void
add_placement (const Printer *self, WeftTable *table, guint kernel)
{
  guint n_classes = self->report->n_classes;
  const WeftPlacementCell *cells = self->report->cells + (gsize) kernel * n_classes;
  g_autoptr (GPtrArray) row = g_ptr_array_new_with_free_func (g_free);
  double n_tasks = 0, busy_s = 0;

  for (guint c = 0; c < n_classes; c++)
    {
      n_tasks += cells[c].n_tasks;
      busy_s += cells[c].busy_s;
    }
  g_ptr_array_add (row, g_strdup (self->report->kernels->pdata[kernel]));
  g_ptr_array_add (row, weft_quantity_format (n_tasks, WEFT_UNIT_COUNT));
  g_ptr_array_add (row, weft_quantity_format (busy_s, WEFT_UNIT_S));
  for (guint c = 0; c < n_classes; c++)
    g_ptr_array_add (row, g_strdup_printf ("%.1f %%", n_tasks > 0 ? 100 * cells[c].n_tasks / n_tasks : 0));
  g_ptr_array_add (row, NULL);
  weft_table_add_row (table, (const char *const *) row->pdata);
}

/* Rows of kernels, columns of chips, as in CHASE, table 7. */
static void
print_placement (const Printer *self)
{
  const WeftPlatform *platform = self->problem->platform;
  g_autoptr (WeftTable) table = weft_table_new (_("Kernels and Chips"));
  guint n = self->report->kernels->len;

  weft_table_add_column (table, _("Kernel"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  for (guint c = 0; c < self->report->n_classes; c++)
    weft_table_add_column (table, platform->class_name[c], WEFT_ALIGN_END);
  for (guint k = 0; k < MIN (n, 2 * MAX_ROWS); k++)
    add_placement (self, table, k);
  weft_cli_print_table (self->options, table);
  if (n > 2 * MAX_ROWS)
    weft_cli_print_more (n - 2 * MAX_ROWS);
}

/* --- links --- */

static void
print_links (const Printer *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Links with Most Bytes"));
  const GArray *links = self->report->links;

  weft_table_add_column (table, _("From"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("To"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Bytes"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Messages"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (links->len, MAX_ROWS / 2); i++)
    {
      const WeftLinkLoad *load = &g_array_index (links, WeftLinkLoad, i);
      g_autofree char *from = weft_flat_device_name (self->flat, load->from);
      g_autofree char *to = weft_flat_device_name (self->flat, load->to);
      g_autofree char *bytes = weft_quantity_format (load->bytes, WEFT_UNIT_BYTES);
      g_autofree char *messages = weft_quantity_format (load->n_messages, WEFT_UNIT_COUNT);
      const char *cells[] = { from, to, bytes, messages, NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (self->options, table);
  if (links->len > MAX_ROWS / 2)
    weft_cli_print_more (links->len - MAX_ROWS / 2);
}

/* --- all of it --- */

void
weft_cli_print_map_report (const WeftCliOptions *options, const WeftMapProblem *problem, const WeftSchedule *schedule,
                           const WeftMapReport *report, const WeftFlat *flat)
{
  const Printer self = { options, problem, schedule, report, flat };
  g_autofree char *moved = weft_quantity_format (report->moved_bytes, WEFT_UNIT_BYTES);
  g_autoptr (GArray) sums = sum_path (&self);

  if (schedule->n_tasks == 0)
    return;
  g_print ("\n");
  print_path_line (&self, sums);
  g_print (_("Between devices: %s; the devices are busy %.1f %% of the time\n\n"), moved, 100 * report->utilisation);
  print_path_table (&self, sums);
  g_print ("\n");
  print_loads (&self);
  g_print ("\n");
  print_placement (&self);
  if (report->links->len > 0)
    {
      g_print ("\n");
      print_links (&self);
    }
}
