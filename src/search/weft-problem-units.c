/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a space leaves to choose from in a catalog: units (a chip with its fabrics) and splits (fractions that sum to
 * one), and how many candidates that makes. */
#include "search/weft-problem-units-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"

/* More units or splits than this would not fit the candidate's integers or the memory. */
#define MAX_UNITS 60000
#define MAX_SPLITS 2000000
/* Fractions can be tried in more ways than time allows, and none of them sum to one. */
#define MAX_TRIES 100000000

/* --- units --- */

/**
 * weft_problem_chip_cost: (skip)
 * @inventory: the catalog as a profile sees it
 * @chip: index of a chip
 * @scaleup: index of a scale-up fabric
 * @scaleout: index of a scale-out fabric
 *
 * Returns: what one chip costs with its fabrics in USD, NAN when a price is unknown
 */
double
weft_problem_chip_cost (WeftInventory *inventory,
                        guint          chip,
                        guint          scaleup,
                        guint          scaleout)
{
  return weft_inventory_chip (inventory, chip)->price_usd > 0
           ? weft_chip_share (inventory, WEFT_BUDGET_COST, chip, scaleup, scaleout)
           : NAN;
}

static gboolean
is_named (const char *const *names,
          const void        *part,
          const void *(*find) (WeftInventory *inventory, const char *name),
          WeftInventory     *inventory)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (find (inventory, names[i]) == part)
      return TRUE;

  return FALSE;
}

static const void *
find_chip (WeftInventory *inventory,
           const char    *name)
{
  return weft_inventory_find_chip (inventory, name);
}

static const void *
find_scaleup (WeftInventory *inventory,
              const char    *name)
{
  return weft_inventory_find_scaleup (inventory, name);
}

static const void *
find_scaleout (WeftInventory *inventory,
               const char    *name)
{
  return weft_inventory_find_scaleout (inventory, name);
}

/* Names that lead nowhere are refused, so that a mistyped one does not silently make the space smaller. */
static gboolean
check_names (WeftInventory     *inventory,
             const char *const *names,
             WeftRecordKind     kind,
             const void *(*find) (WeftInventory *inventory, const char *name),
             GError           **error)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (find (inventory, names[i]) == NULL)
      {
        const char *nearest = weft_inventory_nearest (inventory, kind, names[i]);

        if (nearest != NULL)
          g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_SPACE,
                       _("The space names “%s”, which is not among the %s of the catalog; is “%s” meant?"),
                       names[i], weft_record_kind_nick (kind), nearest);
        else
          g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_SPACE,
                       _("The space names “%s”, which is not among the %s of the catalog"), names[i],
                       weft_record_kind_nick (kind));
        return FALSE;
      }

  return TRUE;
}

static gboolean
check_space (WeftProblem *self,
             GError     **error)
{
  const WeftSpace *space = self->space;
  WeftInventory *inventory = self->inventory;

  return check_names (inventory, (const char *const *) space->chips, WEFT_RECORD_CHIP, find_chip,
                      error)
         && check_names (inventory, (const char *const *) space->without, WEFT_RECORD_CHIP, find_chip,
                         error)
         && check_names (inventory, (const char *const *) space->scaleups, WEFT_RECORD_SCALEUP,
                         find_scaleup, error)
         && check_names (inventory, (const char *const *) space->scaleouts, WEFT_RECORD_SCALEOUT,
                         find_scaleout, error);
}

static gboolean
wants_chip (WeftProblem    *self,
            const WeftChip *chip)
{
  const WeftSpace *space = self->space;

  if (space->chips != NULL
      && !is_named ((const char *const *) space->chips, chip, find_chip, self->inventory))
    return FALSE;
  if (space->without != NULL
      && is_named ((const char *const *) space->without, chip, find_chip, self->inventory))
    return FALSE;
  return space->generation_year == 0 || chip->generation_year == space->generation_year;
}

static gboolean
wants_scaleup (WeftProblem       *self,
               const WeftScaleup *scaleup)
{
  const WeftSpace *space = self->space;

  if (space->scaleups != NULL)
    return is_named ((const char *const *) space->scaleups, scaleup, find_scaleup, self->inventory);
  return space->all_fabrics || scaleup->in_ten;
}

static gboolean
wants_scaleout (WeftProblem        *self,
                const WeftScaleout *scaleout)
{
  const WeftSpace *space = self->space;

  if (space->scaleouts != NULL)
    return is_named ((const char *const *) space->scaleouts, scaleout, find_scaleout,
                     self->inventory);
  return space->all_fabrics || scaleout->in_ten;
}

static void
leave_out (WeftProblem    *self,
           const WeftChip *chip,
           const char     *why)
{
  g_ptr_array_add (self->left_out, g_strdup_printf ("%s: %s", chip->id, why));
}

