/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of methods, their options, and the calls that every method answers. */
#include "search/weft-method-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-name.h"

typedef struct
{
  guint64 n_estimates;
} WeftMethodPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftMethod, weft_method, G_TYPE_OBJECT)

const WeftMethodInfo weft_methods[] = {
  { "random", N_("Random"), N_("Draws every candidate anew."), NULL, weft_random_method_get_type, TRUE },
  { "hill", N_("Hill climbing"),
    N_("Takes one random change at a time when it is better, and starts again elsewhere when none is."),
    NULL, weft_hill_method_get_type, TRUE },
  { "greedy", N_("Greedy"),
    N_("Builds up from one partition, deciding one thing at a time for the best that it tried."),
    NULL, weft_greedy_method_get_type, TRUE },
  { "sa", N_("Simulated annealing"),
    N_("Takes random changes even when they are worse, less and less so as the budget runs out."),
    NULL, weft_annealing_method_get_type, TRUE },
  { "re", N_("Regularised evolution"),
    N_("Changes the best of a few out of a population in which the oldest makes room."),
    NULL, weft_evolution_method_get_type, TRUE },
  { "tpe", N_("Parzen estimator"),
    N_("Learns which choices good designs have more often than the rest, and draws such ones."),
    NULL, weft_parzen_method_get_type, TRUE },
  { "gp", N_("Gaussian process"),
    N_("Fits a smooth function to what was found and tries where it promises the largest improvement."),
    NULL, weft_gaussian_method_get_type, TRUE },
  { "local", N_("Local search by bottlenecks"),
    N_("Learns from what holds each workload how other chips would do, and tries the best by that estimate."),
    "no-attribution,no-estimate", weft_local_method_get_type, TRUE },
  { "builtin", N_("Built-in planner (rules)"),
    N_("Hears a specialist each for chips, scale-up and scale-out after every evaluation, and follows the advice that helps most."),
    "no-specialists,no-attribution,no-feedback", weft_rules_method_get_type, TRUE },
  { "exhaustive", N_("Exhaustive"), N_("Goes through all candidates in a fixed order."), NULL,
    weft_exhaustive_method_get_type, FALSE },
  { NULL },
};

static gboolean
has_no_options (WeftMethod *self,
                const char *option)
{
  return FALSE;
}

static void
weft_method_class_init (WeftMethodClass *klass)
{
  klass->configure = has_no_options;
}

static void
weft_method_init (WeftMethod *self)
{
}

/* --- public API --- */

/**
 * weft_method_find: (skip)
 * @name: an id, with options after a colon or not
 * @error: return location
 *
 * Returns: (transfer none): the method, or %NULL with an error that names the nearest one
 */
const WeftMethodInfo *
weft_method_find (const char *name,
                  GError    **error)
{
  g_autofree char *id = g_strndup (name, strcspn (name, ":"));
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char *all = NULL;
  const char *nearest;

  for (const WeftMethodInfo *info = weft_methods; info->id != NULL; info++)
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
                 _("There is no method “%s”; is “%s” meant?"), id, nearest);
  else
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD,
                 _("There is no method “%s”; these are: %s"), id, all);
  return NULL;
}

/**
 * weft_method_new: (skip)
 * @name: an id, with options after a colon or not
 * @error: return location
 *
 * Returns: (transfer full): a method that has not started, or %NULL with an error
 */
WeftMethod *
weft_method_new (const char *name,
                 GError    **error)
{
  const WeftMethodInfo *info = weft_method_find (name, error);
  const char *colon = strchr (name, ':');
  g_autoptr (WeftMethod) self = NULL;
  g_auto (GStrv) options = NULL;

  if (info == NULL)
    return NULL;

  self = g_object_new (info->get_type (), NULL);
  options = g_strsplit (colon != NULL ? colon + 1 : "", ",", -1);
  for (guint i = 0; options[i] != NULL; i++)
    if (*options[i] != '\0' && !WEFT_METHOD_GET_CLASS (self)->configure (self, options[i]))
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
 * weft_method_start: (skip)
 * @self: a new method
 * @problem: what it searches; must outlive it
 * @random: the run's generator; must outlive it
 * @budget: how many evaluations there will be
 */
void
weft_method_start (WeftMethod  *self,
                   WeftProblem *problem,
                   WeftRandom  *random,
                   guint        budget)
{
  WEFT_METHOD_GET_CLASS (self)->start (self, problem, random, budget);
}

/**
 * weft_method_propose: (skip)
 * @self: a method
 * @proposals: (out): room for @room proposals
 * @room: at most so many, above 0
 *
 * Returns: how many there are; 0 when there is nothing more to try
 */
guint
weft_method_propose (WeftMethod   *self,
                     WeftProposal *proposals,
                     guint         room)
{
  return WEFT_METHOD_GET_CLASS (self)->propose (self, proposals, room);
}

/**
 * weft_method_observe: (skip)
 * @self: a method
 * @proposal: one of its proposals
 * @verdict: what became of it
 */
void
weft_method_observe (WeftMethod         *self,
                     const WeftProposal *proposal,
                     const WeftVerdict  *verdict)
{
  WEFT_METHOD_GET_CLASS (self)->observe (self, proposal, verdict);
}

/**
 * weft_method_dup_thought: (skip)
 * @self: a method
 *
 * Returns: (transfer full) (nullable): why its last proposal is made, in two to four sentences
 */
char *
weft_method_dup_thought (WeftMethod *self)
{
  WeftMethodClass *method_class = WEFT_METHOD_GET_CLASS (self);

  return method_class->explain != NULL ? method_class->explain (self) : NULL;
}

/**
 * weft_method_get_n_estimates: (skip)
 * @self: a method
 *
 * Returns: how many cheap estimates it has made
 */
guint64
weft_method_get_n_estimates (WeftMethod *self)
{
  WeftMethodPrivate *priv = weft_method_get_instance_private (self);

  return priv->n_estimates;
}

/**
 * weft_method_add_estimates: (skip)
 * @self: a method
 * @n: cheap estimates that it has just made
 */
void
weft_method_add_estimates (WeftMethod *self,
                           guint64     n)
{
  WeftMethodPrivate *priv = weft_method_get_instance_private (self);

  priv->n_estimates += n;
}

/**
 * weft_proposal_reason: (skip)
 * @self: a proposal
 * @format: printf-like
 *
 * Sets the reason, cut to its room at a whole character.
 */
void
weft_proposal_reason (WeftProposal *self,
                      const char   *format,
                      ...)
{
  va_list arguments;
  const char *end;

  va_start (arguments, format);
  g_vsnprintf (self->reason, sizeof self->reason, format, arguments);
  va_end (arguments);

  if (!g_utf8_validate (self->reason, -1, &end))
    self->reason[end - self->reason] = '\0';
}
