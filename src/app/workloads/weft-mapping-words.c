/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities and where they come from. */
#include "config.h"

#include "app/workloads/weft-mapping-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-quantity.h"

static void
free_fact (gpointer data)
{
  WeftFact *fact = data;

  g_free (fact->name);
  g_free (fact->value);
  g_free (fact->tip);
  g_free (fact);
}

GPtrArray *
weft_facts_new (void)
{
  return g_ptr_array_new_with_free_func (free_fact);
}

void
weft_fact_add (GPtrArray *facts, const char *name, char *value, const char *tip)
{
  WeftFact *fact = g_new0 (WeftFact, 1);

  fact->name = g_strdup (name);
  fact->value = value;
  fact->tip = g_strdup (tip);
  g_ptr_array_add (facts, fact);
}

void
weft_fact_add_quantity (GPtrArray *facts, const char *name, double value, WeftUnit unit, const char *tip)
{
  weft_fact_add (facts, name, weft_quantity_format (value, unit), tip);
}

/* Dtypes that have operations, "bf16 12 TFLOP, fp32 …". (transfer full) */
static char *
list_dtypes (const WeftTaskSummary *summary)
{
  GString *text = g_string_new (NULL);

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    if (summary->flops[d] > 0)
      {
        g_autofree char *flops = weft_quantity_format (summary->flops[d], WEFT_UNIT_FLOP);

        g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "", weft_dtype_nick (d), flops);
      }
  return g_string_free (text, FALSE);
}

GPtrArray *
weft_facts_of_workload (const WeftTaskSummary *summary)
{
  GPtrArray *facts = weft_facts_new ();
  double flops = weft_task_summary_total_flops (summary);
  g_autofree char *dtypes = list_dtypes (summary);

  weft_fact_add_quantity (facts, _("Tasks"), summary->graph->n_tasks, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Edges"), summary->graph->n_edges, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Levels"), summary->n_levels, WEFT_UNIT_COUNT, _("Tasks on the longest way"));
  weft_fact_add_quantity (facts, _("Widest level"), summary->max_width, WEFT_UNIT_COUNT,
                _("More devices than this cannot be busy at once"));
  if (flops > 0)
    weft_fact_add_quantity (facts, _("Operations"), flops, WEFT_UNIT_FLOP, dtypes);
  if (summary->bytes_read + summary->bytes_written > 0)
    weft_fact_add_quantity (facts, _("Memory traffic"), summary->bytes_read + summary->bytes_written, WEFT_UNIT_BYTES,
                  _("Read and written by all tasks together"));
  weft_fact_add_quantity (facts, _("Along edges"), summary->edge_bytes, WEFT_UNIT_BYTES,
                _("What passes from task to task, on one device or between two"));
  if (summary->comm_bytes > 0)
    weft_fact_add_quantity (facts, _("Collectives"), summary->comm_bytes, WEFT_UNIT_BYTES, NULL);
  if (summary->region_bytes > 0)
    weft_fact_add_quantity (facts, _("Data that stays"), summary->region_bytes, WEFT_UNIT_BYTES,
                  _("Held once by each device whose tasks use it, such as weights or rows of a matrix"));
  return facts;
}

char *
weft_words_for_gap (const WeftMapResult *result)
{
  double gap = result->bound_s > 0 ? result->schedule->makespan_s / result->bound_s - 1 : NAN;

  if (!isfinite (gap))
    return NULL;
  if (gap < 5e-6)
    return g_strdup (_("none"));
  return g_strdup_printf (gap < 1 ? "+%.2f %%" : "+%.0f %%", 100 * gap);
}

/* "critical path", as the library has it, in the user's language. (nullable) */
static const char *
word_bound (const WeftMapResult *result)
{
  return result->bound_kind != NULL ? g_dgettext ("weft", result->bound_kind) : NULL;
}

static guint
count_used (const WeftMapReport *report)
{
  guint n = 0;

  for (guint d = 0; d < report->n_devices; d++)
    n += report->loads[d].n_tasks > 0;
  return n;
}

static void
add_bound (GPtrArray *facts, WeftMapOutcome *mapping)
{
  const WeftMapResult *result = weft_map_outcome_get_result (mapping);
  char *gap = weft_words_for_gap (result);

  if (gap == NULL)
    return;
  weft_fact_add (facts, _("Lower bound"), weft_gantt_format_time (weft_map_outcome_get_chart (mapping), result->bound_s),
            word_bound (result));
  weft_fact_add (facts, _("Above the bound"), gap,
            result->is_proved ? _("Proved: no schedule is shorter")
                              : _("No schedule can be shorter by more than this"));
}

GPtrArray *
weft_facts_of_mapping (WeftMapOutcome *mapping)
{
  const WeftMapResult *result = weft_map_outcome_get_result (mapping);
  const WeftMapReport *report = weft_map_outcome_get_report (mapping);
  GPtrArray *facts = weft_facts_new ();

  weft_fact_add (facts, _("Algorithm"), weft_map_outcome_dup_title (mapping),
            weft_map_algorithm_info (result->algorithm)->source);
  weft_fact_add (facts, _("Makespan"), weft_map_outcome_dup_makespan (mapping), _("When the last task is done"));
  add_bound (facts, mapping);
  weft_fact_add (facts, _("Devices used"), g_strdup_printf (_("%u of %u"), count_used (report), report->n_devices), NULL);
  weft_fact_add (facts, _("Busy"), g_strdup_printf ("%.1f %%", 100 * report->utilisation),
            _("Of the time of all devices"));
  weft_fact_add_quantity (facts, _("Bytes moved"), report->moved_bytes, WEFT_UNIT_BYTES,
                          _("Between different devices"));
  weft_fact_add_quantity (facts, _("Messages"), (double) report->moved_messages, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Critical path"), report->path->len, WEFT_UNIT_COUNT,
                          _("Tasks that the makespan waits for"));
  weft_fact_add_quantity (facts, _("Mapper time"), result->mapper_s, WEFT_UNIT_S, _("Processor time, without reading"));
  if (result->n_states > 0)
    weft_fact_add_quantity (facts, _("States visited"), (double) result->n_states, WEFT_UNIT_COUNT, NULL);
  if (isfinite (result->gap_locality))
    weft_fact_add (facts, _("Price of locality"), g_strdup_printf ("%+.2f %%", 100 * result->gap_locality),
              _("Makespan against that of the exact rule"));
  return facts;
}

GPtrArray *
weft_notes_of_mapping (WeftMapOutcome *mapping)
{
  WeftMapGround *ground = weft_map_outcome_get_ground (mapping);
  const GPtrArray *sources[] = { weft_map_outcome_get_result (mapping)->notes, ground->notes, ground->machine->notes };
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    for (guint i = 0; sources[s] != NULL && i < sources[s]->len; i++)
      g_ptr_array_add (notes, g_strdup (sources[s]->pdata[i]));
  return notes;
}
