/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training steps of language models: how many tasks, operations by the rule of six, the orders of microbatches,
 * gradients of copies and of tied tables, and what is kept. */
#include "llm-fixture.h"

static void
test_counts (void)
{
  /* Forward and back, then an optimizer for each layer, the embedding and the head. */
  g_assert_cmpuint (llm_count ("{'phase':'training','tp':2}"), ==, 1 + 2 * 2 * 402 + 2 * 82);
  g_assert_cmpuint (llm_count ("{'phase':'training','tp':2,'pp':3,'microbatches':4,'batch':4}"), ==,
                    1 + 2 * 4 * (2 * 402 + 2 * 2) + 2 * 82);
  /* Copies have an all-reduce of gradients before each optimizer. */
  g_assert_cmpuint (llm_count ("{'phase':'training','tp':2,'dp':3,'batch':3}"), ==,
                    1 + 3 * (2 * 2 * 402 + 2 * 2 * 82));
  /* A tied table on two stages: its gradients meet even of one copy. */
  g_assert_cmpuint (llm_count ("{'model':'gpt3-13b','phase':'training','tp':2,'pp':2}"), ==,
                    1 + 2 * (2 * 202 + 2) + 2 * 42 + 2 * 2);
  g_assert_cmpuint (llm_count ("{'model':'gpt3-13b','phase':'training','tp':2,'pp':2,'dp':2,'batch':2}"), ==,
                    1 + 2 * (2 * (2 * 202 + 2) + 2 * 2 * 42));
}

/* 6 operations a parameter and token: 2 forward and 4 back, the scores likewise; 8 with recomputation. */
static void
test_sums (void)
{
  static const struct
  {
    const char *params;
    double times;
  } cases[] = {
    { "'phase':'training','tp':1,'batch':4,'prompt_tokens':256,'microbatches':2,'pp':2", 3 },
    { "'phase':'training','tp':1,'batch':4,'prompt_tokens':256,'recompute':true", 4 },
    { "'phase':'training','tp':1,'batch':4,'prompt_tokens':256,'dp':2,'schedule':'gpipe'", 3 },
  };
  static const char *const ids[] = { "llama-3.1-8b", "mixtral-8x7b", "qwen3.5-27b", "gpt3-13b" };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
      {
        g_autoptr (WeftTaskGraph) graph = llm_make_for (ids[i], cases[c].params);
        double optimizer = 0;
        WeftLlmShape shape;

        for (guint32 t = 0; t < graph->n_tasks; t++)
          if (g_str_equal (weft_task_graph_kernel (graph, t), "optimizer"))
            optimizer += fixture_task_flops (graph, t);
        llm_get_shape (ids[i], &shape);
        g_assert_cmpfloat (optimizer, >=, 14 * weft_llm_params (&shape));
        llm_assert_flops (graph, cases[c].times * llm_closed_form (&shape, 4, 256, 0, 1024) + optimizer, ids[i]);
      }
}

/* Where a task is in an order of the graph. */
static guint32
place (const WeftTaskGraph *graph, const guint32 *order, const char *name)
{
  guint32 task = fixture_find (graph, name);

  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (order[i] == task)
      return i;
  g_assert_not_reached ();
}

static void
test_schedules (void)
{
  static const char *const params[] = {
    "{'model':'llama-3.1-8b','phase':'training','tp':1,'pp':2,'batch':4,'microbatches':4,'schedule':'1f1b'}",
    "{'model':'llama-3.1-8b','phase':'training','tp':1,'pp':2,'batch':4,'microbatches':4,'schedule':'gpipe'}",
  };

  for (guint p = 0; p < 2; p++)
    {
      g_autoptr (WeftTaskGraph) graph = llm_make (params[p]);
      g_autofree guint32 *order = weft_task_graph_sort (graph);

      /* The second stage takes turns at once, the first is one microbatch ahead; GPipe goes back last. */
      if (p == 0)
        {
          llm_assert_edge (graph, "m0.embedding_back@0", "m2.embedding@0", 0);
          llm_assert_edge (graph, "m0.layer16.send_back@0", "m1.layer16.attention@0", 0);
          llm_assert_edge (graph, "m0.layer15.send@0", "m1.embedding@0", 0);
          llm_assert_edge (graph, "m1.layer15.send@0", "m0.layer15.feed_forward_back@0", 0);
          g_assert_cmpuint (place (graph, order, "m0.head_back@0"), <, place (graph, order, "m3.layer16.attention@0"));
        }
      else
        {
          llm_assert_edge (graph, "m3.layer15.send@0", "m0.layer15.feed_forward_back@0", 0);
          llm_assert_edge (graph, "m0.embedding_back@0", "m1.layer15.feed_forward_back@0", 0);
          g_assert_cmpuint (place (graph, order, "m0.head_back@0"), >, place (graph, order, "m3.layer16.attention@0"));
        }
      llm_assert_edge (graph, "m3.embedding_back@0", "embedding_optimizer@0", 128256.0 * 4096 * 2);
      llm_assert_edge (graph, "m3.layer7.attention_back@0", "layer7.optimizer@0", 218112000.0 * 2);
    }
}

