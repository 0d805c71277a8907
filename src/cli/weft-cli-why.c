/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the reasons of each figure, the largest first, and the numbers that they rest on. */
#include "config.h"

#include "cli/weft-cli-why.h"

#include <glib/gi18n.h>
#include <math.h>

/* A factor that prints as 1 says nothing. */
#define LEAST_SHARE 5e-3
#define FACTOR_WIDTH 9

/* "Training: rate, 2.02 Mtokens/s → 1.24 Mtokens/s, ×0.613" */
static void
print_head (const WeftCliOptions *options, WeftDifference *difference)
{
  WeftUnit unit = weft_difference_get_unit (difference);
  g_autofree char *a = weft_quantity_format (weft_difference_get_a (difference), unit);
  g_autofree char *b = weft_quantity_format (weft_difference_get_b (difference), unit);
  double ratio = weft_difference_get_ratio (difference);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *line = NULL;

  g_ascii_formatd (number, sizeof number, "%.3g", ratio);
  line = isnan (ratio) ? g_strdup_printf ("%s, %s → %s\n", weft_difference_get_label (difference), a, b)
                       : g_strdup_printf ("%s, %s → %s, ×%s\n", weft_difference_get_label (difference), a, b, number);
  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, line);
}

static void
print_reason (WeftReason *reason)
{
  const char *factor = weft_reason_get_factor_text (reason);
  int gap = FACTOR_WIDTH - (int) g_utf8_strlen (factor, -1);
  g_autofree char *first = g_strdup_printf ("  %s%*s", factor, MAX (gap, 1), "");
  g_autofree char *rest = g_strnfill (2 + FACTOR_WIDTH, ' ');

  weft_cli_print_wrapped (first, rest, weft_reason_get_text (reason));
}

/* Returns how many small ones were left out. */
static guint
print_difference (const WeftCliOptions *options, WeftDifference *difference, gboolean all)
{
  GListModel *reasons = weft_difference_get_reasons (difference);
  guint n_small = 0;

  print_head (options, difference);
  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, i);

      if (!all && fabs (weft_reason_get_share (reason)) < LEAST_SHARE)
        n_small++;
      else
        print_reason (reason);
    }
  return n_small;
}

/* Each number once, in the order in which reasons name them. */
static void
print_sources (const WeftCliOptions *options, GListModel *differences)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("Where these numbers come from\n"));
  for (guint i = 0; i < g_list_model_get_n_items (differences); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (differences, i);
      GListModel *reasons = weft_difference_get_reasons (difference);

      for (guint j = 0; j < g_list_model_get_n_items (reasons); j++)
        {
          g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, j);
          GPtrArray *sources = weft_reason_get_sources (reason);

          for (guint k = 0; k < sources->len; k++)
            {
              const WeftReasonSource *source = sources->pdata[k];
              char *line = g_strdup_printf ("%s, %s: %s (%s%s%s): %s", source->of, source->key, source->value,
                                            weft_confidence_label (source->confidence),
                                            source->date != NULL ? ", " : "", source->date != NULL ? source->date : "",
                                            source->source);

              if (g_hash_table_add (seen, line))
                weft_cli_print_wrapped ("  ", "      ", line);
            }
        }
    }
}

void
weft_cli_print_why (const WeftCliOptions *options, GListModel *differences, gboolean all, gboolean sources)
{
  guint n_small = 0;
  g_autofree char *line = NULL;

  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("Why\n"));
  for (guint i = 0; i < g_list_model_get_n_items (differences); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (differences, i);

      if (g_list_model_get_n_items (weft_difference_get_reasons (difference)) > 0)
        n_small += print_difference (options, difference, all);
    }
  if (n_small > 0)
    {
      g_print ("\n");
      line = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%u reason of less than half a percent hidden; --all shows it\n",
                                           "%u reasons of less than half a percent hidden; --all shows them\n",
                                           n_small),
                              n_small);
      weft_cli_print_styled (options, WEFT_STYLE_DIM, line);
    }
  if (sources)
    print_sources (options, differences);
  else
    weft_cli_print_styled (options, WEFT_STYLE_DIM, _("--sources shows where the numbers come from\n"));
}
