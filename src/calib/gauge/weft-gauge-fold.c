/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts cases into folds so that what is held out was published by somebody whom the fit has not seen. */
#include <string.h>

#include "calib/gauge/weft-gauge-part-private.h"

typedef struct
{
  const char *name;
  guint n;
  guint fold;
} Group;

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *one = *(const Group *const *) a;
  const Group *other = *(const Group *const *) b;

  if (one->n != other->n)
    return one->n > other->n ? -1 : 1;
  return strcmp (one->name, other->name);
}

static Group *
take_group (GPtrArray *groups, GHashTable *known, const char *name)
{
  Group *group = g_hash_table_lookup (known, name);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->name = name;
      g_ptr_array_add (groups, group);
      g_hash_table_insert (known, (gpointer) name, group);
    }
  group->n++;
  return group;
}

/* The largest first, each into the fold that has the fewest rows. */
static void
deal (GPtrArray *groups, guint n_folds)
{
  g_autofree guint *load = g_new0 (guint, n_folds);

  g_ptr_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = groups->pdata[i];

      for (guint k = 1; k < n_folds; k++)
        if (load[k] < load[group->fold])
          group->fold = k;
      load[group->fold] += group->n;
    }
}

guint
weft_gauge_fold (GPtrArray *cases, guint n_folds, guint *fold)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < cases->len; i++)
    take_group (groups, known, ((const WeftGaugeCase *) cases->pdata[i])->source);
  n_folds = MIN (n_folds, groups->len);
  if (n_folds < 2)
    {
      memset (fold, 0, sizeof *fold * cases->len);
      return 0;
    }
  deal (groups, n_folds);
  for (guint i = 0; i < cases->len; i++)
    fold[i] = ((Group *) g_hash_table_lookup (known, ((const WeftGaugeCase *) cases->pdata[i])->source))->fold;
  return n_folds;
}

guint
weft_gauge_fold_repositories (GPtrArray *names, guint *fold)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    {
      gpointer place;

      if (!g_hash_table_lookup_extended (known, names->pdata[i], NULL, &place))
        {
          place = GUINT_TO_POINTER (g_hash_table_size (known));
          g_hash_table_insert (known, names->pdata[i], place);
        }
      fold[i] = GPOINTER_TO_UINT (place);
    }
  return g_hash_table_size (known);
}
