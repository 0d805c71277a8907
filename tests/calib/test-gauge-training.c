/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training as a domain of the fit: which plans rows are, what they measured, and how far off the profile is on them. */
#include "calib/gauge/weft-gauge-training-private.h"
#include "gauge-fixture.h"

static const char published[]
  = "id,workload,model,chip,count,parallelism,batch,sequence,precision,metric,value,unit,source,certainty,note\n"
    "m1,train,GPT-1.7B 2304x24L,A100-80GB,32,TP1 PP1 DP32,GBS512 MBS16,2048,fp16,achieved_tflops_per_gpu,137,TFLOP/s,"
    "arXiv 2104.04473 Table 1,medium,full recompute\n"
    "m2,train,GPT-1.7B 2304x24L,A100-80GB,32,TP1 PP1 DP32,GBS512 MBS16,2048,fp16,aggregate_pflops,4.4,PFLOP/s,"
    "arXiv 2104.04473 Table 1,medium,same formula\n"
    "c1,train,GPT-3 175B,A100-80GB,64,TP8 PP8 VP3 DP1 SP,GBS64 MBS1,2048,fp16,iteration_time,13.75,s,"
    "arXiv 2205.05198 Table 5,high,selective recompute + sequence parallel\n"
    "v1,train,GPT-18.4B h6144 L40 a48,A100-80GB,256,TP16 PP1 DP16,GBS1024 MBS2,2048,fp16,iteration_time,20.4,s,"
    "gh:VIA-Research/vTrain@f8 data/multi.csv,high,\"Megatron-DeepSpeed, full recompute (inferred), 800 Gb/s per node\"\n"
    "g1,train,Grok 1 314b,H100,32,TP4 PP1 CP1 EP8 DP1,GBS1024 MBS1,4096,bf16,iteration_time,10.7,s,"
    "gh:NVIDIA/dgxc-benchmarking@v25.02 grok1/README_314b.md,high,MFU 45.1% (NVIDIA counting)\n"
    "l1,train,Llama 3.1 405b,H100,96,TP8 PP3 CP2 VP7 MBS1 GA63,GBS126,8192,fp8,iteration_time,5.63,s,"
    "gh:NVIDIA/dgxc-benchmarking@v25.02 llama3.1/README_405b.md,high,MFU 43.65% (NVIDIA counting); proxy with 21 layers\n"
    "s1,finetune,Llama3 8b Finetuning LORA,H100,8,TP1 PP41 CP1 VPNone,GBS32,4096,bf16,iteration_time,0.92,s,"
    "gh:NVIDIA/dgxc-benchmarking@v25.02 llama3/finetuning/README_8b.md,high,MFU 53.9% (NVIDIA counting)\n"
    "f1,train,MPT-7b,H100-80GB,8,FSDP,GBS128 MBS8 GA2,8192,bf16,tokens_per_s_per_gpu,6935,tok/s/GPU,"
    "gh:mosaicml/llm-foundry@8c8dd48 scripts/README.md,high,MFU 37.14 HFU 49.52 ckpt=True params=6684024832\n"
    "x1,train,Maxtext Llama3 70b,H100,128,FSDP+DP MBS2,GBS256,8192,fp8,iteration_time,9.074,s,"
    "gh:NVIDIA/dgxc-benchmarking@v25.02 maxtext/README_70b.md,high,MFU 43.88%\n"
    "p1,train,Llama-3.1-405B,H100-80GB,512,TP8 PP8 CP2 VP8,GBS1152 GA288,8192,fp8,sequences_per_s,20.8677,seq/s,"
    "gh:mlcommons/training_results_v5.0 NVIDIA/results/eos-dfw_n64/llama31_405b,high,logged throughput\n"
    "b1,train,No such model,H100,8,TP1,GBS8,4096,bf16,iteration_time,1,s,somebody,high,\n"
    "b2,train,MPT-7b,No such chip,8,FSDP,GBS8,4096,bf16,iteration_time,1,s,somebody,high,\n"
    "b3,train,MPT-7b,H100,8,TP3,GBS8,4096,bf16,iteration_time,1,s,somebody,high,\n"
    "b4,train,MPT-7b,H100,8,FSDP,GBS8,4096,bf16,loss,1,1,somebody,high,\n"
    "k1,kernel-gemm,64x64x64,H100-80GB,1,,,,bf16,achieved_tflops,1,TFLOP/s,somebody,high,\n";

