/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of methods, their options, and the history that each is given. */
#include "search/hardware/weft-hardware-method-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "search/weft-space.h"

typedef struct
{
  WeftHardwareHistory history;
} WeftHardwareMethodPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftHardwareMethod, weft_hardware_method, G_TYPE_OBJECT)

const WeftHardwareMethodInfo weft_hardware_methods[] = {
  { "hybrid", N_("Hybrid"),
    N_("Screens by the cheap estimate, corrects it by what was measured, and follows the bottlenecks of the best."),
    "no-estimate,shuffled,no-prior", weft_hardware_hybrid_get_type },
  { "random", N_("Random"), N_("Draws every machine anew."), NULL, weft_hardware_random_get_type },
  { "greedy", N_("Greedy"), N_("Measures all edits and takes the best one, until none is better."), NULL,
    weft_hardware_greedy_get_type },
  { "hill", N_("Hill climbing"), N_("Takes the first edit that is better, in a random order."), NULL,
    weft_hardware_hill_get_type },
  { "sa", N_("Simulated annealing"),
    N_("Takes random edits even when they are worse, less and less so as the budget runs out."), NULL,
    weft_hardware_annealing_get_type },
  { "re", N_("Regularised evolution"),
    N_("Edits the best of a few out of a population in which the oldest makes room."), NULL,
    weft_hardware_evolution_get_type },
  { "gp", N_("Gaussian process"),
    N_("Fits a smooth function to what was measured and tries where it promises the largest improvement."), NULL,
    weft_hardware_bayes_get_type },
  { "prior", N_("Bottleneck-led search"),
    N_("Takes the edit that promises most by the shares of the critical path, without any model."), NULL,
    weft_hardware_guided_get_type },
  { "estimate", N_("Estimate alone"), N_("Measures machines in the order of the cheap estimate."), NULL,
    weft_hardware_screen_get_type },
  { NULL },
};

/* --- class --- */

static gboolean
has_no_options (WeftHardwareMethod *self, const char *option)
{
  return FALSE;
}

static void
needs_no_start (WeftHardwareMethod *self, WeftHardwareHistory *history)
{
}

static void
learns_nothing (WeftHardwareMethod *self, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
}

static void
weft_hardware_method_finalize (GObject *object)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (WEFT_HARDWARE_METHOD (object));
  WeftHardwareHistory *history = &priv->history;

  g_clear_pointer (&history->ranking, g_ptr_array_unref);
  g_clear_pointer (&history->observations, g_ptr_array_unref);
  g_clear_pointer (&history->pool, weft_hardware_pool_free);
  G_OBJECT_CLASS (weft_hardware_method_parent_class)->finalize (object);
}

static void
weft_hardware_method_class_init (WeftHardwareMethodClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_hardware_method_finalize;
  klass->configure = has_no_options;
  klass->start = needs_no_start;
  klass->observe = learns_nothing;
}

static void
weft_hardware_method_init (WeftHardwareMethod *self)
{
}

/* --- public API --- */

/**
 * weft_hardware_method_find: (skip)
 * @name: an id, with options after a colon or not
 * @error: return location for a #WeftSearchError
 *
 * Returns: (transfer none): the method, or %NULL with an error that names the nearest one
 */
const WeftHardwareMethodInfo *
weft_hardware_method_find (const char *name, GError **error)
{
  g_autofree char *id = g_strndup (name, strcspn (name, ":"));
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char *all = NULL;
  const char *nearest;

  for (const WeftHardwareMethodInfo *info = weft_hardware_methods; info->id != NULL; info++)
    {
      if (g_str_equal (info->id, id))
        return info;
      g_ptr_array_add (known, (gpointer) info->id);
    }
  g_ptr_array_add (known, NULL);
  all = g_strjoinv (", ", (char **) known->pdata);
  nearest = weft_name_nearest (id, (const char *const *) known->pdata);
  if (nearest != NULL)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
                 _("There is no method “%s” for machines; is “%s” meant?"), id, nearest);
  else
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
                 _("There is no method “%s” for machines; these are: %s"), id, all);
  return NULL;
}

/**
 * weft_hardware_method_new: (skip)
 * @name: an id, with options after a colon or not
 * @error: return location for a #WeftSearchError
 *
 * Returns: (transfer full): a method that has not started, or %NULL with an error
 */
