/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a problem from a space and a setting, and its JSON, from which any process makes the same problem. */
#include "search/weft-problem-units-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "design/weft-design-workload.h"
#include "design/weft-rules.h"

G_DEFINE_FINAL_TYPE (WeftProblem, weft_problem, G_TYPE_OBJECT)

static const char *const known_keys[] = {
  "space", "profile", "facility", "workload", "constraints", NULL,
};

static const char *const known_limits[] = { "power_w", "cost_usd", "chips", "speedup", NULL };

/* --- constraints --- */

static gboolean
read_limit (const WeftJsonAt *object,
            const char       *key,
            double           *value,
            GError          **error)
{
  WeftJsonAt at;

  if (!weft_json_at_get_number (object, key, WEFT_JSON_OPTIONAL, value, error))
    return FALSE;
  if (*value > 0)
    return TRUE;
  weft_json_at_member (object, key, &at);
  return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "a number above 0", error);
}

/* Members that no constraint reads would be taken for ones that hold. */
static gboolean
check_keys (const WeftJsonAt  *object,
            const char *const *known,
            GError           **error)
{
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init (&iter, json_node_get_object (object->node));
  while (json_object_iter_next (&iter, &key, NULL))
    if (!g_strv_contains (known, key))
      {
        g_autofree char *all = g_strjoinv (", ", (char **) known);
        g_autofree char *where = weft_json_at_pointer (object);

        g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                     _("%s: %s/%s is not known; these are: %s"), object->file, where, key, all);
        return FALSE;
      }

  return TRUE;
}

static gboolean
read_constraints (WeftConstraints  *self,
                  const WeftJsonAt *at,
                  GError          **error)
{
  gboolean present = FALSE;
  WeftJsonAt speedup;

  if (!weft_json_at_object (at, error) || !check_keys (at, known_limits, error)
      || !read_limit (at, "power_w", &self->max_power_w, error)
      || !read_limit (at, "cost_usd", &self->max_cost_usd, error)
      || !read_limit (at, "chips", &self->max_chips, error)
      || !weft_json_at_get_object (at, "speedup", WEFT_JSON_OPTIONAL, &speedup, &present, error))
    return FALSE;
  if (!present)
    return TRUE;
  if (!check_keys (&speedup, weft_design_workload_names, error))
    return FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double least = INFINITY;

      if (!read_limit (&speedup, weft_design_workload_names[i], &least, error))
        return FALSE;
      self->min_speedup[i] = isinf (least) ? 0 : least;
    }

  return TRUE;
}

/* --- steps --- */

/* The setting without its machine, under the budget that counts. */
static JsonNode *
make_frame (WeftSpace  *space,
            WeftDesign *setting)
{
  g_autoptr (JsonNode) node = setting != NULL ? weft_design_to_json (setting)
                                              : json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonNode) frame = json_node_alloc ();
  JsonObject *from, *to = json_object_new ();

  json_node_init_object (frame, to);
  if (setting == NULL)
    json_node_take_object (node, json_object_new ());
  from = json_node_get_object (node);

  json_object_set_string_member (to, "name", "Candidate");
  for (guint i = 1; i <= 3; i++)
    {
      JsonNode *member = json_object_get_member (from, known_keys[i]);

      if (member != NULL && !json_node_is_null (member))
        json_object_set_member (to, known_keys[i], json_node_ref (member));
    }
  if (space->budget != WEFT_BUDGET_DEFAULT)
    {
      JsonObject *facility = json_object_new ();

      json_object_set_double_member (facility, space->budget == WEFT_BUDGET_COST ? "cost_usd"
                                                                                : "power_w",
                                     space->amount);
      json_object_set_object_member (to, "facility", facility);
    }
  json_object_set_array_member (to, "partitions", json_array_new ());
  json_object_unref (to);

  return g_steal_pointer (&frame);
}

