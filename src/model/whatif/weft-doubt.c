/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws designs with everything that is not known about them. */
#include "model/whatif/weft-doubt-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/whatif/weft-additive.h"

static void
free_design (gpointer data)
{
  WeftDoubtDesign *design = data;

  g_clear_object (&design->whatif);
  g_clear_pointer (&design->facts, g_array_unref);
  g_clear_pointer (&design->places, g_array_unref);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    weft_model_error_clear (&design->errors[i]);
  g_free (design);
}

static void
free_factor (gpointer data)
{
  WeftDoubtFactor *factor = data;

  g_free (factor->name);
  g_free (factor->group);
  g_free (factor->label);
  g_free (factor);
}

static void
free_source (gpointer data)
{
  WeftDoubtSource *source = data;

  g_free (source->label);
  g_free (source->path);
  g_free (source);
}

/* --- one draw --- */

/* Draws are factors: their logarithms are the normal numbers. */
static double
error_of (const WeftErrorTerm *term,
          const double        *x)
{
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (term->factors); i++)
    if (term->weights[i] > 0)
      sum += term->weights[i] * log (x[term->factors[i]]);
  return sum;
}

/* A design that does better than the model says has higher rates and shorter times; so has the reference. */
static void
apply_errors (const WeftDoubtDesign *design,
              const WeftModel       *model,
              const WeftScore       *score,
              const double          *x,
              double                *y)
{
  double sum = 0;
  gboolean feasible = TRUE;

  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      double own = error_of (&design->own[kind], x), reference = error_of (&design->reference[kind], x);
      double value = score->value[kind], ratio = score->ratio[kind] * exp (own - reference);

      y[WEFT_DOUBT_VALUE + kind] = value > 0 ? value * exp (kind <= WEFT_WORKLOAD_SERVING ? own : -own) : NAN;
      y[WEFT_DOUBT_SPEEDUP + kind] = ratio;
      if (!(model->w.weights[kind] > 0))
        continue;
      feasible = feasible && ratio > 0;
      sum += ratio > 0 ? model->w.weights[kind] * log (ratio) : 0;
    }
  y[WEFT_DOUBT_SCORE] = feasible ? exp (sum) : 0;
}

/* What one worker keeps between two draws: an inventory for each design, changed in place. */
typedef struct
{
  guint n;
  WeftInventory **inventories;
} Worker;

static gpointer
begin_cb (gpointer data)
{
  WeftDoubt *self = data;
  Worker *worker = g_new (Worker, 1);

  worker->n = self->designs->len;
  worker->inventories = g_new0 (WeftInventory *, worker->n);
  return worker;
}

static void
end_cb (gpointer state)
{
  Worker *worker = state;

  for (guint i = 0; i < worker->n; i++)
    g_clear_object (&worker->inventories[i]);
  g_free (worker->inventories);
  g_free (worker);
}

/* FALSE when the facts cannot be so. */
static gboolean
draw_facts (const WeftDoubtDesign *design,
            const double          *x,
            WeftInventory        **inventory)
{
  WeftInventory *base = design->whatif->inventory;
  guint n = design->facts->len;
  WeftFactChange *facts = g_newa (WeftFactChange, n + 1);

  for (guint i = 0; i < n; i++)
    {
      facts[i] = g_array_index (design->facts, WeftFactChange, i);
      facts[i].value *= x[g_array_index (design->places, guint, i)];
    }
  if (*inventory != NULL && weft_inventory_vary_again (*inventory, base, facts, n))
    return TRUE;
  g_clear_object (inventory);
  *inventory = weft_inventory_vary (base, facts, n, NULL, 0, NULL);
  return *inventory != NULL;
}

static void
draw_design (const WeftDoubtDesign *design,
             const double          *x,
             WeftInventory        **inventory,
             double                *y)
{
  static const WeftOutput power = { .kind = WEFT_OUTPUT_POWER }, cost = { .kind = WEFT_OUTPUT_COST };
  WeftVariant variant = { .machine = design->whatif->machine };
  WeftModel model = { 0 };
  WeftScore score;

  for (guint i = 0; i < WEFT_N_DOUBTS; i++)
    y[i] = NAN;
  if (!draw_facts (design, x, inventory))
    return;
  variant.inventory = *inventory;
  if (weft_whatif_score (design->whatif, &variant, &model, &score))
    {
      apply_errors (design, &model, &score, x, y);
      y[WEFT_DOUBT_POWER] = weft_whatif_read_score (&power, &variant, &score);
      y[WEFT_DOUBT_COST] = weft_whatif_read_score (&cost, &variant, &score);
    }
  weft_model_clear (&model);
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  WeftDoubt *self = data;
  Worker *worker = state;

  for (guint i = 0; i < self->designs->len; i++)
    draw_design (self->designs->pdata[i], x, &worker->inventories[i], y + i * WEFT_N_DOUBTS);
}

