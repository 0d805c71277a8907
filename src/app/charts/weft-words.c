/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts figures of a result into sentences. */
#include "config.h"

#include "app/charts/weft-words.h"

#include <glib/gi18n.h>
#include <math.h>

static void
add_line (GString *text, const char *label, const char *words)
{
  if (words != NULL && *words != '\0')
    g_string_append_printf (text, "\n%s: %s", label, words);
}

/* "1.72×", or a dash when no partition can run it. */
char *
weft_words_for_speedup (WeftWorkloadResult *result)
{
  return weft_words_for_ratio (
    weft_workload_result_is_feasible (result) ? weft_workload_result_get_speedup (result) : NAN);
}

/* "1.72×", or a dash for none. */
char *
weft_words_for_ratio (double ratio)
{
  return isfinite (ratio) ? weft_quantity_format (ratio, WEFT_UNIT_RATIO) : g_strdup ("—");
}

/* A rate or a time of this workload with its unit. */
char *
weft_words_for_value (WeftWorkloadResult *result, double value)
{
  const char *unit = weft_workload_result_get_unit (result);
  g_autofree char *number = NULL;

  if (g_strcmp0 (unit, "s") == 0)
    return weft_quantity_format (value, WEFT_UNIT_S);
  if (g_strcmp0 (unit, "tokens/s") == 0)
    return weft_quantity_format (value, WEFT_UNIT_TOKENS_S);
  number = weft_quantity_format (value, WEFT_UNIT_NONE);
  return g_strdup_printf ("%s\302\240%s", number, unit);
}

char *
weft_words_for_percent (double fraction)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  /* One decimal, so that shares stand under each other and sum to what one sees. */
  g_ascii_formatd (number, sizeof number, "%.1f", fraction * 100);
  return g_strdup_printf ("%s\302\240%%", number);
}

/* Value, mapping, runner-up, placement and bottleneck, one a line. */
char *
weft_words_for_workload (WeftEvaluation *evaluation, guint kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  GString *text = g_string_new (weft_workload_label (kind));
  g_autofree char *speedup = NULL;
  g_autofree char *value = NULL;

  if (result == NULL)
    return g_string_free (text, FALSE);
  if (!weft_workload_result_is_feasible (result))
    {
      add_line (text, _("Not feasible"), weft_workload_result_get_reason (result));
      return g_string_free (text, FALSE);
    }
  speedup = weft_words_for_speedup (result);
  value = weft_words_for_value (result, weft_workload_result_get_value (result));
  /* Translators: speed-up over the reference, then the value with its unit */
  g_string_append_printf (text, _(": %s the reference, %s"), speedup, value);
  add_line (text, _("Mapping"), weft_workload_result_get_mapping (result));
  add_line (text, _("Runner-up"), weft_workload_result_get_runner_up (result));
  add_line (text, _("Placement"), weft_workload_result_get_placement (result));
  add_line (text, _("Bottleneck"),
            weft_time_part_label (weft_workload_result_get_bottleneck (result)));
  return g_string_free (text, FALSE);
}

/* "Training: compute 97.9 %, latency 2.1 %" */
char *
weft_words_for_split (WeftEvaluation *evaluation, guint kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  GString *text = g_string_new (weft_workload_label (kind));

  if (result == NULL || !weft_workload_result_is_feasible (result))
    return g_string_free (text, FALSE);
  for (guint part = 0; part < WEFT_N_PARTS; part++)
    {
      double share = weft_workload_result_get_share (result, part);
      g_autofree char *percent = NULL;

      if (share <= 0)
        continue;
      percent = weft_words_for_percent (share);
      g_string_append_printf (text, "\n%s: %s", weft_time_part_label (part), percent);
    }
  return g_string_free (text, FALSE);
}

const char *
weft_part_icon_name (WeftTimePart part)
{
  static const char *const names[WEFT_N_PARTS] = {
    [WEFT_PART_COMPUTE] = "weft-compute-symbolic",
    [WEFT_PART_MEMORY] = "weft-memory-symbolic",
    [WEFT_PART_LATENCY] = "weft-latency-symbolic",
    [WEFT_PART_BISECTION] = "weft-bisection-symbolic",
    [WEFT_PART_BUBBLE] = "weft-bubble-symbolic",
    [WEFT_PART_SOFTWARE] = "weft-software-symbolic",
  };

  g_return_val_if_fail ((guint) part < WEFT_N_PARTS, NULL);

  return names[part];
}
