/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences between two evaluations of one design: which there are, and their reasons in order. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Below this a reason is a rounding of the arithmetic. */
#define LEAST_SHARE 1e-12
/* A factor that is shown as 1 explains nothing in a summary. */
#define LEAST_SHOWN 5e-3
#define MOST_SHOWN 3

struct _WeftDifference
{
  GObject parent_instance;
  char *subject;
  char *key;
  char *label;
  double a;
  double b;
  WeftUnit unit;
  WeftList *reasons;
};

G_DEFINE_FINAL_TYPE (WeftDifference, weft_difference, G_TYPE_OBJECT)

static void
weft_difference_finalize (GObject *object)
{
  WeftDifference *self = WEFT_DIFFERENCE (object);

  g_free (self->subject);
  g_free (self->key);
  g_free (self->label);
  g_object_unref (self->reasons);

  G_OBJECT_CLASS (weft_difference_parent_class)->finalize (object);
}

static void
weft_difference_class_init (WeftDifferenceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_difference_finalize;
}

static void
weft_difference_init (WeftDifference *self)
{
  self->a = self->b = NAN;
  self->reasons = weft_list_new (WEFT_TYPE_REASON);
}

/* --- making --- */

static double
rank (gconstpointer reason)
{
  double share = weft_reason_get_share (*(WeftReason *const *) reason);

  return isnan (share) ? -1 : fabs (share);
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  return (rank (a) < rank (b)) - (rank (a) > rank (b));
}

static WeftDifference *
make (WeftList   *list,
      const char *subject,
      const char *key,
      const char *label,
      double      a,
      double      b,
      WeftUnit    unit)
{
  g_autoptr (WeftDifference) self = g_object_new (WEFT_TYPE_DIFFERENCE, NULL);

  self->subject = g_strdup (subject);
  self->key = g_strdup (key);
  self->label = g_strdup (label);
  self->a = a;
  self->b = b;
  self->unit = unit;
  weft_list_append (list, self);
  return self; /* the list keeps it */
}

/* Those with a share first, the largest before the others; equal ones stay in their order. */
static void
settle (WeftDifference *self,
        GPtrArray      *reasons)
{
  g_ptr_array_sort (reasons, compare_ranks);
  for (guint i = 0; i < reasons->len; i++)
    weft_list_append (self->reasons, reasons->pdata[i]);
}

/* --- workloads --- */

static gboolean
runs (WeftEvaluation   *evaluation,
      WeftWorkloadKind  kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);

  return evaluation->has_model && result != NULL && weft_workload_result_is_feasible (result);
}

/* On which side it cannot run, and why. */
static void
add_lack (GPtrArray                *reasons,
          const WeftDifferenceSide  sides[2],
          WeftWorkloadKind          kind)
{
  for (guint i = 0; i < 2; i++)
    {
      WeftEvaluation *evaluation = sides[i].evaluation;
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
      const char *why = result != NULL ? weft_workload_result_get_reason (result)
                                       : weft_evaluation_get_reason (evaluation);

      if (runs (evaluation, kind))
        continue;
      weft_reasons_take (reasons, weft_reason_new ("lack", _("cannot run"), NAN, NAN, NAN, WEFT_UNIT_NONE,
                                                   g_strdup_printf ("%s: %s", weft_evaluation_get_profile (evaluation),
                                                                    why != NULL ? why : _("unknown"))));
    }
}

static void
add_parts (GPtrArray                *reasons,
           const WeftDifferenceSide  sides[2],
           WeftWorkloadKind          kind)
{
  /* Shares are of times; rates go the other way. */
  double sign = weft_workload_value_unit (kind) == WEFT_UNIT_S ? 1 : -1;
  double shares[WEFT_N_REASON_PARTS];
  WeftWorkTime times[2];

  for (guint i = 0; i < 2; i++)
    weft_work_time_init (&times[i], &sides[i], kind);
  weft_work_time_shares (&times[0], &times[1], shares);
  weft_work_time_join (&times[0], &times[1], shares);
  for (WeftReasonPart i = 0; i < WEFT_N_REASON_PARTS; i++)
    if (fabs (shares[i]) > LEAST_SHARE)
      weft_reasons_take (reasons, weft_part_reason (sides, times, kind, i, sign * shares[i]));
}