static WeftGaugeRun *
read_run (const char *id)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", published);

  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const WeftGaugeRow *) rows->pdata[i])->id, id))
      {
        g_autofree char *why = NULL;
        WeftGaugeRun *run = weft_gauge_run_new (inventory, rows->pdata[i], &why);

        g_assert_cmpstr (why, ==, NULL);
        g_assert_nonnull (run);
        return run;
      }
  g_assert_not_reached ();
}

/* 137 TFLOP/s counted with recomputation: 96 B s l h² (1 + s/6h + V/16lh) over 32 chips. */
static void
test_megatron (void)
{
  g_autofree WeftGaugeRun *run = read_run ("m1");
  double flop = 96.0 * 512 * 2048 * 24 * 2304 * 2304 * (1 + 2048 / (6 * 2304.0) + 51200 / (16.0 * 24 * 2304));

  g_assert_cmpfloat (run->shape.heads, ==, 24);
  g_assert_cmpuint (run->plan.dp, ==, 32);
  g_assert_cmpint (run->plan.recompute, ==, WEFT_RECOMPUTE_FULL);
  g_assert_false (run->plan.flash_attention);
  assert_near (run->step_s, flop / (32 * 137e12), 1e-9);
}

static void
test_calculon (void)
{
  g_autofree WeftGaugeRun *run = read_run ("c1");

  g_assert_cmpint (run->plan.recompute, ==, WEFT_RECOMPUTE_SELECTIVE);
  g_assert_true (run->plan.sequence_parallel);
  g_assert_cmpuint (run->plan.virtual_stages, ==, 3);
  g_assert_cmpfloat (run->step_s, ==, 13.75);
}

/* Four ports of 200 Gb/s for eight chips. */
static void
test_vtrain (void)
{
  g_autofree WeftGaugeRun *run = read_run ("v1");

  g_assert_cmpint (run->stack, ==, WEFT_GAUGE_STACK_DEEPSPEED);
  g_assert_cmpuint (run->plan.tp, ==, 16);
  assert_near (run->ports_per_rank, 0.5, 1e-9);
}

/* 45.1 % of 32 × 989.4 TFLOP/s in 10.7 s is 36.4 GFLOP a token: four of Grok's 64 layers. */
static void
test_grok (void)
{
  g_autofree WeftGaugeRun *run = read_run ("g1");

  g_assert_cmpfloat (run->shape.layers, ==, 4);
  g_assert_cmpuint (run->plan.ep, ==, 8);
  g_assert_cmpuint (run->plan.dp, ==, 8);
  g_assert_true (run->shape.layer[3].is_moe);
}

static void
test_proxy (void)
{
  g_autofree WeftGaugeRun *run = read_run ("l1");

  g_assert_cmpfloat (run->shape.layers, ==, 21);
  g_assert_cmpuint (run->plan.dp, ==, 2);
  g_assert_cmpfloat (run->plan.microbatch, ==, 1);
  g_assert_cmpint (run->plan.format, ==, WEFT_FORMAT_FP8);
}

/* "PP41" is a misprint; sequences are packed, and weights frozen. */
static void
test_finetune (void)
{
  g_autofree WeftGaugeRun *run = read_run ("s1");

  g_assert_cmpuint (run->plan.pp, ==, 1);
  g_assert_cmpuint (run->plan.dp, ==, 8);
  g_assert_true (run->plan.adapters_only);
  g_assert_cmpfloat (run->plan.sequence * run->plan.global_batch, ==, 4096 * 32);
  g_assert_cmpfloat (run->plan.sequence, ==, 512);
}

static void
test_foundry (void)
{
  g_autofree WeftGaugeRun *run = read_run ("f1");

  g_assert_cmpuint (run->plan.zero_stage, ==, 3);
  g_assert_cmpint (run->plan.recompute, ==, WEFT_RECOMPUTE_FULL);
  /* 128 sequences of 8,192 tokens at 8 × 6,935 tokens a second. */
  assert_near (run->step_s, 128 * 8192 / (8 * 6935.0), 1e-9);
}

static void
test_maxtext (void)
{
  g_autofree WeftGaugeRun *run = read_run ("x1");

  g_assert_cmpint (run->stack, ==, WEFT_GAUGE_STACK_MAXTEXT);
  g_assert_cmpuint (run->plan.shard, ==, 64);
  g_assert_cmpuint (run->plan.zero_stage, ==, 3);
}

