/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads for a command: from a file, or from a recipe in short; and their figures on the terminal. */
#include "cli/weft-cli-workload.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "workload/weft-workload-file.h"

/* Rows of a table that a terminal shows; --json has all. */
#define MAX_ROWS 40

/* --- recipes in short --- */

static const WeftParameter *
find_parameter (const WeftGenerator *generator, const char *key)
{
  for (guint i = 0; i < generator->n_params; i++)
    if (g_str_equal (generator->params[i].key, key))
      return &generator->params[i];
  return NULL;
}

/* "n=64": a value of a key that the generator does not have is left to its own check. */
static gboolean
read_pair (const WeftGenerator *generator, const char *pair, JsonObject *params, GError **error)
{
  const char *equals = strchr (pair, '=');
  g_autofree char *key = equals != NULL ? g_strndup (pair, equals - pair) : NULL;
  const WeftParameter *param;
  JsonNode *value;

  if (key == NULL)
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, _("%s: found “%s”, expected KEY=VALUE"),
                   generator->id, pair);
      return FALSE;
    }
  if (json_object_has_member (params, key))
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, _("%s: “%s” is there twice"), generator->id,
                   key);
      return FALSE;
    }
  param = find_parameter (generator, key);
  if (param == NULL)
    {
      json_object_set_null_member (params, key);
      return TRUE;
    }
  value = weft_parameter_parse (param, equals + 1, error);
  if (value == NULL)
    {
      g_prefix_error (error, "%s: ", generator->id);
      return FALSE;
    }
  json_object_set_member (params, key, value);
  return TRUE;
}

/* "hpcg" or "hpcg:n=64,iterations=50" */
static WeftTaskGraph *
make_short (const char *text, WeftCatalog *catalog, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *id = colon != NULL ? g_strndup (text, colon - text) : g_strdup (text);
  g_auto (GStrv) pairs = g_strsplit (colon != NULL ? colon + 1 : "", ",", -1);
  g_autoptr (JsonObject) params = json_object_new ();
  const WeftGenerator *generator = weft_generator_find (id, error);

  if (generator == NULL)
    return NULL;
  for (char **pair = pairs; *pair != NULL; pair++)
    if (!read_pair (generator, *pair, params, error))
      return NULL;
  return weft_generator_make (generator, params, catalog, NULL, error);
}

static gboolean
is_short (const char *text)
{
  g_autofree char *id = g_strndup (text, strcspn (text, ":"));

  return !g_file_test (text, G_FILE_TEST_EXISTS)
         && (strchr (text, ':') != NULL || weft_generator_find (id, NULL) != NULL);
}

WeftTaskGraph *
weft_cli_read_workload (const char *text, WeftCatalog *catalog, GPtrArray *notes, GError **error)
{
  WeftTaskGraph *graph = is_short (text) ? make_short (text, catalog, error)
                                         : weft_workload_load (text, NULL, catalog, notes, NULL, error);

  if (graph != NULL)
    weft_cli_add_notes (graph, notes);
  return graph;
}

void
weft_cli_add_notes (const WeftTaskGraph *graph, GPtrArray *notes)
{
  for (guint i = 0; graph->notes != NULL && graph->notes[i] != NULL; i++)
    g_ptr_array_add (notes, g_strdup (graph->notes[i]));
}

/* --- the figures --- */

static void
print_line (const char *title, double value, WeftUnit unit)
{
  g_autofree char *text = weft_quantity_format (value, unit);

  g_print ("%s: %s\n", title, text);
}

static WeftTable *
make_kernel_table (const WeftTaskSummary *summary)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Kernel"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Tasks"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Operations"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Memory Traffic"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Network"), WEFT_ALIGN_END);
  for (guint i = 0; i < MIN (summary->kernels->len, MAX_ROWS); i++)
    {
      const WeftKernelSum *sum = &g_array_index (summary->kernels, WeftKernelSum, i);
      g_autofree char *n_tasks = weft_quantity_format (sum->n_tasks, WEFT_UNIT_COUNT);
      g_autofree char *flops = weft_quantity_format (sum->flops, WEFT_UNIT_FLOP);
      g_autofree char *bytes = weft_quantity_format (sum->bytes, WEFT_UNIT_BYTES);
      g_autofree char *comm = weft_quantity_format (sum->comm_bytes, WEFT_UNIT_BYTES);
      const char *cells[] = { sum->kernel, n_tasks, flops, bytes, comm, NULL };

      weft_table_add_row (table, cells);
    }
  return table;
}

