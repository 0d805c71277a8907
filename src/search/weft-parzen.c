/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of the choices of candidates, as the distributions of a tree-structured Parzen estimator (Bergstra et al.
 * 2011): each choice only counts among candidates that come to it. */
#include "search/weft-parzen-private.h"

#include <math.h>
#include <string.h>

struct _WeftParzen
{
  WeftProblem *problem;
  double prior;
  guint *n;                                   /* by number of partitions */
  guint n_total;
  guint *splits[WEFT_SPACE_MAX_PARTITIONS + 1]; /* by number of partitions: of each split */
  guint *chips[WEFT_SPACE_MAX_PARTITIONS];      /* by place: of each chip */
  guint *units[WEFT_SPACE_MAX_PARTITIONS];      /* by place: of each unit */
  guint *roles[WEFT_SPACE_MAX_PARTITIONS];      /* by place: of each role */
  guint totals[WEFT_SPACE_MAX_PARTITIONS];      /* candidates that have the place */
  guint *chip_of;                             /* of each unit */
  GHashTable *split_of;                       /* fraction indices as bytes to number of the split */
};

static guint
n_splits (const WeftParzen *self,
          guint             n)
{
  return self->problem->splits[n]->len / WEFT_SPACE_MAX_PARTITIONS;
}

static GBytes *
split_key (guint          n,
           const guint16 *fractions)
{
  return g_bytes_new (fractions, n * sizeof *fractions);
}

static void
index_splits (WeftParzen *self,
              guint       n)
{
  const guint16 *splits = (const guint16 *) (gpointer) self->problem->splits[n]->data;

  for (guint i = 0; i < n_splits (self, n); i++)
    g_hash_table_insert (self->split_of,
                         split_key (n, splits + (gsize) i * WEFT_SPACE_MAX_PARTITIONS),
                         GUINT_TO_POINTER (i));
}

static guint
find_split (WeftParzen          *self,
            const WeftCandidate *candidate)
{
  guint16 fractions[WEFT_SPACE_MAX_PARTITIONS];
  g_autoptr (GBytes) key = NULL;

  for (guint i = 0; i < candidate->n; i++)
    fractions[i] = candidate->parts[i].fraction;
  key = split_key (candidate->n, fractions);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->split_of, key));
}

/* --- categories --- */

static double
mass (const WeftParzen *self,
      guint             count,
      guint             total,
      guint             n_categories)
{
  return (count + self->prior / n_categories) / (total + self->prior);
}

/* One of @n categories by their counts. */
static guint
draw (const WeftParzen *self,
      WeftRandom       *random,
      const guint      *counts,
      guint             total,
      guint             n)
{
  double left = weft_random_double (random) * (total + self->prior);

  for (guint i = 0; i < n; i++)
    {
      left -= counts[i] + self->prior / n;
      if (left < 0)
        return i;
    }

  return n - 1;
}

/* Numbers of partitions that the space has no split for are no categories. */
static guint
n_sizes (const WeftParzen *self)
{
  guint n = 0;

  for (guint i = 1; i <= self->problem->max_partitions; i++)
    n += n_splits (self, i) > 0;
  return n;
}

static guint
draw_size (const WeftParzen *self,
           WeftRandom       *random)
{
  guint counts[WEFT_SPACE_MAX_PARTITIONS], sizes[WEFT_SPACE_MAX_PARTITIONS];
  guint n = 0;

  for (guint i = 1; i <= self->problem->max_partitions; i++)
    if (n_splits (self, i) > 0)
      {
        sizes[n] = i;
        counts[n++] = self->n[i];
      }

  return sizes[draw (self, random, counts, self->n_total, n)];
}

/* --- interface --- */

WeftParzen *
weft_parzen_new (WeftProblem *problem,
                 double       prior)
{
  WeftParzen *self = g_new0 (WeftParzen, 1);

  self->problem = problem;
  self->prior = prior;
  self->n = g_new0 (guint, problem->max_partitions + 1);
  self->split_of = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                          NULL);
  for (guint i = 0; i < problem->max_partitions; i++)
    {
      index_splits (self, i + 1);
      self->splits[i + 1] = g_new0 (guint, MAX (n_splits (self, i + 1), 1));
      self->chips[i] = g_new0 (guint, problem->n_chips);
      self->units[i] = g_new0 (guint, problem->units->len);
      self->roles[i] = g_new0 (guint, WEFT_N_ROLES);
    }

  self->chip_of = g_new (guint, problem->units->len);
  for (guint chip = 0; chip < problem->n_chips; chip++)
    for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
      self->chip_of[unit] = chip;
  return self;
}