/* What the rules say about profile, budget and workload; that there are no partitions does not count. */
static gboolean
check_frame (WeftProblem *self,
             WeftDesign  *frame,
             GError     **error)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);

  weft_rules_check (frame, self->inventory, violations);
  for (guint i = 0; i < violations->len; i++)
    {
      WeftViolation *violation = violations->pdata[i];

      if (weft_violation_get_standing (violation) != WEFT_SEVERITY_ERROR
          || g_str_equal (weft_violation_get_code (violation), "no_partitions"))
        continue;
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM, "%s: %s %s",
                   weft_violation_get_path (violation), weft_violation_get_message (violation),
                   weft_violation_get_hint (violation));
      return FALSE;
    }

  return TRUE;
}

static gboolean
make_model (WeftProblem *self,
            WeftDesign  *frame,
            GError     **error)
{
  WeftModelFault fault;
  WeftMachine machine;
  double amount;
  WeftBudget budget = weft_design_get_budget (frame, &amount);

  if (!weft_machine_init_empty (&machine, self->inventory))
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("The profile %s lacks a constant of provisioning"),
                   weft_design_get_profile (frame));
      return FALSE;
    }

  self->epsilon = machine.epsilon;
  if (budget == WEFT_BUDGET_DEFAULT)
    {
      budget = machine.budget;
      amount = machine.amount;
    }
  return weft_model_init_for_design (&self->model, frame, self->inventory, budget, amount, NULL,
                                     &fault, error);
}

static void
take_roles (WeftProblem *self)
{
  for (guint i = 0; i < WEFT_N_ROLES; i++)
    if ((self->space->roles & (1u << i)) != 0)
      self->roles[self->n_roles++] = i;
}

/* The problem's own JSON: the space whole, and the budget even where it is the profile's. */
static void
write_json (WeftProblem *self,
            WeftDesign  *design,
            JsonObject  *constraints)
{
  g_autoptr (JsonNode) frame = weft_design_to_json (design);
  g_autoptr (JsonNode) root = json_node_alloc ();
  JsonObject *object = json_object_new ();
  JsonObject *facility = json_object_new ();
  JsonNode *workload = json_object_get_member (json_node_get_object (frame), "workload");

  json_node_init_object (root, object);
  json_object_set_member (object, "space", weft_space_to_json (self->space));
  json_object_set_string_member (object, "profile", weft_design_get_profile (design));
  json_object_set_double_member (facility, self->model.budget == WEFT_BUDGET_COST ? "cost_usd"
                                                                                  : "power_w",
                                 self->model.amount);
  json_object_set_object_member (object, "facility", facility);
  if (workload != NULL)
    json_object_set_member (object, "workload", json_node_ref (workload));
  if (constraints != NULL && json_object_get_size (constraints) > 0)
    json_object_set_object_member (object, "constraints", json_object_ref (constraints));
  json_object_unref (object);

  self->text = weft_json_write_compact (root);
  self->digest = weft_json_digest (root);
}

static gboolean
build (WeftProblem *self,
       WeftDesign  *setting,
       JsonObject  *constraints,
       const char  *file,
       GError     **error)
{
  g_autoptr (JsonNode) frame_json = make_frame (self->space, setting);
  g_autoptr (WeftDesign) frame = NULL;

  frame = weft_design_new_from_json (frame_json, file, NULL, error);
  if (frame == NULL)
    return FALSE;
  self->inventory = weft_evaluator_get_inventory (self->evaluator, weft_design_get_profile (frame),
                                                  error);
  if (self->inventory == NULL)
    return FALSE;
  g_object_ref (self->inventory);

  if (!check_frame (self, frame, error) || !make_model (self, frame, error)
      || !weft_problem_find_units (self, error))
    return FALSE;

  self->n_fractions = self->space->n_fractions;
  self->fractions = self->space->fractions;
  take_roles (self);
  if (!weft_problem_find_splits (self, error))
    return FALSE;

  self->frame = weft_json_write_compact (frame_json);
  write_json (self, frame, constraints);
  return TRUE;
}

/* --- class --- */

