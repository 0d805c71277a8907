/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are told apart by their keys: "workloads.training.mapping", "partitions.0.chip_w". */
#include "config.h"

#include "app/compare/weft-why.h"

#include <string.h>

/* What is before the last point of a key, "workloads." left away: "training", "partitions.0". */
static char *
dup_subject (const char *key)
{
  const char *start = g_str_has_prefix (key, "workloads.") ? key + strlen ("workloads.") : key;
  const char *end = strrchr (start, '.');

  return end != NULL ? g_strndup (start, end - start) : g_strdup (start);
}

WeftDifference *
weft_why_find (GListModel *differences, const char *key)
{
  g_autofree char *subject = dup_subject (key);

  for (guint i = 0; differences != NULL && i < g_list_model_get_n_items (differences); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (differences, i);

      if (g_str_equal (weft_difference_get_subject (difference), subject))
        return difference; /* the list keeps it */
    }
  return NULL;
}

/* (nullable) (transfer full): the reason of one part. */
static WeftReason *
find_reason (WeftDifference *difference, const char *part)
{
  GListModel *reasons = weft_difference_get_reasons (difference);

  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, i);

      if (g_str_equal (weft_reason_get_part (reason), part))
        return g_steal_pointer (&reason);
    }
  return NULL;
}

/* (nullable): the one reason that a row of words is about. */
static const char *
part_of_row (const char *key)
{
  static const char *const parts[][2] = {
    { ".mapping", "mapping" },
    { ".placement", "placement" },
    { ".realised", "placement" },
    { ".domains", "domain" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_has_suffix (key, parts[i][0]))
      return parts[i][1];
  return NULL;
}

static char *
write_one (WeftDifference *difference, const char *part)
{
  g_autoptr (WeftReason) reason = find_reason (difference, part);

  return g_strdup (reason != NULL ? weft_reason_get_text (reason) : "");
}

char *
weft_why_summarise (GListModel *differences, const char *key)
{
  WeftDifference *difference = weft_why_find (differences, key);
  const char *part = part_of_row (key);
  g_autofree char *words = NULL;

  if (difference == NULL)
    return g_strdup ("");
  if (part != NULL)
    return write_one (difference, part);
  if (g_str_has_suffix (key, ".bottleneck") || g_str_has_suffix (key, ".chip")
      || g_str_has_suffix (key, ".scaleup") || g_str_has_suffix (key, ".scaleout"))
    return g_strdup ("");
  words = weft_difference_dup_summary (difference);
  return *words != '\0' ? g_steal_pointer (&words) : write_one (difference, "lack");
}

GPtrArray *
weft_why_list (GListModel *differences, const char *key)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);
  WeftDifference *difference = weft_why_find (differences, key);
  const char *part = part_of_row (key);
  GListModel *reasons;
  WeftReason *first = NULL;

  if (difference == NULL)
    return list;
  /* A speed-up has a reference, which the score's reasons speak of. */
  if (g_str_has_suffix (key, ".speedup"))
    first = find_reason (weft_why_find (differences, "score"),
                         weft_difference_get_subject (difference));
  else if (part != NULL)
    first = find_reason (difference, part);
  if (first != NULL)
    g_ptr_array_add (list, first);
  reasons = weft_difference_get_reasons (difference);
  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      WeftReason *reason = g_list_model_get_item (reasons, i);

      if (reason == first)
        g_object_unref (reason);
      else
        g_ptr_array_add (list, reason);
    }
  return list;
}
