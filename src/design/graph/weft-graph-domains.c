/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of scale-up domains: their order, which one all are taken as, and in words. */
#include "design/graph/weft-graph-domains-private.h"

#include <glib/gi18n-lib.h>

/* What a message lists. */
#define MAX_KINDS 4

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

/* What all domains count as: the smallest, unless that is the one rest of equal domains, as of 896
 * chips in domains of 72. A partition of so many chips has such a rest too, and is scored by its
 * whole domains. */
guint
weft_graph_domains_size (const GArray *sizes)
{
  guint largest = g_array_index (sizes, guint, 0);
  guint last_but_one = g_array_index (sizes, guint, sizes->len > 1 ? sizes->len - 2 : 0);

  return last_but_one == largest ? largest : g_array_index (sizes, guint, sizes->len - 1);
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
