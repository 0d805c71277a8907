/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a run.start: versions, digests, the problem as JSON, method, seed and budget. */
#include "config.h"

#include "search/weft-run-start.h"

#include <locale.h>
#include <sys/utsname.h>

#include "search/weft-problem-private.h"

/**
 * weft_run_start_app: (skip)
 *
 * Returns: (transfer full): the program and where it runs
 */
JsonObject *
weft_run_start_app (void)
{
  JsonObject *app = json_object_new ();
  struct utsname system;

  json_object_set_string_member (app, "name", "weft");
  json_object_set_string_member (app, "version", WEFT_VERSION);
  if (uname (&system) == 0)
    {
      g_autofree char *platform = g_strdup_printf ("%s %s", system.sysname, system.machine);

      json_object_set_string_member (app, "platform", platform);
    }
  json_object_set_string_member (app, "locale", setlocale (LC_MESSAGES, NULL));
  return app;
}

static JsonObject *
describe_evaluator (WeftProblem *problem)
{
  JsonObject *evaluator = json_object_new ();
  WeftProfile *profile = weft_inventory_get_profile (problem->inventory);

  json_object_set_string_member (evaluator, "name", "weft analytical");
  json_object_set_string_member (evaluator, "version", WEFT_VERSION);
  json_object_set_string_member (evaluator, "profile", weft_profile_get_id (profile));
  json_object_set_string_member (evaluator, "profile_sha256", weft_profile_get_digest (profile));
  return evaluator;
}

/**
 * weft_run_start_data: (skip)
 * @problem: what is searched
 * @method: who searches, with options
 * @label: the same in English words
 * @seed: of the run
 * @budget: how many evaluations there may be
 *
 * Returns: (transfer full): the data, to which more may be added
 */
JsonObject *
weft_run_start_data (WeftProblem *problem,
                     const char  *method,
                     const char  *label,
                     guint64      seed,
                     guint        budget)
{
  JsonObject *data = json_object_new ();
  g_autofree char *catalog = weft_problem_catalog_digest (problem);

  json_object_set_object_member (data, "app", weft_run_start_app ());
  json_object_set_object_member (data, "evaluator", describe_evaluator (problem));
  json_object_set_string_member (data, "catalog_sha256", catalog);
  json_object_set_string_member (data, "method", method);
  json_object_set_string_member (data, "method_label", label);
  json_object_set_int_member (data, "seed", (gint64) seed);
  json_object_set_int_member (data, "budget", budget);
  json_object_set_string_member (data, "space", weft_space_get_id (problem->space));
  json_object_set_member (data, "problem", weft_problem_to_json (problem));
  json_object_set_string_member (data, "problem_sha256", weft_problem_get_digest (problem));
  return data;
}