static void
test_gradients (void)
{
  g_autoptr (WeftTaskGraph) graph
    = llm_make ("{'model':'gpt3-13b','phase':'training','tp':2,'pp':2,'dp':3,'batch':3,'prompt_tokens':64}");
  guint32 layer = graph->group[fixture_find (graph, "layer7.gradient_reduce@0")];
  guint32 table = graph->group[fixture_find (graph, "embedding_gradient_reduce@1")];

  /* Rank 0 of three copies is 0, 2 and 4. */
  g_assert_cmpuint (graph->first_member[layer + 1] - graph->first_member[layer], ==, 3);
  g_assert_cmpuint (graph->group[fixture_find (graph, "layer7.gradient_reduce@4")], ==, layer);
  g_assert_cmpuint (graph->group[fixture_find (graph, "layer7.gradient_reduce@1")], !=, layer);
  /* The tied table is on both stages of each copy. */
  g_assert_cmpuint (graph->first_member[table + 1] - graph->first_member[table], ==, 6);
  g_assert_cmpuint (graph->group[fixture_find (graph, "head_gradient_reduce@5")], ==, table);
}

/* Weights and gradients in 16 bits and 12 bytes of Adam's values; activations of as many microbatches as are under
 * way. */
static void
test_regions (void)
{
  static const char *const params = "'phase':'training','tp':1,'batch':4,'microbatches':4,'pp':4,'recompute':true,"
                                    "'prompt_tokens':100";
  g_autofree char *gpipe = g_strconcat (params, ",'schedule':'gpipe'", NULL);
  g_autoptr (WeftTaskGraph) one = llm_make_for ("llama-3.1-8b", params);
  g_autoptr (WeftTaskGraph) all = llm_make_for ("llama-3.1-8b", gpipe);
  WeftLlmShape shape;
  double input = 100 * 4096 * 2, states;

  llm_get_shape ("llama-3.1-8b", &shape);
  states = 16 * weft_llm_params (&shape);
  g_assert_cmpfloat (llm_sum_regions (one), ==, states + 8 * (4 + 3 + 2 + 1) * input);
  g_assert_cmpfloat (llm_sum_regions (all), ==, states + 32 * 4 * input);
}

/* Of 8 ranks, with activations kept, and made anew: 2 + 2 all-reduces a layer, and one more. */
static void
test_recomputed_reduces (void)
{
  g_autoptr (WeftTaskGraph) kept = llm_make ("{'phase':'training','prompt_tokens':100}");
  g_autoptr (WeftTaskGraph) anew = llm_make ("{'phase':'training','prompt_tokens':100,'recompute':true}");
  g_autoptr (WeftTaskSummary) few = weft_task_summary_new (kept);
  g_autoptr (WeftTaskSummary) many = weft_task_summary_new (anew);
  const double stream = 8 * 100 * 8192 * 2;

  /* And one each for the embedding and back from the head. */
  g_assert_cmpfloat (few->comm_bytes, ==, (4 * 80 + 2) * stream);
  g_assert_cmpfloat (many->comm_bytes, ==, (5 * 80 + 2) * stream);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm-training/counts", test_counts);
  g_test_add_func ("/llm-training/sums", test_sums);
  g_test_add_func ("/llm-training/schedules", test_schedules);
  g_test_add_func ("/llm-training/gradients", test_gradients);
  g_test_add_func ("/llm-training/regions", test_regions);
  g_test_add_func ("/llm-training/recomputed-reduces", test_recomputed_reduces);
  return g_test_run ();
}
