/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document in memory: its members, known and unknown, and its partitions. */
#include "design/weft-design-inside-private.h"

#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-private.h"
#include "design/weft-members-private.h"
#include "design/weft-partition-private.h"

#define DEFAULT_NAME "Untitled"

enum
{
  PROP_0,
  PROP_NAME,
  PROP_NOTES,
  PROP_PROFILE,
  PROP_BUDGET,
  PROP_AMOUNT,
  N_PROPS,
};

G_DEFINE_FINAL_TYPE (WeftDesign, weft_design, G_TYPE_OBJECT)
G_DEFINE_QUARK (weft-design-error-quark, weft_design_error)
G_DEFINE_ENUM_TYPE (WeftBudget, weft_budget,
                    G_DEFINE_ENUM_VALUE (WEFT_BUDGET_DEFAULT, "default"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUDGET_POWER, "power"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUDGET_COST, "cost"))

static GParamSpec *properties[N_PROPS];

const char *const weft_design_keys[WEFT_N_DESIGN_FIELDS + 3] = {
  "name", "notes", "profile", "facility", "workload", "waivers", "partitions", "graph",
  NULL,
};

static void
set_text (char     **text,
          JsonNode  *value)
{
  g_free (*text);
  *text = value != NULL ? json_node_dup_string (value) : NULL;
}

static JsonNode *
write_members (WeftDesign *self, gboolean with_graph)
{
  JsonObject *object;
  guint n;

  object = json_object_new ();
  for (guint i = 0; i < WEFT_N_DESIGN_FIELDS; i++)
    {
      JsonNode *node = weft_design_get_field (self, i);

      if (node != NULL)
        json_object_set_member (object, weft_design_keys[i], node);
    }

  n = weft_design_get_n_partitions (self);
  if (self->has_partitions || n > 0)
    {
      JsonArray *array = json_array_sized_new (n);

      for (guint i = 0; i < n; i++)
        json_array_add_element (array,
                                weft_partition_to_json (weft_design_get_partition (self, i)));
      json_object_set_array_member (object, "partitions", array);
    }
  if (with_graph && self->graph != NULL)
    json_object_set_member (object, "graph", weft_graph_to_json (self->graph));
  weft_members_append (object, self->unknown);

  return weft_members_to_node (object);
}

static void
weft_design_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  WeftDesign *self = WEFT_DESIGN (object);
  double amount;

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, weft_design_get_name (self));
      break;
    case PROP_NOTES:
      g_value_set_string (value, weft_design_get_notes (self));
      break;
    case PROP_PROFILE:
      g_value_set_string (value, self->profile);
      break;
    case PROP_BUDGET:
      g_value_set_enum (value, weft_design_get_budget (self, NULL));
      break;
    case PROP_AMOUNT:
      weft_design_get_budget (self, &amount);
      g_value_set_double (value, amount);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
    }
}

static void
weft_design_finalize (GObject *object)
{
  WeftDesign *self = WEFT_DESIGN (object);

  g_free (self->name);
  g_free (self->notes);
  g_free (self->profile);
  weft_facility_clear (&self->facility);
  g_clear_pointer (&self->workload, json_object_unref);
  g_clear_pointer (&self->waivers, json_node_unref);
  g_clear_pointer (&self->unknown, json_object_unref);
  g_clear_object (&self->partitions);
  g_clear_pointer (&self->graph, weft_graph_unref);

  G_OBJECT_CLASS (weft_design_parent_class)->finalize (object);
}

