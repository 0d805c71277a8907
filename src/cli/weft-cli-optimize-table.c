/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the table that a command is given, as its options say. */
#include "cli/weft-cli-optimize.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_WEIGHTS 6

static gboolean
read_weights (const char *text, WeftHardwareWeights *weights)
{
  g_auto (GStrv) items = g_strsplit (text, ",", -1);
  double value[N_WEIGHTS];

  if (g_strv_length (items) != N_WEIGHTS)
    return FALSE;
  for (guint i = 0; i < N_WEIGHTS; i++)
    {
      char *end;

      value[i] = g_ascii_strtod (g_strstrip (items[i]), &end);
      if (end == items[i] || *end != '\0' || !isfinite (value[i]) || value[i] < 0)
        return FALSE;
    }
  *weights = (WeftHardwareWeights) { value[0], value[1], value[2], value[3], value[4], value[5] };
  return TRUE;
}

WeftTabulatedSpace *
weft_cli_load_table (const WeftCliTable *own)
{
  WeftTabulatedOptions options = { weft_hardware_default_weights, own->cost_max, own->power_max };
  g_autoptr (GError) error = NULL;
  WeftTabulatedSpace *table;

  if (own->weights != NULL && !read_weights (own->weights, &options.weights))
    {
      weft_cli_refuse (_("--weights: found “%s”, expected six numbers of 0 or more for time, cost, power, idle time, "
                         "queueing and remote memory, such as “1,0.6,0.3,0.15,0.1,0.1”"), own->weights);
      return NULL;
    }
  if (!(own->cost_max >= 0) || !(own->power_max >= 0) || !isfinite (own->cost_max + own->power_max))
    {
      weft_cli_refuse (_("--cost-max and --power-max: found %g and %g, expected numbers above 0, or 0 for the largest of "
                         "the table"), own->cost_max, own->power_max);
      return NULL;
    }
  table = weft_tabulated_space_load (own->path, &options, &error);
  if (table == NULL)
    weft_cli_fail (error);
  return table;
}

gboolean
weft_cli_table_start (const WeftCliTable *own, WeftTabulatedSpace *table, WeftHardwareChoice *start, gboolean *has_start)
{
  int row;

  *has_start = own->start != NULL;
  if (own->start == NULL)
    return TRUE;
  row = weft_tabulated_space_find_id (table, own->start);
  if (row < 0)
    {
      weft_cli_refuse (_("--start: found “%s”, expected the id of one of the table’s %u machines"), own->start,
                       weft_tabulated_space_n_rows (table));
      return FALSE;
    }
  weft_tabulated_space_get_choice (table, (guint) row, start);
  return TRUE;
}

void
weft_cli_table_clear (WeftCliTable *own)
{
  g_clear_pointer (&own->path, g_free);
  g_clear_pointer (&own->start, g_free);
  g_clear_pointer (&own->weights, g_free);
  own->cost_max = own->power_max = 0;
}
