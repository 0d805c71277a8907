/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of a workload's time under two profiles in words: what it takes a chip, what it consists of, and the constants
 * behind it. */
#include "model/weft-difference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-measured-private.h"

/* "%s takes ... of a chip for each ..." */
static const char *const doers[WEFT_N_PARTS] = {
  [WEFT_PART_COMPUTE] = N_("Arithmetic"),
  [WEFT_PART_MEMORY] = N_("Memory traffic"),
  [WEFT_PART_LATENCY] = N_("Latency between chips"),
  [WEFT_PART_BISECTION] = N_("Traffic between chips"),
  [WEFT_PART_BUBBLE] = N_("Waiting for other stages"),
  [WEFT_PART_SOFTWARE] = N_("Software on hosts"),
};

static const char *const works[WEFT_N_WORKLOADS] = {
  [WEFT_WORKLOAD_TRAINING] = N_("token"),   [WEFT_WORKLOAD_SERVING] = N_("request"),
  [WEFT_WORKLOAD_STENCIL] = N_("sweep"),    [WEFT_WORKLOAD_HPCG] = N_("iteration"),
  [WEFT_WORKLOAD_FFT] = N_("transform"),    [WEFT_WORKLOAD_COUPLED] = N_("step"),
};

static void
append (GString    *text,
        const char *label,
        double      seconds)
{
  g_autofree char *time = weft_quantity_format (seconds, WEFT_UNIT_S);

  g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", label, time);
}

/* --- what a part consists of --- */

/* By the measured model's own parts, scaled from a step to a token; one alone says nothing new. */
static void
list_training (GString                  *text,
               const WeftDifferenceSide *side,
               const WeftWorkTime       *time,
               WeftTimePart              part)
{
  const WeftModel *model = &side->evaluation->model;
  WeftSite site = weft_difference_site (side, time->partition);
  const WeftMeasuredSite *place;
  WeftTrainingStep step;
  WeftTrainingPlan plan;
  guint n = 0;

  if (model->measured == NULL)
    return;
  place = weft_measured_site (model->measured, &site);
  weft_measured_training_plan (model, &side->times[time->partition].training.best, &plan);
  weft_training_step (&model->measured->training, &place->training, &plan, &step);
  for (guint i = 0; i < WEFT_N_TRAINING_PARTS; i++)
    n += weft_measured_training_part (i) == part && step.part_s[i] > 0;
  for (guint i = 0; i < WEFT_N_TRAINING_PARTS && n > 1; i++)
    if (weft_measured_training_part (i) == part && step.part_s[i] > 0)
      append (text, weft_training_part_label (i),
              step.part_s[i] / step.step_s * time->value_s * time->chips * time->used);
}

/* Prompts and tokens, or solver and surrogate. */
static void
list_two (GString    *text,
          double      total_s,
          double      one_s,
          const char *one,
          const char *other)
{
  double tiny_s = 1e-9 * total_s;

  if (!(one_s > tiny_s) || !(total_s - one_s > tiny_s))
    return;
  append (text, one, one_s);
  append (text, other, total_s - one_s);
}

/* " (prompts 12 ms, tokens 34 ms)", "" for what is of one piece. (transfer full) */
static char *
list_contents (const WeftDifferenceSide *side,
               const WeftWorkTime       *time,
               WeftWorkloadKind          kind,
               WeftTimePart              part)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (kind == WEFT_WORKLOAD_TRAINING)
    list_training (text, side, time, part);
  else if (kind == WEFT_WORKLOAD_SERVING)
    list_two (text, time->part_s[part], time->prompt_s[part], _("prompts"), _("tokens"));
  else if (kind == WEFT_WORKLOAD_COUPLED)
    list_two (text, time->part_s[part], time->part_s[part] - time->surrogate_s[part], _("solver"), _("surrogate"));
  return text->len > 0 ? g_strdup_printf (" (%s)", text->str) : g_strdup ("");
}

/* --- the head --- */

static char *
write_head (const WeftDifferenceSide sides[2],
            const WeftWorkTime       times[2],
            WeftWorkloadKind         kind,
            WeftTimePart             part,
            WeftTimePart             twin)
{
  const char *doer = _(doers[part]), *work = _(works[kind]);
  const char *first = weft_evaluation_get_profile (sides[0].evaluation);
  double a = times[0].part_s[twin], b = times[1].part_s[part];
  g_autofree char *before = weft_quantity_format (a, WEFT_UNIT_S);
  g_autofree char *after = weft_quantity_format (b, WEFT_UNIT_S);
  g_autofree char *of_a = list_contents (&sides[0], &times[0], kind, twin);
  g_autofree char *of_b = list_contents (&sides[1], &times[1], kind, part);

  if (part != twin && part == WEFT_PART_MEMORY)
    return g_strdup_printf (_("Memory traffic takes %s%s of a chip for each %s, and arithmetic less; %s has it the "
                              "other way round, with %s%s of arithmetic."), after, of_b, work, first, before, of_a);
  if (part != twin)
    return g_strdup_printf (_("Arithmetic takes %s%s of a chip for each %s, and memory traffic less; %s has it the "
                              "other way round, with %s%s of memory traffic."), after, of_b, work, first, before, of_a);
  /* Translators: "Arithmetic takes 12 µs (...) of a chip for each token; archagent-2026 counts none." */
  if (a == 0)
    return g_strdup_printf (_("%s takes %s%s of a chip for each %s; %s counts none."), doer, after, of_b, work, first);
  /* Translators: "Arithmetic takes no time of its own; archagent-2026 counts 12 µs (...) of a chip for each token." */
  if (b == 0)
    return g_strdup_printf (_("%s takes no time of its own; %s counts %s%s of a chip for each %s."), doer, first,
                            before, of_a, work);
  return g_strdup_printf (_("%s takes %s%s of a chip for each %s, not %s%s."), doer, after, of_b, work, before, of_a);
}

