/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training memory among what is measured: all published rows are read, and none is off by more than it was rounded. */
#include "calib/gauge/weft-gauge-training-private.h"
#include "gauge-fixture.h"
#include "model/measured/weft-memory-training.h"

typedef struct
{
  WeftInventory *inventory;
  gpointer context;
  GPtrArray *cases;
  GPtrArray *skipped;
} Fixture;

static void
read_cases (Fixture *self, GPtrArray *rows)
{
  g_autoptr (GError) error = NULL;

  self->inventory = take_inventory ();
  self->context = weft_gauge_memory.context_new (self->inventory, &error);
  g_assert_no_error (error);
  self->skipped = g_ptr_array_new_with_free_func (g_free);
  self->cases = weft_gauge_memory.read (self->context, rows, self->skipped);
}

static void
clear (Fixture *self)
{
  for (guint i = 0; i < self->cases->len; i++)
    {
      WeftGaugeCase *a_case = self->cases->pdata[i];

      weft_gauge_memory.free_data (a_case->data);
      g_free (a_case->id);
      g_free (a_case->set);
      g_free (a_case->source);
      g_free (a_case->label);
      g_free (a_case);
    }
  g_ptr_array_unref (self->cases);
  g_ptr_array_unref (self->skipped);
  weft_gauge_memory.context_free (self->context);
  g_object_unref (self->inventory);
}

static void
test_published (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", "training-memory.csv", NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (GPtrArray) parameters = NULL;
  g_autoptr (GError) error = NULL;
  Fixture self;

  weft_gauge_read (path, rows, NULL, &error);
  g_assert_no_error (error);
  read_cases (&self, rows);
  g_assert_cmpuint (self.cases->len, ==, 34);
  g_assert_cmpuint (self.skipped->len, ==, 0);
  parameters = weft_gauge_memory.parameters (self.context, self.cases);
  g_assert_cmpuint (parameters->len, ==, 0);
  for (guint i = 0; i < self.cases->len; i++)
    {
      const WeftGaugeCase *a_case = self.cases->pdata[i];
      double found = weft_gauge_memory.predict (self.context, NULL, a_case);

      /* Exact; read off a drawing, in percent; printed in GiB with two digits. */
      if (g_str_equal (a_case->set, "Activation and state memory"))
        assert_near (found, a_case->measured, 1e-6);
      else if (g_str_equal (a_case->set, "Activation memory, relative"))
        g_assert_cmpfloat_with_epsilon (found, a_case->measured, 0.002);
      else
        g_assert_cmpfloat_with_epsilon (found, a_case->measured, 0.0051 * 1024 * 1024 * 1024);
      g_assert_cmpfloat (a_case->null_value, >, 0);
    }
  clear (&self);
}

/* What cannot be read is named. */
static void
test_skipped (void)
{
  static const char text[]
      = "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"
        "a,train-memory,No-Such-Model,A100-80GB,8,TP8,MBS1,2048,fp16,activation_memory_no_recompute,1,GiB,s,high,\n"
        "b,train-memory,Megatron-22B,A100-80GB,8,TP8,MBS1,2048,fp16,activation_memory_no_recompute,none,GiB,s,high,\n"
        "c,train-memory,Megatron-22B,A100-80GB,8,TP3,MBS1,2048,fp16,activation_memory_no_recompute,1,GiB,s,high,\n"
        "d,train-memory,Nameless,any,8,ZeRO-2,,,fp16,model_state_memory_per_gpu,1,GiB,s,high,\n"
        "e,train-memory,X 10M params,any,8,ZeRO-3,,,fp16,model_state_memory_per_gpu,1,GiB,s,high,\n"
        "f,train-memory,Megatron-22B,A100-80GB,8,TP8,MBS1,2048,fp16,something_else,1,GiB,s,high,\n"
        "g,train,Megatron-22B,A100-80GB,8,TP8,MBS1,2048,fp16,step_time,1,s,s,high,\n"
        "h,train-memory,X 10M params,any,2,ZeRO-2,,,fp16,model_state_memory_per_gpu,0.12,GB,s,high,\n";
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", text);
  Fixture self;

  read_cases (&self, rows);
  g_assert_cmpuint (self.skipped->len, ==, 6);
  g_assert_nonnull (strstr (self.skipped->pdata[0], "No-Such-Model"));
  g_assert_cmpuint (self.cases->len, ==, 1);
  assert_near (weft_gauge_memory.predict (self.context, NULL, self.cases->pdata[0]), (4 + 16 / 2.0) * 10e6, 1e-9);
  clear (&self);
}

static WeftStates
states_of (const WeftGaugeRun *run, const WeftGaugeRow *row)
{
  return weft_gauge_says (row->model, "LORA") ? WEFT_STATES_FROZEN
                                              : weft_states_of_stack (weft_gauge_stack_nick (run->stack));
}

/* What ran fitted: every published run that is read, on the chips it ran on. */
static void
test_runs (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "measurements", "training.csv", NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (weft_gauge_row_free);
  g_autoptr (WeftInventory) inventory = take_inventory ();
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  g_autoptr (GError) error = NULL;
  WeftMemoryRules rules;
  guint n_runs = 0;

  weft_gauge_read (path, rows, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (weft_memory_rules_init (&rules, profile, &error));
  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];
      g_autofree char *why = NULL;
      g_autofree WeftGaugeRun *run = weft_gauge_run_new (inventory, row, &why);
      double capacity, total;

      if (run == NULL)
        continue;
      run->plan.states = states_of (run, row);
      capacity = weft_memory_chip_bytes (profile, run->chip, NULL);
      if (!weft_training_memory_fits (&run->model.layers, &rules, &run->plan, capacity, &total))
        g_error ("%s: %.3g of %.3g bytes", row->id, total, capacity);
      n_runs++;
    }
  g_test_message ("%u runs fit", n_runs);
  g_assert_cmpuint (n_runs, >=, 400);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge/memory/published", test_published);
  g_test_add_func ("/gauge/memory/skipped", test_skipped);
  g_test_add_func ("/gauge/memory/runs", test_runs);
  return g_test_run ();
}