static void
weft_problem_finalize (GObject *object)
{
  WeftProblem *self = WEFT_PROBLEM (object);

  g_clear_object (&self->evaluator);
  g_clear_object (&self->space);
  g_clear_object (&self->inventory);
  g_array_unref (self->units);
  g_free (self->chip_first);
  for (guint i = 0; i < G_N_ELEMENTS (self->splits); i++)
    g_clear_pointer (&self->splits[i], g_array_unref);
  g_ptr_array_unref (self->left_out);
  g_free (self->text);
  g_free (self->digest);
  g_free (self->frame);

  weft_model_clear (&self->model);

  G_OBJECT_CLASS (weft_problem_parent_class)->finalize (object);
}

static void
weft_problem_class_init (WeftProblemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_problem_finalize;
}

static void
weft_problem_init (WeftProblem *self)
{
  self->units = g_array_new (FALSE, FALSE, sizeof (WeftSpaceUnit));
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  self->constraints = (WeftConstraints) {
    .max_power_w = INFINITY,
    .max_cost_usd = INFINITY,
    .max_chips = INFINITY,
  };
}

static WeftProblem *
make_problem (WeftEvaluator *evaluator,
              WeftSpace     *space,
              WeftDesign    *setting,
              JsonObject    *constraints,
              const char    *file,
              GError       **error)
{
  g_autoptr (WeftProblem) self = g_object_new (WEFT_TYPE_PROBLEM, NULL);

  self->evaluator = g_object_ref (evaluator);
  self->space = g_object_ref (space);
  if (constraints != NULL)
    {
      g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), constraints);
      WeftJsonAt root = { .file = file };
      WeftJsonAt at = { .parent = &root, .file = file, .node = node, .key = "constraints" };

      if (!read_constraints (&self->constraints, &at, error))
        return NULL;
    }

  return build (self, setting, constraints, file, error) ? g_steal_pointer (&self) : NULL;
}

/* --- public API --- */

/**
 * weft_problem_new:
 * @evaluator: the evaluator
 * @space: the space
 * @setting: (nullable): a design whose profile, facility and workload count
 * @constraints: (nullable): what a design must keep
 * @error: return location
 *
 * Returns: (transfer full): the problem; %NULL when the space has no candidate in this catalog, or the reference cannot
 *   run a workload within the budget
 */
WeftProblem *
weft_problem_new (WeftEvaluator *evaluator,
                  WeftSpace     *space,
                  WeftDesign    *setting,
                  JsonObject    *constraints,
                  GError       **error)
{
  g_return_val_if_fail (WEFT_IS_EVALUATOR (evaluator), NULL);
  g_return_val_if_fail (WEFT_IS_SPACE (space), NULL);
  g_return_val_if_fail (setting == NULL || WEFT_IS_DESIGN (setting), NULL);

  return make_problem (evaluator, space, setting, constraints, weft_space_get_id (space), error);
}

static WeftSpace *
read_space (const WeftJsonAt *root,
            const char       *file,
            GError          **error)
{
  WeftJsonAt at;

  if (!weft_json_at_member (root, "space", &at))
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("%s: a problem needs a member “space”: a name or an object"), file);
      return NULL;
    }
  if (json_node_get_value_type (at.node) == G_TYPE_STRING)
    return weft_space_load (json_node_get_string (at.node), error);
  return weft_space_new_at (&at, error);
}

/**
 * weft_problem_new_from_json:
 * @evaluator: the evaluator
 * @root: a problem
 * @file: what messages call it
 * @error: return location
 *
 * Returns: (transfer full): the problem, or %NULL with an error
 */
