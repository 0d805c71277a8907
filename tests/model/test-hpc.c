/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scientific kernels: limits that must hold on any machine, and what was measured on some. */
#include "model-fixture.h"
#include "model/measured/weft-hpc-kernel.h"

static WeftInventory *
measured (void)
{
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", &error);

  g_assert_no_error (error);
  return inventory;
}

static WeftFabricSite
fabric_site (const char *chip,
             const char *scaleup,
             const char *scaleout)
{
  WeftInventory *inventory = measured ();
  const WeftChip *part = weft_inventory_find_chip (inventory, chip);
  const WeftScaleup *up = weft_inventory_find_scaleup (inventory, scaleup);
  const WeftScaleout *out = weft_inventory_find_scaleout (inventory, scaleout);
  const WeftScaleupOnChip *on = weft_inventory_scaleup_on_chip (inventory, up->index, part->index);

  return (WeftFabricSite) {
    .chip = part->index,
    .scaleup = up->index,
    .scaleout = out->index,
    .inside = { on->alpha_s, on->bw_bytes_s },
    .across = { out->alpha_s, out->bw_bytes_s },
    .domain_ranks = on->domain_chips,
  };
}

static WeftHpcSite
site_of (const char *chip,
         const char *scaleup,
         const char *scaleout,
         double      chips)
{
  WeftFabricSite fabric = fabric_site (chip, scaleup, scaleout);
  g_autoptr (GError) error = NULL;
  WeftHpcSite site;

  weft_hpc_site_init (&site, measured (), &fabric, chips, &error);
  g_assert_no_error (error);
  return site;
}

static WeftHpcSite
h100 (double chips)
{
  return site_of ("h100-sxm-80", "nvlink4", "ib-ndr", chips);
}

static double
total_of (const WeftHpcSite    *site,
          const WeftHpcProblem *problem)
{
  WeftHpcTime time = weft_hpc_kernel_time (site, problem);

  return weft_hpc_time_total (&time);
}

static void
assert_near (double value,
             double expected,
             double tolerance)
{
  g_test_message ("%g, expected %g", value, expected);
  g_assert_cmpfloat (fabs (value / expected - 1), <=, tolerance);
}

static WeftHpcProblem
hpcg (const WeftHpcSite *site,
      double             rows)
{
  return weft_hpc_hpcg (&site->rates.counts, rows, 350, 8, 3, 8);
}

static WeftHpcProblem
stencil (double points)
{
  return weft_hpc_stencil (points, 16, 54, 8);
}

static WeftHpcTransform
transform (double edge,
           double bytes_per_point)
{
  return (WeftHpcTransform) { edge * edge * edge, bytes_per_point, 5, 6 };
}

static void
make_ideal (WeftHpcSite *site,
            WeftLink     inside,
            WeftLink     across)
{
  weft_fabric_init_ideal (&site->messages, &inside, &across, site->messages.domain_ranks);
  site->exchange = site->messages;
}

/* Without latencies only bytes count: the same time for a problem and a bandwidth a hundred times larger. */
static void
test_no_latency (void)
{
  WeftHpcSite site = h100 (512);
  WeftHpcProblem problem = hpcg (&site, 1e9);
  WeftHpcTime time;

  make_ideal (&site, (WeftLink) { 0, 400e9 }, (WeftLink) { 0, 48e9 });
  site.rates.rate[WEFT_HPC_LAUNCH] = site.rates.rate[WEFT_HPC_SYNC] = 0;
  time = weft_hpc_kernel_time (&site, &problem);
  g_assert_cmpfloat (time.launch_s + time.halo.latency_s + time.reduce.latency_s, ==, 0);
  assert_near (time.memory_s, time.bytes / site.rates.rate[WEFT_HPC_MULTIGRID], 0.15);
}

/* With all bandwidths infinite the latencies are left, whatever the size. */
static void
test_no_bytes (void)
{
  WeftHpcSite site = h100 (512);
  WeftHpcProblem small = hpcg (&site, 1e6), large = hpcg (&site, 1e12);
  double latency_s;

  make_ideal (&site, (WeftLink) { 1e-6, INFINITY }, (WeftLink) { 2e-6, INFINITY });
  for (guint i = WEFT_HPC_STREAM; i <= WEFT_HPC_AI; i++)
    site.rates.rate[i] = INFINITY;
  latency_s = total_of (&site, &small);
  g_assert_cmpfloat (latency_s, >, 1e-5);
  assert_near (total_of (&site, &large), latency_s, 1e-12);
}

