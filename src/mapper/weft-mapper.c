/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The algorithms by name, and one run of one of them: the problem is checked, the clock started and stopped, the
 * result compared with a bound. */
#include "mapper/weft-mapper-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <time.h>

#include "base/weft-name.h"

#define TOPCUOGLU "Topcuoglu, Hariri, Wu, IEEE TPDS 13(3), 2002"
#define ARABNEJAD "Arabnejad, Barbosa, IEEE TPDS 25(3), 2014"
#define MCSWEENEY "McSweeney, Walton, Zounon, ICCS 2020"

typedef struct
{
  WeftMapAlgorithmInfo info;
  WeftMapRun run;
} Algorithm;

static const Algorithm algorithms[WEFT_N_MAP_ALGORITHMS] = {
  [WEFT_MAP_HEFT] = {
    { "heft", "HEFT", N_("Tasks by upward rank, each to the device that finishes it first"), TOPCUOGLU },
    weft_map_run_heft },
  [WEFT_MAP_CPOP] = {
    { "cpop", "CPOP", N_("The critical path on the one device that runs it fastest, the rest where it finishes first"),
      TOPCUOGLU },
    weft_map_run_cpop },
  [WEFT_MAP_PEFT] = {
    { "peft", "PEFT", N_("Looks ahead by a table of optimistic costs, with mean transfers"), ARABNEJAD },
    weft_map_run_peft },
  [WEFT_MAP_PEFT_LINK] = {
    { "peft-link", "PEFT-LINK", N_("PEFT with the transfers of the real links in its table"), ARABNEJAD },
    weft_map_run_peft_link },
  [WEFT_MAP_PEFT_LC] = {
    { "peft-lc", "PEFT-LC",
      N_("The schedule of PEFT in less time: one column a class of devices, searches only where a bound allows"),
      "Weft, after " ARABNEJAD },
    weft_map_run_peft_lc },
  [WEFT_MAP_HOFT] = {
    { "hoft", "HOFT", N_("Fastest device or earliest finish, as optimistic finish times of the types decide"),
      MCSWEENEY },
    weft_map_run_hoft },
  [WEFT_MAP_HOFT_CODE] = {
    { "hoft-code", "HOFT-CODE", N_("HOFT with the crossing rule of its authors’ code, which differs from the paper’s"),
      MCSWEENEY ", code" },
    weft_map_run_hoft_code },
  [WEFT_MAP_AEFT_R] = {
    { "aeft-r", "AEFT-R", N_("A reconstruction of AEFT, whose equations are not public; not to be quoted as AEFT"),
      "after the abstract of Wang, Wang, Qiao, Chen et al., FGCS 164, 2025, 107576" },
    weft_map_run_aeft_r },
  [WEFT_MAP_GREEDY] = {
    { "greedy", "Greedy", N_("Tasks in the order of the workload, each to the device that finishes it first"), "Weft" },
    weft_map_run_greedy },
  [WEFT_MAP_GREEDY_APPEND] = {
    { "greedy-append", "Greedy, appending", N_("The same without going back to gaps between tasks"), "Weft" },
    weft_map_run_greedy_append },
  [WEFT_MAP_EXHAUSTIVE] = {
    { "exhaustive", "Exhaustive", N_("Branch and bound: the shortest schedule, with proof, for small workloads"),
      "Weft" },
    weft_map_run_exhaustive },
  [WEFT_MAP_BEST] = {
    { "best", "Best of all", N_("Runs several algorithms, also without some of the devices, and keeps the best plan"),
      "Weft" },
    weft_map_run_best },
  [WEFT_MAP_RANKS] = {
    { "ranks", "Rank placement", N_("Each rank of a parallel program on a device of its own, in their order or as a plan says"),
      "Weft" },
    weft_map_run_ranks },
};

/* --- the problem --- */