static void
test_mlperf (void)
{
  g_autofree WeftGaugeRun *run = read_run ("p1");

  g_assert_cmpfloat (run->plan.microbatch, ==, 1);
  g_assert_cmpuint (run->plan.dp, ==, 4);
  assert_near (run->step_s, 1152 / 20.8677, 1e-9);
}

static void
free_case (gpointer data)
{
  WeftGaugeCase *one = data;

  weft_gauge_training.free_data (one->data);
  g_free (one->id);
  g_free (one->set);
  g_free (one->source);
  g_free (one->series);
  g_free (one->choice);
  g_free (one->scope);
  g_free (one->label);
  g_free (one);
}

static void
free_parameter (gpointer data)
{
  WeftGaugeParameter *one = data;

  g_free (one->key);
  g_free (one->unit);
  g_free (one->parent);
  g_free (one->note);
  g_free (one->range);
  g_free (one);
}

/* What cannot be read is named, and nothing is said of other domains' rows. Nothing is said twice. */
static void
test_read (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", published);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  gpointer context = weft_gauge_training.context_new (inventory, NULL);
  g_autoptr (GPtrArray) cases = weft_gauge_training.read (context, rows, skipped);
  g_autoptr (GPtrArray) parameters = weft_gauge_training.parameters (context, cases);
  g_autofree double *x = g_new0 (double, parameters->len);
  WeftProfile *profile = weft_inventory_get_profile (inventory);

  g_ptr_array_set_free_func (cases, free_case);
  g_ptr_array_set_free_func (parameters, free_parameter);
  g_assert_cmpuint (cases->len, ==, 9);
  g_assert_cmpuint (skipped->len, ==, 4);
  for (guint i = 0; i < skipped->len; i++)
    {
      g_autofree char *id = g_strdup_printf ("b%u: ", i + 1);

      g_assert_true (g_str_has_prefix (skipped->pdata[i], id));
    }
  for (guint i = 0; i < parameters->len; i++)
    {
      WeftGaugeParameter *one = parameters->pdata[i];
      g_autoptr (GError) error = NULL;

      g_assert_true (weft_profile_get_number (profile, one->key, &x[i], &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (one->low, <, one->start);
      g_assert_cmpfloat (one->start, <, one->high);
    }
  for (guint i = 0; i < cases->len; i++)
    {
      const WeftGaugeCase *one = cases->pdata[i];

      /* Within a quarter, all of them. */
      assert_near (weft_gauge_training.predict (context, x, one), one->measured, 0.25);
    }
  weft_gauge_training.context_free (context);
}

/* A benchmark that is to be reached unfitted, and later chips, are shown and not fitted. */
static void
test_kept_apart (void)
{
  g_autoptr (WeftInventory) inventory = take_inventory ();
  g_autoptr (GPtrArray) rows = take_rows ("made.csv", published);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new_with_free_func (g_free);
  gpointer context = weft_gauge_training.context_new (inventory, NULL);
  g_autoptr (GPtrArray) cases = weft_gauge_training.read (context, rows, skipped);

  g_ptr_array_set_free_func (cases, free_case);
  for (guint i = 0; i < cases->len; i++)
    {
      const WeftGaugeCase *one = cases->pdata[i];

      g_assert_cmpint (one->weight == 0, ==, g_str_equal (one->id, "p1"));
    }
  weft_gauge_training.context_free (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gauge-training/megatron", test_megatron);
  g_test_add_func ("/gauge-training/calculon", test_calculon);
  g_test_add_func ("/gauge-training/vtrain", test_vtrain);
  g_test_add_func ("/gauge-training/grok", test_grok);
  g_test_add_func ("/gauge-training/proxy", test_proxy);
  g_test_add_func ("/gauge-training/finetune", test_finetune);
  g_test_add_func ("/gauge-training/foundry", test_foundry);
  g_test_add_func ("/gauge-training/maxtext", test_maxtext);
  g_test_add_func ("/gauge-training/mlperf", test_mlperf);
  g_test_add_func ("/gauge-training/read", test_read);
  g_test_add_func ("/gauge-training/kept-apart", test_kept_apart);
  return g_test_run ();
}
