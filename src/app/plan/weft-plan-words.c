/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short lines; what comes from outside has been made safe by the dialogue. */
#include "config.h"

#include "app/plan/weft-plan-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-words.h"
#include "base/weft-quantity.h"

const char *
weft_plan_words_agent (const char *agent)
{
  if (g_strcmp0 (agent, "chip") == 0)
    return _("Chips");
  if (g_strcmp0 (agent, "scaleup") == 0)
    return _("Scale-up");
  if (g_strcmp0 (agent, "scaleout") == 0)
    return _("Scale-out");
  if (g_strcmp0 (agent, "user") == 0)
    return _("You");
  if (g_strcmp0 (agent, "planner") == 0 || g_strcmp0 (agent, "search") == 0)
    return _("Planner");
  return _("Agent");
}

/* (nullable): translated */
static const char *
name_member (const char *member)
{
  static const struct
  {
    const char *member;
    const char *words;
  } members[] = {
    { "chip", N_("chip") },
    { "role", N_("role") },
    { "power_frac", N_("share") },
    { "scaleup", N_("scale-up") },
    { "scaleout", N_("scale-out") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_str_equal (members[i].member, member))
      return _(members[i].words);
  return NULL;
}

char *
weft_plan_words_parameter (const char *parameter)
{
  const char *path = parameter + (parameter[0] == '/');
  g_auto (GStrv) parts = g_strsplit (path, "/", 4);
  guint64 partition;

  if (g_strv_length (parts) != 3 || !g_str_equal (parts[0], "partitions") || name_member (parts[2]) == NULL
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, 15, &partition, NULL))
    return g_strdup (parameter);
  return g_strdup_printf (_("partition %u, %s"), (guint) partition + 1, name_member (parts[2]));
}

WeftTimePart
weft_plan_words_find_part (const char *nick)
{
  for (guint part = 0; nick != NULL && part < WEFT_N_PARTS; part++)
    if (g_str_equal (weft_time_part_nick (part), nick))
      return part;
  return WEFT_N_PARTS;
}

char *
weft_plan_words_ratio (WeftDialogueItem *item, guint kind)
{
  double ratio = weft_dialogue_item_get_ratio (item, kind);
  WeftTimePart part = weft_plan_words_find_part (weft_dialogue_item_get_bottleneck (item, kind));
  g_autofree char *value = weft_words_for_ratio (ratio);

  if (!isfinite (ratio))
    /* Translators: a workload that no partition can run */
    return g_strdup_printf (_("%s: does not run"), weft_workload_label (kind));
  if (part == WEFT_N_PARTS)
    return g_strdup_printf ("%s %s", weft_workload_label (kind), value);
  /* Translators: a workload, its speed-up and what holds it: "Training 1.72×, held by compute" */
  return g_strdup_printf (_("%s %s, held by %s"), weft_workload_label (kind), value,
                          weft_time_part_label (part));
}

static char *
word_refusal (const char *stage)
{
  if (g_strcmp0 (stage, "schema") == 0 || g_strcmp0 (stage, "json") == 0)
    return g_strdup (_("Refused: not written as a design must be"));
  if (g_strcmp0 (stage, "constraint") == 0)
    return g_strdup (_("Refused by a rule or a limit, before evaluation"));
  if (g_strcmp0 (stage, "tool") == 0)
    return g_strdup (_("Refused: there is no such tool"));
  if (g_strcmp0 (stage, "budget") == 0)
    return g_strdup (_("Refused: the budget of evaluations is used up"));
  return stage == NULL ? g_strdup (_("Refused")) : g_strdup_printf (_("Refused (%s)"), stage);
}

char *
weft_plan_words_verdict (WeftDialogueItem *item)
{
  guint evaluation = weft_dialogue_item_get_evaluation (item);

  switch (weft_dialogue_item_get_verdict (item))
    {
    case WEFT_CALL_WAITING:
      return g_strdup (_("Waiting for the evaluator"));
    case WEFT_CALL_INFEASIBLE:
      return g_strdup_printf (_("Evaluation %u gave no score"), evaluation);
    case WEFT_CALL_REFUSED:
      return word_refusal (weft_dialogue_item_get_stage (item));
    case WEFT_CALL_DUPLICATE:
      return evaluation == 0
               ? g_strdup (_("The same design as before: answered with its result"))
               : g_strdup_printf (_("The same design as evaluation %u: answered with its result"),
                                  evaluation);
    case WEFT_CALL_SCORED:
    default:
      return g_strdup ("");
    }
}

static char *
word_plan (WeftPlanJob *job, WeftPlan *plan)
{
  const char *reason = weft_plan_get_reason (plan);

  switch (weft_plan_get_state (plan))
    {
    case WEFT_PLAN_REQUESTING:
      return g_strdup_printf (_("Asking %s"), weft_plan_job_get_planner (job));
    case WEFT_PLAN_STREAMING:
      return g_strdup (_("The planner answers"));
    case WEFT_PLAN_EVALUATING:
      return g_strdup (_("Evaluating a design"));
    case WEFT_PLAN_ADVISING:
      return g_strdup (_("The specialists look at the result"));
    case WEFT_PLAN_WAITING:
      return g_strdup (reason != NULL ? reason : _("Waiting"));
    case WEFT_PLAN_PAUSED:
      return g_strdup (_("Paused"));
    case WEFT_PLAN_DONE:
      return reason == NULL ? g_strdup (_("The run is over"))
                            : g_strdup_printf (_("The run is over: %s"), reason);
    case WEFT_PLAN_IDLE:
    default:
      return g_strdup (_("Preparing the next turn"));
    }
}

char *
weft_plan_words_state (WeftPlanJob *job)
{
  WeftPlan *plan = weft_plan_job_get_plan (job);

  switch (weft_plan_job_get_state (job))
    {
    case WEFT_PLAN_JOB_PREPARING:
      return g_strdup (weft_plan_job_is_reading (job) ? _("Reading the recorded run") : _("Preparing"));
    case WEFT_PLAN_JOB_RUN:
      return word_plan (job, plan);
    case WEFT_PLAN_JOB_RECORD:
      return g_strdup (_("A recorded run, as it was"));
    case WEFT_PLAN_JOB_FAILED:
      return g_strdup (_("Failed"));
    case WEFT_PLAN_JOB_IDLE:
    default:
      return g_strdup ("");
    }
}

char *
weft_plan_words_tokens (guint64 n, gboolean estimated)
{
  g_autofree char *count = weft_quantity_format ((double) n, WEFT_UNIT_COUNT);

  return estimated ? g_strconcat ("~ ", count, NULL) : g_steal_pointer (&count);
}

char *
weft_plan_words_elapsed (double seconds)
{
  guint whole = (guint) CLAMP (seconds, 0, 1e8);

  if (seconds < 10)
    return g_strdup_printf (_("%.1f s"), seconds);
  if (whole < 60)
    return g_strdup_printf (_("%u s"), whole);
  if (whole < 3600)
    return g_strdup_printf (_("%u min %u s"), whole / 60, whole % 60);
  return g_strdup_printf (_("%u h %u min"), whole / 3600, whole / 60 % 60);
}