void
weft_parzen_free (WeftParzen *self)
{
  for (guint i = 0; i < WEFT_SPACE_MAX_PARTITIONS; i++)
    {
      g_free (self->splits[i + 1]);
      g_free (self->chips[i]);
      g_free (self->units[i]);
      g_free (self->roles[i]);
    }
  g_hash_table_unref (self->split_of);
  g_free (self->chip_of);
  g_free (self->n);
  g_free (self);
}

void
weft_parzen_reset (WeftParzen *self)
{
  const WeftProblem *problem = self->problem;

  memset (self->n, 0, (problem->max_partitions + 1) * sizeof *self->n);
  self->n_total = 0;
  memset (self->totals, 0, sizeof self->totals);
  for (guint i = 0; i < problem->max_partitions; i++)
    {
      memset (self->splits[i + 1], 0, n_splits (self, i + 1) * sizeof *self->splits[i + 1]);
      memset (self->chips[i], 0, problem->n_chips * sizeof *self->chips[i]);
      memset (self->units[i], 0, problem->units->len * sizeof *self->units[i]);
      memset (self->roles[i], 0, WEFT_N_ROLES * sizeof *self->roles[i]);
    }
}

void
weft_parzen_add (WeftParzen          *self,
                 const WeftCandidate *candidate)
{
  self->n_total++;
  self->n[candidate->n]++;
  self->splits[candidate->n][find_split (self, candidate)]++;
  for (guint i = 0; i < candidate->n; i++)
    {
      const WeftChoice *part = &candidate->parts[i];

      self->totals[i]++;
      self->chips[i][self->chip_of[part->unit]]++;
      self->units[i][part->unit]++;
      self->roles[i][part->role]++;
    }
}

void
weft_parzen_draw (WeftParzen    *self,
                  WeftRandom    *random,
                  WeftCandidate *result)
{
  const WeftProblem *problem = self->problem;
  guint n = draw_size (self, random);
  guint split = draw (self, random, self->splits[n], self->n[n], n_splits (self, n));
  const guint16 *fractions = &g_array_index (problem->splits[n], guint16, 0)
                             + (gsize) split * WEFT_SPACE_MAX_PARTITIONS;

  memset (result, 0, sizeof *result);
  result->n = (guint16) n;
  for (guint i = 0; i < n; i++)
    {
      guint chip = draw (self, random, self->chips[i], self->totals[i], problem->n_chips);
      guint first = problem->chip_first[chip];
      guint counts[WEFT_N_ROLES];
      WeftChoice *part = &result->parts[i];

      part->fraction = fractions[i];
      part->unit = (guint16) (first
                              + draw (self, random, self->units[i] + first, self->chips[i][chip],
                                      problem->chip_first[chip + 1] - first));
      for (guint j = 0; j < problem->n_roles; j++)
        counts[j] = self->roles[i][problem->roles[j]];
      part->role = (guint16) problem->roles[draw (self, random, counts, self->totals[i],
                                                  problem->n_roles)];
    }
  weft_candidate_sort (result);
}

double
weft_parzen_log_mass (WeftParzen          *self,
                      const WeftCandidate *candidate)
{
  const WeftProblem *problem = self->problem;
  guint n = candidate->n;
  double log_mass = log (mass (self, self->n[n], self->n_total, n_sizes (self)))
                    + log (mass (self, self->splits[n][find_split (self, candidate)], self->n[n],
                                 n_splits (self, n)));

  for (guint i = 0; i < n; i++)
    {
      const WeftChoice *part = &candidate->parts[i];
      guint chip = self->chip_of[part->unit];

      log_mass += log (mass (self, self->chips[i][chip], self->totals[i], problem->n_chips))
                  + log (mass (self, self->units[i][part->unit], self->chips[i][chip],
                               problem->chip_first[chip + 1] - problem->chip_first[chip]))
                  + log (mass (self, self->roles[i][part->role], self->totals[i], problem->n_roles));
    }

  return log_mass;
}
