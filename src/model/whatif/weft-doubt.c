/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws designs with everything that is not known about them. */
#include "model/whatif/weft-doubt-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Whole draws that show what single facts do not explain. */
#define N_CHECKS 64
/* Of the time, what making a surrogate takes. */
#define FIRST_SHARE 0.7

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
              const double          *facts,
              const double          *x,
              double                *y)
{
  double sum = 0;
  gboolean feasible = TRUE;

  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      double own = error_of (&design->own[kind], x), reference = error_of (&design->reference[kind], x);
      double value = facts[WEFT_FACTS_VALUE + kind], ratio = facts[WEFT_FACTS_RATIO + kind] * exp (own - reference);
      double weight = design->whatif->weights[kind];

      y[WEFT_DOUBT_VALUE + kind] = value > 0 ? value * exp (kind <= WEFT_WORKLOAD_SERVING ? own : -own) : NAN;
      y[WEFT_DOUBT_SPEEDUP + kind] = ratio;
      if (!(weight > 0))
        continue;
      feasible = feasible && ratio > 0;
      sum += ratio > 0 ? weight * log (ratio) : 0;
    }
  /* Whatever is unknown of the reference leaves no score. */
  y[WEFT_DOUBT_SCORE] = isnan (facts[WEFT_FACTS_RATIO]) ? NAN : feasible ? exp (sum) : 0;
  y[WEFT_DOUBT_POWER] = facts[WEFT_FACTS_POWER] > 0 ? facts[WEFT_FACTS_POWER] : NAN;
  y[WEFT_DOUBT_COST] = facts[WEFT_FACTS_COST] > 0 ? facts[WEFT_FACTS_COST] : NAN;
}

/* The facts' response, or what stands in for it. */
static const WeftResponse *
facts_of (const WeftDoubt *self)
{
  return self->surrogate != NULL ? weft_surrogate_get (self->surrogate) : &self->facts;
}

static gpointer
begin_cb (gpointer data)
{
  const WeftResponse *facts = facts_of (data);

  return facts->begin != NULL ? facts->begin (facts->data) : NULL;
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  WeftDoubt *self = data;
  const WeftResponse *facts = facts_of (self);
  double *answers = g_newa (double, facts->n_outputs);

  facts->evaluate (state, x, answers, facts->data);
  for (guint i = 0; i < self->designs->len; i++)
    apply_errors (self->designs->pdata[i], answers + i * WEFT_N_FACT_OUTPUTS, x, y + i * WEFT_N_DOUBTS);
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

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s cannot be scored: %s"),
                   weft_whatif_get_name (whatif), reason != NULL ? reason : _("no reason is known."));
      return FALSE;
    }
  design = g_new0 (WeftDoubtDesign, 1);
  design->whatif = g_object_ref (whatif);
  design->facts = g_array_new (FALSE, FALSE, sizeof (WeftFactChange));
  design->places = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->designs, design);
  weft_doubt_add_facts (self, design);
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

/* The measured equations are too long for ten thousand draws a second. */
static gboolean
wants_surrogate (GPtrArray   *designs,
                 WeftDoubtHow how)
{
  if (how != WEFT_DOUBT_USUAL)
    return how == WEFT_DOUBT_SURROGATE;
  for (guint i = 0; i < designs->len; i++)
    if (weft_profile_is_measured (((WeftWhatif *) designs->pdata[i])->trust.profile))
      return TRUE;
  return FALSE;
}

static gboolean
prepare (WeftDoubt *self,
         GPtrArray *designs,
         GError   **error)
{
  self->designs = g_ptr_array_new_with_free_func (free_design);
  self->drawn = g_ptr_array_new_with_free_func (free_factor);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < designs->len; i++)
    if (!add_design (self, designs->pdata[i], error))
      return FALSE;

  self->n_facts = self->drawn->len;
  for (guint i = 0; i < designs->len; i++)
    weft_doubt_add_errors (self, self->designs->pdata[i]);
  self->factors = make_factors (self);
  self->facts = weft_doubt_facts_response (self);
  return TRUE;
}