WeftHardwareMethod *
weft_hardware_method_new (const char *name, GError **error)
{
  const WeftHardwareMethodInfo *info = weft_hardware_method_find (name, error);
  const char *colon = strchr (name, ':');
  g_autoptr (WeftHardwareMethod) self = NULL;
  g_auto (GStrv) options = NULL;

  if (info == NULL)
    return NULL;
  self = g_object_new (info->get_type (), NULL);
  options = g_strsplit (colon != NULL ? colon + 1 : "", ",", -1);
  for (guint i = 0; options[i] != NULL; i++)
    if (*options[i] != '\0' && !WEFT_HARDWARE_METHOD_GET_CLASS (self)->configure (self, options[i]))
      {
        g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
                     info->options != NULL ? _("%s: This method has no option “%s”; it has: %s")
                                           : _("%s: This method has no option “%s”"),
                     info->id, options[i], info->options);
        return NULL;
      }
  return g_steal_pointer (&self);
}

/**
 * weft_hardware_method_set_policy: (skip)
 * @self: a method that has not started
 * @score: (nullable) (scope forever): scores the edits of a machine
 * @data: for @score; must outlive @self
 */
void
weft_hardware_method_set_policy (WeftHardwareMethod *self, WeftHardwareScore score, gpointer data)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (self);

  priv->history.score = score;
  priv->history.score_data = data;
}

/**
 * weft_hardware_method_start: (skip)
 * @self: a new method
 * @space: what it searches; must outlive it
 * @random: the run's generator, seeded; must outlive it
 * @budget: how many evaluations there will be
 */
void
weft_hardware_method_start (WeftHardwareMethod *self, WeftHardwareSpace *space, WeftRandom *random, guint budget)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (self);
  WeftHardwareHistory *history = &priv->history;

  g_return_if_fail (history->space == NULL);

  history->space = space;
  history->frame = weft_hardware_space_get_frame (space);
  history->random = random;
  history->budget = MAX (budget, 1);
  history->pool = weft_hardware_pool_new (space);
  history->observations = g_ptr_array_new_with_free_func (g_free);
  history->ranking = g_ptr_array_new ();
  WEFT_HARDWARE_METHOD_GET_CLASS (self)->start (self, history);
}

/**
 * weft_hardware_method_propose: (skip)
 * @self: a method that has started
 * @proposal: (out): what to measure next
 *
 * Returns: %FALSE when there is nothing more to try
 */
gboolean
weft_hardware_method_propose (WeftHardwareMethod *self, WeftHardwareProposal *proposal)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (self);

  return WEFT_HARDWARE_METHOD_GET_CLASS (self)->propose (self, &priv->history, proposal);
}

/* Whether @a ranks before @b: what broke comes last, and of equals the first stays. */
static gboolean
ranks_before (const WeftHardwareObservation *a, const WeftHardwareObservation *b)
{
  double x = a->verdict.objective, y = b->verdict.objective;

  return isnan (y) ? !isnan (x) : x < y;
}

static void
rank (WeftHardwareHistory *history, WeftHardwareObservation *observation)
{
  guint at = history->ranking->len;

  while (at > 0 && ranks_before (observation, g_ptr_array_index (history->ranking, at - 1)))
    at--;
  g_ptr_array_insert (history->ranking, (int) at, observation);
}

/**
 * weft_hardware_method_observe: (skip)
 * @self: a method that has started
 * @choice: a legal machine, proposed or not
 * @verdict: what it does
 */
void
weft_hardware_method_observe (WeftHardwareMethod        *self,
                              const WeftHardwareChoice  *choice,
                              const WeftHardwareVerdict *verdict)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (self);
  WeftHardwareHistory *history = &priv->history;
  WeftHardwareCandidate *candidate = weft_hardware_pool_add (history->pool, choice);
  WeftHardwareObservation *observation = g_new (WeftHardwareObservation, 1);

  *observation = (WeftHardwareObservation) { *choice, *verdict, (int) history->observations->len };
  g_ptr_array_add (history->observations, observation);
  if (candidate->observation < 0)
    {
      candidate->observation = observation->number;
      rank (history, observation);
    }
  WEFT_HARDWARE_METHOD_GET_CLASS (self)->observe (self, history, observation);
}

/**
 * weft_hardware_method_get_n_estimates: (skip)
 * @self: a method that has started
 *
 * Returns: how many cheap estimates it has made
 */
guint64
weft_hardware_method_get_n_estimates (WeftHardwareMethod *self)
{
  WeftHardwareMethodPrivate *priv = weft_hardware_method_get_instance_private (self);

  return priv->history.pool->n_estimates;
}