/* --- constants --- */

static WeftProfile *
profile_of (const WeftDifferenceSide *side)
{
  return weft_inventory_get_profile (side->evaluation->inventory);
}

/* The coupled workload's solver is the stencil, beside its AI phase. */
static GPtrArray *
list_constants (const WeftDifferenceSide *side,
                const WeftWorkTime       *time,
                WeftWorkloadKind          kind,
                WeftTimePart              part)
{
  const WeftModel *model = &side->evaluation->model;
  const gint8 *at = side->evaluation->result.site[kind];
  WeftSite site = weft_difference_site (side, kind == WEFT_WORKLOAD_COUPLED ? at[1] : time->partition);
  g_autoptr (GPtrArray) list = NULL;

  if (kind != WEFT_WORKLOAD_COUPLED || time->surrogate_s[part] > 0)
    list = weft_basis_list (model, &site, kind, part);
  if (kind == WEFT_WORKLOAD_COUPLED && time->part_s[part] > time->surrogate_s[part])
    {
      GPtrArray *solver;

      site = weft_difference_site (side, at[0]);
      solver = weft_basis_list (model, &site, WEFT_WORKLOAD_STENCIL, part);
      if (list != NULL)
        g_ptr_array_extend_and_steal (solver, g_steal_pointer (&list));
      return solver;
    }
  return list != NULL ? g_steal_pointer (&list) : g_ptr_array_new ();
}

/* Whether the very same number of the very same constant is among the first @n of @others. */
static gboolean
is_among (const WeftBasis *basis,
          GPtrArray       *others,
          guint            n)
{
  for (guint i = 0; i < n; i++)
    {
      const WeftBasis *other = others->pdata[i];

      if (g_str_equal (other->key, basis->key) && g_str_equal (other->text, basis->text))
        return other->value == basis->value;
    }
  return FALSE;
}

/* "measured: large products reach 70.4 % of the peak (gemm_flop_share@..., measured); ..." */
static void
add_constants (WeftReason               *reason,
               GString                  *text,
               guint                     side,
               WeftProfile              *profile,
               GPtrArray                *own,
               GPtrArray                *others)
{
  guint n = 0;

  for (guint i = 0; i < own->len; i++)
    {
      const WeftBasis *basis = own->pdata[i];

      /* What both sides have explains nothing, and once is enough. */
      if (is_among (basis, others, others->len) || is_among (basis, own, i))
        continue;
      if (n++ == 0)
        g_string_append_printf (text, " %s: ", weft_profile_get_id (profile));
      else
        g_string_append (text, "; ");
      g_string_append_printf (text, "%s (", basis->text);
      if (basis->of != NULL)
        g_string_append_printf (text, _("%s of %s"), basis->key, basis->of);
      else
        g_string_append (text, basis->key);
      g_string_append_printf (text, ", %s)", weft_confidence_label (basis->from.provenance->confidence));
      if (basis->of != NULL)
        weft_reason_add_value (reason, side, basis->of, &basis->from);
      else
        weft_reason_add_constant (reason, side, profile, basis->key);
    }
  if (n > 0)
    g_string_append_c (text, '.');
}

static WeftReason *
make_part (const WeftDifferenceSide sides[2],
           const WeftWorkTime       times[2],
           WeftWorkloadKind         kind,
           WeftTimePart             part,
           double                   share)
{
  WeftTimePart twin = weft_work_time_twin (&times[0], &times[1], part);
  g_autoptr (GPtrArray) a = list_constants (&sides[0], &times[0], kind, twin);
  g_autoptr (GPtrArray) b = list_constants (&sides[1], &times[1], kind, part);
  g_autofree char *head = write_head (sides, times, kind, part, twin);
  g_autoptr (GString) text = g_string_new (head);
  WeftReason *reason = weft_reason_new (weft_time_part_nick (part), weft_time_part_label (part), share,
                                        times[0].part_s[twin], times[1].part_s[part], WEFT_UNIT_S, NULL);

  weft_difference_facts (reason, text, sides, times, kind, part);
  if (twin != part)
    weft_difference_facts (reason, text, sides, times, kind, twin);
  /* Of a part that a side does not have, its constants are not the reason. */
  if (times[1].part_s[part] > 0)
    add_constants (reason, text, 1, profile_of (&sides[1]), b, a);
  if (times[0].part_s[twin] > 0)
    add_constants (reason, text, 0, profile_of (&sides[0]), a, b);
  weft_reason_set_text (reason, text->str);
  return reason;
}