WeftProblem *
weft_problem_new_from_json (WeftEvaluator *evaluator,
                            JsonNode      *root,
                            const char    *file,
                            GError       **error)
{
  g_autoptr (WeftSpace) space = NULL;
  g_autoptr (WeftDesign) setting = NULL;
  g_autoptr (JsonNode) frame = NULL;
  gboolean present = FALSE;
  WeftJsonAt at, constraints;

  g_return_val_if_fail (WEFT_IS_EVALUATOR (evaluator), NULL);
  g_return_val_if_fail (root != NULL, NULL);

  weft_json_at_root (&at, root, file);
  if (!weft_json_at_object (&at, error) || !check_keys (&at, known_keys, error)
      || !weft_json_at_get_object (&at, "constraints", WEFT_JSON_OPTIONAL, &constraints, &present,
                                   error))
    return NULL;
  space = read_space (&at, file, error);
  if (space == NULL)
    return NULL;

  frame = json_node_alloc ();
  json_node_take_object (json_node_init (frame, JSON_NODE_OBJECT), json_object_new ());
  for (guint i = 1; i <= 3; i++)
    {
      JsonNode *member = json_object_get_member (json_node_get_object (root), known_keys[i]);

      if (member != NULL)
        json_object_set_member (json_node_get_object (frame), known_keys[i], json_node_ref (member));
    }
  json_object_set_array_member (json_node_get_object (frame), "partitions", json_array_new ());
  setting = weft_design_new_from_json (frame, file, NULL, error);
  if (setting == NULL)
    return NULL;

  return make_problem (evaluator, space, setting,
                       present ? json_node_get_object (constraints.node) : NULL, file, error);
}

/**
 * weft_problem_to_json:
 * @self: a problem
 *
 * Returns: (transfer full): all of it, so that it can be made again from this and a catalog
 */
JsonNode *
weft_problem_to_json (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return weft_json_parse (self->text, -1, "problem", NULL, NULL);
}

/**
 * weft_problem_get_digest:
 * @self: a problem
 *
 * Returns: (transfer none): SHA-256 of its JSON
 */
const char *
weft_problem_get_digest (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return self->digest;
}

/**
 * weft_problem_get_space:
 * @self: a problem
 *
 * Returns: (transfer none): its space
 */
WeftSpace *
weft_problem_get_space (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return self->space;
}

/**
 * weft_problem_has_setting:
 * @self: a problem
 * @setting: a design
 *
 * Returns: whether the design's profile, facility and workload are those that the problem was made for
 */
gboolean
weft_problem_has_setting (WeftProblem *self,
                          WeftDesign  *setting)
{
  g_autoptr (JsonNode) frame = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (WEFT_IS_PROBLEM (self), FALSE);
  g_return_val_if_fail (WEFT_IS_DESIGN (setting), FALSE);

  frame = make_frame (self->space, setting);
  text = weft_json_write_compact (frame);
  return g_str_equal (text, self->frame);
}

/**
 * weft_problem_get_evaluator:
 * @self: a problem
 *
 * Returns: (transfer none): the evaluator that it was made with
 */
WeftEvaluator *
weft_problem_get_evaluator (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return self->evaluator;
}

/**
 * weft_problem_get_inventory:
 * @self: a problem
 *
 * Returns: (transfer none): the catalog as its profile sees it
 */
WeftInventory *
weft_problem_get_inventory (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return self->inventory;
}

/**
 * weft_problem_budget_is_cost:
 * @self: a problem
 *
 * Returns: whether the budget is dollars, not watts
 */
gboolean
weft_problem_budget_is_cost (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), FALSE);
  return self->model.budget == WEFT_BUDGET_COST;
}

/**
 * weft_problem_get_budget:
 * @self: a problem
 *
 * Returns: W or USD
 */
double
weft_problem_get_budget (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NAN);
  return self->model.amount;
}

/**
 * weft_problem_get_n_candidates:
 * @self: a problem
 *
 * Returns: how many designs the space has, without regard to the order of partitions
 */
double
weft_problem_get_n_candidates (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NAN);
  return self->n_candidates;
}

/**
 * weft_problem_get_left_out:
 * @self: a problem
 *
 * Returns: (transfer none) (array zero-terminated=1): chips that cannot take part, each with the reason
 */
const char *const *
weft_problem_get_left_out (WeftProblem *self)
{
  g_return_val_if_fail (WEFT_IS_PROBLEM (self), NULL);
  return (const char *const *) self->left_out->pdata;
}