static void
weft_design_class_init (WeftDesignClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_design_get_property;
  object_class->finalize = weft_design_finalize;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, DEFAULT_NAME, flags);
  properties[PROP_NOTES] = g_param_spec_string ("notes", NULL, NULL, "", flags);
  properties[PROP_PROFILE] = g_param_spec_string ("profile", NULL, NULL, NULL, flags);
  properties[PROP_BUDGET] = g_param_spec_enum ("budget", NULL, NULL, WEFT_TYPE_BUDGET,
                                               WEFT_BUDGET_DEFAULT, flags);
  properties[PROP_AMOUNT] = g_param_spec_double ("amount", NULL, NULL,
                                                 -G_MAXDOUBLE, G_MAXDOUBLE, 0.0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * WeftDesign::changed:
   * @self: the design
   *
   * Something of the document has changed. One step of undo or redo emits it once.
   */
  g_signal_new ("changed", WEFT_TYPE_DESIGN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_design_init (WeftDesign *self)
{
  weft_facility_set (&self->facility, NULL);
  self->partitions = g_list_store_new (WEFT_TYPE_PARTITION);
}

/**
 * weft_design_new:
 *
 * Returns: (transfer full): a design called "Untitled" without partitions
 */
WeftDesign *
weft_design_new (void)
{
  WeftDesign *self = g_object_new (WEFT_TYPE_DESIGN, NULL);

  self->name = g_strdup (DEFAULT_NAME);
  self->has_partitions = TRUE;

  return self;
}

/**
 * weft_design_new_under:
 * @profile: id of a model profile
 *
 * Returns: (transfer full): the same as weft_design_new(), judged by @profile
 */
WeftDesign *
weft_design_new_under (const char *profile)
{
  WeftDesign *self;

  g_return_val_if_fail (profile != NULL, NULL);

  self = weft_design_new ();
  self->profile = g_strdup (profile);
  return self;
}

/**
 * weft_design_new_from_object: (skip)
 * @object: a JSON object that has passed the structure check
 *
 * Returns: (transfer full): the design that it describes
 */
WeftDesign *
weft_design_new_from_object (JsonObject *object)
{
  WeftDesign *self = g_object_new (WEFT_TYPE_DESIGN, NULL);
  JsonArray *array = NULL;
  JsonNode *node;

  for (guint i = 0; i < WEFT_N_DESIGN_FIELDS; i++)
    {
      node = json_object_get_member (object, weft_design_keys[i]);
      if (node != NULL && !json_node_is_null (node))
        weft_design_set_field (self, i, node);
    }

  node = json_object_get_member (object, "partitions");
  if (node != NULL && !json_node_is_null (node))
    array = json_node_get_array (node);
  self->has_partitions = array != NULL;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      g_autoptr (WeftPartition) partition = NULL;

      partition = weft_partition_new_from_object (json_array_get_object_element (array, i));
      g_list_store_append (self->partitions, partition);
    }
  node = json_object_get_member (object, "graph");
  if (node != NULL && !json_node_is_null (node))
    self->graph = weft_graph_new_from_object (json_node_get_object (node));
  self->unknown = weft_members_unknown (object, weft_design_keys);

  return self;
}

/**
 * weft_design_copy:
 * @self: a design
 *
 * Returns: (transfer full): a snapshot for another thread; of @self it shares the graph, which never
 *   changes
 */
WeftDesign *
weft_design_copy (WeftDesign *self)
{
  g_autoptr (JsonNode) node = NULL;
  WeftDesign *copy;

  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  node = write_members (self, FALSE);
  copy = weft_design_new_from_object (json_node_get_object (node));
  if (self->graph != NULL)
    copy->graph = weft_graph_ref (self->graph);
  return copy;
}

/**
 * weft_design_to_json:
 * @self: a design
 *
 * Returns: (transfer full): the document: the members that Weft knows in a fixed order, then the
 *   other ones in their own; what the document left out stays out
 */
JsonNode *
weft_design_to_json (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return write_members (self, TRUE);
}

/* The document without its graph. */
JsonNode *
weft_design_members_to_json (WeftDesign *self)
{
  return write_members (self, FALSE);
}

/**
 * weft_design_get_name:
 * @self: a design
 *
 * Returns: its name, "Untitled" when the document gives none
 */
const char *
weft_design_get_name (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return self->name != NULL ? self->name : DEFAULT_NAME;
}

/**
 * weft_design_get_notes:
 * @self: a design
 *
 * Returns: its notes, "" when the document has none
 */
const char *
weft_design_get_notes (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return self->notes != NULL ? self->notes : "";
}

/**
 * weft_design_get_profile:
 * @self: a design
 *
 * Returns: id of the model profile that judges it, "archagent-2026" when the document names none
 */
const char *
weft_design_get_profile (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return self->profile != NULL ? self->profile : WEFT_DESIGN_DEFAULT_PROFILE;
}

const char *
weft_design_get_profile_raw (WeftDesign *self)
{
  return self->profile;
}

/**
 * weft_design_get_budget:
 * @self: a design
 * @amount: (out) (optional): watts or US dollars, NAN for the profile's default
 *
 * A document that gives both budgets breaks a rule; here its power counts.
 *
 * Returns: the kind of budget
 */
WeftBudget
weft_design_get_budget (WeftDesign *self,
                        double     *amount)
{
  WeftBudget budget = WEFT_BUDGET_DEFAULT;
  double value = NAN;

  if (amount != NULL)
    *amount = NAN;
  g_return_val_if_fail (WEFT_IS_DESIGN (self), WEFT_BUDGET_DEFAULT);

  if (!isnan (self->facility.power_w))
    {
      budget = WEFT_BUDGET_POWER;
      value = self->facility.power_w;
    }
  else if (!isnan (self->facility.cost_usd))
    {
      budget = WEFT_BUDGET_COST;
      value = self->facility.cost_usd;
    }

  if (amount != NULL)
    *amount = value;
  return budget;
}

gboolean
weft_design_get_facility (WeftDesign *self,
                          double     *power_w,
                          double     *cost_usd)
{
  *power_w = self->facility.power_w;
  *cost_usd = self->facility.cost_usd;
  return self->facility.is_there;
}

/**
 * weft_design_get_graph:
 * @self: a design
 *
 * Returns: (transfer none) (nullable): the machine as a graph, %NULL when it is given as partitions
 */
WeftGraph *
weft_design_get_graph (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return self->graph;
}

/**
 * weft_design_get_workload:
 * @self: a design
 *
 * Returns: (transfer none) (nullable): what the document says about the workload; not to be changed
 */
JsonObject *
weft_design_get_workload (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return self->workload;
}

/**
 * weft_design_get_partitions:
 * @self: a design
 *
 * Returns: (transfer none): a list model of #WeftPartition
 */
GListModel *
weft_design_get_partitions (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  return G_LIST_MODEL (self->partitions);
}

/**
 * weft_design_get_n_partitions:
 * @self: a design
 *
 * Returns: how many partitions it has
 */
guint
weft_design_get_n_partitions (WeftDesign *self)
{
  g_return_val_if_fail (WEFT_IS_DESIGN (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->partitions));
}

/**
 * weft_design_get_partition:
 * @self: a design
 * @index: from 0
 *
 * Returns: (transfer none) (nullable): the partition, %NULL when there are not so many
 */
WeftPartition *
weft_design_get_partition (WeftDesign *self,
                           guint       index)
{
  g_autoptr (WeftPartition) partition = NULL;

  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  /* The list holds another reference. */
  partition = g_list_model_get_item (G_LIST_MODEL (self->partitions), index);
  return partition;
}

JsonNode *
weft_design_get_field (WeftDesign      *self,
                       WeftDesignField  field)
{
  switch (field)
    {
    case WEFT_DESIGN_NAME:
      return weft_members_string (self->name);
    case WEFT_DESIGN_NOTES:
      return weft_members_string (self->notes);
    case WEFT_DESIGN_PROFILE:
      return weft_members_string (self->profile);
    case WEFT_DESIGN_FACILITY:
      return weft_facility_to_json (&self->facility);
    case WEFT_DESIGN_WORKLOAD:
      if (self->workload == NULL)
        return NULL;
      return weft_members_to_node (weft_members_copy_object (self->workload));
    case WEFT_DESIGN_WAIVERS:
      return self->waivers != NULL ? weft_members_copy_node (self->waivers) : NULL;
    case WEFT_N_DESIGN_FIELDS:
    default:
      g_assert_not_reached ();
    }
}

JsonNode *
weft_design_peek_waivers (WeftDesign *self)
{
  return self->waivers;
}

/* The value has the member's type already; it is copied. */
void
weft_design_set_field (WeftDesign      *self,
                       WeftDesignField  field,
                       JsonNode        *value)
{
  GObject *object = G_OBJECT (self);

  weft_design_freeze (self);
  switch (field)
    {
    case WEFT_DESIGN_NAME:
      set_text (&self->name, value);
      g_object_notify_by_pspec (object, properties[PROP_NAME]);
      break;
    case WEFT_DESIGN_NOTES:
      set_text (&self->notes, value);
      g_object_notify_by_pspec (object, properties[PROP_NOTES]);
      break;
    case WEFT_DESIGN_PROFILE:
      set_text (&self->profile, value);
      g_object_notify_by_pspec (object, properties[PROP_PROFILE]);
      break;
    case WEFT_DESIGN_FACILITY:
      weft_facility_set (&self->facility, value);
      g_object_notify_by_pspec (object, properties[PROP_BUDGET]);
      g_object_notify_by_pspec (object, properties[PROP_AMOUNT]);
      break;
    case WEFT_DESIGN_WORKLOAD:
      g_clear_pointer (&self->workload, json_object_unref);
      if (value != NULL)
        self->workload = weft_members_copy_object (json_node_get_object (value));
      break;
    case WEFT_DESIGN_WAIVERS:
      g_clear_pointer (&self->waivers, json_node_unref);
      if (value != NULL)
        self->waivers = weft_members_copy_node (value);
      break;
    case WEFT_N_DESIGN_FIELDS:
    default:
      g_assert_not_reached ();
    }
  weft_design_touch (self);
  weft_design_thaw (self);
}