/* Strong scaling ends at the latencies: more chips no longer help, and the floor is what they take. */
static void
test_floor (void)
{
  double before = INFINITY, best = INFINITY;
  WeftHpcTime time;

  for (double chips = 8; chips <= 32768; chips *= 2)
    {
      WeftHpcSite site = h100 (chips);
      WeftHpcProblem problem = hpcg (&site, 1e9);

      time = weft_hpc_kernel_time (&site, &problem);
      best = MIN (best, weft_hpc_time_total (&time));
      if (chips <= 256)
        g_assert_cmpfloat (weft_hpc_time_total (&time), <, before);
      before = weft_hpc_time_total (&time);
    }
  g_assert_cmpfloat (time.launch_s + time.halo.latency_s + time.reduce.latency_s, >, 0.5 * before);
  g_assert_cmpfloat (best, >, 1e-4);
}

/* Random machines and problems: weak scaling never gains, more bandwidth never loses, larger problems take longer. */
static void
test_monotone (void)
{
  static const WeftHpcRate rates[] = { WEFT_HPC_STREAM, WEFT_HPC_STENCIL, WEFT_HPC_MULTIGRID, WEFT_HPC_SPMV,
                                       WEFT_HPC_FP64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (guint round = 0; round < 2000; round++)
    {
      double chips = floor (exp (g_rand_double_range (rand, 0, log (1e5))));
      double points = exp (g_rand_double_range (rand, log (1e3), log (1e9)));
      WeftHpcSite site = round % 2 == 0 ? h100 (chips) : site_of ("mi250x", "if-mi250", "slingshot11", chips);
      WeftHpcSite alone = site, wide = site, wider_links = site;
      WeftHpcProblem one = round % 3 == 0 ? hpcg (&site, points) : stencil (points), all = one, more = one;

      alone.chips = 1;
      all.points *= chips;
      more.points = all.points * 2;
      g_assert_cmpfloat (total_of (&site, &all), >=, total_of (&alone, &one) * (1 - 1e-12));
      g_assert_cmpfloat (total_of (&site, &more), >=, total_of (&site, &all));

      wide.rates.rate[rates[round % G_N_ELEMENTS (rates)]] *= 1.5;
      g_assert_cmpfloat (total_of (&wide, &all), <=, total_of (&site, &all) * (1 + 1e-12));
      wider_links.messages.inside.bw_bytes_s *= 1.5;
      wider_links.messages.across.bw_bytes_s *= 1.5;
      g_assert_cmpfloat (total_of (&wider_links, &all), <=, total_of (&site, &all) * (1 + 1e-12));
    }
}

/* All bytes and all bandwidths larger by one factor: what bytes take stays. */
static void
test_scaling_invariance (void)
{
  const double factor = 7;
  const WeftLink inside = { 1e-6, 400e9 }, across = { 2e-6, 48e9 };
  WeftHpcSite site = h100 (4096), large;
  WeftHpcProblem problem = hpcg (&site, 1e9), bigger = problem;
  WeftHpcTransform fft = transform (4096, 16), bigger_fft = fft;
  WeftHpcTime a, b;

  make_ideal (&site, inside, across);
  large = site;
  make_ideal (&large, (WeftLink) { inside.alpha_s, inside.bw_bytes_s * factor },
              (WeftLink) { across.alpha_s, across.bw_bytes_s * factor });
  for (guint i = WEFT_HPC_STREAM; i <= WEFT_HPC_FFT; i++)
    large.rates.rate[i] *= factor;
  bigger.bytes_per_point *= factor;
  bigger.vector_bytes *= factor;
  bigger.halo_bytes_per_point *= factor;
  bigger.reduce_bytes *= factor;
  bigger_fft.bytes_per_point *= factor;

  a = weft_hpc_kernel_time (&site, &problem);
  b = weft_hpc_kernel_time (&large, &bigger);
  assert_near (b.memory_s, a.memory_s, 1e-9);
  assert_near (b.halo.transfer_s, a.halo.transfer_s, 1e-9);
  assert_near (b.halo.latency_s, a.halo.latency_s, 1e-9);

  a = weft_hpc_fft_time (&site, &fft);
  b = weft_hpc_fft_time (&large, &bigger_fft);
  assert_near (b.memory_s, a.memory_s, 1e-9);
  assert_near (b.exchange.transfer_s, a.exchange.transfer_s, 1e-9);
}

/* Princeton's LLMCompass, issue 5: the parameters of MI300X cannot be found. Every rate here has a default that the
 * data sheet gives, and says that it is assumed. */
static void
test_llmcompass_5 (void)
{
  WeftInventory *inventory = measured ();
  guint n_assumed = 0;

  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);
      g_autoptr (GError) error = NULL;
      WeftHpcRates rates;

      if (chip->refused != NULL)
        continue;
      g_assert_true (weft_hpc_rates_init (&rates, weft_inventory_get_profile (inventory), chip, &error));
      g_assert_cmpfloat (rates.rate[WEFT_HPC_STREAM], >, 0);
      g_assert_cmpfloat (rates.rate[WEFT_HPC_STREAM], <=, chip->mem_bw_bytes_s);
      g_assert_cmpint (isnan (rates.rate[WEFT_HPC_FP64]), ==, isnan (chip->peak_fp64_flops));
      if (g_str_equal (chip->id, "mi300x"))
        for (guint j = 0; j < WEFT_N_HPC_RATES; j++)
          {
            g_assert_cmpfloat (rates.rate[j], >, 0);
            n_assumed += rates.is_assumed[j];
          }
    }
  g_assert_cmpuint (n_assumed, >, 4);
}

