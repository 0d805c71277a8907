/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every worker owns what it reads; its answer comes back in the main loop. */
#include "config.h"

#include "app/search/weft-search-job-work.h"

/* --- the problem --- */

typedef struct
{
  char *space;         /* (nullable) */
  WeftDesign *setting; /* (nullable): a copy, for this worker alone */
  char *path;          /* (nullable) */
} Making;

static void
free_making (gpointer data)
{
  Making *making = data;

  g_free (making->space);
  g_clear_object (&making->setting);
  g_free (making->path);
  g_free (making);
}

static void
make_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Making *making = data;
  GError *error = NULL;
  WeftProblem *problem = NULL;

  if (making->path != NULL)
    problem = weft_search_read_problem (source, making->path, &error);
  else
    {
      g_autoptr (WeftSpace) space = weft_space_load (making->space, &error);

      if (space != NULL)
        problem = weft_problem_new (source, space, making->setting, NULL, &error);
    }

  if (problem != NULL)
    g_task_return_pointer (task, problem, g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
make (WeftEvaluator *evaluator, Making *making, GCancellable *cancellable,
      GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (evaluator, cancellable, callback, data);

  g_task_set_source_tag (task, weft_problem_make_async);
  g_task_set_task_data (task, making, free_making);
  g_task_run_in_thread (task, make_in_thread);
}

void
weft_problem_make_async (WeftEvaluator *evaluator, const char *space, WeftDesign *setting,
                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  Making *making = g_new0 (Making, 1);

  making->space = g_strdup (space);
  making->setting = setting == NULL ? NULL : weft_design_copy (setting);
  make (evaluator, making, cancellable, callback, data);
}

void
weft_problem_read_async (WeftEvaluator *evaluator, const char *path, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
  Making *making = g_new0 (Making, 1);

  making->path = g_strdup (path);
  make (evaluator, making, cancellable, callback, data);
}

WeftProblem *
weft_problem_make_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the optimum --- */

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree WeftOptimum *optimum = g_new0 (WeftOptimum, 1);
  GError *error = NULL;

  if (weft_optimum_find (source, *(double *) data, NULL, NULL, cancellable, optimum, &error))
    g_task_return_pointer (task, g_steal_pointer (&optimum), g_free);
  else
    g_task_return_error (task, error);
}

void
weft_optimum_find_async (WeftProblem *problem, double limit_s, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (problem, cancellable, callback, data);

  g_task_set_source_tag (task, weft_optimum_find_async);
  g_task_set_task_data (task, g_memdup2 (&limit_s, sizeof limit_s), g_free);
  g_task_run_in_thread (task, find_in_thread);
}

WeftOptimum *
weft_optimum_find_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the runs --- */

/* Kept until the worker is done, which is after the window may have gone. */
typedef struct
{
  GStrv paths;        /* (nullable) */
  GStrv methods;      /* (nullable) */
  GArray *seeds;      /* (nullable) */
  guint budget;
  GApplication *held; /* (nullable) */
} Running;

static void
free_running (gpointer data)
{
  Running *running = data;

  g_strfreev (running->paths);
  g_strfreev (running->methods);
  g_clear_pointer (&running->seeds, g_array_unref);
  g_clear_object (&running->held);
  g_free (running);
}

/* Method by method, seed by seed. */
static gboolean
add_runs (WeftSearch *search, const Running *running, GError **error)
{
  for (guint i = 0; running->paths != NULL && running->paths[i] != NULL; i++)
    if (weft_search_resume_run (search, running->paths[i], error) < 0)
      return FALSE;

  for (guint i = 0; running->methods != NULL && running->methods[i] != NULL; i++)
    for (guint j = 0; j < running->seeds->len; j++)
      if (weft_search_add_run (search, running->methods[i],
                               g_array_index (running->seeds, guint64, j), running->budget, error)
          < 0)
        return FALSE;

  return TRUE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (add_runs (source, data, &error) && weft_search_run (source, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
weft_search_run_async (WeftSearch *search, const char *const *paths, const char *const *methods,
                       GArray *seeds, guint budget, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (search, NULL, callback, data);
  Running *running = g_new0 (Running, 1);

  running->paths = g_strdupv ((GStrv) paths);
  running->methods = g_strdupv ((GStrv) methods);
  running->seeds = seeds == NULL ? NULL : g_array_copy (seeds);
  running->budget = budget;
  if (g_application_get_default () != NULL)
    {
      running->held = g_object_ref (g_application_get_default ());
      g_application_hold (running->held);
    }
  g_task_set_source_tag (task, weft_search_run_async);
  g_task_set_task_data (task, running, free_running);
  g_task_run_in_thread (task, run_in_thread);
}

gboolean
weft_search_run_finish (GAsyncResult *result, GError **error)
{
  Running *running = g_task_get_task_data (G_TASK (result));

  if (running->held != NULL)
    g_application_release (running->held);
  g_clear_object (&running->held);
  return g_task_propagate_boolean (G_TASK (result), error);
}