/* --- what is no part of the time --- */

static WeftReason *
make_idle (const WeftWorkTime times[2],
           double             share)
{
  g_autofree char *work_a = weft_quantity_format (times[0].used * times[0].chips, WEFT_UNIT_COUNT);
  g_autofree char *work_b = weft_quantity_format (times[1].used * times[1].chips, WEFT_UNIT_COUNT);
  g_autofree char *all_a = weft_quantity_format (times[0].chips, WEFT_UNIT_COUNT);
  g_autofree char *all_b = weft_quantity_format (times[1].chips, WEFT_UNIT_COUNT);

  return weft_reason_new ("idle", _("chips that work"), share, times[0].used, times[1].used, WEFT_UNIT_NONE,
                          g_strdup_printf (_("The split has work for %s of %s chips, not for %s of %s."), work_b, all_b,
                                           work_a, all_a));
}

static WeftReason *
make_transfer (const WeftDifferenceSide sides[2],
               const WeftWorkTime       times[2],
               double                   share)
{
  const double seconds[] = { times[0].transfer_s, times[1].transfer_s };
  guint counts = seconds[1] > 0;
  g_autofree char *longer = weft_quantity_format (seconds[counts], WEFT_UNIT_S);
  g_autofree char *other = weft_quantity_format (seconds[!counts], WEFT_UNIT_S);
  WeftReason *reason;

  reason = weft_reason_new (
    "transfer", _("KV caches on their way"), share, seconds[0], seconds[1], WEFT_UNIT_S,
    g_strdup_printf (_("%s: the network carries KV caches from prefill to decode more slowly than both work, which "
                       "takes %s of a chip for each request; %s: %s."),
                     weft_evaluation_get_profile (sides[counts].evaluation), longer,
                     weft_evaluation_get_profile (sides[!counts].evaluation), other));
  for (guint i = 0; i < 2; i++)
    {
      WeftSite site = weft_difference_site (&sides[i], times[i].partition);
      const WeftScaleout *out = weft_inventory_scaleout (sides[i].evaluation->inventory, site.scaleout);
      WeftValue value;

      if (weft_record_lookup (out->record, "endpoint_gbs", &value))
        weft_reason_add_value (reason, i, out->id, &value);
    }
  return reason;
}

static WeftReason *
make_work (const WeftDifferenceSide sides[2],
           const WeftWorkTime       times[2],
           double                   share)
{
  g_autofree char *before = weft_quantity_format (times[0].work, WEFT_UNIT_FLOP);
  g_autofree char *after = weft_quantity_format (times[1].work, WEFT_UNIT_FLOP);
  g_autofree char *solver_a = NULL, *solver_b = NULL;
  WeftReason *reason;

  solver_a = weft_quantity_format (sides[0].evaluation->model.reference_times.stencil_s, WEFT_UNIT_S);
  solver_b = weft_quantity_format (sides[1].evaluation->model.reference_times.stencil_s, WEFT_UNIT_S);
  reason = weft_reason_new (
    "work", _("size of the AI phase"), share, times[0].work, times[1].work, WEFT_UNIT_FLOP,
    g_strdup_printf (_("The AI phase has %s, not %s: it is as large as the solver's share of the reference's time makes "
                       "it, and a sweep of the reference takes %s, not %s."),
                     after, before, solver_b, solver_a));
  for (guint i = 0; i < 2; i++)
    {
      WeftValue value;

      if (sides[i].evaluation->workload != NULL
          && weft_record_lookup (sides[i].evaluation->workload, "coupled_solver_share", &value))
        weft_reason_add_value (reason, i, weft_record_get_id (sides[i].evaluation->workload), &value);
    }
  return reason;
}

WeftReason *
weft_part_reason (const WeftDifferenceSide sides[2],
                  const WeftWorkTime       times[2],
                  WeftWorkloadKind         kind,
                  WeftReasonPart           part,
                  double                   share)
{
  switch (part)
    {
    case WEFT_REASON_COUNT:
      return weft_count_reason (sides, times, share);
    case WEFT_REASON_IDLE:
      return make_idle (times, share);
    case WEFT_REASON_TRANSFER:
      return make_transfer (sides, times, share);
    case WEFT_REASON_WORK:
      return make_work (sides, times, share);
    case WEFT_REASON_PARTS:
    case WEFT_N_REASON_PARTS:
    default:
      return make_part (sides, times, kind, (WeftTimePart) (part - WEFT_REASON_PARTS), share);
    }
}