/* LLMCompass, issue 2: is the latency doubled? One message takes it once; its label says that it is one way. */
static void
test_llmcompass_2 (void)
{
  WeftHpcSite site = h100 (2);
  WeftHpcProblem problem = stencil (1);
  g_autofree char *label = weft_key_label ("alpha_us");
  WeftHpcTime time;

  site.messages.domain_ranks = 1;
  site.rates.rate[WEFT_HPC_SYNC] = 0;
  make_ideal (&site, (WeftLink) { 0, INFINITY }, (WeftLink) { 5e-6, INFINITY });
  time = weft_hpc_kernel_time (&site, &problem);
  /* Two chips have one face between them. */
  g_assert_cmpfloat_with_epsilon (time.halo.latency_s, 5e-6, 1e-15);
  g_assert_nonnull (strstr (label, "one way"));
  g_assert_nonnull (strstr (weft_hpc_rate_label (WEFT_HPC_LAUNCH), "one way"));
  g_assert_cmpstr (weft_hpc_rate_unit (WEFT_HPC_LAUNCH), ==, "s");
}

/* Every rate says what it counts: bytes or operations, a second. */
static void
test_labels (void)
{
  for (guint i = 0; i < WEFT_N_HPC_RATES; i++)
    {
      g_assert_cmpuint (strlen (weft_hpc_rate_label (i)), >, 0);
      g_assert_cmpuint (strlen (weft_hpc_rate_nick (i)), >, 0);
      g_assert_true (g_str_equal (weft_hpc_rate_unit (i), "s") || g_str_has_suffix (weft_hpc_rate_unit (i), "/s"));
    }
}

/* HPCG on one chip, in FLOP/s for each byte/s of HBM: 0.129 on P100 to 0.2 on A100, by the benchmark's own count. */
static void
test_hpcg_machines (void)
{
  static const struct
  {
    const char *chip;
    double flop_per_byte;
    double tolerance;
  } machines[] = { { "a100-sxm-80", 0.200, 0.15 }, { "mi250x", 0.113, 0.15 }, { "mi300a", 0.074, 0.15 } };

  for (gsize i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      WeftHpcSite site = site_of (machines[i].chip, "nvlink4", "slingshot11", 1);
      WeftHpcProblem problem = hpcg (&site, 256.0 * 256 * 256);
      WeftHpcTime time = weft_hpc_kernel_time (&site, &problem);
      const WeftChip *chip = weft_inventory_find_chip (measured (), machines[i].chip);

      assert_near (time.flop / weft_hpc_time_total (&time) / chip->mem_bw_bytes_s, machines[i].flop_per_byte,
                   machines[i].tolerance);
    }
}

/* Conjugate gradients on eight A100: 400 million unknowns scale to 93.5 %, 100 million to 86.8 %. */
static void
test_gradients (void)
{
  static const double rows[][2] = { { 400e6, 0.935 }, { 100e6, 0.868 } };
  double before = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WeftHpcSite eight = site_of ("a100-sxm-80", "nvlink3", "ib-hdr", 8), one = eight;
      WeftHpcProblem problem = weft_hpc_gradients (&eight.rates.counts, rows[i][0], 56, 8, 2, 8);
      double efficiency;

      one.chips = 1;
      efficiency = total_of (&one, &problem) / 8 / total_of (&eight, &problem);
      assert_near (efficiency, rows[i][1], 0.08);
      g_assert_cmpfloat (efficiency, <, before);
      before = efficiency;
    }
}

/* CG on spectral elements of 2.7 million unknowns a chip: a hundred nodes lose 12 to 26 % to halos and reductions. */
static void
test_spectral (void)
{
  WeftHpcSite many = site_of ("a100-sxm-80", "nvlink3", "slingshot11", 512), one = many;
  WeftHpcProblem problem = weft_hpc_gradients (&many.rates.counts, 2.744e6, 280, 8, 2, 8), all = problem;
  double loss;

  one.chips = 1;
  all.points *= 512;
  loss = 1 - total_of (&one, &problem) / total_of (&many, &all);
  g_test_message ("loses %g", loss);
  g_assert_cmpfloat (loss, >, 0.05);
  g_assert_cmpfloat (loss, <, 0.35);
}

