/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of scale-up domains: their order, which one all are taken as, and in words. */
#include "design/graph/weft-graph-domains-private.h"

#include <glib/gi18n-lib.h>

/* What a message lists. */
#define MAX_KINDS 4
/* More than one rest may be among so many whole domains. */
#define RESTS_AMONG 8

static int
compare_sizes_cb (gconstpointer a, gconstpointer b)
{
  const guint *first = a;
  const guint *second = b;

  return (*first < *second) - (*first > *second);
}

void
weft_graph_domains_sort (GArray *sizes)
{
  g_array_sort (sizes, compare_sizes_cb);
}

/* What all domains count as: the smallest, unless what is smaller are rests of equal domains, as of
 * 896 chips in domains of 72: one, or of several partitions of a kind one each, few against the
 * whole ones. A partition of so many chips has such a rest too, and is scored by its whole
 * domains. */
guint
weft_graph_domains_size (const GArray *sizes)
{
  guint largest = g_array_index (sizes, guint, 0);
  guint n_whole = 0, n_rests;

  while (n_whole < sizes->len && g_array_index (sizes, guint, n_whole) == largest)
    n_whole++;
  n_rests = sizes->len - n_whole;
  return n_rests <= 1 || n_rests <= n_whole / RESTS_AMONG
           ? largest : g_array_index (sizes, guint, sizes->len - 1);
}

/* "12 of 72, 1 of 32 chips", the first few kinds. (transfer full) */
char *
weft_graph_domains_show (const GArray *sizes)
{
  GString *shown = g_string_new (NULL);
  guint kinds = 0;

  for (guint i = 0; i < sizes->len && kinds < MAX_KINDS; kinds++)
    {
      guint size = g_array_index (sizes, guint, i);
      guint n = 0;

      while (i < sizes->len && g_array_index (sizes, guint, i) == size)
        n++, i++;
      g_string_append_printf (shown, _("%s%u of %u"), kinds > 0 ? ", " : "", n, size);
      if (kinds == MAX_KINDS - 1 && i < sizes->len)
        g_string_append (shown, ", …");
    }
  return g_string_free (shown, FALSE);
}