static gboolean
check_times (const WeftMapProblem *problem, GError **error)
{
  guint n_classes = problem->platform->n_classes;
  gsize n = (gsize) problem->n_rows * n_classes;

  for (gsize i = 0; i < n; i++)
    if (!(problem->time_s[i] >= 0))
      {
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                     _("row %u of the times says %g s on “%s”; a time is a number from 0 on"), (guint) (i / n_classes),
                     problem->time_s[i], problem->platform->class_name[i % n_classes]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
can_run (const WeftMapProblem *problem, guint32 task)
{
  const double *time_s = weft_map_problem_times (problem, task);

  for (guint c = 0; c < problem->platform->n_classes; c++)
    if (time_s[c] < INFINITY && problem->platform->class_size[c] > 0)
      return TRUE;
  return FALSE;
}

/* --- one run --- */

static WeftMapResult *
result_new (WeftMapAlgorithm algorithm)
{
  WeftMapResult *result = g_new0 (WeftMapResult, 1);

  result->algorithm = algorithm;
  result->asked = algorithm;
  result->gap_locality = NAN;
  result->notes = g_ptr_array_new_with_free_func (g_free);
  return result;
}

static void
clear_try_cb (gpointer data)
{
  WeftMapTry *try = data;

  g_free (try->without);
}

/* What pruning cost: the exact rule runs beside it. */
static gboolean
find_locality_gap (WeftMapResult *result, WeftMapProblem *problem, const WeftMapOptions *options,
                   GCancellable *cancellable, GError **error)
{
  WeftMapOptions exact_options = *options;
  WeftSchedule *exact;

  exact_options.locality = FALSE;
  exact = weft_map_run_peft_lc (problem, &exact_options, cancellable, result, error);
  if (exact == NULL)
    return FALSE;
  result->gap_locality = exact->makespan_s > 0 ? result->schedule->makespan_s / exact->makespan_s - 1 : 0;
  weft_schedule_unref (exact);
  return TRUE;
}

static gboolean
run (WeftMapResult *result, WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
     GError **error)
{
  double begin_s = weft_map_clock_s ();

  result->schedule = algorithms[result->asked].run (problem, options, cancellable, result, error);
  if (result->schedule == NULL)
    return FALSE;
  result->mapper_s = weft_map_clock_s () - begin_s;
  if (result->is_proved)
    {
      result->bound_s = result->schedule->makespan_s;
      result->bound_kind = "proof";
    }
  else if (result->bound_kind == NULL && !options->skips_bound)
    result->bound_s = MIN (weft_map_bound (problem, &result->bound_kind), result->schedule->makespan_s);
  if (result->asked == WEFT_MAP_PEFT_LC && options->locality && options->locality_gap)
    return find_locality_gap (result, problem, options, cancellable, error);
  return TRUE;
}

/* --- private to the room --- */

gboolean
weft_map_check_problem (const WeftMapProblem *problem, GError **error)
{
  if (problem->platform->n_devices == 0)
    {
      g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                           _("there are no devices; tasks need at least one to run on"));
      return FALSE;
    }
  if (!check_times (problem, error))
    return FALSE;
  for (guint32 i = 0; i < problem->graph->n_tasks; i++)
    if (!can_run (problem, i))
      {
        g_autofree char *name = weft_task_graph_task_name (problem->graph, i);

        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                     _("task “%s” (kernel “%s”) can run on none of the %u devices; add a device that can run it, or "
                       "give the kernel a time"),
                     name, weft_task_graph_kernel (problem->graph, i), problem->platform->n_devices);
        return FALSE;
      }
  return TRUE;
}

WeftMapRun
weft_map_algorithm_run (WeftMapAlgorithm algorithm)
{
  return algorithms[algorithm].run;
}

double
weft_map_clock_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* --- public --- */

/**
 * weft_map_algorithm_info: (skip)
 * @algorithm: an algorithm
 *
 * Returns: (transfer none): its names and where it comes from
 */
const WeftMapAlgorithmInfo *
weft_map_algorithm_info (WeftMapAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < WEFT_N_MAP_ALGORITHMS, NULL);

  return &algorithms[algorithm].info;
}

/**
 * weft_map_algorithm_parse: (skip)
 * @id: a name as on the command line; capitals, hyphens and blanks do not matter
 * @algorithm: (out): the algorithm
 * @error: return location for a %WEFT_MAPPER_ERROR_UNKNOWN
 *
 * Returns: whether there is one of that name
 */
gboolean
weft_map_algorithm_parse (const char *id, WeftMapAlgorithm *algorithm, GError **error)
{
  const char *ids[WEFT_N_MAP_ALGORITHMS + 1] = { NULL };
  g_autofree char *known = NULL;
  const char *nearest;

  for (guint a = 0; a < WEFT_N_MAP_ALGORITHMS; a++)
    {
      ids[a] = algorithms[a].info.id;
      if (weft_name_equal (id, ids[a]))
        {
          *algorithm = a;
          return TRUE;
        }
    }
  nearest = weft_name_nearest (id, ids);
  known = g_strjoinv (", ", (char **) ids);
  if (nearest != NULL)
    g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN,
                 _("there is no algorithm “%s”; did you mean “%s”? There are %s"), id, nearest, known);
  else
    g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN, _("there is no algorithm “%s”; there are %s"), id,
                 known);
  return FALSE;
}

/**
 * weft_map: (skip)
 * @problem: what is to be mapped
 * @algorithm: how
 * @options: (nullable): settings; none for the exact rules without limits
 * @cancellable: (nullable): to stop it
 * @error: return location: a #WeftMapperError, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the schedule and what is known about it
 */
WeftMapResult *
weft_map (WeftMapProblem *problem, WeftMapAlgorithm algorithm, const WeftMapOptions *options,
          GCancellable *cancellable, GError **error)
{
  const WeftMapOptions no_options = { 0 };
  g_autoptr (WeftMapResult) result = NULL;

  g_return_val_if_fail (problem != NULL && algorithm < WEFT_N_MAP_ALGORITHMS, NULL);

  if (!weft_map_check_problem (problem, error))
    return NULL;
  result = result_new (algorithm);
  if (!run (result, problem, options != NULL ? options : &no_options, cancellable, error))
    return NULL;
  return g_steal_pointer (&result);
}

/**
 * weft_map_result_free: (skip)
 * @self: (transfer full): a result
 */
void
weft_map_result_free (WeftMapResult *self)
{
  g_clear_pointer (&self->schedule, weft_schedule_unref);
  if (self->tries != NULL)
    {
      g_array_set_clear_func (self->tries, clear_try_cb);
      g_array_unref (self->tries);
    }
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}
