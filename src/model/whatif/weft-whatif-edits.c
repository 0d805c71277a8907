/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of a question is made as for its answer, and what is other in it becomes an edit each. */
#include "model/whatif/weft-whatif-edits.h"

#include "model/whatif/weft-whatif-private.h"

/**
 * weft_whatif_holds: (skip)
 * @input: an input
 *
 * Returns: whether it is something that a document says
 */
gboolean
weft_whatif_holds (WeftInput *input)
{
  g_return_val_if_fail (WEFT_IS_INPUT (input), FALSE);

  switch (input->set)
    {
    case WEFT_SET_BUDGET:
    case WEFT_SET_FRACTION:
    case WEFT_SET_WEIGHT:
    case WEFT_SET_WORKLOAD:
      return TRUE;
    case WEFT_SET_FACT:
    case WEFT_SET_CONSTANT:
    default:
      return FALSE;
    }
}

/* @value is (transfer full). */
static gboolean
add_edit (GPtrArray  *edits,
          WeftDesign *design,
          const char *path,
          JsonNode   *value,
          GError    **error)
{
  WeftEdit *edit = weft_edit_set (design, path, value, FALSE, error);

  if (edit == NULL)
    return FALSE;
  g_ptr_array_add (edits, edit);
  return TRUE;
}

static JsonNode *
new_number (double value)
{
  return json_node_init_double (json_node_alloc (), value);
}

static gboolean
add_budget (GPtrArray         *edits,
            WeftWhatif        *self,
            const WeftVariant *variant,
            WeftDesign        *design,
            GError           **error)
{
  if (variant->machine.amount == self->machine.amount)
    return TRUE;
  return add_edit (edits, design, self->machine.budget == WEFT_BUDGET_COST ? "/facility/cost_usd" : "/facility/power_w",
                   new_number (variant->machine.amount), error);
}

static gboolean
add_fractions (GPtrArray         *edits,
               WeftWhatif        *self,
               const WeftVariant *variant,
               WeftDesign        *design,
               GError           **error)
{
  for (guint i = 0; i < weft_design_get_n_partitions (design) && i < variant->machine.n_partitions; i++)
    {
      double fraction = variant->machine.partitions[i].power_frac;
      g_autofree char *path = g_strdup_printf ("/partitions/%u/power_frac", i);

      if (fraction != self->machine.partitions[i].power_frac
          && !add_edit (edits, design, path, new_number (fraction), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_workload (GPtrArray         *edits,
              const WeftVariant *variant,
              WeftDesign        *design,
              GError           **error)
{
  JsonObject *before = weft_design_get_workload (design), *after = weft_design_get_workload (variant->design);
  g_autoptr (JsonNode) a = json_node_init_object (json_node_alloc (), before);
  g_autoptr (JsonNode) b = json_node_init_object (json_node_alloc (), after);

  if (after == NULL || (before != NULL && json_node_equal (a, b)))
    return TRUE;
  return add_edit (edits, design, "/workload", json_node_copy (b), error);
}

/**
 * weft_whatif_list_edits: (skip)
 * @self: a design made ready for questions
 * @design: what it was made from
 * @inputs: (element-type WeftInput): what is set; what a document cannot hold is left out
 * @values: to what
 * @error: return location
 *
 * Returns: (transfer full) (element-type WeftEdit): what to do with @design, none when all stays as it is; %NULL when a
 *   number cannot be
 */
GPtrArray *
weft_whatif_list_edits (WeftWhatif   *self,
                        WeftDesign   *design,
                        GPtrArray    *inputs,
                        const double *values,
                        GError      **error)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) held = g_ptr_array_new ();
  g_autofree double *numbers = NULL;
  g_auto (WeftVariant) variant = { 0 };

  g_return_val_if_fail (WEFT_IS_WHATIF (self) && WEFT_IS_DESIGN (design) && inputs != NULL, NULL);

  numbers = g_new (double, inputs->len + 1);
  for (guint i = 0; i < inputs->len; i++)
    if (weft_whatif_holds (inputs->pdata[i]))
      {
        numbers[held->len] = values[i];
        g_ptr_array_add (held, inputs->pdata[i]);
      }
  if (!weft_whatif_vary (self, (WeftInput *const *) held->pdata, numbers, NULL, held->len, TRUE, &variant, error))
    return NULL;
  if (!add_budget (edits, self, &variant, design, error) || !add_fractions (edits, self, &variant, design, error)
      || !add_workload (edits, &variant, design, error))
    return NULL;
  return g_steal_pointer (&edits);
}