/* Compressible flow on 65,536 dies of MI250X keeps 96 % of one: halos of five variables, three stages a step. */
static void
test_weak_stencil (void)
{
  WeftHpcSite many = site_of ("mi250x", "if-mi250", "slingshot11", 65536), one = many;
  WeftHpcProblem problem = weft_hpc_stencil (158.0 * 158 * 158, 8 * 1500, 0, 8 * 8 * 4), all = problem;

  one.chips = 1;
  all.points *= 65536;
  assert_near (total_of (&one, &problem) / total_of (&many, &all), 0.96, 0.05);
}

/* cuFFTMp, complex FP32: 2,048³ in 78 ms on eight A100 and in 4 ms on 2,048; 16,384³ beyond 1.8 PF on 4,096. */
static void
test_transforms (void)
{
  WeftHpcTransform small = transform (2048, 8), large = transform (16384, 8);
  WeftHpcSite eight = site_of ("a100-sxm-80", "nvlink3", "ib-hdr", 8);
  WeftHpcSite many = site_of ("a100-sxm-80", "nvlink3", "ib-hdr", 2048);
  WeftHpcSite most = site_of ("a100-sxm-80", "nvlink3", "ib-hdr", 4096);
  WeftHpcTime time;

  for (guint i = 0; i < 3; i++)
    (i == 0 ? &eight : i == 1 ? &many : &most)->rates.rate[WEFT_HPC_FP64] = 19.5e12; /* FP32 here */
  time = weft_hpc_fft_time (&eight, &small);
  assert_near (weft_hpc_time_total (&time), 0.078, 0.15);
  time = weft_hpc_fft_time (&many, &small);
  assert_near (weft_hpc_time_total (&time), 0.004, 0.4);
  time = weft_hpc_fft_time (&most, &large);
  assert_near (time.flop / weft_hpc_time_total (&time), 1.8e15, 0.2);
}

/* A transform gains from scale-up links, and loses by oversubscription of the switches. */
static void
test_transform_fabric (void)
{
  WeftHpcTransform fft = transform (4096, 16);
  WeftHpcSite site = h100 (1024), narrow = site, island = site;
  WeftHpcTime plain, thin, cut;

  narrow.exchange.oversubscription = 4;
  island.exchange.domain_ranks = 1;
  plain = weft_hpc_fft_time (&site, &fft);
  thin = weft_hpc_fft_time (&narrow, &fft);
  cut = weft_hpc_fft_time (&island, &fft);
  g_assert_cmpfloat (thin.exchange.transfer_s, >, 1.5 * plain.exchange.transfer_s);
  g_assert_cmpfloat (weft_hpc_time_total (&cut), >, weft_hpc_time_total (&plain));
  site.chips = 1;
  plain = weft_hpc_fft_time (&site, &fft);
  g_assert_cmpfloat (weft_comm_time_total (plain.exchange), ==, 0);
}

/* Scalar reductions that the network's switches do are faster on many nodes than trees of messages. */
static void
test_reductions (void)
{
  WeftHpcSite trees = h100 (8192), switches = trees;
  WeftHpcProblem problem = hpcg (&trees, 1e9);
  WeftHpcTime a, b;

  trees.messages.reduces_in_network = FALSE;
  switches.messages.reduces_in_network = TRUE;
  a = weft_hpc_kernel_time (&trees, &problem);
  b = weft_hpc_kernel_time (&switches, &problem);
  g_assert_cmpfloat (weft_comm_time_total (b.reduce), <=, weft_comm_time_total (a.reduce));
  /* By rings each would take two latencies for every chip. */
  g_assert_cmpfloat (weft_comm_time_total (a.reduce), <, 3 * 2 * 8191 * trees.messages.across.alpha_s / 20);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/hpc/no-latency", test_no_latency);
  g_test_add_func ("/model/hpc/no-bytes", test_no_bytes);
  g_test_add_func ("/model/hpc/floor", test_floor);
  g_test_add_func ("/model/hpc/monotone", test_monotone);
  g_test_add_func ("/model/hpc/scaling-invariance", test_scaling_invariance);
  g_test_add_func ("/model/hpc/llmcompass-5", test_llmcompass_5);
  g_test_add_func ("/model/hpc/llmcompass-2", test_llmcompass_2);
  g_test_add_func ("/model/hpc/labels", test_labels);
  g_test_add_func ("/model/hpc/hpcg-machines", test_hpcg_machines);
  g_test_add_func ("/model/hpc/gradients", test_gradients);
  g_test_add_func ("/model/hpc/spectral", test_spectral);
  g_test_add_func ("/model/hpc/weak-stencil", test_weak_stencil);
  g_test_add_func ("/model/hpc/transforms", test_transforms);
  g_test_add_func ("/model/hpc/transform-fabric", test_transform_fabric);
  g_test_add_func ("/model/hpc/reductions", test_reductions);

  return g_test_run ();
}
