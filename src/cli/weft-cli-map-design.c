/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map WORKLOAD DESIGN`: a workload on the devices of a design: what the mapper found and what that means for
 * devices, links and kernels; and the files that are asked for. */
#include "cli/weft-cli-map.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-export.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-report.h"
#include "mapper/weft-map-result-json.h"

/* Rows of a table that a terminal shows; --json has all. */
#define MAX_ROWS 12

typedef struct
{
  WeftEvaluator *evaluator;
  WeftInventory *inventory;
  WeftDesign *design;
  WeftTaskGraph *graph;
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftMapProblem *problem;
  WeftMapResult *result;
  WeftMapReport *report;
  GPtrArray *notes;
} Mapping;

static void
mapping_clear (Mapping *self)
{
  g_clear_pointer (&self->report, weft_map_report_free);
  g_clear_pointer (&self->result, weft_map_result_free);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_object (&self->design);
  g_clear_object (&self->inventory);
  g_clear_object (&self->evaluator);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mapping, mapping_clear)

/* --- reading --- */

static int
read_design (Mapping *self, const WeftCliOptions *options, const char *path)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  const char *profile = options->profile;

  self->evaluator = weft_cli_evaluator (options);
  if (self->evaluator == NULL || !weft_cli_components (self->evaluator))
    return WEFT_EXIT_BAD;
  switch (weft_cli_read_design (path, violations, &self->design))
    {
    case WEFT_READ_DONE:
      break;
    case WEFT_READ_STRUCTURE:
      weft_cli_print_violations (options, violations);
      return WEFT_EXIT_NO;
    case WEFT_READ_FAILED:
    default:
      return WEFT_EXIT_BAD;
    }
  self->inventory = weft_evaluator_get_inventory (
      self->evaluator, profile != NULL ? profile : weft_design_get_profile (self->design), &error);
  if (self->inventory == NULL)
    return weft_cli_fail (error);
  g_object_ref (self->inventory);
  return WEFT_EXIT_DONE;
}

static int
fail_mapping (const GError *error)
{
  weft_cli_fail (error);
  return error->domain == WEFT_MAPPER_ERROR ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
}

static int
map_workload (Mapping *self, const WeftCliMap *map, const char *workload)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) knobs = NULL;
  WeftCatalog *catalog = weft_evaluator_get_catalog (self->evaluator);

  if (map->knobs != NULL && (knobs = weft_json_load (map->knobs, NULL, &error)) == NULL)
    return weft_cli_fail (error);
  if ((self->graph = weft_cli_read_workload (workload, catalog, self->notes, &error)) == NULL
      || (self->flat = weft_machine_flatten (self->design, self->inventory, &error)) == NULL)
    return weft_cli_fail (error);
  if ((self->platform = weft_platform_from_flat (self->flat, self->inventory, self->notes, NULL, &error)) == NULL
      || (self->problem = weft_map_problem_on (self->graph, self->platform, self->inventory, knobs, self->notes,
                                               &error))
             == NULL
      || (self->result = weft_map (self->problem, map->algorithm, &map->options, NULL, &error)) == NULL)
    return fail_mapping (error);
  self->report = weft_map_report_new (self->problem, self->result->schedule, self->flat, NULL);
  return WEFT_EXIT_DONE;
}

/* --- printing --- */

static void
print_loads (const WeftCliOptions *options, const Mapping *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Devices"));

  weft_table_add_column (table, _("Device"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Chip"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Busy"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Holds"), WEFT_ALIGN_END);
  for (guint p = 0; p < MIN (self->report->n_devices, MAX_ROWS); p++)
    {
      const WeftDeviceLoad *load = &self->report->loads[p];
      g_autofree char *tasks = weft_quantity_format (load->n_tasks, WEFT_UNIT_COUNT);
      g_autofree char *busy = weft_quantity_format (load->busy_s, WEFT_UNIT_S);
      g_autofree char *holds = weft_quantity_format (load->resident_bytes, WEFT_UNIT_BYTES);
      const char *cells[] = { self->platform->device_name[p], self->platform->class_name[self->platform->class_of[p]],
                              tasks, busy, holds, NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
  if (self->report->n_devices > MAX_ROWS)
    g_print (_("and %u more; --json has all\n"), self->report->n_devices - MAX_ROWS);
}

static void
print_placement (const WeftCliOptions *options, const Mapping *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Kernels and Chips"));
  const WeftMapReport *report = self->report;
  guint n_classes = report->n_classes;

  weft_table_add_column (table, _("Kernel"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  for (guint c = 0; c < n_classes; c++)
    weft_table_add_column (table, self->platform->class_name[c], WEFT_ALIGN_END);
  for (guint k = 0; k < report->kernels->len; k++)
    {
      const WeftPlacementCell *cells = report->cells + (gsize) k * n_classes;
      g_autoptr (GPtrArray) row = g_ptr_array_new_with_free_func (g_free);
      double total = 0;

      for (guint c = 0; c < n_classes; c++)
        total += cells[c].n_tasks;
      g_ptr_array_add (row, g_strdup (report->kernels->pdata[k]));
      g_ptr_array_add (row, weft_quantity_format (total, WEFT_UNIT_COUNT));
      for (guint c = 0; c < n_classes; c++)
        g_ptr_array_add (row, g_strdup_printf ("%.1f %%", total > 0 ? 100 * cells[c].n_tasks / total : 0));
      g_ptr_array_add (row, NULL);
      weft_table_add_row (table, (const char *const *) row->pdata);
    }
  weft_cli_print_table (options, table);
}

static void
print_links (const WeftCliOptions *options, const Mapping *self)
{
  g_autoptr (WeftTable) table = weft_table_new (_("Links with Most Bytes"));

  weft_table_add_column (table, _("From"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("To"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Bytes"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Messages"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (self->report->links->len, MAX_ROWS / 2); i++)
    {
      const WeftLinkLoad *load = &g_array_index (self->report->links, WeftLinkLoad, i);
      g_autofree char *from = weft_flat_device_name (self->flat, load->from);
      g_autofree char *to = weft_flat_device_name (self->flat, load->to);
      g_autofree char *bytes = weft_quantity_format (load->bytes, WEFT_UNIT_BYTES);
      g_autofree char *messages = weft_quantity_format (load->n_messages, WEFT_UNIT_COUNT);
      const char *cells[] = { from, to, bytes, messages, NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
}

/* The critical path by kernel: the share of the makespan that its tasks take, and what transfers add. */
static void
print_path (const Mapping *self)
{
  const WeftSchedule *schedule = self->result->schedule;
  double work_s = 0, comm_s = 0;
  g_autofree char *work = NULL;
  g_autofree char *comm = NULL;

  for (guint i = 0; i < self->report->path->len; i++)
    {
      const WeftPathStep *step = &g_array_index (self->report->path, WeftPathStep, i);

      work_s += schedule->finish_s[step->task] - schedule->start_s[step->task];
      comm_s += step->comm_s;
    }
  work = weft_quantity_format (work_s, WEFT_UNIT_S);
  comm = weft_quantity_format (comm_s, WEFT_UNIT_S);
  g_print (_("Critical path: %u tasks, %s of work and %s of transfers\n"), self->report->path->len, work, comm);
}

static void
print_words (const WeftCliOptions *options, const Mapping *self)
{
  g_autofree char *moved = weft_quantity_format (self->report->moved_bytes, WEFT_UNIT_BYTES);
  g_autofree char *tasks = weft_quantity_format (self->graph->n_tasks, WEFT_UNIT_COUNT);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, self->graph->name);
  g_print ("\n");
  g_print (_("%s tasks on %u devices of “%s”\n"), tasks, self->platform->n_devices,
           weft_design_get_name (self->design));
  weft_cli_print_map_result (options, self->problem, self->result, WEFT_UNIT_S);
  print_path (self);
  g_print (_("Between devices: %s; the devices are busy %.1f %% of the time\n\n"), moved,
           100 * self->report->utilisation);
  print_loads (options, self);
  g_print ("\n");
  print_placement (options, self);
  if (self->report->links->len > 0)
    {
      g_print ("\n");
      print_links (options, self);
    }
  weft_cli_print_notes (options, self->notes);
}

static void
print_json (const Mapping *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_map_result_to_json (self->result, self->problem);
  JsonArray *notes = json_object_get_array_member (object, "notes");

  weft_map_report_add_json (self->report, self->problem, self->result->schedule, self->flat, object);
  for (guint i = 0; i < self->notes->len; i++)
    json_array_add_string_element (notes, g_ptr_array_index (self->notes, i));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* --- files --- */

static gboolean
write_gantt (const Mapping *self, const WeftCliMap *map, GError **error)
{
  const WeftGanttPlan plan = { self->result, self->report };

  return weft_gantt_export (map->gantt, self->problem, &plan, 1, map->dark ? &weft_palette_dark : &weft_palette_light,
                            error);
}

static int
write_files (const Mapping *self, const WeftCliMap *map)
{
  g_autoptr (GError) error = NULL;

  if ((map->schedule != NULL && !weft_schedule_write (self->result, self->problem, map->schedule, &error))
      || (map->trace != NULL && !weft_map_write_trace (self->problem, self->result->schedule, map->trace, &error))
      || (map->gantt != NULL && !write_gantt (self, map, &error)))
    return weft_cli_fail (error);
  return WEFT_EXIT_DONE;
}

int
weft_cli_map_design (const WeftCliOptions *options, const WeftCliMap *map)
{
  g_auto (Mapping) self = { .notes = g_ptr_array_new_with_free_func (g_free) };
  int status = read_design (&self, options, options->arguments[1]);

  if (status == WEFT_EXIT_DONE)
    status = map_workload (&self, map, options->arguments[0]);
  if (status == WEFT_EXIT_DONE)
    status = write_files (&self, map);
  if (status != WEFT_EXIT_DONE)
    return status;
  if (options->json)
    print_json (&self);
  else
    print_words (options, &self);
  return WEFT_EXIT_DONE;
}