/* --- all of them --- */

static gboolean
add_design (WeftDoubt  *self,
            WeftWhatif *whatif,
            GError    **error)
{
  WeftDoubtDesign *design;

  if (!weft_evaluation_is_feasible (whatif->evaluation))
    {
      const char *reason = weft_evaluation_get_reason (whatif->evaluation);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s cannot be scored: %s"), weft_whatif_get_name (whatif),
                   reason != NULL ? reason : _("no reason is known."));
      return FALSE;
    }
  design = g_new0 (WeftDoubtDesign, 1);
  design->whatif = g_object_ref (whatif);
  design->facts = g_array_new (FALSE, FALSE, sizeof (WeftFactChange));
  design->places = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->designs, design);
  weft_doubt_add_facts (self, design);
  weft_doubt_add_errors (self, design);
  return TRUE;
}

/* Facts are drawn as factors of what they are, errors as what they are. */
static WeftFactor *
make_factors (const WeftDoubt *self)
{
  WeftFactor *factors = g_new0 (WeftFactor, self->drawn->len + 1);

  for (guint i = 0; i < self->drawn->len; i++)
    {
      const WeftDoubtFactor *factor = self->drawn->pdata[i];

      factors[i] = (WeftFactor) { .name = factor->name, .value = 1, .spread = factor->spread, .most = INFINITY };
    }
  return factors;
}

