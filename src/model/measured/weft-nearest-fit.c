/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for the nearest changes with which a plan fits: one, and as long as the nearest is far, two and three together. */
#include "model/measured/weft-nearest-fit.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-memory-words-private.h"
#include "model/measured/weft-nearest-fit-private.h"

/* How many remedies are worth reading. */
#define MAX_REMEDIES 8

/* As far as twice the chips: what is nearer needs no second change. */
#define FAR 1

typedef struct
{
  const WeftFitMove *moves;
  guint n_wanted;     /* changes that are taken together */
  GPtrArray *remedies;
} Search;

/* --- trying --- */

static void
note_remedy (Search              *search,
             const WeftFitCase   *at,
             const WeftFitRemedy *taken)
{
  WeftMemoryItems items;
  WeftFitRemedy *remedy;

  weft_fit_case_items (at, &items);
  if (!weft_memory_items_fit (&items))
    return;
  remedy = g_memdup2 (taken, sizeof *taken);
  remedy->used_bytes = weft_memory_items_total (&items);
  remedy->capacity_bytes = items.capacity_bytes;
  remedy->chips = weft_fit_case_chips (at);
  remedy->distance += weft_fit_case_more_chips (at);
  g_ptr_array_add (search->remedies, remedy);
}

/* Takes moves from @first on until as many as are wanted are taken. The last one of a remedy stops at its first step that
 * is enough, since those after it are farther. */
static void
try_moves (Search              *search,
           const WeftFitCase   *at,
           const WeftFitRemedy *taken,
           guint                first)
{
  for (guint i = first; search->moves[i].take != NULL; i++)
    for (guint step = 1;; step++)
      {
        WeftFitCase next = *at;
        WeftFitRemedy more = *taken;
        WeftFitChange *change = &more.change[more.n_changes++];
        guint before = search->remedies->len;
        g_autofree char *lack = NULL;

        if (!search->moves[i].take (&next, step, change))
          break;
        change->kind = search->moves[i].kind;
        more.distance += change->distance;
        if (more.n_changes < search->n_wanted)
          {
            try_moves (search, &next, &more, i + 1);
            continue;
          }
        lack = weft_fit_case_lack (&next);
        if (lack == NULL)
          note_remedy (search, &next, &more);
        if (search->remedies->len > before)
          break;
      }
}

static int
compare_remedies_cb (gconstpointer a,
                     gconstpointer b)
{
  const WeftFitRemedy *x = *(WeftFitRemedy *const *) a, *y = *(WeftFitRemedy *const *) b;

  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  if (x->chips != y->chips)
    return x->chips < y->chips ? -1 : 1;
  if (x->n_changes != y->n_changes)
    return x->n_changes < y->n_changes ? -1 : 1;
  for (guint i = 0; i < x->n_changes; i++)
    if (x->change[i].kind != y->change[i].kind)
      return x->change[i].kind < y->change[i].kind ? -1 : 1;
  return 0;
}

static gboolean
has_change (const WeftFitRemedy *self,
            const WeftFitChange *change)
{
  for (guint i = 0; i < self->n_changes; i++)
    if (self->change[i].kind == change->kind && g_str_equal (self->change[i].to, change->to))
      return TRUE;
  return FALSE;
}

static gboolean
has_all_of (const WeftFitRemedy *self,
            const WeftFitRemedy *other)
{
  for (guint i = 0; i < other->n_changes; i++)
    if (!has_change (self, &other->change[i]))
      return FALSE;
  return TRUE;
}

/* Leaves out remedies with a change that is not needed. */
static void
drop_needless (GPtrArray *remedies)
{
  for (guint i = remedies->len; i-- > 1;)
    for (guint k = 0; k < i; k++)
      if (has_all_of (remedies->pdata[i], remedies->pdata[k]))
        {
          g_ptr_array_remove_index (remedies, i);
          break;
        }
}

static GPtrArray *
find_remedies (const WeftFitCase *plan)
{
  Search search = { .moves = plan->is_training ? weft_fit_training_moves : weft_fit_serving_moves };
  double nearest = INFINITY;

  search.remedies = g_ptr_array_new_with_free_func (g_free);
  for (search.n_wanted = 1; search.n_wanted <= WEFT_FIT_MAX_CHANGES && nearest > FAR; search.n_wanted++)
    {
      WeftFitRemedy none = { 0 };

      try_moves (&search, plan, &none, 0);
      g_ptr_array_sort (search.remedies, compare_remedies_cb);
      drop_needless (search.remedies);
      if (search.remedies->len > MAX_REMEDIES)
        g_ptr_array_set_size (search.remedies, MAX_REMEDIES);
      if (search.remedies->len > 0)
        nearest = ((WeftFitRemedy *) search.remedies->pdata[0])->distance;
    }
  return search.remedies;
}

/* --- the answer --- */