static void
explain_workload (WeftList                 *list,
                  const WeftDifferenceSide  sides[2],
                  WeftWorkloadKind          kind)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *key = g_strdup_printf ("workloads.%s.value", weft_workload_nick (kind));
  double values[2] = { NAN, NAN };
  g_autofree char *label = weft_workload_value_label (kind);
  WeftDifference *self;

  for (guint i = 0; i < 2; i++)
    if (runs (sides[i].evaluation, kind))
      values[i] = weft_workload_result_get_value (weft_evaluation_get_workload (sides[i].evaluation, kind));
  self = make (list, weft_workload_nick (kind), key, label, values[0], values[1],
               weft_workload_value_unit (kind));

  if (isnan (values[0]) != isnan (values[1]))
    add_lack (reasons, sides, kind);
  else if (!isnan (values[0]))
    {
      add_parts (reasons, sides, kind);
      weft_mapping_reasons (reasons, sides, kind);
    }
  settle (self, reasons);
}

/* --- partitions --- */

static void
explain_partition (WeftList                 *list,
                   const WeftDifferenceSide  sides[2],
                   guint                     partition)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *subject = g_strdup_printf ("partitions.%u", partition);
  g_autofree char *key = g_strdup_printf ("partitions.%u.count", partition);
  g_autofree char *label = g_strdup_printf (_("Partition %u: chips"), partition + 1);
  double a = sides[0].evaluation->result.n[partition], b = sides[1].evaluation->result.n[partition];
  WeftDifference *self = make (list, subject, key, label, a, b, WEFT_UNIT_COUNT);

  if (a > 0 && b > 0)
    {
      weft_chip_reasons (reasons, sides, partition);
      weft_difference_domain (reasons, sides, partition);
    }
  settle (self, reasons);
}

/* --- the score --- */

/* "771 requests/s". (transfer full) */
static char *
write_value (WeftWorkloadKind kind,
             double           value)
{
  WeftUnit unit = weft_workload_value_unit (kind);
  g_autofree char *size = weft_quantity_format (value, unit);

  return unit == WEFT_UNIT_COUNT ? g_strdup_printf (_("%s requests/s"), size) : g_steal_pointer (&size);
}

/* "Training: 1.31×, not 1.72×: 1.24 Mtokens/s and the reference 0.95, not 2.02 and 1.17." */
static WeftReason *
make_score_reason (const WeftDifferenceSide sides[2],
                   WeftWorkloadKind         kind)
{
  char *ratio[2], *value[2], *reference[2], *text;
  WeftWorkloadResult *results[2];
  double share = 0;

  for (guint i = 0; i < 2; i++)
    {
      results[i] = weft_evaluation_get_workload (sides[i].evaluation, kind);
      ratio[i] = weft_quantity_format (results[i]->speedup, WEFT_UNIT_RATIO);
      value[i] = write_value (kind, results[i]->value);
      reference[i] = write_value (kind, results[i]->reference);
      share += (i == 0 ? -1 : 1) * results[i]->weight * log (results[i]->speedup);
    }
  text = g_strdup_printf (_("%s: %s over the reference, not %s: the design has %s, not %s, and the reference %s, "
                            "not %s."),
                          weft_workload_label (kind), ratio[1], ratio[0], value[1], value[0], reference[1],
                          reference[0]);
  for (guint i = 0; i < 2; i++)
    {
      g_free (ratio[i]);
      g_free (value[i]);
      g_free (reference[i]);
    }
  return weft_reason_new (weft_workload_nick (kind), weft_workload_label (kind), share, results[0]->speedup,
                          results[1]->speedup, WEFT_UNIT_RATIO, text);
}