/**
 * weft_doubt_new: (skip)
 * @designs: (element-type WeftWhatif): one or two that can be scored
 * @n_samples: how often to draw
 * @seed: the same seed gives the same draws
 * @asking: (nullable): how
 * @error: return location
 *
 * weft_doubt_new_how() in the usual way.
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
  return weft_doubt_new_how (designs, WEFT_DOUBT_USUAL, n_samples, seed, asking, error);
}

/**
 * weft_doubt_new_how: (skip)
 * @designs: (element-type WeftWhatif): one or two that can be scored
 * @how: whole draws or a surrogate
 * @n_samples: how often to draw
 * @seed: the same seed gives the same draws
 * @asking: (nullable): how
 * @error: return location
 *
 * Facts are drawn log-normally by their confidence (constants "uncertainty\@" of the profile) and bear on designs and
 * reference alike. What the model makes of them is drawn by its own error (constants "spread\@"), of which a part is
 * common to all machines and another to all with the same chip. Constants of the profile are not drawn besides: what
 * they are wrong by is in the model's error.
 *
 * Returns: (transfer full): the draws, or %NULL when a design cannot be scored, or it was cancelled
 */
WeftDoubt *
weft_doubt_new_how (GPtrArray        *designs,
                    WeftDoubtHow      how,
                    guint             n_samples,
                    guint64           seed,
                    const WeftAsking *asking,
                    GError          **error)
{
  g_autoptr (WeftDoubt) self = g_new0 (WeftDoubt, 1);
  gboolean in_two = wants_surrogate (designs, how);
  WeftAskingPart first = { asking, 0, in_two ? FIRST_SHARE : 0 }, second = { asking, first.share, 1 - first.share };
  WeftAsking own;

  g_return_val_if_fail (designs != NULL && designs->len > 0, NULL);

  if (!prepare (self, designs, error))
    return NULL;
  if (in_two)
    {
      own = weft_asking_part (&first);
      self->surrogate = weft_surrogate_new (&self->facts, self->factors, N_CHECKS, seed, &own, error);
      if (self->surrogate == NULL)
        return NULL;
    }

  self->response = (WeftResponse) { .n_inputs = self->drawn->len,
                                    .n_outputs = self->designs->len * WEFT_N_DOUBTS,
                                    .begin = begin_cb,
                                    .evaluate = evaluate_cb,
                                    .end = weft_doubt_end_facts,
                                    .data = self };
  own = weft_asking_part (&second);
  self->draws = weft_uncertainty_new (&self->response, self->factors, n_samples, seed, &own, error);
  return self->draws != NULL ? g_steal_pointer (&self) : NULL;
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
  g_clear_pointer (&self->surrogate, weft_surrogate_free);
  g_free (self->factors);
  g_free (self);
}

guint
weft_doubt_n_whole (const WeftDoubt *self)
{
  return self->surrogate != NULL ? weft_surrogate_n_asked (self->surrogate) : self->draws->n_samples;
}

/* Of the score, what its workloads' weights make of it at most. */
double
weft_doubt_unexplained (const WeftDoubt *self,
                        guint            design,
                        guint            number)
{
  const WeftWhatif *whatif = ((WeftDoubtDesign *) self->designs->pdata[design])->whatif;
  double sum = 0;

  if (self->surrogate == NULL)
    return 0;
  if (number > WEFT_DOUBT_SCORE)
    return weft_surrogate_residual (self->surrogate, design * WEFT_N_FACT_OUTPUTS + number - WEFT_DOUBT_VALUE);
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    if (whatif->weights[kind] > 0)
      sum += whatif->weights[kind]
             * weft_surrogate_residual (self->surrogate, design * WEFT_N_FACT_OUTPUTS + WEFT_FACTS_RATIO + kind);
  return sum;
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