/* The rule scaleout_exceeds_port, as weft_rules_check() has it. */
static gboolean
exceeds_port (const WeftChip     *chip,
              const WeftScaleout *scaleout)
{
  return scaleout->bw_bytes_s > chip->scaleout_bw_bytes_s * (1.0 + 1e-9);
}

/* The units of one chip; why there is none, else NULL. */
static const char *
add_units (WeftProblem    *self,
           const WeftChip *chip)
{
  const char *why = _("no fabric of the space fits it");

  for (guint i = 0; i < weft_inventory_n_scaleups (self->inventory); i++)
    {
      const WeftScaleupOnChip *fit = weft_inventory_scaleup_on_chip (self->inventory, i, chip->index);

      if (!fit->fits || !wants_scaleup (self, weft_inventory_scaleup (self->inventory, i)))
        continue;

      for (guint j = 0; j < weft_inventory_n_scaleouts (self->inventory); j++)
        {
          const WeftScaleout *scaleout = weft_inventory_scaleout (self->inventory, j);
          WeftSpaceUnit unit = { chip->index, i, j };

          if (!wants_scaleout (self, scaleout) || exceeds_port (chip, scaleout))
            continue;

          unit.chip_power_w = weft_chip_share (self->inventory, WEFT_BUDGET_POWER, chip->index, i, j);
          unit.chip_cost_usd = weft_problem_chip_cost (self->inventory, chip->index, i, j);
          if (self->model.budget == WEFT_BUDGET_COST && isnan (unit.chip_cost_usd))
            {
              why = _("its price is unknown, or that of its fabrics");
              continue;
            }
          g_array_append_val (self->units, unit);
          why = NULL;
        }
    }

  return why;
}

static int
compare_chips_cb (gconstpointer a,
                  gconstpointer b)
{
  const WeftChip *const *x = a;
  const WeftChip *const *y = b;

  return strcmp ((*x)->id, (*y)->id);
}

static int
compare_units_cb (gconstpointer a,
                  gconstpointer b,
                  gpointer      data)
{
  WeftInventory *inventory = data;
  const WeftSpaceUnit *x = a;
  const WeftSpaceUnit *y = b;
  int order = strcmp (weft_inventory_chip (inventory, x->chip)->id,
                      weft_inventory_chip (inventory, y->chip)->id);

  if (order == 0)
    order = strcmp (weft_inventory_scaleup (inventory, x->scaleup)->id,
                    weft_inventory_scaleup (inventory, y->scaleup)->id);
  if (order == 0)
    order = strcmp (weft_inventory_scaleout (inventory, x->scaleout)->id,
                    weft_inventory_scaleout (inventory, y->scaleout)->id);
  return order;
}

/**
 * weft_problem_find_units: (skip)
 * @self: a problem with space, inventory and budget
 * @error: return location
 *
 * Fills units, chip_first, n_chips and left_out.
 *
 * Returns: %FALSE when there is none
 */
gboolean
weft_problem_find_units (WeftProblem *self,
                         GError     **error)
{
  g_autoptr (GPtrArray) chips = g_ptr_array_new ();
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!check_space (self, error))
    return FALSE;

  for (guint i = 0; i < weft_inventory_n_chips (self->inventory); i++)
    g_ptr_array_add (chips, (gpointer) weft_inventory_chip (self->inventory, i));
  g_ptr_array_sort (chips, compare_chips_cb);

  for (guint i = 0; i < chips->len && self->units->len < MAX_UNITS; i++)
    {
      const WeftChip *chip = chips->pdata[i];
      guint before = self->units->len;
      const char *why;

      if (!wants_chip (self, chip))
        continue;
      why = chip->refused != NULL ? chip->refused : add_units (self, chip);
      if (why != NULL)
        leave_out (self, chip, why);
      else
        g_array_append_val (firsts, before);
    }

  g_array_sort_with_data (self->units, compare_units_cb, self->inventory);
  self->n_chips = firsts->len;
  g_array_append_val (firsts, self->units->len);
  self->chip_first = (guint *) (gpointer) g_array_free (g_steal_pointer (&firsts), FALSE);
  g_ptr_array_add (self->left_out, NULL);

  if (self->units->len == 0)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                 self->left_out->len > 1
                   ? _("No chip of the space “%s” can take part: %s")
                   : _("No chip of the catalog is in the space “%s”"),
                 weft_space_get_id (self->space), (const char *) self->left_out->pdata[0]);
  else if (self->units->len >= MAX_UNITS)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                 _("The space “%s” has %u chips with fabrics, at most %u are handled"),
                 weft_space_get_id (self->space), self->units->len, MAX_UNITS - 1);
  return self->units->len > 0 && self->units->len < MAX_UNITS;
}

/* --- splits --- */