/* "20.7 GFLOP (fp64)", or all formats that it is done in. */
static void
print_operations (const WeftTaskSummary *summary)
{
  g_autofree char *total = weft_quantity_format (weft_task_summary_total_flops (summary), WEFT_UNIT_FLOP);
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    n += summary->flops[d] > 0;
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    if (summary->flops[d] > 0)
      {
        g_autofree char *flops = weft_quantity_format (summary->flops[d], WEFT_UNIT_FLOP);

        g_string_append_printf (list, "%s%s%s%s", list->len > 0 ? ", " : "", weft_dtype_nick (d), n > 1 ? " " : "",
                                n > 1 ? flops : "");
      }
  if (n > 0)
    g_print (_("Operations: %s (%s)\n"), total, list->str);
  else
    g_print (_("Operations: %s\n"), total);
}

/* Of files of other programs often nothing else is known. */
static void
print_given_times (const WeftTaskSummary *summary)
{
  for (guint i = 0; i < summary->times->len; i++)
    {
      const WeftTimeSum *sum = &g_array_index (summary->times, WeftTimeSum, i);
      g_autofree char *tasks = weft_quantity_format (sum->n_tasks, WEFT_UNIT_COUNT);
      g_autofree char *time = weft_quantity_format (sum->time_s, WEFT_UNIT_S);

      if (g_str_equal (sum->device_class, "*"))
        g_print (ngettext ("Given times on any device: %s for %s task\n",
                           "Given times on any device: %s for %s tasks\n", sum->n_tasks),
                 time, tasks);
      else
        g_print (ngettext ("Given times on “%s”: %s for %s task\n", "Given times on “%s”: %s for %s tasks\n",
                           sum->n_tasks),
                 sum->device_class, time, tasks);
    }
}

static void
print_shape (const WeftTaskSummary *summary)
{
  g_autofree char *levels = weft_quantity_format (summary->n_levels, WEFT_UNIT_COUNT);
  g_autofree char *width = weft_quantity_format (summary->max_width, WEFT_UNIT_COUNT);

  print_line (_("Tasks"), summary->graph->n_tasks, WEFT_UNIT_COUNT);
  print_line (_("Edges"), summary->graph->n_edges, WEFT_UNIT_COUNT);
  if (summary->graph->n_groups > 0)
    print_line (_("Collectives"), summary->graph->n_groups, WEFT_UNIT_COUNT);
  g_print (_("Longest chain: %s; widest level: %s\n"), levels, width);
}

void
weft_cli_print_summary (const WeftCliOptions *options, const WeftTaskSummary *summary)
{
  const WeftTaskGraph *graph = summary->graph;
  g_autoptr (WeftTable) table = make_kernel_table (summary);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, graph->name);
  g_print ("\n");
  if (graph->source != NULL)
    weft_cli_print_wrapped ("", "", graph->source);
  print_shape (summary);
  print_operations (summary);
  print_given_times (summary);
  print_line (_("Memory traffic"), summary->bytes_read + summary->bytes_written, WEFT_UNIT_BYTES);
  print_line (_("Bytes along edges"), summary->edge_bytes, WEFT_UNIT_BYTES);
  if (graph->n_regions > 0)
    print_line (_("Data that stays on devices"), summary->region_bytes, WEFT_UNIT_BYTES);
  print_line (_("Memory of this graph itself"), weft_task_graph_footprint (graph), WEFT_UNIT_BYTES);
  g_print ("\n");
  weft_cli_print_table (options, table);
  if (summary->kernels->len > MAX_ROWS)
    weft_cli_print_more (summary->kernels->len - MAX_ROWS);
}

void
weft_cli_print_more (guint n)
{
  g_autofree char *more = weft_quantity_format (n, WEFT_UNIT_COUNT);

  g_print (_("and %s more; --json has all\n"), more);
}

void
weft_cli_print_notes (const WeftCliOptions *options, GPtrArray *notes)
{
  g_print ("%s", notes->len > 0 ? "\n" : "");
  for (guint i = 0; i < notes->len; i++)
    weft_cli_print_wrapped ("• ", "  ", g_ptr_array_index (notes, i));
}