static void
explain_score (WeftList                 *list,
               const WeftDifferenceSide  sides[2])
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_object_unref);
  double scores[] = { weft_evaluation_get_score (sides[0].evaluation),
                      weft_evaluation_get_score (sides[1].evaluation) };
  WeftDifference *self = make (list, "score", "score", _("Score"), scores[0] > 0 ? scores[0] : NAN,
                               scores[1] > 0 ? scores[1] : NAN, WEFT_UNIT_RATIO);

  for (guint i = 0; i < 2; i++)
    if (!(scores[i] > 0))
      weft_reasons_take (reasons, weft_reason_new ("lack", _("no score"), NAN, NAN, NAN, WEFT_UNIT_NONE,
                                                   g_strdup_printf ("%s: %s",
                                                                    weft_evaluation_get_profile (sides[i].evaluation),
                                                                    weft_evaluation_get_reason (sides[i].evaluation))));
  for (WeftWorkloadKind i = 0; i < WEFT_N_WORKLOADS && scores[0] > 0 && scores[1] > 0; i++)
    if (runs (sides[0].evaluation, i) && runs (sides[1].evaluation, i)
        && weft_evaluation_get_workload (sides[0].evaluation, i)->weight > 0)
      weft_reasons_take (reasons, make_score_reason (sides, i));
  settle (self, reasons);
}

/* --- public API --- */

/**
 * weft_profile_difference:
 * @a: an evaluation of a design
 * @b: an evaluation of the same design under another profile
 *
 * Times are taken apart in chip-seconds for a unit of work, by logarithmic means (Ang, Energy Policy 33 (2005) 867), so
 * that the shares of a figure's reasons sum to ln (b/a), whatever parts there are on either side.
 *
 * Returns: (transfer full): the #WeftDifference of the score, of each workload and of each partition
 */
GListModel *
weft_profile_difference (WeftEvaluation *a,
                         WeftEvaluation *b)
{
  WeftDifferenceSide *sides;
  WeftList *list;

  g_return_val_if_fail (WEFT_IS_EVALUATION (a), NULL);
  g_return_val_if_fail (WEFT_IS_EVALUATION (b), NULL);

  list = weft_list_new (WEFT_TYPE_DIFFERENCE);
  sides = g_new0 (WeftDifferenceSide, 2);
  sides[0].evaluation = a;
  sides[1].evaluation = b;
  for (guint i = 0; i < 2; i++)
    {
      WeftScore score;

      if (sides[i].evaluation->has_model)
        weft_kernel_evaluate_fresh (&sides[i].evaluation->model, &sides[i].evaluation->machine, sides[i].times, &score);
    }

  explain_score (list, sides);
  for (WeftWorkloadKind i = 0; i < WEFT_N_WORKLOADS; i++)
    explain_workload (list, sides, i);
  for (guint i = 0; i < MIN (a->machine.n_partitions, b->machine.n_partitions); i++)
    explain_partition (list, sides, i);
  g_free (sides);
  return G_LIST_MODEL (list);
}

/**
 * weft_difference_dup_summary:
 * @self: a difference
 *
 * Returns: (transfer full): the factors that matter most, "" when none does
 */
char *
weft_difference_dup_summary (WeftDifference *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NULL);

  for (guint i = 0; i < weft_list_length (self->reasons) && n < MOST_SHOWN; i++)
    {
      WeftReason *reason = weft_list_peek (self->reasons, i);

      if (!(fabs (weft_reason_get_share (reason)) >= LEAST_SHOWN))
        continue;
      g_string_append_printf (text, "%s%s\u00a0%s", n++ > 0 ? ", " : "", weft_reason_get_label (reason),
                              weft_reason_get_factor_text (reason));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

const char *
weft_difference_get_subject (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NULL);
  return self->subject;
}

const char *
weft_difference_get_key (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NULL);
  return self->key;
}

const char *
weft_difference_get_label (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NULL);
  return self->label;
}

double
weft_difference_get_a (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NAN);
  return self->a;
}

double
weft_difference_get_b (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NAN);
  return self->b;
}

WeftUnit
weft_difference_get_unit (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), WEFT_UNIT_NONE);
  return self->unit;
}

double
weft_difference_get_ratio (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NAN);
  return self->b / self->a;
}

/**
 * weft_difference_get_reasons:
 * @self: a difference
 *
 * Returns: (transfer none): its #WeftReason
 */
GListModel *
weft_difference_get_reasons (WeftDifference *self)
{
  g_return_val_if_fail (WEFT_IS_DIFFERENCE (self), NULL);
  return G_LIST_MODEL (self->reasons);
}