typedef struct
{
  WeftProblem *problem;
  guint n;
  guint n_splits; /* of all numbers of partitions */
  guint n_tries;
  guint16 chosen[WEFT_SPACE_MAX_PARTITIONS];
} Splitter;

/* Fractions from the largest down, each at most the one before, that make up @rest. FALSE when there are too many. */
static gboolean
split (Splitter *splitter,
       guint     at,
       guint     most,
       guint     rest)
{
  WeftProblem *problem = splitter->problem;
  GArray *splits = problem->splits[splitter->n];
  guint left = splitter->n - at;

  if (left == 0)
    {
      if (rest > 0)
        return TRUE;
      g_array_append_vals (splits, splitter->chosen, WEFT_SPACE_MAX_PARTITIONS);
      return ++splitter->n_splits < MAX_SPLITS;
    }

  for (guint i = most + 1; i-- > 0;)
    {
      guint fraction = problem->fractions[i];

      if (++splitter->n_tries > MAX_TRIES)
        return FALSE;
      if ((guint64) fraction * left < rest)
        break;
      if (fraction > rest)
        continue;
      splitter->chosen[at] = (guint16) i;
      if (!split (splitter, at + 1, i, rest - fraction))
        return FALSE;
    }

  return TRUE;
}

static void
refuse_splits (const Splitter *splitter,
               GError        **error)
{
  const char *id = weft_space_get_id (splitter->problem->space);

  if (splitter->n_splits >= MAX_SPLITS)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                 _("The space %s can divide the budget among %u partitions in more than %u "
                   "ways; give it fewer fractions or partitions"),
                 id, splitter->n, MAX_SPLITS);
  else
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                 _("The space %s has too many fractions to find those of %u partitions that sum to 1: "
                   "%u were tried; give it fewer fractions or partitions"),
                 id, splitter->n, MAX_TRIES);
}

/**
 * weft_problem_find_splits: (skip)
 * @self: a problem with units
 * @error: return location
 *
 * Fills splits, max_partitions and n_candidates.
 *
 * Returns: %FALSE when no fractions of the space sum to one, or too many do
 */
gboolean
weft_problem_find_splits (WeftProblem *self,
                          GError     **error)
{
  Splitter splitter = { .problem = self };

  for (guint n = 1; n <= self->space->max_partitions; n++)
    {
      splitter.n = n;
      self->splits[n] = g_array_new (FALSE, FALSE, sizeof (guint16));
      if (!split (&splitter, 0, self->n_fractions - 1, WEFT_SPACE_WHOLE))
        {
          refuse_splits (&splitter, error);
          return FALSE;
        }
      if (self->splits[n]->len > 0)
        self->max_partitions = n;
      self->n_candidates += weft_problem_count (self, n);
    }

  if (self->n_candidates > 0)
    return TRUE;

  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
               _("No fractions of the space “%s” sum to 1 over at most %u partitions"),
               weft_space_get_id (self->space), self->space->max_partitions);
  return FALSE;
}

/**
 * weft_problem_count_multisets: (skip)
 * @n: kinds to choose from
 * @k: how many are chosen
 *
 * Returns: ways to choose @k of @n with repeats and without order
 */
double
weft_problem_count_multisets (double n,
                              guint  k)
{
  double ways = 1;

  for (guint i = 0; i < k; i++)
    ways *= (n + i) / (i + 1);
  return ways;
}

/**
 * weft_problem_count_split: (skip)
 * @n: partitions
 * @fractions: (array length=n): fraction indices, equal ones together
 * @n_kinds: units times roles
 *
 * Partitions of equal fraction have no order.
 *
 * Returns: how many candidates the split has
 */
double
weft_problem_count_split (guint          n,
                          const guint16 *fractions,
                          double         n_kinds)
{
  double ways = 1;

  for (guint i = 0; i < n;)
    {
      guint equal = 1;

      while (i + equal < n && fractions[i + equal] == fractions[i])
        equal++;
      ways *= weft_problem_count_multisets (n_kinds, equal);
      i += equal;
    }

  return round (ways);
}

/**
 * weft_problem_count: (skip)
 * @self: a problem
 * @n: a number of partitions
 *
 * Returns: how many candidates have that many partitions
 */
double
weft_problem_count (WeftProblem *self,
                    guint        n)
{
  const guint16 *splits = (const guint16 *) (gpointer) self->splits[n]->data;
  guint n_splits = self->splits[n]->len / WEFT_SPACE_MAX_PARTITIONS;
  double kinds = (double) self->units->len * self->n_roles;
  double total = 0;

  for (guint i = 0; i < n_splits; i++)
    total += weft_problem_count_split (n, splits + (gsize) i * WEFT_SPACE_MAX_PARTITIONS, kinds);
  return total;
}
