/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs as a function of the facts of their parts: whole draws by the model's kernel. */
#include "model/whatif/weft-doubt-private.h"

#include <math.h>

/* What one worker keeps between two draws: an inventory for each design, changed in place. */
typedef struct
{
  guint n;
  WeftInventory **inventories;
} Worker;

static gpointer
begin_cb (gpointer data)
{
  WeftDoubt *self = data;
  Worker *worker = g_new (Worker, 1);

  worker->n = self->designs->len;
  worker->inventories = g_new0 (WeftInventory *, worker->n);
  return worker;
}

void
weft_doubt_end_facts (gpointer state)
{
  Worker *worker = state;

  if (worker == NULL)
    return;
  for (guint i = 0; i < worker->n; i++)
    g_clear_object (&worker->inventories[i]);
  g_free (worker->inventories);
  g_free (worker);
}

/* FALSE when the facts cannot be so. */
static gboolean
draw_facts (const WeftDoubtDesign *design,
            const double          *x,
            WeftInventory        **inventory)
{
  WeftInventory *base = design->whatif->inventory;
  guint n = design->facts->len;
  WeftFactChange *facts = g_newa (WeftFactChange, n + 1);

  for (guint i = 0; i < n; i++)
    {
      facts[i] = g_array_index (design->facts, WeftFactChange, i);
      facts[i].value *= x[g_array_index (design->places, guint, i)];
    }
  if (*inventory != NULL && weft_inventory_vary_again (*inventory, base, facts, n))
    return TRUE;
  g_clear_object (inventory);
  *inventory = weft_inventory_vary (base, facts, n, NULL, 0, NULL);
  return *inventory != NULL;
}

/* A node of chips that draw more than one thought is still a node: what has chips keeps at least one. */
static void
keep_nodes (const WeftDoubtDesign *design,
            WeftInventory         *inventory,
            WeftMachine           *machine)
{
  for (guint i = 0; i < machine->n_partitions; i++)
    if (weft_provision (inventory, machine, i) == 0
        && weft_provision (design->whatif->inventory, &design->whatif->machine, i) > 0)
      machine->partitions[i].n_chips = weft_inventory_chip (inventory, machine->partitions[i].chip)->node_chips;
}

static void
draw_design (const WeftDoubtDesign *design,
             const double          *x,
             WeftInventory        **inventory,
             double                *y)
{
  static const WeftOutput power = { .kind = WEFT_OUTPUT_POWER }, cost = { .kind = WEFT_OUTPUT_COST };
  WeftVariant variant = { .machine = design->whatif->machine };
  WeftModel model = { 0 };
  WeftScore score;

  for (guint i = 0; i < WEFT_N_FACT_OUTPUTS; i++)
    y[i] = NAN;
  if (!draw_facts (design, x, inventory))
    return;
  variant.inventory = *inventory;
  keep_nodes (design, *inventory, &variant.machine);
  if (weft_whatif_score (design->whatif, &variant, &model, &score))
    {
      for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
        {
          y[WEFT_FACTS_VALUE + kind] = score.value[kind];
          y[WEFT_FACTS_RATIO + kind] = score.ratio[kind];
        }
      y[WEFT_FACTS_POWER] = weft_whatif_read_score (&power, &variant, &score);
      y[WEFT_FACTS_COST] = weft_whatif_read_score (&cost, &variant, &score);
    }
  weft_model_clear (&model);
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  WeftDoubt *self = data;
  Worker *worker = state;

  for (guint i = 0; i < self->designs->len; i++)
    draw_design (self->designs->pdata[i], x, &worker->inventories[i], y + i * WEFT_N_FACT_OUTPUTS);
}

WeftResponse
weft_doubt_facts_response (WeftDoubt *self)
{
  return (WeftResponse) { .n_inputs = self->n_facts,
                          .n_outputs = self->designs->len * WEFT_N_FACT_OUTPUTS,
                          .begin = begin_cb,
                          .evaluate = evaluate_cb,
                          .end = weft_doubt_end_facts,
                          .data = self };
}