/* The measured equations search for splits at each question, too long to ask them ten thousand times. */
static gboolean
is_slow (const WeftDoubt *self)
{
  for (guint i = 0; i < self->designs->len; i++)
    {
      const WeftDoubtDesign *design = self->designs->pdata[i];

      if (weft_profile_is_measured (weft_inventory_get_profile (design->whatif->inventory)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
draw (WeftDoubt        *self,
      const WeftFactor *factors,
      guint             n_samples,
      guint64           seed,
      const WeftAsking *asking,
      GError          **error)
{
  g_autoptr (WeftAdditive) additive = NULL;
  const WeftResponse *response = &self->response;

  self->is_additive = is_slow (self);
  if (self->is_additive)
    {
      additive = weft_additive_new (response, factors, asking, error);
      if (additive == NULL)
        return FALSE;
      response = weft_additive_response (additive);
    }
  self->draws = weft_uncertainty_new (response, factors, n_samples, seed, asking, error);
  return self->draws != NULL;
}

/**
 * weft_doubt_new: (skip)
 * @designs: (element-type WeftWhatif): one or two that can be scored
 * @n_samples: how often to draw
 * @seed: the same seed gives the same draws
 * @asking: (nullable): how
 * @error: return location
 *
 * Facts are drawn log-normally by their confidence (constants "uncertainty\@" of the profile) and bear on designs and
 * reference alike. What the model makes of them is drawn by its own error (constants "spread\@"), of which a part is
 * common to all machines and another to all with the same chip. Constants of the profile are not drawn besides: what
 * they are wrong by is in the model's error. Under a measured profile each fact is moved alone and what that does is
 * added up in logarithms (weft_additive_new()).
 *
 * Returns: (transfer full): the draws, or %NULL when a design cannot be scored, or it was cancelled
 */
WeftDoubt *
weft_doubt_new (GPtrArray        *designs,
                guint             n_samples,
                guint64           seed,
                const WeftAsking *asking,
                GError          **error)
{
  g_autoptr (WeftDoubt) self = g_new0 (WeftDoubt, 1);
  g_autofree WeftFactor *factors = NULL;

  g_return_val_if_fail (designs != NULL && designs->len > 0, NULL);

  self->designs = g_ptr_array_new_with_free_func (free_design);
  self->drawn = g_ptr_array_new_with_free_func (free_factor);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < designs->len; i++)
    if (!add_design (self, designs->pdata[i], error))
      return NULL;

  factors = make_factors (self);
  self->response = (WeftResponse) { .n_inputs = self->drawn->len, .n_outputs = self->designs->len * WEFT_N_DOUBTS,
                                    .begin = begin_cb, .evaluate = evaluate_cb, .end = end_cb, .data = self };
  return draw (self, factors, n_samples, seed, asking, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * weft_doubt_free: (skip)
 * @self: (transfer full): draws
 */
void
weft_doubt_free (WeftDoubt *self)
{
  g_clear_pointer (&self->designs, g_ptr_array_unref);
  g_clear_pointer (&self->drawn, g_ptr_array_unref);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->draws, weft_uncertainty_free);
  g_free (self);
}

guint
weft_doubt_n_designs (const WeftDoubt *self)
{
  return self->designs->len;
}

const WeftUncertainty *
weft_doubt_get_draws (const WeftDoubt *self)
{
  return self->draws;
}

gboolean
weft_doubt_find (const WeftOutput *output,
                 guint            *number)
{
  switch (output->kind)
    {
    case WEFT_OUTPUT_SCORE:
      *number = WEFT_DOUBT_SCORE;
      return TRUE;
    case WEFT_OUTPUT_VALUE:
      *number = WEFT_DOUBT_VALUE + output->index;
      return TRUE;
    case WEFT_OUTPUT_SPEEDUP:
      *number = WEFT_DOUBT_SPEEDUP + output->index;
      return TRUE;
    case WEFT_OUTPUT_POWER:
      *number = WEFT_DOUBT_POWER;
      return TRUE;
    case WEFT_OUTPUT_COST:
      *number = WEFT_DOUBT_COST;
      return TRUE;
    case WEFT_OUTPUT_COUNT:
    case WEFT_OUTPUT_OTHER:
    default:
      return FALSE;
    }
}

guint
weft_doubt_output (guint design,
                   guint number)
{
  return design * WEFT_N_DOUBTS + number;
}

const WeftBand *
weft_doubt_band (const WeftDoubt *self,
                 guint            design,
                 guint            number)
{
  g_return_val_if_fail (design < self->designs->len && number < WEFT_N_DOUBTS, NULL);

  return &self->draws->bands[weft_doubt_output (design, number)];
}

WeftContest
weft_doubt_compare (const WeftDoubt *self,
                    guint            number)
{
  gboolean is_time = number >= WEFT_DOUBT_VALUE + WEFT_WORKLOAD_STENCIL && number < WEFT_DOUBT_SPEEDUP;

  return weft_uncertainty_compare (self->draws, weft_doubt_output (0, number), weft_doubt_output (1, number),
                                   is_time || number >= WEFT_DOUBT_POWER);
}

static int
compare_sources_cb (gconstpointer a,
                    gconstpointer b)
{
  const WeftDoubtSource *x = *(const WeftDoubtSource *const *) a, *y = *(const WeftDoubtSource *const *) b;

  if (x->share != y->share)
    return x->share < y->share ? 1 : -1;
  return g_strcmp0 (x->path, y->path);
}

static WeftDoubtSource *
find_source (GPtrArray             *sources,
             const WeftDoubtFactor *factor)
{
  WeftDoubtSource *source;

  for (guint i = 0; i < sources->len; i++)
    if (g_str_equal (((WeftDoubtSource *) sources->pdata[i])->path, factor->group))
      return sources->pdata[i];

  source = g_new0 (WeftDoubtSource, 1);
  source->label = g_strdup (factor->label);
  source->path = g_strdup (factor->group);
  g_ptr_array_add (sources, source);
  return source;
}

GPtrArray *
weft_doubt_sources (const WeftDoubt *self,
                    guint            design,
                    guint            number)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func (free_source);
  guint output = weft_doubt_output (design, number);

  for (guint i = 0; i < self->drawn->len; i++)
    {
      double share = weft_uncertainty_share (self->draws, output, i);

      if (share > 0)
        find_source (sources, self->drawn->pdata[i])->share += share;
    }
  g_ptr_array_sort (sources, compare_sources_cb);
  return sources;
}

const char *
weft_doubt_why_wider (const WeftDoubt *self,
                      guint            design,
                      WeftWorkloadKind kind)
{
  g_return_val_if_fail (design < self->designs->len && kind < WEFT_N_WORKLOADS, NULL);

  return ((WeftDoubtDesign *) self->designs->pdata[design])->errors[kind].why;
}

double
weft_doubt_model_error (const WeftDoubt *self,
                        guint            design,
                        WeftWorkloadKind kind)
{
  g_return_val_if_fail (design < self->designs->len && kind < WEFT_N_WORKLOADS, NAN);

  return ((WeftDoubtDesign *) self->designs->pdata[design])->errors[kind].spread;
}

char *
weft_doubt_say_contest (const WeftDoubt   *self,
                        const WeftContest *contest)
{
  const char *first, *second;
  double percent = 100 * contest->probability;

  g_return_val_if_fail (self->designs->len == 2, NULL);

  first = weft_whatif_get_name (((WeftDoubtDesign *) self->designs->pdata[0])->whatif);
  second = weft_whatif_get_name (((WeftDoubtDesign *) self->designs->pdata[1])->whatif);
  if (contest->n == 0)
    return g_strdup_printf (_("%s and %s never have an answer together"), first, second);
  if (contest->verdict == WEFT_FIRST_IS_BETTER)
    return g_strdup_printf (_("%s is better than %s with %.1f %%"), first, second, percent);
  if (contest->verdict == WEFT_SECOND_IS_BETTER)
    return g_strdup_printf (_("%s is better than %s with %.1f %%"), second, first, 100 - percent);
  return g_strdup_printf (_("not distinguishable: %s is better than %s with %.1f %%"), first, second, percent);
}
