/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a design from partitions to a graph and back, as one edit. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/graph/weft-graph-expand.h"
#include "design/graph/weft-graph-rules.h"
#include "design/weft-design-private.h"
#include "design/weft-machine.h"
#include "design/weft-members-private.h"
#include "design/weft-partition-private.h"
#include "design/weft-rules.h"

/* How a machine is given. */
typedef struct
{
  GPtrArray *partitions;
  gboolean has_partitions;
  WeftGraph *graph; /* (nullable) */
} Form;

#define WEFT_TYPE_FORM_EDIT (weft_form_edit_get_type ())
G_DECLARE_FINAL_TYPE (WeftFormEdit, weft_form_edit, WEFT, FORM_EDIT, WeftEdit)

struct _WeftFormEdit
{
  WeftEdit parent_instance;

  Form before; /* set by applying */
  Form after;
};

G_DEFINE_FINAL_TYPE (WeftFormEdit, weft_form_edit, WEFT_TYPE_EDIT)

static void
clear_form (Form *form)
{
  g_ptr_array_set_size (form->partitions, 0);
  g_clear_pointer (&form->graph, weft_graph_unref);
}

/* Gives the design the form @to and keeps its own one in @from. */
static void
swap_form (WeftDesign *design, Form *from, const Form *to)
{
  WeftGraph *graph = weft_design_get_graph (design);

  clear_form (from);
  from->graph = graph != NULL ? weft_graph_ref (graph) : NULL;
  while (weft_design_get_n_partitions (design) > 0)
    g_ptr_array_add (from->partitions, weft_design_remove (design, 0));
  for (guint i = 0; i < to->partitions->len; i++)
    {
      g_autoptr (WeftPartition) partition = weft_partition_copy (to->partitions->pdata[i]);

      weft_design_insert (design, i, partition);
    }
  from->has_partitions = weft_design_set_has_partitions (design, to->has_partitions);
  weft_design_set_graph (design, to->graph);
}

static void
weft_form_edit_apply (WeftEdit *edit, WeftDesign *design)
{
  WeftFormEdit *self = WEFT_FORM_EDIT (edit);

  swap_form (design, &self->before, &self->after);
}

static void
weft_form_edit_revert (WeftEdit *edit, WeftDesign *design)
{
  WeftFormEdit *self = WEFT_FORM_EDIT (edit);
  Form gone = { .partitions = g_ptr_array_new_with_free_func (g_object_unref) };

  swap_form (design, &gone, &self->before);
  clear_form (&gone);
  g_ptr_array_unref (gone.partitions);
}

static void
weft_form_edit_finalize (GObject *object)
{
  WeftFormEdit *self = WEFT_FORM_EDIT (object);

  clear_form (&self->before);
  clear_form (&self->after);
  g_ptr_array_unref (self->before.partitions);
  g_ptr_array_unref (self->after.partitions);

  G_OBJECT_CLASS (weft_form_edit_parent_class)->finalize (object);
}

static void
weft_form_edit_class_init (WeftFormEditClass *klass)
{
  WeftEditClass *edit_class = WEFT_EDIT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_form_edit_finalize;
  edit_class->apply = weft_form_edit_apply;
  edit_class->revert = weft_form_edit_revert;
}

static void
weft_form_edit_init (WeftFormEdit *self)
{
  self->before.partitions = g_ptr_array_new_with_free_func (g_object_unref);
  self->after.partitions = g_ptr_array_new_with_free_func (g_object_unref);
}

static gboolean
refuse (GError **error, char *message)
{
  return weft_graph_edit_refuse (error, WEFT_GRAPH_EDIT_ERROR_REFUSED, message);
}

/* A cluster of nothing, to begin with. */
static WeftGraph *
begin_graph (GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "root");
  json_builder_add_string_value (builder, "machine");
  json_builder_set_member_name (builder, "definitions");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "machine");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "level");
  json_builder_add_string_value (builder, "cluster");
  json_builder_set_member_name (builder, "title");
  json_builder_add_string_value (builder, _("Machine"));
  json_builder_set_member_name (builder, "items");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  node = json_builder_get_root (builder);
  return weft_graph_new_from_json (node, NULL, NULL, error);
}

static WeftGraph *
expand_graph (WeftDesign *design, WeftInventory *inventory, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) fault = NULL;
  WeftMachine machine;
  WeftGraph *graph;

  if (!weft_rules_check (design, inventory, found)
      || !weft_machine_init (&machine, design, inventory))
    {
      refuse (error, g_strdup (_("Mend what is wrong with the partitions first.")));
      return NULL;
    }
  graph = weft_graph_expand (inventory, &machine, &fault);
  if (graph == NULL)
    refuse (error, g_strdup_printf (_("The partitions make no graph: %s."), fault->message));
  return graph;
}

/**
 * weft_design_edit_to_graph:
 * @design: a design of partitions
 * @inventory: (nullable): the catalog as the profile sees it that judges the design; partitions
 *   need it
 * @error: where to put a #WeftGraphEditError
 *
 * The graph is that of weft_graph_expand(), or a cluster without items when there are no
 * partitions; budget and workload stay.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_design_edit_to_graph (WeftDesign *design, WeftInventory *inventory, GError **error)
{
  g_autoptr (WeftGraph) graph = NULL;
  WeftFormEdit *self;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), NULL);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory)
                          || (inventory == NULL && weft_design_get_n_partitions (design) == 0),
                        NULL);

  if (weft_design_get_graph (design) != NULL)
    {
      refuse (error, g_strdup (_("The machine is given as a graph already.")));
      return NULL;
    }
  graph = weft_design_get_n_partitions (design) == 0 ? begin_graph (error)
                                                     : expand_graph (design, inventory, error);
  if (graph == NULL)
    return NULL;
  self = g_object_new (WEFT_TYPE_FORM_EDIT, NULL);
  self->after.graph = g_steal_pointer (&graph);
  weft_edit_take_label (WEFT_EDIT (self), g_strdup (_("Turn into Graph")));
  return WEFT_EDIT (self);
}

/* --- back --- */