static char *
write_reason (const WeftNearestFit *self)
{
  g_autofree char *used = weft_memory_format_bytes (weft_memory_items_total (&self->items));
  g_autofree char *capacity = weft_memory_format_bytes (self->items.capacity_bytes);
  g_autofree char *needed = weft_memory_format_bytes (self->needed_bytes);
  g_autofree char *left = weft_memory_format_bytes (MAX (0, self->left_bytes));

  if (self->fits)
    return g_strdup_printf (_("it fits: %s of %s on the fullest chip, of stage %u"), used, capacity, self->stage);
  return g_strdup_printf (_("it does not fit: %s on a chip of %s, of stage %u; for “%s” %s is needed and %s is left"),
                          used, capacity, self->stage, weft_memory_item_label (self->binding), needed, left);
}

/* Everything but what a chip needs however much is shared out. */
static char *
write_outlook (const WeftFitCase *plan)
{
  WeftMemoryItems items;
  g_autofree char *used = NULL;
  g_autofree char *capacity = NULL;
  double chips;

  weft_fit_case_items (plan, &items);
  used = weft_memory_format_bytes (weft_memory_items_total (&items));
  capacity = weft_memory_format_bytes (items.capacity_bytes);
  chips = ceil (weft_memory_items_total (&items) * weft_fit_case_chips (plan) / items.capacity_bytes);
  return g_strdup_printf (_("no %u changes together make it fit: shared out evenly over chips of %s, the %s of each of "
                            "%g chips would fill %g"),
                          WEFT_FIT_MAX_CHANGES, capacity, used, weft_fit_case_chips (plan), chips);
}

static WeftNearestFit *
answer (const WeftFitCase *plan)
{
  WeftNearestFit *self = g_new0 (WeftNearestFit, 1);

  self->stage = weft_fit_case_items (plan, &self->items);
  self->fits = weft_memory_items_fit (&self->items);
  self->binding = weft_memory_items_binding (&self->items, &self->left_bytes);
  if (!self->fits && self->binding < WEFT_N_MEMORY_ITEMS)
    self->needed_bytes = self->items.bytes[self->binding];
  self->reason = write_reason (self);
  self->remedies = self->fits ? g_ptr_array_new_with_free_func (g_free) : find_remedies (plan);
  if (!self->fits && self->remedies->len == 0)
    self->outlook = write_outlook (plan);
  return self;
}

static void
set_up (WeftFitCase            *self,
        const WeftFitSetting   *setting,
        const WeftFitDistances *distances)
{
  self->setting = setting;
  self->distances = distances;
  self->capacity_bytes = setting->capacity_bytes;
  self->chips = MAX (setting->chips, weft_fit_case_chips (self));
  self->node_chips = setting->chip != NULL && setting->chip->node_chips > 0 ? setting->chip->node_chips : INFINITY;
}

/* --- public --- */

/**
 * weft_nearest_fit_training: (skip)
 * @setting: what the plan is to fit
 * @plan: a plan that is whole
 * @error: return location for a %WEFT_CATALOG_ERROR
 *
 * Returns: (transfer full) (nullable): the answer
 */
WeftNearestFit *
weft_nearest_fit_training (const WeftFitSetting   *setting,
                           const WeftTrainingPlan *plan,
                           GError                **error)
{
  WeftFitCase at = { .is_training = TRUE, .training = *plan };
  WeftFitDistances distances;

  if (!weft_fit_distances_init (&distances, setting->profile, error))
    return NULL;
  set_up (&at, setting, &distances);
  return answer (&at);
}

/* The pool that has least left is the one to change. */
static WeftServingPoolKind
find_pool (const WeftFitCase *at)
{
  const WeftFitSetting *setting = at->setting;
  WeftServingMemory decode, prefill;

  if (!at->serving.separate_prefill)
    return WEFT_POOL_DECODE;
  weft_serving_memory_worst (setting->shape, setting->rules, &at->serving, WEFT_POOL_DECODE, at->capacity_bytes,
                             &decode);
  weft_serving_memory_worst (setting->shape, setting->rules, &at->serving, WEFT_POOL_PREFILL, at->capacity_bytes,
                             &prefill);
  return weft_memory_items_free (&prefill.items) < weft_memory_items_free (&decode.items) ? WEFT_POOL_PREFILL
                                                                                       : WEFT_POOL_DECODE;
}

/**
 * weft_nearest_fit_serving: (skip)
 * @setting: what the plan is to fit
 * @plan: a plan that is whole
 * @error: return location for a %WEFT_CATALOG_ERROR
 *
 * Returns: (transfer full) (nullable): the answer
 */
WeftNearestFit *
weft_nearest_fit_serving (const WeftFitSetting  *setting,
                          const WeftServingPlan *plan,
                          GError               **error)
{
  WeftFitCase at = { .is_training = FALSE, .serving = *plan };
  WeftFitDistances distances;

  if (!weft_fit_distances_init (&distances, setting->profile, error))
    return NULL;
  set_up (&at, setting, &distances);
  at.pool = find_pool (&at);
  return answer (&at);
}

/**
 * weft_nearest_fit_free: (skip)
 * @self: an answer
 */
void
weft_nearest_fit_free (WeftNearestFit *self)
{
  g_free (self->reason);
  g_free (self->outlook);
  g_ptr_array_unref (self->remedies);
  g_free (self);
}
