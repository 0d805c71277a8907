/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods, seeds and budgets of a study as people type them. */
#include "search/weft-study.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More would be a slip of the hand. */
#define MOST_SEEDS 10000
#define MOST_BUDGET 100000000

static gboolean
refuse (const char *found, const char *expected, GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("found “%s”, expected %s"), found,
               expected);
  return FALSE;
}

/* --- methods --- */

/* Whether @item begins a method, or goes on with the options of the one before. */
static gboolean
is_option (const char *item, const GString *method)
{
  return method->len > 0 && strchr (method->str, ':') != NULL && strchr (item, ':') == NULL
         && weft_method_find (item, NULL) == NULL;
}

/* Takes the method that has been put together so far. */
static gboolean
end_method (GPtrArray *methods, GString *method, GError **error)
{
  g_autoptr (WeftMethod) instance = NULL;

  if (g_str_has_suffix (method->str, ":"))
    g_string_truncate (method, method->len - 1);
  instance = weft_method_new (method->str, error);
  if (instance == NULL)
    return FALSE;
  if (g_ptr_array_find_with_equal_func (methods, method->str, g_str_equal, NULL))
    return refuse (method->str, _("each method once"), error);
  g_ptr_array_add (methods, g_strdup (method->str));
  g_string_truncate (method, 0);
  return TRUE;
}

/**
 * weft_study_parse_methods: (skip)
 * @text: ids, separated by commas, each with its options after a colon
 * @error: return location for an error
 *
 * Returns: (transfer full): the methods with their options, none twice
 */
char **
weft_study_parse_methods (const char *text, GError **error)
{
  g_auto (GStrv) items = g_strsplit (text, ",", -1);
  g_autoptr (GPtrArray) methods = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) method = g_string_new (NULL);

  for (guint i = 0; items[i] != NULL; i++)
    {
      const char *item = g_strstrip (items[i]);

      if (is_option (item, method))
        {
          if (!g_str_has_suffix (method->str, ":"))
            g_string_append_c (method, ',');
          g_string_append (method, item);
          continue;
        }
      if (method->len > 0 && !end_method (methods, method, error))
        return NULL;
      if (*item == '\0')
        {
          refuse (text, _("methods separated by commas, such as “random,hill”"), error);
          return NULL;
        }
      g_string_assign (method, item);
    }
  if (method->len == 0)
    {
      refuse (text, _("methods separated by commas, such as “random,hill”"), error);
      return NULL;
    }
  if (!end_method (methods, method, error))
    return NULL;
  g_ptr_array_add (methods, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&methods), FALSE);
}

/* --- numbers --- */

static gboolean
add_seed (GArray *seeds, guint64 seed)
{
  for (guint i = 0; i < seeds->len; i++)
    if (g_array_index (seeds, guint64, i) == seed)
      return FALSE;
  g_array_append_val (seeds, seed);
  return TRUE;
}

/* "7" or "1-20" */
static gboolean
add_seeds (GArray *seeds, const char *item, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (item, "-", 2);
  guint64 first, last;

  if (ends[0] == NULL
      || !g_ascii_string_to_unsigned (g_strstrip (ends[0]), 10, 0, G_MAXINT64, &first, NULL))
    return refuse (item, _("seeds such as “1-20” or “1,2,5”"), error);
  last = first;
  if (ends[1] != NULL
      && !g_ascii_string_to_unsigned (g_strstrip (ends[1]), 10, 0, G_MAXINT64, &last, NULL))
    return refuse (item, _("seeds such as “1-20” or “1,2,5”"), error);
  if (last < first)
    return refuse (item, _("the smaller seed first"), error);
  if (last - first >= MOST_SEEDS || seeds->len + (last - first) >= MOST_SEEDS)
    return refuse (item, _("10,000 seeds at most"), error);
  for (guint64 seed = first; seed <= last; seed++)
    if (!add_seed (seeds, seed))
      return refuse (item, _("each seed once"), error);
  return TRUE;
}

/**
 * weft_study_parse_seeds: (skip)
 * @text: numbers and ranges, separated by commas
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type guint64): the seeds in their order, none twice
 */
GArray *
weft_study_parse_seeds (const char *text, GError **error)
{
  g_autoptr (GArray) seeds = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (GStrv) items = g_strsplit (text, ",", -1);

  for (guint i = 0; items[i] != NULL; i++)
    if (!add_seeds (seeds, items[i], error))
      return NULL;
  if (seeds->len == 0)
    {
      refuse (text, _("seeds such as “1-20” or “1,2,5”"), error);
      return NULL;
    }
  return g_steal_pointer (&seeds);
}

/**
 * weft_study_parse_budgets: (skip)
 * @text: numbers of evaluations, separated by commas
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type guint): the budgets in their order, none twice
 */
GArray *
weft_study_parse_budgets (const char *text, GError **error)
{
  g_autoptr (GArray) budgets = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) items = g_strsplit (text, ",", -1);

  for (guint i = 0; items[i] != NULL; i++)
    {
      guint64 value;
      guint budget;

      if (!g_ascii_string_to_unsigned (g_strstrip (items[i]), 10, 1, MOST_BUDGET, &value, NULL))
        {
          refuse (items[i], _("evaluations from 1 to 100,000,000, such as “100” or “100,50”"),
                  error);
          return NULL;
        }
      budget = (guint) value;
      for (guint j = 0; j < budgets->len; j++)
        if (g_array_index (budgets, guint, j) == budget)
          {
            refuse (items[i], _("each budget once"), error);
            return NULL;
          }
      g_array_append_val (budgets, budget);
    }
  if (budgets->len == 0)
    {
      refuse (text, _("evaluations from 1 to 100,000,000, such as “100” or “100,50”"), error);
      return NULL;
    }
  return g_steal_pointer (&budgets);
}