static gboolean
check_rate (double own, double fabric, const char *name, GError **error)
{
  if (!(own > 0 && own < fabric * (1 - 1e-9)))
    return TRUE;
  return refuse (error, g_strdup_printf (_("The chips have links for %.4g GB/s of %s, whose rate is "
                                           "%.4g GB/s. A partition cannot say that."), own / 1e9,
                                         name, fabric / 1e9));
}

/* What a partition leaves to the budget and the fabric must come out as the graph has it. */
static gboolean
check_partition (WeftInventory *inventory, const WeftMachine *machine, guint index,
                 GError **error)
{
  WeftMachine plain = *machine;
  WeftMachinePartition *part = &plain.partitions[index];
  const WeftMachinePartition *own = &machine->partitions[index];
  const WeftScaleupOnChip *up = weft_inventory_scaleup_on_chip (inventory, own->scaleup, own->chip);
  const WeftScaleout *out = weft_inventory_scaleout (inventory, own->scaleout);
  const char *name = weft_inventory_chip (inventory, own->chip)->id;
  guint chips, domain;

  part->n_chips = 0;
  part->domain_chips = 0;
  chips = weft_provision (inventory, &plain, index);
  domain = MIN (weft_machine_domain_chips (inventory, part), own->n_chips);
  if (chips != own->n_chips)
    return refuse (error, g_strdup_printf (_("The graph has %u chips of the kind %s, a partition "
                                             "would have %u. Partitions consist of whole nodes."),
                                           own->n_chips, name, chips));
  if (domain != own->domain_chips)
    return refuse (error, g_strdup_printf (_("The graph has domains of %u chips of the kind %s, a "
                                             "partition would have domains of %u."),
                                           own->domain_chips, name, domain));
  return check_rate (own->scaleup_bw_bytes_s, up->bw_bytes_s,
                     weft_inventory_scaleup (inventory, own->scaleup)->name, error)
         && check_rate (own->scaleout_bw_bytes_s, out->bw_bytes_s, out->name, error);
}

static WeftPartition *
make_partition (WeftInventory *inventory, const WeftMachinePartition *part)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "chip", weft_inventory_chip (inventory, part->chip)->id);
  json_object_set_string_member (object, "role", weft_role_nick (part->role));
  json_object_set_member (object, "power_frac", weft_members_number (part->power_frac));
  json_object_set_string_member (object, "scaleup",
                                 weft_inventory_scaleup (inventory, part->scaleup)->id);
  json_object_set_string_member (object, "scaleout",
                                 weft_inventory_scaleout (inventory, part->scaleout)->id);
  return weft_partition_new_from_object (object);
}

static gboolean
check_budget (const WeftMachine *machine, GError **error)
{
  double sum = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    sum += machine->partitions[i].power_frac;
  if (sum <= 1)
    return TRUE;
  if (isnan (sum))
    return refuse (error, g_strdup (_("What a chip of the graph takes of the budget is unknown.")));
  return refuse (error, g_strdup_printf (_("The chips of the graph take %.4g of a budget of %.4g. "
                                           "Raise the budget first."), sum * machine->amount,
                                         machine->amount));
}

/**
 * weft_design_edit_to_partitions:
 * @design: a design whose machine is a graph
 * @inventory: the catalog as the profile sees it that judges the design
 * @error: where to put a #WeftGraphEditError
 *
 * Only of a graph that partitions say the same of: chips in whole nodes, domains and rates as the
 * fabrics have them, within the budget.
 *
 * Returns: (transfer full) (nullable): an edit
 */
WeftEdit *
weft_design_edit_to_partitions (WeftDesign *design, WeftInventory *inventory, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  WeftFormEdit *self;
  WeftMachine machine;
  WeftGraph *graph;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), NULL);
  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory), NULL);

  graph = weft_design_get_graph (design);
  if (graph == NULL)
    {
      refuse (error, g_strdup (_("The machine is given as partitions already.")));
      return NULL;
    }
  if (!weft_graph_rules_check (graph, inventory, found)
      || !weft_machine_init (&machine, design, inventory))
    {
      refuse (error, g_strdup (_("Mend what is wrong with the graph first.")));
      return NULL;
    }
  if (!check_budget (&machine, error))
    return NULL;
  for (guint i = 0; i < machine.n_partitions; i++)
    if (!check_partition (inventory, &machine, i, error))
      return NULL;
  self = g_object_new (WEFT_TYPE_FORM_EDIT, NULL);
  self->after.has_partitions = TRUE;
  for (guint i = 0; i < machine.n_partitions; i++)
    g_ptr_array_add (self->after.partitions, make_partition (inventory, &machine.partitions[i]));
  weft_edit_take_label (WEFT_EDIT (self), g_strdup (_("Turn into Partitions")));
  return WEFT_EDIT (self);
}
