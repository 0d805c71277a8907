/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification suite: the object of one check, and running them all. */
#include "model/weft-check-private.h"

#include <math.h>

#include "base/weft-json-write.h"

struct _WeftCheck
{
  GObject parent_instance;
  char *name;
  char *unit;
  char *source;
  WeftCheckLevel level;
  double expected;
  double got;
  double tolerance;
};

G_DEFINE_FINAL_TYPE (WeftCheck, weft_check, G_TYPE_OBJECT)

static void
weft_check_finalize (GObject *object)
{
  WeftCheck *self = WEFT_CHECK (object);

  g_free (self->name);
  g_free (self->unit);
  g_free (self->source);

  G_OBJECT_CLASS (weft_check_parent_class)->finalize (object);
}

static void
weft_check_class_init (WeftCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_check_finalize;
}

static void
weft_check_init (WeftCheck *self)
{
}

static JsonObject *
write_check (WeftCheck *self)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", self->name);
  json_object_set_int_member (object, "level", self->level);
  weft_json_set_number (object, "expected", self->expected);
  weft_json_set_number (object, "got", self->got);
  weft_json_set_number (object, "tolerance", self->tolerance);
  json_object_set_string_member (object, "unit", self->unit);
  json_object_set_string_member (object, "source", self->source);
  json_object_set_boolean_member (object, "pass", weft_check_passes (self));
  return object;
}

/**
 * weft_check_add: (skip)
 * @run: the suite
 * @name: a name unique in the suite, with slashes
 * @expected: the figure that is published or follows from theory
 * @got: the figure that Weft has
 * @tolerance: relative, 0 for equality
 * @unit: unit of both
 * @source: where @expected comes from
 *
 * Adds a check to the list.
 */
void
weft_check_add (WeftCheckRun *run,
                const char   *name,
                double        expected,
                double        got,
                double        tolerance,
                const char   *unit,
                const char   *source)
{
  g_autoptr (WeftCheck) self = g_object_new (WEFT_TYPE_CHECK, NULL);

  self->name = g_strdup (name);
  self->level = run->level;
  self->expected = expected;
  self->got = got;
  self->tolerance = tolerance;
  self->unit = g_strdup (unit);
  self->source = g_strdup (source);
  g_list_store_append (run->checks, self);
}

const char *
weft_check_get_name (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NULL);
  return self->name;
}

WeftCheckLevel
weft_check_get_level (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), 0);
  return self->level;
}

double
weft_check_get_expected (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NAN);
  return self->expected;
}

double
weft_check_get_got (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NAN);
  return self->got;
}

/**
 * weft_check_get_tolerance:
 * @self: a check
 *
 * Returns: the relative tolerance, 0 for equality
 */
double
weft_check_get_tolerance (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NAN);
  return self->tolerance;
}

const char *
weft_check_get_unit (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NULL);
  return self->unit;
}

const char *
weft_check_get_source (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), NULL);
  return self->source;
}

/**
 * weft_check_passes:
 * @self: a check
 *
 * Returns: whether the figure lies within the tolerance
 */
gboolean
weft_check_passes (WeftCheck *self)
{
  g_return_val_if_fail (WEFT_IS_CHECK (self), FALSE);

  return fabs (self->got - self->expected) <= self->tolerance * fabs (self->expected);
}

/**
 * weft_check_run:
 * @evaluator: an evaluator
 * @error: return location
 *
 * Runs every check with the profile that reproduces the published figures.
 *
 * Returns: (transfer full): the #WeftCheck of each, or %NULL when the profile is missing
 *   or a component's file is wrong
 */
GListModel *
weft_check_run (WeftEvaluator *evaluator,
                GError       **error)
{
  g_autoptr (GListStore) checks = g_list_store_new (WEFT_TYPE_CHECK);
  WeftCheckRun run = { .evaluator = evaluator, .checks = checks };

  g_return_val_if_fail (WEFT_IS_EVALUATOR (evaluator), NULL);

  if (!weft_catalog_load_kind (weft_evaluator_get_catalog (evaluator), WEFT_RECORD_COMPONENT, error))
    return NULL;

  run.inventory = weft_evaluator_get_inventory (evaluator, WEFT_DESIGN_DEFAULT_PROFILE, error);
  if (run.inventory == NULL)
    return NULL;

  run.level = WEFT_CHECK_CATALOG;
  weft_check_catalog_run (&run);
  weft_check_component_run (&run);
  run.level = WEFT_CHECK_IDENTITY;
  weft_check_identity_run (&run);
  run.level = WEFT_CHECK_FIGURE;
  if (!weft_check_figure_run (&run, error))
    return NULL;
  weft_check_case_run (&run);

  return G_LIST_MODEL (g_steal_pointer (&checks));
}

/**
 * weft_check_to_json:
 * @checks: list of #WeftCheck
 *
 * Returns: (transfer full): {passed, failed, checks}
 */
JsonNode *
weft_check_to_json (GListModel *checks)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  guint n_passed = 0;
  guint n = g_list_model_get_n_items (checks);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (checks, i);

      n_passed += weft_check_passes (check) ? 1 : 0;
      json_array_add_object_element (array, write_check (check));
    }

  json_object_set_int_member (object, "passed", n_passed);
  json_object_set_int_member (object, "failed", n - n_passed);
  json_object_set_array_member (object, "checks", array);
  return json_node_init_object (json_node_alloc (), object);
}
